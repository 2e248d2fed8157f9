// A decline that an inquiry found is read by the card's brand, as the processor's own answer is.
import { beforeAll, expect, it } from 'vitest';
import type { Egress, ExchangeRequest } from '../../context.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
let real: Egress;
/** The operation whose next answer does not arrive; '' for none. */
let lost = '';
beforeAll(() => {
  real = w.world.services.egress;
  w.world.services.egress = { exchange };
});

async function exchange(request: ExchangeRequest) {
  const answer = await real.exchange(request);
  if (lost === '' || !request.url.endsWith(`/${lost}`)) return answer;
  lost = '';
  return { kind: 'no_answer', reason: 'the line went dead' } as const;
}

/** Code 65: a count limit at Visa, a call for authentication at Mastercard (rails 6.1). */
const brands = [
  { brand: 'visa', number: '4111111111111111', code: 203 },
  { brand: 'mastercard', number: '5555555555554444', code: 205 },
];
const ways = ['answered', 'inquired'] as const;
const cases = brands.flatMap((one) => ways.map((way) => ({ ...one, way })));

async function declines(operation: string, way: (typeof ways)[number]): Promise<void> {
  const body = JSON.stringify({ match: { operation }, action: { do: 'decline', code: '65' } });
  const answer = await fetch(`${w.world.lab?.url}/control/script`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  lost = way === 'inquired' ? operation : '';
}

it.each(cases)('a payment by $brand, $way', async ({ number, code, way }) => {
  await declines('sale', way);
  const sale = await w.pay({}, number);
  expect(sale).toMatchObject({ status: 'declined', response_code: code });
  const [attempt] = await w.attempts(sale.id);
  expect(attempt).toMatchObject({ inquiry_count: way === 'inquired' ? 1 : 0 });
});

it.each(cases)('a refund of a payment by $brand, $way', async ({ number, code, way }) => {
  const { id } = await w.pay({}, number);
  await w.settle();
  await declines('refund', way);
  const refunded = await w.post(`/transaction/${id}/refund`);
  expect(refunded.body.data ?? refunded.body).toMatchObject({
    status: 'declined',
    response_code: code,
  });
});
