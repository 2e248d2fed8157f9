// The audit log as a file: streamed with the answer, or written by a job when large (Q19).
import type { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import type { FileBody } from '../../contract/endpoint.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { connect, inTransaction } from '../db/database.ts';
import { countOf } from '../db/search.ts';
import { max_streamed_rows, type ReportStorage } from '../payments/transactions/reports/report.ts';
import { guarded } from '../payments/transactions/reports/report-columns.ts';
import { withDigest } from '../payments/transactions/reports/report-digest.ts';
import { recordStreamed, requestExport } from '../payments/transactions/reports/report-export.ts';
import { sealed } from '../payments/transactions/reports/report-manifest.ts';
import { copyOut, refuseManyReports } from '../payments/transactions/reports/report-stream.ts';
import { type AuditSearch, addressSeen, orderOf, refused, whereOf } from './audit-log-where.ts';

/** What such an export is called in its row and its manifest. */
export const audit_kind = 'audit_log';

const plain_columns = ['id', 'merchant_id', 'noun_id', 'account_type', 'account_id', 'user_id'];
const text_columns = ['verb', 'noun', 'user_name', 'credential', 'acting_user_name', 'request_id'];

/** Text of people gets an apostrophe where a spreadsheet would compute (quality 3.3). */
function columnsOf(context: Context): [string, RawBuilder<unknown>][] {
  const text = (name: string) => guarded(sql.ref(`a.${name}`));
  const document = (name: string) =>
    guarded(sql`coalesce(masked(${sql.ref(`a.${name}`)})::text, '')`);
  return [
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
}

/** `MM-DD-YYYY` in UTC. */
function fileDay(now: Date): string {
  const [year, month, day] = now.toISOString().slice(0, 10).split('-');
  return `${month}-${day}-${year}`;
}

/** The search of such an export, without its page. */
export interface AuditExport {
  input: Pick<AuditSearch, 'filters' | 'sort'>;
}

/** Every row of the search as it is read, out of one snapshot; its manifest with the last byte. */
export async function auditFile(
  context: Context,
  { input }: AuditExport,
  storage: ReportStorage,
): Promise<FileBody<Readable>> {
  const { filters, sort } = input;
  const columns = columnsOf(context);
  const where = whereOf(context, input);
  const values = columns.map(([name, value]) => sql`${value} as ${sql.id(name)}`);
  const query = sql`select ${sql.join(values)} from audit_log a
    where ${where} order by ${orderOf(input)}`;
  const copied = await copyOut(context, query, {
    format: 'format csv, header',
    by_index: false,
    reader: storage.reader,
    control: sql`select count(*)::integer as count from audit_log a where ${where}`,
  });
  const content_type = 'text/csv';
  const filename = `audit-log-${fileDay(context.clock.now())}.csv`;
  const body = withDigest(copied.body, async ({ marks, ...bytes }) => {
    const [counted] = (await copied.control) as { count: number }[];
    const manifest = sealed(context, {
      version: 1,
      export_id: storage.export_id,
      account_id: context.actor.account_id,
      kind: audit_kind,
      ...{ filename, content_type },
      columns: columns.map(([name]) => name),
      time_zone: 'UTC',
      // What is undefined has no place in what is sealed.
      search: JSON.parse(JSON.stringify({ filters, sort })),
      sums: [],
      as_of: storage.as_of.toISOString(),
      rows: counted?.count ?? 0,
      ...bytes,
    });
    await storage.store({ manifest, marks });
  });
  return { content_type, filename, body };
}

/** More rows than an answer streams, or 0. */
async function rowsToExport(context: Context, input: AuditSearch): Promise<number> {
  const rows = sql`select 1 from audit_log a where ${whereOf(context, input)}`;
  const count = await countOf(connect(context), rows, undefined, max_streamed_rows);
  return count.total_count > max_streamed_rows ? count.total_count : 0;
}

/**
 * Every row of the search, whatever its page; above 50,000 `{export_id}` of the file that a job
 * writes. Who took it stands in the log itself.
 */
export async function auditReport(
  context: Context,
  input: AuditSearch,
): Promise<FileBody<Readable | string>> {
  orderOf(input);
  const count = await rowsToExport(context, input);
  if (count > 0) {
    const request: AuditExport = { input: { filters: input.filters, sort: input.sort } };
    const data = { export_id: await requestExport(context, request, count, audit_kind) };
    const body = JSON.stringify({ status: 'success', msg: 'success', data });
    return { content_type: 'application/json', body };
  }
  // The log must not tell of a report that is refused.
  refuseManyReports(context);
  const { account_id: merchant_id } = context.actor;
  await inTransaction(context, merchant_id, (tx) =>
    audit(tx, context, {
      verb: 'export',
      noun: 'audit_log',
      id: merchant_id,
      merchant_id,
      after: { filters: input.filters },
    }),
  );
  const export_id = context.ids.next();
  context.answer_headers['x-export-id'] = export_id;
  const as_of = context.clock.now();
  const keep: ReportStorage['store'] = (proof) => recordStreamed(context, proof, as_of);
  return await auditFile(context, { input }, { export_id, as_of, reader: 'client', store: keep });
}
