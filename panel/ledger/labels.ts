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
  settlement_suspense: 'difference between amounts sent and amounts settled',
  processor_reserve: 'withheld by the processor',
  merchant_bank: 'arrived at the bank',
  cash_collected: 'received in cash',
  authorization_hold: 'held on payers’ accounts, not captured',
  authorization_contra: 'offset of the holds',
  exposure: 'outcome not known yet',
  exposure_contra: 'offset of unknown outcomes',
  sales: 'goods and services',
  credits_given: 'paid out without an earlier payment',
  discount_given: 'discounts for cash and ACH',
};

/** `processor_receivable` reads Processor receivable. */
export function accountLabel(account: string): string {
  const words = account.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function accountNote(account: string): string {
  return notes[account] ?? '';
}
