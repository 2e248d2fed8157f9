// Lists and words of transactions: default search, totals, columns, verdicts, lines, postings.
import { describe, expect, it } from 'vitest';
import { moneyLines } from '../../../../contract/payments/transactions/money-lines.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { offered_fields } from '../../../../contract/reports/output-fields.ts';
import { sharedCurrency } from '../../../kit/format/shared-currency.ts';
import { reportName } from '../../../reports/export-download-dialog.tsx';
import { shows_transactions } from '../../actions/use-action.ts';
import { shortAccount } from '../../labels.ts';
import { postingsOf } from '../detail/ledger.tsx';
import { verdictOf } from '../explain/verdict.ts';
import { isSortable, transactionColumns } from './columns.tsx';
import { defaultSearch, searchCall } from './default-search.ts';

const now = new Date('2026-06-18T10:41:00Z');
const money = {
  amount: 27771,
  tax_amount: 2094,
  shipping_amount: 1200,
  duty_amount: 0,
  national_tax_amount: 0,
  tip_amount: 0,
  discount_amount: 1000,
  surcharge: 677,
  service_fee: 0,
};

describe('the transaction list', () => {
  it('looks at yesterday and today for merchants, at yesterday for others', () => {
    expect(defaultSearch('merchant', now)).toEqual([
      { name: 'created_at', start_date: '2026-06-17', end_date: '2026-06-18' },
    ]);
    expect(defaultSearch('admin', now)[0]?.end_date).toBe('2026-06-17');
  });

  it('asks at the path that partners have of their own, and others at the search', () => {
    expect(searchCall('partner').path).toBe('/dashboard/partner/transaction');
    expect(searchCall('merchant').path).toBe('/transaction/search');
    expect(searchCall('admin').path).toBe('/transaction/search');
    const shown = shows_transactions.map(({ path }) => path);
    expect(shown).toContain(searchCall('partner').path);
    expect(shown).toContain('/transaction/search/{merchantId}');
  });

  it('names merchants first for everybody else, and never sorts by the account', () => {
    const keys = (area: 'merchant' | 'partner') =>
      transactionColumns(area, null).map(({ key }) => key);
    expect(keys('merchant')).toEqual([
      'name',
      'type',
      'payment_method',
      'masked_account',
      'amount',
      'status',
      'created_at',
    ]);
    expect(keys('partner').slice(0, 2)).toEqual(['merchant_id', 'merchant_name']);
    const account = transactionColumns('merchant', null).find(
      ({ key }) => key === 'masked_account',
    );
    expect(account?.sortable).toBe(false);
  });

  it('shows on a phone the digits that the mask of the table shows, and no others', () => {
    const bank = (masked_account_number: string) =>
      shortAccount({ response_body: { ach: { masked_account_number } } } as TransactionRecord);
    expect(['XX45', 'XXXXX6789', ''].map(bank)).toEqual(['**45', '**6789', '']);
    const card = { masked_card: '411111******1111' };
    expect(shortAccount({ response_body: { card } } as TransactionRecord)).toBe('**1111');
  });

  it('sorts by every column of the table but the eight of the specification', () => {
    const fixed = offered_fields['transaction-table'].filter((name) => !isSortable(name));
    expect([...fixed].sort()).toEqual([
      'auth_code',
      'card_brand',
      'card_holder_name',
      'card_type',
      'entry_type',
      'masked_account',
      'processor_response_code',
      'processor_response_text',
    ]);
  });

  it('names the currency once where all rows share it', () => {
    const rows = (...codes: string[]) => codes.map((currency) => ({ currency }));
    const label = (all: { currency: string }[]) => {
      const columns = transactionColumns('merchant', sharedCurrency(all as TransactionRecord[]));
      return columns.find(({ key }) => key === 'amount')?.label;
    };
    expect(label(rows('usd', 'usd'))).toBe('Amount (USD)');
    expect(label(rows('usd', 'cad'))).toBe('Amount');
  });

  it('names its file by the day', () => {
    expect(reportName(now)).toBe('transactions-06-18-2026.csv');
  });
});

describe('a transaction in words', () => {
  const t = {
    ...money,
    currency: 'usd',
    type: 'sale',
    amount_authorized: 27771,
    response_body: {},
  };
  const at = (over: object) => verdictOf({ ...t, ...over } as TransactionRecord);

  it('tells who declined', () => {
    const declined = (response_code: number, amount_authorized = 0) =>
      at({ status: 'declined', response_code, amount_authorized }).headline;
    expect(declined(202)).toBe('The bank declined this payment.');
    expect(declined(301)).toBe('The gateway declined this payment.');
    expect(declined(421)).toBe('The processor could not take this payment.');
    expect(declined(310, 27771)).toBe('Approved by the bank, then declined on review.');
  });

  it('tells where the money is', () => {
    expect(at({ status: 'authorized', response_code: 100, response_body: {} }).held).toMatch(
      /^At the bank\. \$277.71 is held, not captured\./,
    );
    expect(at({ status: 'unknown', response_code: 0 }).held).toMatch(/Do not charge again/);
    expect(at({ status: 'authorized', type: 'verification', response_code: 100 }).held).toMatch(
      /holds no money/,
    );
  });

  it('adds up to its amount, line by line', () => {
    expect(moneyLines(money)).toEqual([
      { label: 'Subtotal', amount: 24800 },
      { label: 'Discount', amount: -1000 },
      { label: 'Shipping', amount: 1200 },
      { label: 'Tax', amount: 2094 },
      { label: 'Surcharge', amount: 677 },
    ]);
    expect(moneyLines({ ...money, tax_amount: 99999 })).toEqual([
      { label: 'Amount', amount: 27771 },
    ]);
  });

  it('keeps the entries of a posting together', () => {
    const entry = (posting_id: string, line: number) =>
      ({ posting_id, posting_kind: 'sale', effective_on: '2026-06-18', line }) as never;
    const found = postingsOf([entry('a', 1), entry('b', 1), entry('a', 2)]);
    expect(found.map(({ id, entries }) => [id, entries.length])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });
});
