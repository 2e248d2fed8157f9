// store(): search, get, create, update, remove of a plain tenant table, scoped and audited.
// It never has hooks, events, relations or options: what differs is written by hand, ten lines.
import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { audit } from './audit-log/audit-log.ts';
import { connect, inTransaction, type Query, type Tx } from './database.ts';
import { scope } from './scope.ts';

type Row = Record<string, unknown> & { merchant_id: string; id: string };

/** Values that are documents travel as JSON. */
function parameter(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
    ? JSON.stringify(value)
    : value;
}

function columnList(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)));
}

interface Table {
  table: string;
  noun: string;
  fields: readonly string[];
}

async function find<T>(query: Query | Tx, context: Context, t: Table, id: string, lock: boolean) {
  const { rows } = await sql<T>`select * from ${sql.table(t.table)} where id = ${id}
    and ${scope(context, `${t.table}.merchant_id`)} ${lock ? sql`for update` : sql``}`.execute(
    query,
  );
  return rows[0] ?? notFound();
}

async function search<T>(context: Context, t: Table, page: { limit: number; offset: number }) {
  const query = connect(context);
  const from = sql.table(t.table);
  const where = scope(context, `${t.table}.merchant_id`);
  const [found, counted] = await Promise.all([
    sql<T>`select * from ${from} where ${where} order by id desc
      limit ${page.limit} offset ${page.offset}`.execute(query),
    sql<{ count: number }>`select count(*) as count from ${from} where ${where}`.execute(query),
  ]);
  return { rows: found.rows, total_count: counted.rows[0]?.count ?? 0 };
}

async function create<T>(context: Context, t: Table, merchant_id: string, input: object) {
  const now = context.clock.now();
  const given = Object.entries(input).filter(([name]) => t.fields.includes(name));
  const own = { merchant_id, id: context.ids.next(), created_at: now, updated_at: now };
  const row = Object.entries({ ...Object.fromEntries(given), ...own });
  const values = sql.join(row.map(([, value]) => sql`${parameter(value)}`));
  return await inTransaction(context, merchant_id, async (tx) => {
    const { rows } = await sql<T>`insert into ${sql.table(t.table)}
      (${columnList(row.map(([name]) => name))}) values (${values}) returning *`.execute(tx);
    const after = Object.fromEntries(given);
    await audit(tx, context, { verb: 'create', noun: t.noun, id: own.id, merchant_id, after });
    return rows[0] as T;
  });
}

async function update<T>(context: Context, t: Table, id: string, input: object) {
  const given = Object.entries(input).filter(
    ([name, value]) => t.fields.includes(name) && value !== undefined,
  );
  const { merchant_id } = await find<Row>(connect(context), context, t, id, false);
  return await inTransaction(context, merchant_id, async (tx) => {
    const before = await find<Row>(tx, context, t, id, true);
    const changes = [...given, ['updated_at', context.clock.now()] as const];
    const sets = sql.join(changes.map(([name, v]) => sql`${sql.ref(name)} = ${parameter(v)}`));
    const { rows } = await sql<T>`update ${sql.table(t.table)} set ${sets}
      where merchant_id = ${merchant_id} and id = ${id} returning *`.execute(tx);
    const after = Object.fromEntries(given);
    await audit(tx, context, { verb: 'update', noun: t.noun, id, merchant_id, before, after });
    return rows[0] as T;
  });
}

async function remove(context: Context, t: Table, id: string): Promise<void> {
  const { merchant_id } = await find<Row>(connect(context), context, t, id, false);
  await inTransaction(context, merchant_id, async (tx) => {
    const before = await find<Row>(tx, context, t, id, true);
    await sql`delete from ${sql.table(t.table)}
      where merchant_id = ${merchant_id} and id = ${id}`.execute(tx);
    await audit(tx, context, { verb: 'remove', noun: t.noun, id, merchant_id, before });
  });
}

/**
 * Five verbs over one table. `fields` are the columns a caller may write; a create names the
 * merchant whose row it makes. Unknown and foreign ids are both 404.
 */
export function store<T>(table: string, noun: string, fields: readonly string[]) {
  const t: Table = { table, noun, fields };
  return {
    search: (context: Context, page: { limit: number; offset: number }) =>
      search<T>(context, t, page),
    get: (context: Context, id: string) => find<T>(connect(context), context, t, id, false),
    create: (context: Context, merchant_id: string, input: object) =>
      create<T>(context, t, merchant_id, input),
    update: (context: Context, id: string, input: object) => update<T>(context, t, id, input),
    remove: (context: Context, id: string) => remove(context, t, id),
  };
}
