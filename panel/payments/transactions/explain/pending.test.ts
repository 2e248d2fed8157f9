// What an open transaction says: who waits for what, what comes next, when it is read again.
import { describe, expect, it } from 'vitest';
import type { TransactionDetail } from '../../../../contract/payments/transactions/record.ts';
import { refreshDelay } from '../../use-refresh-at.ts';
import { verdictOf } from './verdict.ts';

const pending_on = {
  who: 'operator',
  waiting_for: 'Card host has not reported the outcome of the capture of $10.00.',
  since: '2026-06-18T10:41:00Z',
  progress: 'Asked 9 times.',
  next_at: null,
  next_step: 'An administrator decides.',
} as const;
const base = {
  type: 'sale',
  currency: 'usd',
  response_code: 0,
  amount_authorized: 1000,
  response_body: {},
};
const verdict = (over: object) => verdictOf({ ...base, ...over } as TransactionDetail);

describe('an open transaction', () => {
  it('says who waits for what and what comes next in the words of the server', () => {
    const text = verdict({ status: 'unknown', pending_on });
    expect(text.waits).toBe(pending_on.waiting_for);
    expect(text.next).toBe(pending_on.next_step);
    expect(text.held).toBe('Not known yet. Support is checking. Do not charge again.');
    const asked = verdict({ status: 'unknown', pending_on: { ...pending_on, who: 'gateway' } });
    expect(asked.held).toMatch(/The gateway is checking/);
  });

  it('keeps its own outcome where only an action on it is open', () => {
    const text = verdict({ status: 'authorized', response_code: 100, pending_on });
    expect(text.headline).toBe('The bank approved a hold. An action on it is still in progress.');
    expect(text.held).toMatch(/^At the bank\. \$10.00 is held, not captured\./);
    expect(text.waits).toMatch(/the capture of \$10\.00/);
  });

  it('has nothing of it once it is over', () => {
    const text = verdict({ status: 'authorized', response_code: 100 });
    expect([text.headline, text.waits]).toEqual([
      'The bank approved a hold.',
      'You, before the hold expires.',
    ]);
  });
});

describe('the next look', () => {
  const now = new Date('2026-06-18T10:41:00Z');

  it('comes just behind the step that is due, and never at once', () => {
    expect(refreshDelay('2026-06-18T10:43:00Z', now)).toBe(123_000);
    expect(refreshDelay('2026-06-18T10:40:00Z', now)).toBe(10_000);
  });

  it('does not come where a person is waited for, or for longer than a day', () => {
    expect(refreshDelay(null, now)).toBeNull();
    expect(refreshDelay('2026-06-20T10:41:00Z', now)).toBeNull();
  });
});
