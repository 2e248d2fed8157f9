// The line of a posting, and the few shapes that the books are built from.
import type { Address } from './accounts.ts';
import type { AccountKind } from './chart.ts';
import type { Parts } from './components.ts';

/** One line of a posting: minor units, debit > 0, credit < 0. */
export interface Entry {
  account: Address;
  amount: number;
}

/** Entries summed by account, as the readers of the ledger return them. */
export type AccountSums = Readonly<Record<Address, number>>;

/** An amount at a processor; minor units. */
export interface AtProcessor {
  processor: string;
  amount: number;
}

export function entry(kind: AccountKind, party: string, amount: number): Entry {
  return { account: party === '' ? kind : `${kind}/${party}`, amount };
}

export function credits(parts: Parts): Entry[] {
  return Object.entries(parts).map(([account, amount]) => ({ account, amount: -amount }));
}

export function debits(parts: Parts): Entry[] {
  return Object.entries(parts).map(([account, amount]) => ({ account, amount }));
}

export function opposite(sums: readonly AccountSums[]): Entry[] {
  const total = new Map<Address, number>();
  for (const sum of sums) {
    for (const [account, amount] of Object.entries(sum)) {
      total.set(account, (total.get(account) ?? 0) - amount);
    }
  }
  return [...total].map(([account, amount]) => ({ account, amount }));
}

/** Debits one account and credits another, both of the processor. */
export function pair(
  debit: AccountKind,
  credit: AccountKind,
  processor: string,
  amount: number,
): Entry[] {
  return [entry(debit, processor, amount), entry(credit, processor, -amount)];
}
