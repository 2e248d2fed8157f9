// The sentences of "Explain this outcome", each from what is kept with a payment.
import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../../../contract/payments/transactions/explanation.ts';
import type { TransactionDetail } from '../../../../contract/payments/transactions/record.ts';
import { detectionText, distanceText } from '../detail/duplicates.tsx';
import { moneyLocation } from '../detail/money-location.ts';
import { payerSaw } from '../detail/payer-view.ts';
import { spanText } from '../list/span.ts';
import { attempt, base, card, e, t } from './fixtures.ts';
import { outcomeSteps } from './outcome-steps.ts';
import { matchText, resultText, rulesSummary, valueText } from './rule-text.ts';
import { verdictOf } from './verdict.ts';

const declined = (response_code: number) =>
  t({ status: 'declined', response_code, amount_authorized: 0 });
const unsent = t({
  status: 'declined',
  response_code: 301,
  amount_authorized: 0,
  response_body: { card: { ...card, auth_code: '', processor_transaction_id: '' } },
});
const stepOf = (title: string, of = t(), from = e()) =>
  outcomeSteps(of, from).find((one) => one.title.startsWith(title));

/** Verdicts as a rule engine leaves them beside a payment. */
const recorded: Explanation['rules'] = [
  { rule: 'amount', verdict: 'pass', value: 5_000, operator: '>', threshold: 250_000, ...own('') },
  { rule: 'ip_country', verdict: 'pass', value: 'US', operator: 'not_in', ...own('partner') },
  { rule: 'avs_response', verdict: 'deny', value: 'N', operator: 'in', ...after(['N', 'C']) },
  { rule: 'cvv_response', verdict: 'skipped', value: null, operator: 'in', ...after(['N', 'U']) },
];
function own(set_by: string) {
  return { phase: 'before' as const, set_by };
}
function after(threshold: string[]) {
  return { phase: 'after' as const, set_by: 'you', threshold };
}

describe('where the money is', () => {
  it('says how long a bank keeps a hold', () => {
    const held = moneyLocation(t({ status: 'authorized' }), e());
    expect(held).toBe(
      'At the bank. $50.00 is held, not captured. ' +
        'The bank releases it automatically after about 7 days.',
    );
    const credit = { card: { ...card, type: 'credit' } };
    expect(moneyLocation(t({ status: 'authorized', response_body: credit }), e())).toMatch(
      /after 30/,
    );
    expect(moneyLocation(t({ amount_captured: 3_000 }), e())).toMatch(
      /The remaining \$20.00 is released/,
    );
  });

  it('tells a bank that was never asked from one that declined and one that was reversed', () => {
    expect(moneyLocation(unsent, e({ attempts: [] }))).toMatch(/never reached the bank/);
    expect(moneyLocation(declined(202), e())).toMatch(/The payment was declined/);
    const reversal = { ...attempt, operation: 'reverse', outcome: 'undone' };
    const reversed = e({ attempts: [attempt, reversal] });
    expect(moneyLocation(declined(310), reversed)).toMatch(
      /approval was reversed.*3 business days/,
    );
    expect(moneyLocation(declined(421), e())).toMatch(/did not process it/);
    expect(moneyLocation(t({ status: 'voided' }), e())).toMatch(/3 business days/);
  });

  it('claims nothing of the bank while the explanation is unknown', () => {
    expect(moneyLocation(declined(310), null)).toBe('With the payer. Nothing was charged.');
  });
});

describe('what the payer saw', () => {
  it('is a screen, a statement and a mail', () => {
    expect(payerSaw(t(), e({ receipts_to: ['a@example.com'] }))).toEqual([
      'On the clerk’s screen: “The payment was approved.”',
      'On the statement: a charge of $50.00 by HARBOR*GOODS.',
      'A receipt was emailed to a@example.com.',
    ]);
  });

  it('is up to whoever asked through the API, and nothing where nobody looked', () => {
    const [api] = payerSaw(t({ transaction_source: 'api' }), e());
    expect(api).toMatch(/a message from the shop\. The API returned “approved” \(code 100\)\./);
    const [batch] = payerSaw(t({ transaction_source: 'batch' }), e());
    expect(batch).toMatch(/the payer was not present/);
    expect(payerSaw(declined(202), e())).toContain('On the statement: nothing.');
  });

  it('is what was known then, not what was found out later', () => {
    const unknown = e({ first_answer: 'unknown' });
    expect(payerSaw(t(), unknown)[0]).toMatch(/“The processor did not answer.*The outcome arrived/);
    const [api] = payerSaw(t({ transaction_source: 'api' }), unknown);
    expect(api).toMatch(/returned “unknown” \(code 0\)\. The outcome arrived later\.$/);
    expect(payerSaw(t({ status: 'unknown', response_code: 0 }), unknown)[0]).not.toMatch(/later/);
    const [none] = payerSaw(t(), e({ first_answer: 'none' }));
    expect(stepOf('Gateway response', t(), unknown)?.text).toBe(
      'unknown, code 0 “unknown”; later result: approved, code 100 “approved”',
    );
    expect(none).toBe(
      'On screen: possibly an error, because the terminal received no outcome. ' +
        'The outcome arrived later.',
    );
  });
});

describe('the steps', () => {
  it('say that no rule ran, and give recorded ones in order with value, threshold, result', () => {
    expect(stepOf('Rules before')?.text).toBe('no rules apply to this payment');
    const from = e({ rules: recorded });
    expect(stepOf('Rules before', t(), from)).toMatchObject({
      text: '2 checked, none matched',
      fired: false,
    });
    expect(stepOf('Rules after', t(), from)).toMatchObject({
      text: '1 of 2 matched, declined',
      fired: true,
    });
    const steps = recorded.map((one) => [
      valueText(one.rule, one.value, 'usd'),
      matchText(one, 'usd'),
      resultText(one),
    ]);
    expect(steps).toEqual([
      ['$50.00', 'more than $2,500.00', 'no match'],
      ['US', '', 'no match'],
      ['N', 'one of N, C', 'matched, declined'],
      ['nothing', 'one of N, U', 'skipped after an earlier match'],
    ]);
    expect(rulesSummary([{ ...recorded[0], verdict: 'flag' } as never])).toMatch(/1 of 1.*flag/);
    expect(verdictOf(declined(310), from).headline).toMatch(/after the bank approved/);
  });

  it('name the processor, why it was chosen, and each one that was not reached', () => {
    expect(stepOf('Routing')?.text).toBe('Sierra, the default for card payments');
    expect(stepOf('Routing', t(), e({ routing: 'named' }))?.text).toMatch(/chosen in the request/);
    const move = { at: base.created_at, from_name: 'North', to_name: 'Sierra', why: 'refused' };
    expect(stepOf('Routing', t(), e({ failover: [move] }))).toMatchObject({
      text: 'Sierra, because North (the default for card payments) could not be reached',
      lines: ['From North to Sierra: refused'],
    });
  });

  it('give the answer of the processor with its letters, or say that it was not asked', () => {
    expect(stepOf('Response from')).toMatchObject({
      text: 'approved, auth code 08341C, code 00 “APPROVAL”',
      at: attempt.answered_at,
      letters: { avs: 'N', cvv: 'M' },
    });
    const lost = { ...card, response: 'unknown', processor_response_code: '', auth_code: '' };
    const text = (area: 'merchant' | 'admin', processor_response_text: string) => {
      const of = t({ response_body: { card: { ...lost, processor_response_text } } });
      const steps = outcomeSteps(of, e(), area);
      return steps.find(({ title }) => title.startsWith('Response from'))?.text;
    };
    expect(text('merchant', 'socket hang up')).toBe('No response: the connection was lost.');
    expect(text('merchant', 'no answer in time')).toBe('No response in time.');
    expect(text('admin', 'socket hang up')).toBe('no response: “socket hang up”');
    const alone = stepOf('Response from', unsent, e({ attempts: [] }));
    expect(alone?.text).toBe('nothing was sent to a processor');
  });

  it('tell who decided what nobody had answered', () => {
    const one = { at: base.created_at, operation: 'sale', decision: 'approve' as const };
    const people = { user_name: 'ana', proposed_by: 'bo', two_persons: true, reason: 'portal' };
    const textOf = (over: object) =>
      stepOf('Decided', t(), e({ decided: [{ ...one, ...people, ...over }] }))?.text;
    expect(textOf({})).toBe('Sale approved, by ana, proposed by bo: “portal”');
    expect(textOf({ user_name: '', proposed_by: '', reason: '' })).toBe(
      'Sale approved, by two administrators',
    );
  });

  it('mark one step as the one that decided', () => {
    const fired = (of: TransactionDetail, from: Explanation) =>
      outcomeSteps(of, from).flatMap((one) => (one.fired ? [one.title] : []));
    expect(fired(t(), e())).toEqual([]);
    expect(fired(declined(202), e())).toEqual(['Response from Sierra']);
    expect(fired(declined(421), e())).toEqual(['Gateway response']);
    const duplicates = { ...e().duplicates, duplicate_of: 'a' };
    expect(fired(unsent, e({ attempts: [], duplicates }))).toEqual(['Duplicate check']);
  });
});

describe('equal payments', () => {
  const twin = { id: 'a', type: 'sale', status: 'settled', amount: 1, currency: 'usd' } as const;
  const twins = [{ ...twin, response_code: 100, created_at: '', seconds_after: -12 }];
  const at = (over: object) => detectionText({ ...e().duplicates, twins, ...over });

  it('say whether detection acted', () => {
    expect(at({ duplicate_of: 'a' })).toBe('Duplicate detection declined this payment.');
    expect(at({ twins: [{ ...twins[0], response_code: 301 }] })).toBe(
      'Duplicate detection declined 1 identical payment.',
    );
    expect(at({})).toBe('Duplicate detection is off for this merchant.');
    expect(at({ window_seconds: 120 })).toBe(
      'Duplicate detection found no match. It compares payments within 2 minutes.',
    );
    const duplicates = { ...e().duplicates, duplicate_of: 'a', twins };
    expect(stepOf('Duplicate', unsent, e({ duplicates }))?.text).toBe(
      'not sent, because an identical payment was made 12 seconds before',
    );
  });

  it('tell their distance in the largest unit', () => {
    expect([distanceText(-90), distanceText(1), distanceText(0)]).toEqual([
      '1 minute before',
      '1 second later',
      'in the same second',
    ]);
    expect([spanText(7_200), spanText(86_400)]).toEqual(['2 hours', '1 day']);
  });
});
