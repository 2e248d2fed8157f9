// The statements that payment verbs send together: history, outbox and audit rows of a change.
import type { CompiledQuery } from 'kysely';
import type { Context } from '../../../context.ts';
import { type Audited, auditRow } from '../../../db/audit-log/audit-log.ts';
import {
  change,
  insert,
  type Key,
  type Row,
  requireRow,
  statement,
} from '../../../db/connections/statements.ts';

/**
 * Changes a transaction whose status and version are as they were read, else fails the commit (see
 * `requireRow`), so that a settlement or return in between is never overwritten.
 */
export function changeAsRead(
  row: Key & { status: string; version: number },
  changes: Row,
): CompiledQuery<unknown> {
  return requireRow(change('transaction', row, changes, as_read, [row.status, row.version]));
}

/** The guard of `changeAsRead`, for statements that go through `requireRow` themselves. */
export const as_read = 'status = $3 and version = $4';

/** Who changed a status: the caller, or for recovery the caller of the original request. */
export interface Initiator {
  verb: string;
  user_id: string;
  user_name: string;
}

const event_text = `
insert into transaction_event (merchant_id, transaction_id, sequence, from_status, to_status, verb,
  user_id, user_name, request_id, created_at)
select $1, $2, coalesce(e.sequence, 0) + 1, coalesce(e.to_status, ''), $3, $4, $5, $6, $7, $8
from (select 1) as one left join lateral (
  select sequence, to_status from transaction_event
  where merchant_id = $1 and transaction_id = $2 order by sequence desc limit 1) e on true`;

/**
 * The next row of a transaction's history; send it after the statement that locks the transaction.
 */
export function statusEvent(
  context: Context,
  key: Key,
  to_status: string,
  by: Initiator,
): CompiledQuery<Row> {
  const { verb, user_id, user_name } = by;
  const at = context.clock.now();
  return statement(event_text, [
    key.merchant_id,
    key.id,
    to_status,
    verb,
    user_id,
    user_name,
    context.request_id,
    at,
  ]);
}

const outbox_text = `
insert into outbox
  (merchant_id, id, kind, resource_id, sequence, payload, request_id, created_at,
    next_attempt_at)
select merchant_id, $3, $4, id, version,
  jsonb_build_object('status', status, 'type', type, 'response_code', response_code,
    'amount', amount),
  $6, $5, $5
from transaction where merchant_id = $1 and id = $2`;

/**
 * The event of a change for its consumers: one for each version of the transaction. Send it behind
 * the change, which counts `version` up, except for the first outcome, which is version 1.
 */
export function publishEvent(context: Context, key: Key, kind: string): CompiledQuery<Row> {
  const at = context.clock.now();
  const { merchant_id, id } = key;
  const values = [merchant_id, id, context.ids.next(), kind, at, context.request_id];
  return statement(outbox_text, values);
}

export function audited(context: Context, entry: Audited): CompiledQuery<Row> {
  return insert('audit_log', auditRow(context, entry));
}
