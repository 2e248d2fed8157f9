// What became of a payment after its first response, step by step.
import { describe, expect, it } from 'vitest';
import { t } from './fixtures.ts';
import { laterSteps } from './later-steps.ts';

describe('what follows the first response', () => {
  const move = (verb: string, created_at: string, user_name = '') => ({
    ...{ sequence: 1, from_status: '', to_status: '', verb, user_name, created_at },
  });
  const at = (minute: number) => `2026-06-18T11:${minute}:00.000Z`;

  it('is told in order, without what was told before, and refunds lead to their own page', () => {
    const refund = t({
      id: 'r1',
      merchant_id: 'm',
      type: 'refund',
      amount: 700,
      created_at: at(30),
    });
    const steps = laterSteps(
      t({ amount_settled: 5_000 }),
      {
        moves: [
          move('transaction.create', at(10)),
          move('capture', at(11), 'dana'),
          move('settle', at(20), 'system'),
          move('refund', at(30), 'dana'),
        ],
        refunds: [refund],
        mails: [],
      },
      'merchant',
    );
    expect(steps.map(({ title, text, to }) => [title, text, to])).toEqual([
      ['Captured', '$50.00, by dana', undefined],
      ['Settled', '$50.00 in a settlement batch', undefined],
      ['Refund of $7.00', 'pending settlement, by dana', '/merchant/transaction/detail/r1'],
    ]);
    expect(steps.some(({ fired }) => fired)).toBe(false);
  });

  it('marks what went against the payment, and says why a bank returned it', () => {
    const of = t({ response_body: { ach: { return_code: 'R03' } } });
    const moves = [move('decline', at(10), 'ana'), move('return', at(12), 'system')];
    const steps = laterSteps(of, { moves, refunds: [], mails: [] }, 'partner');
    expect(steps.map(({ title, text, fired }) => [title, text, fired])).toEqual([
      ['Declined on review', 'by ana', true],
      ['Returned by the bank', 'R03: no such account, or it belongs to someone else', true],
    ]);
  });
});
