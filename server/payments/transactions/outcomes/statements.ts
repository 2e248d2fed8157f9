// The statements that payment verbs send together (db/together.ts): texts made once.
import { CompiledQuery } from 'kysely';
import type { Context } from '../../../context.ts';
import { type Audited, auditRow } from '../../../db/audit-log/audit-log.ts';

type Row = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: each statement of a batch has rows of its own
type Any = any;

/** The code that `missing_row()` of the database fails with (the schema file of the platform). */
export const missing_row = 'PN001';

/** Whether a commit was turned back because a `requireRow` statement of it found nothing to do. */
export function isMissingRow(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error
    ? error.code === missing_row
    : false;
}

/**
 * A statement that returns `found`, made to fail unless it returns a row: its guard then turns the
 * whole commit back, so no check is needed before committing.
 */
export function requireRow(query: CompiledQuery<Any>): CompiledQuery<Any> {
  const text = remembered(
    `require row ${query.sql}`,
    () => `with done as (${query.sql}) select found from done
      union all select null
      where case when exists (select from done) then false else missing_row() end`,
  );
  return CompiledQuery.raw(text, [...query.parameters]);
}

/** As `requireRow`, for guarded statements of one moment: one that needs a row of each. */
export function requireRows(queries: readonly CompiledQuery<Any>[]): CompiledQuery<Any> {
  const text = remembered(`require rows ${queries.map((query) => query.sql).join(';')}`, () => {
    let used = 0;
    const parts = queries.map(({ sql, parameters }, n) => {
      const shifted = sql.replaceAll(/\$(\d+)/g, (_, place) => `$${Number(place) + used}`);
      used += parameters.length;
      return `done${n} as (${shifted})`;
    });
    const all = queries.map((_, n) => `exists (select from done${n})`).join(' and ');
    return `with ${parts.join(', ')}
      select 1 as found where case when ${all} then true else missing_row() end`;
  });
  return CompiledQuery.raw(
    text,
    queries.flatMap((query) => [...query.parameters]),
  );
}

export function statement<R = Row>(text: string, values: readonly unknown[]): CompiledQuery<R> {
  return CompiledQuery.raw(text, values.map(parameter)) as CompiledQuery<R>;
}

/** Documents travel as JSON text. */
function parameter(value: unknown): unknown {
  const document =
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Date) &&
    !Buffer.isBuffer(value);
  return document ? JSON.stringify(value) : value;
}

const texts = new Map<string, string>();

function remembered(key: string, make: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const made = make();
  texts.set(key, made);
  return made;
}

/** One row into a table; `ending` is what follows the values. */
export function insert(table: string, row: Row, ending = ''): CompiledQuery<Row> {
  const names = Object.keys(row);
  const text = remembered(`insert ${table} ${names.join()} ${ending}`, () => {
    const places = names.map((_, n) => `$${n + 1}`).join(', ');
    return `insert into ${table} (${names.join(', ')}) values (${places}) ${ending}`;
  });
  return statement(text, Object.values(row));
}

export interface Key {
  merchant_id: string;
  id: string;
}

/**
 * Changes a row where `guard` holds (SQL over its columns, with no parameters but those in
 * `guarded`, which stand for $3, $4 …). The changed rows are returned as `found`.
 */
export function change(
  table: string,
  key: Key,
  changes: Row,
  guard = 'true',
  guarded: readonly unknown[] = [],
): CompiledQuery<{ found: number }> {
  const names = Object.keys(changes);
  const text = remembered(`update ${table} ${names.join()} ${guard}`, () => {
    const first = guarded.length + 3;
    const sets = names.map((name, n) => `${name} = $${n + first}`).join(', ');
    return (
      `update ${table} set ${sets} where merchant_id = $1 and id = $2 and (${guard})` +
      ' returning 1 as found'
    );
  });
  return statement(text, [key.merchant_id, key.id, ...guarded, ...Object.values(changes)]);
}

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

/** Who moves a status: the caller, or for recovery the caller of the original request. */
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

/** The next line of a transaction's history; send it behind the statement that locks the row. */
export function event(
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
 * What others hear of a change: one event for each version of the transaction. Send it behind the
 * change, which counts `version` up, except for the first outcome, which is version 1.
 */
export function publishEvent(context: Context, key: Key, kind: string): CompiledQuery<Row> {
  const at = context.clock.now();
  const { merchant_id, id } = key;
  const values = [merchant_id, id, context.ids.next(), kind, at, context.request_id];
  return statement(outbox_text, values);
}

export function audited(context: Context, given: Audited): CompiledQuery<Row> {
  return insert('audit_log', auditRow(context, given));
}
