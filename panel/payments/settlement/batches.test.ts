// Settlement batches on the screen: sums, details, the file, and where a batch leads.
import { expect, it } from 'vitest';
import { batchColumns, isDetailed } from './batch-columns.tsx';
import { batchesFileName, stripOf, transactionsIn } from './batches.ts';

it('shows the sums of a currency, its net deposit as the one that counts', () => {
  const counted = { num_batches: 2, num_transactions: 9 };
  expect(
    stripOf({ currency: 'cad', ...counted, captured: 100, credit: 300, net_deposit: -200 }),
  ).toEqual([
    { label: 'Captured (CAD)', amount: 100 },
    { label: 'Credits', amount: 300 },
    { label: 'Net deposit', amount: -200, strong: true },
  ]);
});

it('asks for details while one of their columns stands in the address', () => {
  expect(isDetailed(null)).toBe(false);
  expect(isDetailed('batch_number,net_deposit')).toBe(false);
  expect(isDetailed('batch_number,tip_amount')).toBe(true);
  const keys = (detailed: boolean) => batchColumns('merchant', [], detailed).map(({ key }) => key);
  expect(isDetailed(keys(false).join())).toBe(false);
  expect(isDetailed(keys(true).join())).toBe(true);
});

it('names the file of a search after its day', () => {
  expect(batchesFileName(new Date('2026-06-08T23:59:59Z'))).toBe('settlements-06-08-2026.csv');
});

it('opens the transactions of a batch in the reader’s own area', () => {
  const batch = { id: 'b1', batch_date: '2026-06-18T04:00:00.000Z' };
  const [path, query] = transactionsIn('merchant', batch).split('?');
  expect(path).toBe('/merchant/transaction/search');
  expect(query).toBe('settlement_batch_id=is:b1&created_at=between:2025-12-20..2026-06-18');
  expect(transactionsIn('admin', batch)).toMatch(/^\/admin\/transaction\?/);
});
