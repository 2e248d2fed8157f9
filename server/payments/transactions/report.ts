// Reports: a whole search as CSV or as a page to print: streamed, or written by a job when large.
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { FileBody } from '../../../contract/endpoint.ts';
import { invalid } from '../../../contract/errors.ts';
import type { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { type Condition, countOf } from '../../db/search.ts';
import type { Handlers } from '../../http/serve.ts';
import { reportColumns } from './report-columns.ts';
import { type AskedReport, requestExport } from './report-export.ts';
import { page_format, pageRow, printablePage } from './report-page.ts';
import { copyOut, isTimeZone } from './report-stream.ts';
import { orderOf } from './search.ts';
import { whereOf } from './search-where.ts';
import { countByDays } from './totals-groups.ts';

/** The zone asked for, else that of the one merchant the report is about, else UTC. */
async function timeZoneOf(context: Context, asked: string | undefined, merchant_id: string) {
  if (asked !== undefined) {
    return (await isTimeZone(context, asked)) ? asked : invalid('Time Zone');
  }
  const { account_type, account_id } = context.actor;
  const about = account_type === 'merchant' ? account_id : merchant_id;
  const account = await connect(context)
    .selectFrom('account')
    .select('timezone')
    .where('id', '=', about)
    .executeTakeFirst();
  return account?.timezone || 'UTC';
}

/** `MM-DD-YYYY` of today in the zone (spec 2 §9). */
function dayOf(now: Date, time_zone: string): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const day = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: time_zone }).format(now);
  return day.replaceAll('/', '-');
}

/** Above this many rows a report becomes a file that is fetched later (Q19). */
const most_streamed_rows = 50_000;

export interface ReportFile extends FileBody<Readable> {
  row_count: Promise<number>;
}

/** Every row of the search, whatever its page, out of one snapshot, as it is read. */
export async function reportFile(
  context: Context,
  { input, merchant_id }: AskedReport,
): Promise<ReportFile> {
  const order = orderOf(input.sort);
  const where = await whereOf(context, input, merchant_id);
  const time_zone = await timeZoneOf(context, input.time_zone, merchant_id);
  const by_index = (input.sort?.field ?? 'created_at') === 'created_at';
  const rows = { where, order: sql`order by ${order}`, by_index };
  if (input.output === 'printable') return await pageOf(context, rows, time_zone, merchant_id);
  const columns = reportColumns(time_zone, input.include_line_items === true);
  const select = sql.join(columns.map(({ name, value }) => sql`${value} as ${sql.id(name)}`));
  const query = sql`select ${select} from transaction where ${where} order by ${order}`;
  return {
    content_type: 'text/csv',
    filename: `transactions-${dayOf(context.clock.now(), time_zone)}.csv`,
    ...(await copyOut(context, query, { format: 'format csv, header', by_index })),
  };
}

/** How many rows a report would hold, or 0 where it may be streamed whatever their number. */
async function rowsToExport(context: Context, { input, merchant_id }: AskedReport) {
  // A card number is never stored, and such a search finds few.
  if (input.filters.full_cc_number) return 0;
  const where = await whereOf(context, input, merchant_id);
  const { total_count } = await countOf(
    connect(context),
    sql`select 1 from transaction where ${where}`,
    () => countByDays(context, input, merchant_id),
    most_streamed_rows,
  );
  return total_count > most_streamed_rows ? total_count : 0;
}

/**
 * The report itself up to 50,000 rows; above, it is written by a job and the answer is
 * `{export_id}` (Q19). No file format of the caller's own exists, so naming one is refused.
 */
export async function reportOf(
  context: Context,
  input: AskedReport['input'],
  merchant_id = '',
): Promise<FileBody<Readable | string>> {
  if (input.format_id) invalid('Format ID');
  const asked = { input, merchant_id };
  orderOf(input.sort);
  await timeZoneOf(context, input.time_zone, merchant_id);
  const count = await rowsToExport(context, asked);
  if (count === 0) return await reportFile(context, asked);
  const data = { export_id: await requestExport(context, asked, count) };
  return {
    content_type: 'application/json',
    body: JSON.stringify({ status: 'success', msg: 'success', data }),
  };
}

interface ReportRows {
  where: Condition;
  order: ReturnType<typeof orderOf>;
  by_index: boolean;
}

async function pageOf(
  context: Context,
  { where, order, by_index }: ReportRows,
  time_zone: string,
  merchant_id: string,
): Promise<ReportFile> {
  const with_merchant = context.actor.account_type !== 'merchant' && !merchant_id;
  const row = pageRow(time_zone, with_merchant);
  const query = sql`select ${row} from transaction where ${where} ${order}`;
  const { body, row_count } = await copyOut(context, query, { format: page_format, by_index });
  const page = printablePage(body, time_zone, with_merchant);
  return { content_type: 'text/html', body: page, row_count };
}

export const transactionReport: Pick<Handlers<typeof transactions>, 'report' | 'reportOf'> = {
  report: (context, _params, input) => reportOf(context, input),
  reportOf: (context, { merchantId }, input) => reportOf(context, input, merchantId),
};
