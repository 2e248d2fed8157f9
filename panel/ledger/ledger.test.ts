// The books in words, what the address asks of the balances, and how lines stand together.
import { describe, expect, it, vi } from 'vitest';
import type { BalanceRecord } from '../../contract/ledger/balances.ts';
import { booksText } from './books-indicator.tsx';
import { accountLabel } from './labels.ts';

vi.stubGlobal('navigator', { userAgent: 'test', language: 'en-US' });
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} });
const { groupsOf } = await import('./balance-groups.ts');
const { sharedCurrency } = await import('../kit/format/shared-currency.ts');
const { balancesInput, readQuery, writeQuery: writeAsked } = await import('./use-balances.ts');

const display = { time_zone: 'UTC', dateformat: 'MM/DD/YYYY' };
const now = new Date('2026-06-18T12:00:00Z');
const checked_at = '2026-06-18T10:41:12Z';
const merchant = '1k7vi7n7079aekm9nd8b';

describe('the books', () => {
  it('balance, with the time of the last check', () => {
    const words = booksText({ balanced: true, wrong: 0, checked_at }, display, now);
    expect(words).toEqual({ tone: 'ok', text: 'Books balance', at: '10:41' });
  });

  it('differ in the bad tone as soon as one row is wrong', () => {
    expect(booksText({ balanced: false, wrong: 1, checked_at }, display, now)).toMatchObject({
      tone: 'bad',
      text: 'Check found a problem',
    });
  });

  it('claim nothing before the first check', () => {
    const words = booksText({ balanced: false, wrong: 0, checked_at: null }, display, now);
    expect(words).toEqual({ tone: 'mute', text: 'Books not checked yet', at: '' });
  });

  it('say the day where the check was on another one', () => {
    const old = { balanced: true, wrong: 0, checked_at: '2026-06-16T10:41:12Z' };
    expect(booksText(old, display, now).at).toBe('06/16/2026');
  });
});

describe('the balances', () => {
  it('ask for what stands in the address, and write it back the same', () => {
    const text = `as_of=2026-06-17&sum=merchant&merchant=${merchant}&page=2`;
    const filters = readQuery(new URLSearchParams(text), 'admin');
    expect(balancesInput(filters)).toEqual({
      group_by: ['merchant'],
      limit: 100,
      offset: 100,
      as_of: '2026-06-17',
      merchant_id: merchant,
    });
    expect(writeAsked(filters).toString()).toBe(text);
  });

  it('leave out what is no day, no id or no page, and what a merchant cannot ask', () => {
    const wrong = readQuery(new URLSearchParams('as_of=soon&merchant=x&page=-1'), 'admin');
    expect(balancesInput(wrong)).toEqual({
      group_by: ['merchant', 'processor'],
      limit: 100,
      offset: 0,
    });
    const own = readQuery(new URLSearchParams(`sum=merchant&merchant=${merchant}`), 'merchant');
    expect(own).toMatchObject({ summed: 'each', merchant_id: '' });
  });

  it('stand together by owner and book, and share a currency only where all do', () => {
    const row = (merchant_id: string, book: string, currency = 'usd') =>
      ({ merchant_id, book, currency, account: 'sales', party: '' }) as BalanceRecord;
    const rows = [
      row('a', 'payments'),
      row('a', 'operator'),
      row('a', 'payments'),
      row('b', 'payments'),
    ];
    const groups = groupsOf(rows).map(({ merchant_id, book, rows: lines }) => [
      merchant_id,
      book,
      lines.length,
    ]);
    expect(groups).toEqual([
      ['a', 'payments', 2],
      ['a', 'operator', 1],
      ['b', 'payments', 1],
    ]);
    expect(sharedCurrency(rows)).toBe('usd');
    expect(sharedCurrency([...rows, row('b', 'payments', 'cad')])).toBeNull();
    expect(accountLabel('settlement_receivable')).toBe('Settlement receivable');
  });
});
