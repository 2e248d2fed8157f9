// Searches the audit log: admins all of it, partners their tree, merchants' administrators theirs.
import { type RawBuilder, sql } from 'kysely';
import type { InputOf } from '../../contract/endpoint.ts';
import { invalid, notFound, refuse } from '../../contract/errors.ts';
import { type AuditRecord, audit_fields, type audit_log } from '../../contract/platform/audit.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log.ts';
import { connect, inTransaction } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import { type Condition, conditionsOf, countOf } from '../db/search.ts';
import type { Handlers } from '../http/serve.ts';
import { guarded } from '../payments/transactions/report-columns.ts';
import { copyOut } from '../payments/transactions/report-stream.ts';

type Input = InputOf<(typeof audit_log)['search']>;
type Row = Omit<AuditRecord, 'created_at'> & { created_at: Date };

/** Where somebody sat is told of one's own people only. */
function addressSeen(context: Context): RawBuilder<string> {
  return sql`case when ${scope(context, 'a.account_id')} then a.ip_address else '' end`;
}

const refused = sql`coalesce(a.after ->> 'refused', '')`;

function columnsOf(context: Context): RawBuilder<unknown> {
  return sql`a.merchant_id, a.id, a.verb, a.noun, a.noun_id, a.account_type, a.account_id,
    a.user_id, a.user_name, a.credential, a.acting_user_id, a.acting_user_name,
    ${addressSeen(context)} as ip_address, a.request_id as correlation_id, ${refused} as refused,
    masked(a.before) as before, masked(a.after) as after, a.created_at`;
}

/** The rows of a page first, then what is shown of them: nothing is masked that is passed over. */
function selected(context: Context, keys: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`select ${columnsOf(context)}, coalesce(account.name, '') as account_name
    from (${keys}) as page
    join audit_log a on a.merchant_id = page.merchant_id and a.id = page.id
    left join account on account.id = a.merchant_id`;
}

function toRecord({ created_at, ...row }: Row): AuditRecord {
  return { ...row, created_at: created_at.toISOString() };
}

function whereOf(context: Context, input: Input): Condition {
  const targets = {
    correlation_id: 'a.request_id',
    noun_id: 'a.noun_id',
    noun: 'a.noun',
    verb: 'a.verb',
    outcome: sql`case when ${refused} = '' then 'done' else 'refused' end`,
    user_name: 'a.user_name',
    user_id: 'a.user_id',
    acting_user_name: 'a.acting_user_name',
    merchant_id: 'a.merchant_id',
    ip_address: addressSeen(context),
    credential: 'a.credential',
    created_at: 'a.created_at',
  };
  const conditions = [
    scope(context, 'a.merchant_id'),
    ...conditionsOf(audit_fields, targets, input.filters, context.clock.now()),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

function orderOf({ sort }: Input): RawBuilder<unknown> {
  const { field = 'created_at', direction = 'desc' } = sort ?? {};
  if (field !== 'created_at') invalid('Sort');
  const way = sql.raw(direction);
  return sql`a.created_at ${way}, a.id ${way}`;
}

/** Deeper than this a page costs more than narrowing the search (quality 4.4). */
const deepest_offset = 100_000;

/** The statement behind a page; a test reads its plan. */
export function pageStatement(context: Context, input: Input): RawBuilder<Row> {
  const order = orderOf(input);
  const keys = sql`select a.merchant_id, a.id from audit_log a where ${whereOf(context, input)}
    order by ${order} limit ${input.limit} offset ${input.offset}`;
  return sql<Row>`${selected(context, keys)} order by ${order}`;
}

async function search(context: Context, input: Input) {
  if (input.offset > deepest_offset) {
    refuse('invalid', 'bad request error: invalid Offset: narrow the dates of the search');
  }
  const query = connect(context);
  const [page, count] = await Promise.all([
    pageStatement(context, input).execute(query),
    countOf(query, sql`select 1 from audit_log a where ${whereOf(context, input)}`),
  ]);
  return { rows: page.rows.map(toRecord), ...count };
}

async function get(context: Context, merchant_id: string, id: string): Promise<AuditRecord> {
  const key = sql`select a.merchant_id, a.id from audit_log a
    where a.merchant_id = ${merchant_id} and a.id = ${id} and ${scope(context, 'a.merchant_id')}`;
  const { rows } = await selected(context, key).execute(connect(context));
  return rows[0] ? toRecord(rows[0]) : notFound();
}

const plain_columns = ['id', 'merchant_id', 'noun_id', 'account_type', 'account_id', 'user_id'];
const text_columns = ['verb', 'noun', 'user_name', 'credential', 'acting_user_name', 'request_id'];

/** Text of people gets an apostrophe where a spreadsheet would compute (quality 3.3). */
function reportColumns(context: Context): RawBuilder<unknown> {
  const text = (name: string) => guarded(sql.ref(`a.${name}`));
  const document = (name: string) =>
    guarded(sql`coalesce(masked(${sql.ref(`a.${name}`)})::text, '')`);
  const columns: [string, RawBuilder<unknown>][] = [
    ['created_at', sql`date_trunc('milliseconds', a.created_at)`],
    ...[...text_columns, ...plain_columns].map((name): [string, RawBuilder<unknown>] => [
      name === 'request_id' ? 'correlation_id' : name,
      text(name),
    ]),
    ['ip_address', addressSeen(context)],
    ['refused', guarded(refused)],
    ['before', document('before')],
    ['after', document('after')],
  ];
  return sql.join(columns.map(([name, value]) => sql`${value} as ${sql.id(name)}`));
}

/** `MM-DD-YYYY` in UTC. */
function fileDay(now: Date): string {
  const [year, month, day] = now.toISOString().slice(0, 10).split('-');
  return `${month}-${day}-${year}`;
}

/** Streams every row of the search, whatever its page; who took it stands in the log itself. */
async function report(context: Context, input: Input) {
  const order = orderOf(input);
  const { account_id: merchant_id } = context.actor;
  const query = sql`select ${reportColumns(context)} from audit_log a
    where ${whereOf(context, input)} order by ${order}`;
  await inTransaction(context, merchant_id, (tx) =>
    audit(tx, context, {
      verb: 'export',
      noun: 'audit_log',
      id: merchant_id,
      merchant_id,
      after: { filters: input.filters },
    }),
  );
  const { body } = await copyOut(context, query, { format: 'format csv, header', by_index: false });
  const filename = `audit-log-${fileDay(context.clock.now())}.csv`;
  return { content_type: 'text/csv', filename, body };
}

export const auditHandlers: Handlers<typeof audit_log> = {
  search: (context, _params, input) => search(context, input),
  report: (context, _params, input) => report(context, input),
  get: (context, { merchantId, id }) => get(context, merchantId, id),
};
