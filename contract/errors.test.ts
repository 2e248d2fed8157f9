// A refusal carries its kind, its sentence and the data of its field; it is always thrown.
import { expect, it } from 'vitest';
import { invalid, notFound, Refusal, refuse } from './errors.ts';

function thrown(work: () => never): Refusal {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return error as Refusal;
  }
  throw new Error('Nothing was thrown.');
}

it('a refusal is thrown with its kind and its sentence', () => {
  const refused = thrown(() => refuse('limited', 'Too many.', { after: 1 }));
  expect([refused.kind, refused.message, refused.data]).toEqual([
    ...['limited', 'Too many.', { after: 1 }],
  ]);
  const missing = thrown(notFound);
  expect([missing.kind, missing.message]).toEqual(['not_found', 'not found']);
  const wrong = thrown(() => invalid('Amount'));
  expect(wrong.kind).toBe('invalid');
  expect([refused, missing, wrong].map(({ http_status }) => http_status)).toEqual([429, 404, 400]);
  expect(wrong.message).toContain('Amount');
});
