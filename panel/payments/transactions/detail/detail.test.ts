// What the page of one transaction says: to whom, what a line comes to, where parties are.
import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../../../contract/payments/transactions/explanation.ts';
import type {
  LineItem,
  TransactionRecord,
} from '../../../../contract/payments/transactions/record.ts';
import type { Status } from '../../../../contract/payments/transactions/states.ts';
import { addressLines } from '../../labels.ts';
import { smallestChange } from '../explain/smallest-change.ts';
import { verdictOf } from '../explain/verdict.ts';
import { lineAmount } from './line-items-part.tsx';

const payment = (status: Status) =>
  ({ type: 'sale', status, response_code: 100, payment_type: 'card' }) as TransactionRecord;

describe('what is left to do', () => {
  it('addresses the merchant directly, and names it to others', () => {
    const held = { ...payment('authorized'), response_body: {}, currency: 'usd' };
    const hold = { ...held, amount_authorized: 500 } as TransactionRecord;
    expect(verdictOf(hold).waits).toBe('You, before the hold expires.');
    expect(verdictOf(hold, null, 'partner')).toMatchObject({
      waits: 'The merchant, before the hold expires.',
      next: 'The merchant can capture the money, or void the payment to release the hold.',
    });
  });

  it('is the judge’s where a payment is flagged, and an administrator is one always', () => {
    const held = { response_body: {}, currency: 'usd', amount_authorized: 500 };
    const waits = (status: Status, area: 'merchant' | 'partner' | 'admin') =>
      verdictOf({ ...payment(status), ...held } as TransactionRecord, null, area).waits;
    expect(waits('flagged', 'merchant')).toBe('You need to approve or decline it.');
    expect(waits('flagged', 'partner')).toBe('The merchant needs to approve or decline it.');
    expect(waits('flagged_partner', 'partner')).toBe('You need to approve or decline it.');
    expect(waits('flagged_partner', 'admin')).toMatch(/^The partner needs .*\. You can too\.$/);
  });
});

it('tells of a held payment that a person declined it, and no rule', () => {
  const held = { ...payment('declined'), response_code: 310, response_body: {}, currency: 'usd' };
  const declined = (amount_authorized: number) =>
    verdictOf({ ...held, amount_authorized } as TransactionRecord);
  expect(declined(500)).toMatchObject({
    headline: 'Approved by the bank, then declined on review.',
    explanation: 'A fraud rule flagged this payment, and a reviewer declined it.',
  });
  expect(declined(0).explanation).toBe('One of your fraud rules declined this payment.');
});

describe('what would have changed a decline', () => {
  const none = { duplicate_of: '', window_seconds: 180, window_ends_at: null, twins: [] };
  const change = (t: object, e: object = {}) =>
    smallestChange(
      { ...payment('declined'), currency: 'usd', ...t } as TransactionRecord,
      { rules: [], duplicates: none, ...e } as unknown as Explanation,
    );
  const rule = { rule: 'amount', verdict: 'deny', value: 300_000, operator: '>', phase: 'before' };

  it('is the value a rule read, held against its threshold', () => {
    expect(change({ response_code: 310 }, { rules: [{ ...rule, threshold: 250_000 }] })).toBe(
      'A different amount: at most $2,500.00. It was $3,000.00.',
    );
    const passed = { ...rule, verdict: 'pass', threshold: 1 };
    const both = [
      passed,
      { ...rule, operator: '=', rule: 'country', value: 'XX', threshold: 'XX' },
    ];
    expect(change({}, { rules: both })).toBe('A different country: other than XX. It was XX.');
  });

  it('is a pause or another order for a repetition', () => {
    const duplicates = { ...none, duplicate_of: 'x' };
    expect(change({ response_code: 301 }, { duplicates })).toMatch(
      /order ID, or at least 3 minutes between/,
    );
  });

  it('is what the bank named, and nothing where several rules or nobody named it', () => {
    expect(change({ response_code: 225 })).toBe('The right security code.');
    expect(change({ response_code: 200 })).toBe('');
    expect(change({ response_code: 310 }, { rules: [rule, rule] })).toBe('');
    expect(change({ status: 'settled', response_code: 225 })).toBe('');
  });
});

describe('a line item', () => {
  const line = (more: Partial<LineItem>) =>
    ({
      quantity: 2,
      unit_price: 6353,
      discount_amount: 0,
      amount: 0,
      subtotal: 0,
      ...more,
    }) as LineItem;

  it('comes to what was sent, else to its quantity of the unit price less its discount', () => {
    expect(lineAmount(line({}))).toBe(12_706);
    expect(lineAmount(line({ discount_amount: 706 }))).toBe(12_000);
    expect(lineAmount(line({ amount: 10_000 }))).toBe(10_000);
    expect(lineAmount(line({ subtotal: 9_000 }))).toBe(9_000);
    expect(lineAmount(line({ quantity: 0, discount_amount: 706 }))).toBe(0);
  });
});

it('writes an address as a letter does, without what was not given', () => {
  const empty = { address_line_2: '', company: '', email: '', phone: '', fax: '' };
  const street = { address_line_1: '902 Garden Street', city: 'Bellingham', state: 'WA' };
  const named = { first_name: 'Jun', last_name: 'Watanabe', postal_code: '98225', country: 'US' };
  expect(addressLines({ ...empty, ...street, ...named })).toEqual([
    'Jun Watanabe',
    '902 Garden Street',
    'Bellingham, WA 98225, US',
  ]);
});
