// What an account updater says of saved cards, and which of its answers are not believed.
import { expect, it } from 'vitest';
import { protectCard } from '../../vault/sensitive-card.ts';
import { decodeCardUpdates } from './card-updates.ts';

const sensitive = protectCard({ number: '4111111111111111', expiration_date: '12/29' });
const command = {
  operation: 'update_cards',
  reference: 'r1',
  account: { processor_id: 'p1', type: 'tsys_sierra', settings: {} },
  cards: [{ id: 'a', sensitive }],
} as const;
const number = '4012000077777777';

function decoded(row: object, more: object = {}) {
  const body = { reference: 'r1', operation: 'update_cards', updates: [{ id: 'a', ...row }] };
  const answer = { kind: 'answered', http_status: 200, body: JSON.stringify({ ...body, ...more }) };
  return decodeCardUpdates(command, answer as never);
}

it.each([
  [
    { code: 'A', number, expiration: '1231' },
    { result: 'new_number', expiration_date: '12/31' },
  ],
  [
    { code: 'E', expiration: '0130' },
    { result: 'new_expiration', expiration_date: '01/30' },
  ],
  [{ code: 'C' }, { result: 'closed', expiration_date: '' }],
])('%j is %j', (row, update) => {
  expect(decoded(row)).toMatchObject({ result: 'read', updates: [{ id: 'a', ...update }] });
});

it.each([
  ['a number without its month', { code: 'A', number }],
  ['a month that is none', { code: 'E', expiration: '1331' }],
  ['a number that is none', { code: 'A', number: '4012', expiration: '1231' }],
  ['another code', { code: 'Z' }],
  ['a card that was not asked about', { id: 'b', code: 'C' }],
])('%s leaves the card as it is', (_what, row) => {
  expect(decoded(row)).toEqual({ result: 'read', updates: [] });
});

it.each([{ reference: 'r2' }, { operation: 'sale' }, { updates: null }])(
  'is no answer with %j',
  (more) => expect(decoded({ code: 'C' }, more).result).toBe('no_answer'),
);
