// What the answer to a payment says of its card, as the adapter reads it.
import { describe, expect, it } from 'vitest';
import { answered, sierra_approval } from '../../testing/wire-answers.ts';
import { protectCard } from '../../vault/sensitive-card.ts';
import { tsys_sierra } from './tsys_sierra/codec.ts';
import type { PayCommand } from './types.ts';

const sale: PayCommand = {
  operation: 'sale',
  reference: 'r1',
  account: { processor_id: 'proc1', type: 'tsys_sierra', settings: {} },
  amount: 1299,
  currency: 'usd',
  parts: {},
  method: {
    kind: 'card',
    sensitive: protectCard({ number: '4000007000000007', expiration_date: '12/29' }),
    entry: 'keyed',
  },
  billing: { line_1: '', postal_code: '' },
  order_id: '',
  po_number: '',
  allow_partial: false,
};

const yes = { ...sierra_approval, amount: 1299, approved_amount: 1299 };

describe('what an answer says of the card that paid', () => {
  const decoded = (account_updater: unknown, more: object = {}) =>
    tsys_sierra.decode(sale, answered({ ...yes, ...more, account_updater }));
  const new_number = { code: 'A', number: '4000007700000000', expiration: '1232' };

  it('is read beside the outcome, the number only in a sensitive card', () => {
    const outcome = decoded(new_number);
    expect(outcome).toMatchObject({
      outcome: 'approved',
      card_update: { result: 'new_number', expiration_date: '12/32' },
    });
    expect(outcome.card_update?.sensitive?.open().number).toBe(new_number.number);
    expect(JSON.stringify(outcome)).not.toContain(new_number.number);
  });

  it.each([
    [{ code: 'E', expiration: '1232' }, 'new_expiration'],
    [{ code: 'C' }, 'closed'],
    [{ code: 'Q' }, 'contact'],
  ])('takes %j for %s', (row, result) => {
    expect(decoded(row).card_update).toMatchObject({ result, sensitive: null });
    const declined = decoded(row, { network_code: '54', approved_amount: 0 });
    expect(declined).toMatchObject({ outcome: 'declined', card_update: { result } });
  });

  it.each([
    [{ code: 'V' }],
    [{ code: 'A', number: '4111', expiration: '1232' }],
    [{ code: 'E', expiration: '1332' }],
    ['A'],
    [null],
  ])('leaves %j out', (row) => {
    expect(decoded(row)).toMatchObject({ outcome: 'approved' });
    expect(decoded(row)).not.toHaveProperty('card_update');
  });

  it('counts for nothing where the answer is not about this payment', () => {
    const outcome = decoded(new_number, { amount: 1399 });
    expect(outcome).toMatchObject({ outcome: 'unknown' });
    expect(outcome).not.toHaveProperty('card_update');
    expect(JSON.stringify(outcome)).not.toContain(new_number.number);
  });
});
