// Settlement batches on the screen: sums by currency, and where a batch leads.
import { expect, it } from 'vitest';
import { sumsOf, transactionsIn } from './batches.ts';

it('adds up what was found by currency, never across', () => {
  const line = { merchant_id: 'm', batch_date: '2026-06-18', processor_id: 'p' };
  const of = (currency: string, captured: number, credit: number) => ({
    ...line,
    processor_name: 'P',
    currency,
    num_transactions: 1,
    captured,
    credit,
  });
  expect(sumsOf([of('usd', 5_000, 200), of('cad', 100, 300), of('usd', 10, 0)])).toEqual([
    { currency: 'cad', captured: 100, credit: 300, net: -200 },
    { currency: 'usd', captured: 5_010, credit: 200, net: 4_810 },
  ]);
});

it('opens the transactions of a batch in the reader’s own area', () => {
  const batch = { id: 'b1', batch_date: '2026-06-18T04:00:00.000Z' };
  const [path, query] = transactionsIn('merchant', batch).split('?');
  expect(path).toBe('/merchant/transaction/search');
  expect(query).toBe('settlement_batch_id=is:b1&created_at=between:2025-12-20..2026-06-18');
  expect(transactionsIn('admin', batch)).toMatch(/^\/admin\/transaction\?/);
});
