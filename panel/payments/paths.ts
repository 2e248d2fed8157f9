// Paths of the screens of payments in each area (spec 2 §2).
import type { AccountType } from '../../contract/access/access.ts';
import type { TransactionRecord } from '../../contract/payments/transactions/record.ts';
import type { OutputType } from '../../contract/reports/output-fields.ts';

export const list_paths: Readonly<Record<AccountType, string>> = {
  merchant: '/merchant/transaction/search',
  partner: '/partner/transactions',
  admin: '/admin/transaction',
};

/** The search of settled batches (spec 3 §2). */
export const settlementPath = (area: AccountType): string => `/${area}/settlement/search`;

export const terminal_path = '/merchant/virtual-terminal';

/** The virtual terminal with a saved customer chosen (spec 2 §2). */
export function customerTerminalPath(customer_id: string): string {
  return `${terminal_path}/customer/${encodeURIComponent(customer_id)}`;
}

/** The configuration of what the list shows: a dialog with an address of its own (spec 2 §2). */
export const config_paths: Readonly<Record<OutputType, string>> = {
  'transaction-table': 'config/transaction/transaction-table',
  transaction: 'config/transaction/transaction',
  'transaction-totals': 'config/totals',
};

export function configPath(area: AccountType, type: OutputType): string {
  return `${list_paths[area]}/${config_paths[type]}`;
}

/** Formats are among an account's settings; administrators have none, so theirs are separate. */
export function outputPath(area: AccountType, rest = ''): string {
  return `/${area}${area === 'admin' ? '' : '/settings'}/custom-output${rest}`;
}

export function detailPath(
  area: AccountType,
  t: Pick<TransactionRecord, 'id' | 'merchant_id'>,
): string {
  if (area === 'merchant') return `/merchant/transaction/detail/${t.id}`;
  return `/${area}/${t.merchant_id}/transaction/detail/${t.id}`;
}

/** What settlement could not book, for administrators alone. */
export const settlement_exceptions_path = '/admin/settlement/exceptions';

/** The operator's queue is in the admin area only. */
export const unresolved_path = '/admin/unresolved';

export function unresolvedPath(one: { merchant_id: string; attempt_id: string }): string {
  return `${unresolved_path}/${one.merchant_id}/${one.attempt_id}`;
}

/** The queue with the attempts of one transaction. */
export function unresolvedOf(transaction_id: string): string {
  return `${unresolved_path}?transaction_id=is:${transaction_id}`;
}
