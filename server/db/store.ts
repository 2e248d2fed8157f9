// store(): the verbs of a plain tenant table, scoped and audited, from what is declared about it.
// It never has hooks, events, relations or switches. What differs is written by hand: a transaction
// of its own that begins with lock() and ends with insert(), write() or drop().
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { notFound } from '../../contract/errors.ts';
import type { SearchFields, Sort } from '../../contract/search/search.ts';
import type { Context } from '../context.ts';
import { audit } from './audit-log/audit-log.ts';
import { type ConstraintSentences, refuseOnConstraint } from './constraint-errors.ts';
import { connect, inTransaction, type Query, type Tx } from './database.ts';
import { scope } from './scope.ts';
import type { Condition } from './search.ts';
import { type Page, pageOf } from './store-page.ts';

/** What a plain table is. */
export interface Declared<Row> {
  table: string;
  /** Begins the audit verbs. */
  noun: string;
  /** Columns a caller may write. */
  fields: readonly string[];
  /** The column of the account whose row it is. */
  owner?: 'merchant_id' | 'account_id';
  /** The column of the user whose row it is, where no other user sees it. */
  of_user?: 'user_id';
  /** The contract's searchable fields; each is a column of its name. */
  search?: SearchFields;
  /** What a list is sorted by; the searchable fields unless said. */
  sorts?: readonly string[];
  /** The order of a list without a sort; newest first by default. */
  order?: Sort;
  /** The rows of the table that are of this noun; all of them where nothing is said. */
  only?: Condition;
  /** A removed row stays, with `deleted_at` set, and with these values. */
  archive?: Values;
  /** Words of a path for the status they lead to: `enable: 'active'`. */
  statuses?: Readonly<Record<string, string>>;
  /** What the audit log keeps of a row; the columns a caller may write unless said. */
  audited?: (row: Row) => object;
  /** What is said of the constraints that a write may violate; `taken('name')` names a member. */
  sentences?: ConstraintSentences;
}

type Values = Readonly<Record<string, unknown>>;
type Table<Row> = Declared<Row> & Required<Pick<Declared<Row>, 'owner' | 'search' | 'order'>>;

/** The path of one row, below its merchant where the path names one. */
export interface RowPath {
  id: string;
  mid?: string;
}

/** Values that are documents travel as JSON. */
function parameter(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
    ? JSON.stringify(value)
    : value;
}

function assigned(values: Values): RawBuilder<unknown> {
  const all = Object.entries(values);
  return sql.join(all.map(([name, value]) => sql`${sql.ref(name)} = ${parameter(value)}`));
}

/** Those of the given values that a caller may write. */
function writable<Row>(t: Table<Row>, input: object): Values {
  const entries = Object.entries(input);
  return Object.fromEntries(
    entries.filter(([name, value]) => t.fields.includes(name) && value !== undefined),
  );
}

/** The rows the caller works with: in scope, the user's own, not archived. */
function within<Row>(context: Context, t: Table<Row>, archived = false): Condition[] {
  const all = [scope(context, `${t.table}.${t.owner}`)];
  if (t.only) all.push(t.only);
  if (t.of_user) all.push(sql`${sql.ref(`${t.table}.${t.of_user}`)} = ${context.actor.user_id}`);
  if (t.archive && !archived) all.push(sql`${sql.ref(`${t.table}.deleted_at`)} is null`);
  return all;
}

function ofAccount<Row>(t: Table<Row>, account_id: string): Condition {
  return sql<SqlBool>`${sql.ref(`${t.table}.${t.owner}`)} = ${account_id}`;
}

function atPath<Row>(t: Table<Row>, { id, mid }: RowPath): Condition[] {
  const one = sql<SqlBool>`${sql.ref(`${t.table}.id`)} = ${id}`;
  return mid === undefined ? [one] : [ofAccount(t, mid), one];
}

/** `where` these and the caller's scope; every statement of a table ends with it. */
function where<Row>(context: Context, t: Table<Row>, conditions: readonly Condition[]) {
  return sql`where ${sql.join([...conditions, ...within(context, t)], sql` and `)}`;
}

async function find<Row>(
  query: Query | Tx,
  context: Context,
  t: Table<Row>,
  conditions: readonly Condition[],
  lock: RawBuilder<unknown> = sql``,
): Promise<Row> {
  const { rows } = await sql<Row>`select * from ${sql.table(t.table)}
    ${where(context, t, conditions)} ${lock}`.execute(query);
  return rows[0] ?? notFound();
}

/** What the audit log keeps of a row: never a secret. */
function auditedRow<Row>(t: Table<Row>, row: Row): object {
  return t.audited?.(row) ?? writable(t, row as object);
}

const idOf = (row: unknown) => (row as { id: string }).id;
const ownerOf = <Row>(t: Table<Row>, row: Row) => (row as Values)[t.owner] as string;
const about = <Row>(t: Table<Row>, row: Row) => ({
  noun: t.noun,
  id: idOf(row),
  merchant_id: ownerOf(t, row),
});

async function insert<Row>(
  tx: Tx,
  context: Context,
  t: Table<Row>,
  owner_id: string,
  values: Values,
): Promise<Row> {
  const now = context.clock.now();
  const own = { [t.owner]: owner_id, id: context.ids.next(), created_at: now, updated_at: now };
  const row = Object.entries({ ...values, ...own });
  const { rows } = await sql<Row>`insert into ${sql.table(t.table)}
    (${sql.join(row.map(([name]) => sql.ref(name)))})
    values (${sql.join(row.map(([, value]) => sql`${parameter(value)}`))}) returning *`.execute(tx);
  const made = rows[0] as Row;
  await audit(tx, context, { verb: 'create', ...about(t, made), after: auditedRow(t, made) });
  return made;
}

async function write<Row>(
  tx: Tx,
  context: Context,
  t: Table<Row>,
  before: Row,
  values: Values,
  verb: string,
): Promise<Row> {
  const changes = assigned({ ...values, updated_at: context.clock.now() });
  const { rows } = await sql<Row>`update ${sql.table(t.table)} set ${changes}
    ${where(context, t, atPath(t, { id: idOf(before), mid: ownerOf(t, before) }))}
    returning *`.execute(tx);
  const after = rows[0] ?? notFound();
  const { status } = before as { status?: unknown };
  // A change of status alone says no more than that.
  const change =
    verb === 'status'
      ? { before: { status }, after: values }
      : { before: auditedRow(t, before), after: auditedRow(t, after) };
  await audit(tx, context, { verb, ...about(t, before), ...change });
  return after;
}

async function drop<Row>(tx: Tx, context: Context, t: Table<Row>, before: Row): Promise<void> {
  const table = sql.table(t.table);
  const gone = t.archive && assigned({ ...t.archive, deleted_at: context.clock.now() });
  const one = where(context, t, atPath(t, { id: idOf(before), mid: ownerOf(t, before) }));
  const work = gone ? sql`update ${table} set ${gone} ${one}` : sql`delete from ${table} ${one}`;
  const { rows } = await sql`${work} returning 1`.execute(tx);
  if (rows.length === 0) notFound();
  await audit(tx, context, { verb: 'remove', ...about(t, before), before: auditedRow(t, before) });
}

/** Runs `work` on the locked row, in a transaction that writes to its owner alone. */
async function withLocked<Row, T>(
  context: Context,
  t: Table<Row>,
  path: RowPath,
  work: (tx: Tx, row: Row) => Promise<T>,
): Promise<T> {
  const conditions = atPath(t, path);
  const owner_id = path.mid ?? ownerOf(t, await find(connect(context), context, t, conditions));
  const done = inTransaction(context, owner_id, async (tx) =>
    work(tx, await find(tx, context, t, conditions, sql`for update`)),
  );
  return await refuseOnConstraint(done, t.sentences ?? {});
}

/** Verbs over one table. Unknown and foreign ids are both 404. */
export function store<Row>(declared: Declared<Row>) {
  const t: Table<Row> = {
    owner: 'merchant_id',
    search: {},
    order: { field: 'id', direction: 'desc' },
    ...declared,
  };
  return {
    /** One page; of one account or of every account in scope. */
    search: (context: Context, page: Page, account_id?: string) =>
      pageOf<Row>(context, t, page, [
        ...(account_id === undefined ? [] : [ofAccount(t, account_id)]),
        ...within(context, t, page.archived),
      ]),
    get: (context: Context, path: RowPath) => find(connect(context), context, t, atPath(t, path)),
    create: (context: Context, owner_id: string, input: object) => {
      const made = inTransaction(context, owner_id, (tx) =>
        insert(tx, context, t, owner_id, writable(t, input)),
      );
      return refuseOnConstraint(made, t.sentences ?? {});
    },
    update: (context: Context, path: RowPath, input: object) =>
      withLocked(context, t, path, (tx, row) =>
        write(tx, context, t, row, writable(t, input), 'update'),
      ),
    remove: (context: Context, path: RowPath) =>
      withLocked(context, t, path, (tx, row) => drop(tx, context, t, row)),
    /** 404 for a word that leads to no status. */
    setStatus: async (context: Context, path: RowPath & { action: string }) => {
      const known = t.statuses && Object.hasOwn(t.statuses, path.action);
      const status = (known && t.statuses?.[path.action]) || notFound();
      return await withLocked(context, t, path, (tx, row) =>
        write(tx, context, t, row, { status }, 'status'),
      );
    },
    /** What the audit log keeps of a row that was written by hand. */
    audited: (row: Row) => auditedRow(t, row),
    /** The row by conditions of its own, for verbs by hand; locked where it is about to change. */
    find: (query: Query | Tx, context: Context, conditions: readonly Condition[], lock = false) =>
      find(query, context, t, conditions, lock ? sql`for update` : sql``),
    withLocked: <T>(context: Context, path: RowPath, work: (tx: Tx, row: Row) => Promise<T>) =>
      withLocked(context, t, path, work),
    /** Of a transaction by hand: written with its audit row, whatever the caller may write. */
    insert: (tx: Tx, context: Context, owner_id: string, values: Values) =>
      insert(tx, context, t, owner_id, values),
    write: (tx: Tx, context: Context, before: Row, values: Values) =>
      write(tx, context, t, before, values, 'update'),
    drop: (tx: Tx, context: Context, before: Row) => drop(tx, context, t, before),
  };
}
