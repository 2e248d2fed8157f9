// New rows as plain values: those of one commit go in one statement.
import { CompiledQuery } from 'kysely';
import type { Context } from '../../../context.ts';
import { type Audited, auditRow } from '../../../db/audit-log/audit-log.ts';
import type { Key } from '../../../db/connections/statements.ts';
import type { ProcessorRow } from '../../merchant-config.ts';
import type { TransactionRow } from '../reading/read.ts';
import type { Initiator } from './statements.ts';

/** A new row and its table; documents as objects, times as dates, absent columns take defaults. */
export interface NewRow {
  table: string;
  row: object;
}

interface Batch {
  table: string;
  names: string[];
  rows: object[];
}

const texts = new Map<string, string>();

/** The members of a processor that decide where a message is sent. */
type ProcessorAsRead = Pick<ProcessorRow, 'merchant_id' | 'id' | 'status' | 'settings'>;

/**
 * Fails the statement unless all of $n are unchanged since they were read, and locks them until the
 * commit.
 */
const heldText = (n: number) => `held as (select 1 from processor as now
  join json_populate_recordset(null::processor, $${n}) as known using (merchant_id, id)
  where now.status = known.status and now.settings = known.settings for key share of now)
  select where case when (select count(*) from held) = json_array_length($${n}) then false
    else missing_row() end`;

/**
 * `t0 as (insert …), t1 as (insert …)` of these shapes; one JSON text a shape is its parameter, and
 * one more where processors are held.
 */
function textOf(batches: readonly Batch[], holds: boolean): string {
  const shape = `${batches.map(({ table, names }) => `${table}(${names})`).join()} ${holds}`;
  const known = texts.get(shape);
  if (known !== undefined) return known;
  const inserts = batches.map(({ table, names }, n) => {
    const columns = names.join(', ');
    return (
      `insert into ${table} (${columns}) select ${columns} ` +
      `from json_populate_recordset(null::${table}, $${n + 1})`
    );
  });
  const ending = holds ? `, ${heldText(inserts.length + 1)}` : ` ${inserts.pop()}`;
  const before = inserts.map((insert, n) => `t${n} as (${insert})`);
  const text = before.length > 0 ? `with ${before.join(', ')}${ending}` : ending;
  texts.set(shape, text);
  return text;
}

/**
 * One statement that writes all these rows, or none where there are none. Foreign keys hold at its
 * end, so the order of tables does not matter. Where one of `processors` has changed since it was
 * read, the statement fails with `missing_row`: the payment would go to another processor.
 */
export function insertRows(
  new_rows: readonly NewRow[],
  processors: readonly ProcessorAsRead[] = [],
): CompiledQuery<unknown>[] {
  const batches = new Map<string, Batch>();
  for (const { table, row } of new_rows) {
    const names = Object.keys(row);
    const key = `${table} ${names}`;
    const batch = batches.get(key);
    if (batch) batch.rows.push(row);
    else batches.set(key, { table, names, rows: [row] });
  }
  if (batches.size === 0) return [];
  const all = [...batches.values()];
  const held = processors.map(({ merchant_id, id, status, settings }) =>
    JSON.stringify({ merchant_id, id, status, settings }),
  );
  const parameters = all.map(({ rows }) => JSON.stringify(rows));
  // Payments of one commit may share processors: each is checked once.
  if (held.length > 0) parameters.push(`[${[...new Set(held)].join()}]`);
  return [CompiledQuery.raw(textOf(all, held.length > 0), parameters)];
}

/**
 * The first lines of a transaction's history, one for each of `statuses` in this order. With `from`
 * they are numbered from 2, because the history already has a line for that status.
 */
export function statusEventRows(
  context: Context,
  key: Key,
  statuses: readonly string[],
  by: Initiator,
  from = '',
): NewRow[] {
  const created_at = context.clock.now();
  const passed = [from, ...statuses];
  return statuses.map((to_status, n) => ({
    table: 'transaction_event',
    row: {
      merchant_id: key.merchant_id,
      transaction_id: key.id,
      sequence: from === '' ? n + 1 : n + 2,
      from_status: passed[n],
      to_status,
      verb: by.verb,
      user_id: by.user_id,
      user_name: by.user_name,
      request_id: context.request_id,
      created_at,
    },
  }));
}

/** The event of a new transaction, with the state that the commit leaves it in: version 1. */
export function createdEvent(context: Context, row: TransactionRow): NewRow {
  const { merchant_id, id: resource_id, status, type, response_code, amount } = row;
  const now = context.clock.now();
  const payload = { status, type, response_code, amount };
  return {
    table: 'outbox',
    row: {
      merchant_id,
      id: context.ids.next(),
      kind: 'transaction_create',
      resource_id,
      sequence: row.version,
      payload,
      request_id: context.request_id,
      created_at: now,
      next_attempt_at: now,
    },
  };
}

export function auditedRow(context: Context, { before, after, ...audited }: Audited): NewRow {
  const row = { ...auditRow(context, audited), before: before ?? null, after: after ?? null };
  return { table: 'audit_log', row };
}
