// Lines of balances by owner and book, as the table and the cards of phones show them.
import type { BalanceRecord } from '../../contract/ledger/balances.ts';

export interface BalanceGroup {
  merchant_id: string;
  book: BalanceRecord['book'];
  rows: BalanceRecord[];
}

/** Lines of one owner and book together, in the order in which they came. */
export function groupsOf(rows: readonly BalanceRecord[]): BalanceGroup[] {
  const found = new Map<string, BalanceGroup>();
  for (const row of rows) {
    const { merchant_id, book } = row;
    const known = found.get(`${merchant_id} ${book}`) ?? { merchant_id, book, rows: [] };
    known.rows.push(row);
    found.set(`${merchant_id} ${book}`, known);
  }
  return [...found.values()];
}

/** `either` counts as debit: below zero it stands on the credit side. */
export const side_texts = { debit: 'Debit', credit: 'Credit', either: 'Either' } as const;
