// Where the screens of the audit log, of request traces and of the sandbox's mailbox stand.
import type { AccountType } from '../../contract/access/access.ts';

export function auditPath(area: AccountType): string {
  return `/${area}/audit`;
}

export function auditRowPath(area: AccountType, row: { merchant_id: string; id: string }): string {
  return `/${area}/audit/${row.merchant_id}/${row.id}`;
}

export function tracePath(area: AccountType, correlation_id: string): string {
  return `/${area}/trace/${correlation_id}`;
}

export const mailbox_path = '/admin/mailbox';

export function mailPath(id: string): string {
  return `${mailbox_path}/${id}`;
}

export const parked_events_path = '/admin/parked-events';

export function parkedEventPath(one: { merchant_id: string; id: string }): string {
  return `${parked_events_path}/${one.merchant_id}/${one.id}`;
}
