// Words of printed reports: every kind of filter, the moment, the sums.
import { describe, expect, it } from 'vitest';
import { transaction_search } from '../../../../contract/payments/transactions/search.ts';
import { asOfWords, searchWords, sumWords } from './print-texts.ts';

const now = new Date('2026-06-18T15:04:05Z');
const wordsOf = (body: Record<string, unknown>) => searchWords(transaction_search.parse(body), now);
const today = { created_at_duration: { duration: 'this_month' } };

describe('the filter line of a printed report', () => {
  it('says each filter with its label, operator and value in words', () => {
    expect(
      wordsOf({
        ...today,
        amount: { operator: '>', value: 500 },
        status: { operator: '!=', value: 'pending_settlement' },
        user_name: { operator: '%', value: 'ann' },
        billing_address: { city: { operator: '=', value: 'Portland' } },
        custom_fields: { abc: { operator: '=', value: 'red' } },
        settled_at: { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-02T00:00:00Z' },
      }).sort(),
    ).toEqual([
      'Amount > 500 minor units',
      'Billing City = Portland',
      'Created this month',
      'Custom Fields = red',
      'Settled Date from 2026-06-01T00:00:00Z to 2026-06-02T00:00:00Z',
      'Status ≠ pending settlement',
      'User Name contains ann',
    ]);
  });

  it('tells the window that a search without dates has, and none where an id is named', () => {
    expect(wordsOf({})).toEqual(['Created Date from 2026-02-18T15:04:05.000Z']);
    expect(wordsOf({ order_id: { operator: '=', value: 'O1' } })).toEqual(['Order ID = O1']);
  });

  it('says amounts in the currency searched for, else in minor units', () => {
    const amount = { operator: '>', value: 1_000 };
    const filtered = (operator: string) => ({
      ...today,
      amount,
      currency_iso_code: { operator, value: 'jpy' },
    });
    expect(wordsOf(filtered('='))).toEqual(
      expect.arrayContaining(['Amount > ¥1,000', 'Currency = JPY']),
    );
    expect(wordsOf(filtered('!='))).toContain('Amount > 1000 minor units');
    expect(wordsOf({ ...today, amount })).toContain('Amount > 1000 minor units');
  });

  it('prints no card number', () => {
    const lines = wordsOf({
      ...today,
      full_cc_number: { operator: '=', value: '4111111111111234' },
    });
    expect(lines).toContain('Full CC Number = •••• 1234');
    expect(lines.join()).not.toContain('411111');
  });
});

it('says the moment in the zone of the report', () => {
  expect(asOfWords(now, 'America/Chicago')).toBe(
    'As of Jun 18, 2026, 10:04:05 AM, times in America/Chicago',
  );
});

it('sums each currency by itself', () => {
  expect(sumWords([])).toBe('0 transactions');
  expect(
    sumWords([
      { currency: 'jpy', rows: 1, amount: 500 },
      { currency: 'usd', rows: 2, amount: 1_200 },
    ]),
  ).toBe('3 transactions: ¥500 JPY (1), $12.00 USD (2)');
});
