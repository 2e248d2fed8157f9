// store(): search, get, create, update, remove of a plain tenant table, scoped and audited.
// It never has hooks, events, relations or options: what differs is written by hand, ten lines.
import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { audit } from './audit-log.ts';
import { connect, inTransaction, type Tx } from './database.ts';
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

/**
 * Five verbs over one table. `fields` are the columns a caller may write; `merchant_id` says whose
 * row a create makes. Unknown and foreign ids are both 404.
 */
export function store<Record_>(table: string, noun: string, fields: readonly string[]) {
  const from = sql.table(table);

  async function get(context: Context, id: string): Promise<Record_> {
    const { rows } = await sql<Record_>`select * from ${from} where id = ${id}
      and ${scope(context, `${table}.merchant_id`)}`.execute(connect(context));
    return rows[0] ?? notFound();
  }

  async function locked(tx: Tx, context: Context, id: string): Promise<Row> {
    const { rows } = await sql<Row>`select * from ${from} where id = ${id}
      and ${scope(context, `${table}.merchant_id`)} for update`.execute(tx);
    return rows[0] ?? notFound();
  }

  return {
    async search(context: Context, page: { limit: number; offset: number }) {
      const query = connect(context);
      const where = scope(context, `${table}.merchant_id`);
      const [found, counted] = await Promise.all([
        sql<Record_>`select * from ${from} where ${where} order by id desc
          limit ${page.limit} offset ${page.offset}`.execute(query),
        sql<{ count: number }>`select count(*) as count from ${from} where ${where}`.execute(query),
      ]);
      return { rows: found.rows, total_count: counted.rows[0]?.count ?? 0 };
    },

    get,

    async create(context: Context, merchant_id: string, input: object): Promise<Record_> {
      const now = context.clock.now();
      const given = Object.entries(input).filter(([name]) => fields.includes(name));
      const own = { merchant_id, id: context.ids.next(), created_at: now, updated_at: now };
      const row = Object.entries({ ...Object.fromEntries(given), ...own });
      const values = sql.join(row.map(([, value]) => sql`${parameter(value)}`));
      return await inTransaction(context, merchant_id, async (tx) => {
        const { rows } = await sql<Record_>`insert into ${from}
          (${columnList(row.map(([name]) => name))}) values (${values}) returning *`.execute(tx);
        await audit(tx, context, { verb: 'create', noun, id: own.id, merchant_id, after: input });
        return rows[0] as Record_;
      });
    },

    async update(context: Context, id: string, input: object): Promise<Record_> {
      const given = Object.entries(input).filter(
        ([name, value]) => fields.includes(name) && value !== undefined,
      );
      const owner = ((await get(context, id)) as Row).merchant_id;
      return await inTransaction(context, owner, async (tx) => {
        const before = await locked(tx, context, id);
        const changes = [...given, ['updated_at', context.clock.now()] as const];
        const sets = sql.join(changes.map(([name, v]) => sql`${sql.ref(name)} = ${parameter(v)}`));
        const { rows } = await sql<Record_>`update ${from} set ${sets}
          where merchant_id = ${owner} and id = ${id} returning *`.execute(tx);
        await audit(tx, context, {
          verb: 'update',
          noun,
          id,
          merchant_id: owner,
          before,
          after: input,
        });
        return rows[0] as Record_;
      });
    },

    async remove(context: Context, id: string): Promise<void> {
      const owner = ((await get(context, id)) as Row).merchant_id;
      await inTransaction(context, owner, async (tx) => {
        const before = await locked(tx, context, id);
        await sql`delete from ${from} where merchant_id = ${owner} and id = ${id}`.execute(tx);
        await audit(tx, context, { verb: 'remove', noun, id, merchant_id: owner, before });
      });
    },
  };
}
