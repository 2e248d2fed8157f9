// Parametrized statements with cached texts; a required one fails its commit (see pipeline.ts).
import { CompiledQuery } from 'kysely';

export type Row = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: each statement of a batch has rows of its own
type Any = any;

/** The code that `missing_row()` of the database fails with (the schema file of the platform). */
export const missing_row = 'PN001';

/** Whether a commit was rolled back because a `requireRow` statement of it found no row. */
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

/** As `requireRow`, for guarded statements of one moment: at least one row is required of each. */
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
