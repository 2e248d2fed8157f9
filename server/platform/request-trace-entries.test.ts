// Entries of a request trace from recorded rows: rules, webhooks and attempts.
import { describe, expect, it } from 'vitest';
import { describeEvent } from '../messages/trace.ts';
import {
  type AttemptRow,
  describeAttempt,
  describeVerdicts,
} from '../payments/transactions/reading/trace.ts';

const created_at = new Date('2030-01-02T03:04:05Z');
const key = { merchant_id: 'm', id: 't' };

describe('the words of a request trace', () => {
  it('tell every rule that was asked, in its order, with the value it read', () => {
    const verdicts = [
      { rule: 'Velocity', verdict: 'pass', value: 2 },
      { rule: 'Country', verdict: 'deny', value: { bin: 'FR' } },
    ];
    const entries = describeVerdicts({
      ...key,
      referenced_transaction_id: '',
      verdicts,
      created_at,
    });
    expect(entries.map(({ title, text, tone }) => [title, text, tone])).toEqual([
      ['Rule Velocity', 'Pass', 'ok'],
      ['Rule Country', 'Deny', 'bad'],
    ]);
    expect(entries[1]?.facts).toEqual([{ label: 'Value', value: '{"bin":"FR"}' }]);
    expect(entries.map((one) => one.key).sort()).toEqual(entries.map((one) => one.key));
  });

  it('name the host of a webhook and not its path, which may be a key', () => {
    const url = 'https://hooks.example.com/secret-path?key=1';
    const webhooks = [{ url, state: 'failed', attempt_count: 3, last_status: 500 }];
    const news = { ...key, kind: 'transaction_create', resource_id: 't', created_at, webhooks };
    const entry = describeEvent(news);
    expect(entry.tone).toBe('bad');
    expect(entry.facts).toEqual([
      { label: 'hooks.example.com', value: 'Failed after 3 tries, answered 500' },
    ]);
    expect(JSON.stringify(entry)).not.toContain('secret-path');
  });

  const attempt: AttemptRow = {
    ...key,
    transaction_id: 't',
    operation: 'sale',
    amount: 1299,
    currency: 'usd',
    state: 'no_answer',
    outcome: 'unknown',
    response_code: 0,
    reference: 'r',
    recovery_of: '',
    answer: {},
    steps: null,
    alerts: ['integrity'],
    processor_name: 'Cards',
    processor_type: 'tsys_sierra',
    created_at,
    answered_at: null,
  };

  it('say of a lost attempt that nothing is known, and no answer of an open one', () => {
    const [, lost] = describeAttempt(attempt, 'admin');
    expect(lost).toMatchObject({ title: 'No answer', tone: 'warn' });
    expect(lost?.facts).toEqual([{ label: 'Mismatch', value: 'integrity' }]);
    expect(describeAttempt(attempt, 'partner')[1]?.facts).toEqual([]);
    expect(describeAttempt({ ...attempt, state: 'sent' }, 'admin')).toHaveLength(1);
  });

  it('say of an attempt that did not reach its processor that it was not sent', () => {
    const state = 'failed_before_send';
    const [, unsent] = describeAttempt(
      { ...attempt, state, outcome: 'error', response_code: 421 },
      'merchant',
    );
    const text = 'The processor could not be reached.';
    expect(unsent).toMatchObject({ title: 'Not sent', text, tone: 'bad' });
  });
});
