// The two sentences above a payment's steps: approved, flagged, returned.
import { describe, expect, it } from 'vitest';
import { e, t } from './fixtures.ts';
import { verdictOf } from './verdict.ts';

describe('the summary of an approved payment', () => {
  it('says who approved how much, with the code of the bank', () => {
    expect(verdictOf(t({ status: 'settled', amount_settled: 5_000 }), e())).toMatchObject({
      headline: 'Approved and settled.',
      explanation: 'Sierra approved $50.00 with auth code 08341C.',
    });
    const paid = { payment_type: 'cash', amount_settled: 5_000, response_body: { cash: {} } };
    const cash = t({ status: 'settled', ...paid });
    expect(verdictOf(cash, e()).explanation).toBe('Paid in cash.');
    const held = t({ type: 'verification', status: 'authorized', amount_authorized: 0, amount: 0 });
    expect(verdictOf(held, e()).explanation).toBe(
      'Sierra approved the card with auth code 08341C.',
    );
  });

  it('speaks to the merchant, and of the merchant to others', () => {
    const settled = t({ status: 'settled', amount_settled: 5_000 });
    expect(verdictOf(settled, e()).held).toBe('Settled to you. $50.00 was charged.');
    expect(verdictOf(settled, e(), 'admin').held).toMatch(/^Settled to the merchant\. /);
  });
});

describe('the summary of what a person decides', () => {
  const rule = { rule: 'amount', verdict: 'flag' as const, value: 8_873, phase: 'before' as const };
  const flag = { ...rule, operator: '>', threshold: 5_000, set_by: 'you' };
  const flagged = t({ status: 'flagged', amount_authorized: 5_000 });

  it('says which rule flagged a payment, and what approving and declining do', () => {
    const { headline, explanation, next } = verdictOf(flagged, e({ rules: [flag] }));
    expect(headline).toBe('Approved by the bank, and flagged for your review.');
    expect(verdictOf(flagged, e(), 'partner').headline).toMatch(/for the merchant’s review\.$/);
    expect(explanation).toBe(
      'The rule “Amount” flagged this payment. Its value was $88.73; it flags more than $50.00.',
    );
    expect(next).toBe(
      'If you approve, $50.00 is captured and settles with the next batch. ' +
        'If you decline, the hold is released.',
    );
    const two = e({ rules: [flag, { ...flag, rule: 'country' }] });
    expect(verdictOf(flagged, two).explanation).toBe('These rules flagged it: Amount, Country.');
    expect(verdictOf(flagged, null).explanation).toBe('A fraud rule flagged it.');
  });

  it('tells a partner what its decision does, and a merchant that the partner decides', () => {
    const of_partner = t({ status: 'flagged_partner', amount_authorized: 5_000 });
    expect(verdictOf(of_partner, e(), 'partner').next).toMatch(
      /^If you approve, \$50\.00 is captured/,
    );
    expect(verdictOf(of_partner, e()).next).toBe('The partner will approve or decline it.');
  });

  it('gives the code of a return in words, what it means for the money, and what to do', () => {
    const returned = (status: string, return_code: string, more: object = {}) =>
      t({ status, payment_type: 'ach', response_body: { ach: { return_code } }, ...more });
    expect(verdictOf(returned('returned', 'R01'), e())).toMatchObject({
      explanation:
        'Reason R01: not enough money in the account. $50.00 is not part of your payout.',
      next: 'Take the payment again when the account has money, or ask for another method.',
    });
    expect(verdictOf(returned('late_return', 'R10'), e(), 'partner')).toMatchObject({
      explanation:
        'Reason R10: not authorized by the account holder. ' +
        '$50.00 is taken from the merchant’s next payout.',
      next: expect.stringMatching(/^Do not debit this account again\./),
    });
    expect(verdictOf(returned('returned', ''), e()).explanation).toMatch(
      /^The bank gave no reason/,
    );
    expect(verdictOf(returned('returned', 'R99'), e()).explanation).toMatch(/^Reason R99\. /);
    expect(verdictOf(returned('returned', 'R02', { type: 'refund' }), e())).toMatchObject({
      headline: 'The bank returned this refund.',
      explanation: 'Reason R02: account closed. $50.00 is back in your balance.',
      waits: 'You. The payer has not received the money.',
    });
  });
});
