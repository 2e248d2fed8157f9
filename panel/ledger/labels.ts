// Accounts of the ledger in words: what stands on them, and which book they belong to.
import type { BalanceRecord } from '../../contract/ledger/balances.ts';

export const book_labels: Readonly<Record<BalanceRecord['book'], string>> = {
  payments: 'Payments',
  funds: 'Funds',
  operator: 'Operator',
};

/** Kinds whose name alone does not say what stands on them. */
const notes: Readonly<Record<string, string>> = {
  processor_receivable: 'captured, not in a settled batch yet',
  settlement_receivable: 'settled, on its way to the bank',
  settlement_suspense: 'difference between what was sent and what the processor settled',
  processor_reserve: 'kept back by the processor',
  merchant_bank: 'arrived at the bank',
  cash_collected: 'taken in cash',
  authorization_hold: 'held on payers’ accounts, not taken',
  authorization_contra: 'the other side of the holds',
  exposure: 'outcome not known yet',
  exposure_contra: 'the other side of what is not known',
  sales: 'goods and services',
  credits_given: 'paid out without an earlier payment',
  discount_given: 'discounts for other ways to pay',
};

/** `processor_receivable` reads Processor receivable. */
export function accountLabel(account: string): string {
  const words = account.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function accountNote(account: string): string {
  return notes[account] ?? '';
}
