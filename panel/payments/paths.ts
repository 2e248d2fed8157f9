// Where the screens of payments stand in each area (spec 2 §2).
import type { AccountType } from '../../contract/access.ts';
import type { TransactionRecord } from '../../contract/payments/transactions/record.ts';

export const list_paths: Readonly<Record<AccountType, string>> = {
  merchant: '/merchant/transaction/search',
  partner: '/partner/transactions',
  admin: '/admin/transaction',
};

export const terminal_path = '/merchant/virtual-terminal';

export function detailPath(
  area: AccountType,
  t: Pick<TransactionRecord, 'id' | 'merchant_id'>,
): string {
  if (area === 'merchant') return `/merchant/transaction/detail/${t.id}`;
  return `/${area}/${t.merchant_id}/transaction/detail/${t.id}`;
}

/** The operator's queue stands in the admin area alone. */
export const unresolved_path = '/admin/unresolved';

export function unresolvedPath(one: { merchant_id: string; attempt_id: string }): string {
  return `${unresolved_path}/${one.merchant_id}/${one.attempt_id}`;
}

/** The queue with the attempts of one transaction. */
export function unresolvedOf(transaction_id: string): string {
  return `${unresolved_path}?transaction_id=is:${transaction_id}`;
}
