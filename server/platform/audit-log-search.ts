// Searches the audit log: admins all of it, partners their tree, merchants' administrators theirs.
import { type RawBuilder, sql } from 'kysely';
import { notFound, refuse } from '../../contract/errors.ts';
import type { AuditRecord, audit_log } from '../../contract/platform/audit-log.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import { countOf } from '../db/search.ts';
import type { Handlers } from '../http/serve.ts';
import { auditReport } from './audit-log-report.ts';
import { type AuditSearch, addressSeen, orderOf, refused, whereOf } from './audit-log-where.ts';

type Row = Omit<AuditRecord, 'created_at'> & { created_at: Date };

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

/** Deeper than this a page costs more than narrowing the search (quality 4.4). */
const deepest_offset = 100_000;

/** The statement behind a page; a test reads its plan. */
export function pageStatement(context: Context, input: AuditSearch): RawBuilder<Row> {
  const order = orderOf(input);
  const keys = sql`select a.merchant_id, a.id from audit_log a where ${whereOf(context, input)}
    order by ${order} limit ${input.limit} offset ${input.offset}`;
  return sql<Row>`${selected(context, keys)} order by ${order}`;
}

async function search(context: Context, input: AuditSearch) {
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

export const auditHandlers: Handlers<typeof audit_log> = {
  search: (context, _params, input) => search(context, input),
  report: (context, _params, input) => auditReport(context, input),
  get: (context, { merchantId, id }) => get(context, merchantId, id),
};
