// Reports: a whole search as CSV or as a page to print: streamed, or written by a job when large.
import type { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import type { FileBody } from '../../../../contract/endpoint.ts';
import { invalid } from '../../../../contract/errors.ts';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { Manifest } from '../../../../contract/reports/manifest.ts';
import type { Context } from '../../../context.ts';
import { connect, type StreamReader } from '../../../db/database.ts';
import { countOf } from '../../../db/search.ts';
import type { Handlers } from '../../../http/serve.ts';
import { localDay } from '../../days.ts';
import { merchantConfig } from '../../merchant-config.ts';
import { orderOf } from '../reading/search.ts';
import { merchantNamed, whereOf } from '../reading/search-where.ts';
import { mayTotal } from '../reading/totals/totals.ts';
import { countByDays } from '../reading/totals/totals-groups.ts';
import { asOfWords, searchWords, sumWords } from './print-texts.ts';
import { type ReportColumn, reportColumns } from './report-columns.ts';
import { withDigest } from './report-digest.ts';
import { type ReportRequest, recordStreamed, requestExport } from './report-export.ts';
import { fieldsOfFormat } from './report-format.ts';
import { sealed } from './report-manifest.ts';
import {
  type Cell,
  cellsOf,
  page_format,
  pageRow,
  printablePage,
  standardCells,
} from './report-page.ts';
import { type Copied, copyOut, isTimeZone } from './report-stream.ts';
import { controlOf, sumsOf } from './report-sums.ts';

/** The one merchant that a report is about; '' for none. */
const merchantOf = ({ actor }: Context, merchant_id: string) =>
  actor.account_type === 'merchant' ? actor.account_id : merchant_id;

/** Whether that merchant wants amounts on a page bare (spec 1 §3, disable_currency_formatting). */
async function isBare(context: Context, merchant_id: string): Promise<boolean> {
  const about = merchantOf(context, merchant_id);
  if (about === '') return false;
  const { documents } = await merchantConfig(context, about);
  return documents.default_values.reporting.disable_currency_formatting;
}

/** The zone requested, else that of the one merchant the report is about, else UTC. */
async function timeZoneOf(context: Context, request: string | undefined, merchant_id: string) {
  if (request !== undefined) {
    return (await isTimeZone(context, request)) ? request : invalid('Time Zone');
  }
  const account = await connect(context)
    .selectFrom('account')
    .select('timezone')
    .where('id', '=', merchantOf(context, merchant_id))
    .executeTakeFirst();
  return account?.timezone || 'UTC';
}

/** `MM-DD-YYYY` of today in the zone (spec 2 §9). */
function dayOf(now: Date, time_zone: string): string {
  const [year, month, day] = localDay(now, time_zone).split('-');
  return `${month}-${day}-${year}`;
}

/** Above this many rows a report becomes a file that is fetched later (Q19). */
export const max_streamed_rows = 50_000;

/** What proves a report, kept in its row. */
export interface Proof {
  manifest: Manifest;
  marks: readonly string[];
}

/** Under which id a report is kept, which moment it says it shows, and where its proof goes. */
export interface ReportStorage {
  export_id: string;
  as_of: Date;
  reader: StreamReader;
  /** Called with the last byte, before the end: a failure breaks the report off. */
  store(proof: Proof): Promise<void>;
}

const not_stored = (context: Context): ReportStorage => ({
  export_id: '',
  as_of: context.clock.now(),
  reader: 'client',
  store: async () => undefined,
});

/** The search as the manifest shows it, without a card number. */
function searchRecord({ input, merchant_id }: ReportRequest): Record<string, unknown> {
  const { filters, sort, directOnly, output, include_line_items } = input;
  const shown = { ...filters, ...(filters.full_cc_number && { full_cc_number: 'not kept' }) };
  const whole = { filters: shown, sort, directOnly, merchant_id, output, include_line_items };
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
}

interface Shape {
  content_type: string;
  /** Only what is stored as a file has a name. */
  filename: string;
  columns: string[];
  row: RawBuilder<unknown>;
  /** Options of COPY. */
  format: string;
  framed(copied: Copied): Readable;
}

function csvShape(columns: readonly ReportColumn[], filename: string): Shape {
  return {
    content_type: 'text/csv',
    filename,
    columns: columns.map(({ name }) => name),
    row: sql.join(columns.map(({ name, value }) => sql`${value} as ${sql.id(name)}`)),
    format: 'format csv, header',
    framed: ({ body }) => body,
  };
}

function pageShape(cells: readonly Cell[], about: readonly string[], bare: boolean): Shape {
  return {
    content_type: 'text/html',
    filename: '',
    columns: cells.map(({ heading }) => heading),
    row: pageRow(cells),
    format: page_format,
    framed: ({ body, control }) => {
      const sums = async () => sumWords(sumsOf(await control, false), bare);
      return printablePage(body, { about, cells, sums });
    },
  };
}

/** Whose page it is, as of when, and what was searched. */
function headingOf({ actor }: Context, { input }: ReportRequest, shown: Shown) {
  const { time_zone, as_of } = shown;
  const searched = searchWords(input, as_of).join('; ');
  return [actor.account_name, asOfWords(as_of, time_zone), searched].filter(Boolean);
}

interface Shown {
  time_zone: string;
  as_of: Date;
  /** Amounts of a page stand without symbol and commas; those of a CSV file always do. */
  bare: boolean;
}

function shapeOf(context: Context, request: ReportRequest, shown: Shown): Shape {
  const { time_zone, bare } = shown;
  const { input, merchant_id, fields } = request;
  const with_lines = input.include_line_items === true;
  const columns = reportColumns(time_zone, with_lines, fields);
  if (input.output !== 'printable') {
    return csvShape(columns, `transactions-${dayOf(context.clock.now(), time_zone)}.csv`);
  }
  const with_merchant = context.actor.account_type !== 'merchant' && !merchant_id;
  const cells = fields
    ? cellsOf(columns, bare)
    : standardCells({ time_zone, with_merchant, with_lines, bare });
  return pageShape(cells, headingOf(context, request, shown), bare);
}

/** Every row of the search, whatever its page, out of one snapshot, as it is read. */
export async function reportFile(
  context: Context,
  request: ReportRequest,
  storage: ReportStorage = not_stored(context),
): Promise<FileBody<Readable>> {
  const { input, merchant_id } = request;
  const order = orderOf(input.sort);
  const where = await whereOf(context, input, merchant_id);
  const time_zone = await timeZoneOf(context, input.time_zone, merchant_id);
  const { content_type, filename, columns, row, format, framed } = shapeOf(context, request, {
    time_zone,
    as_of: storage.as_of,
    bare: await isBare(context, merchant_id),
  });
  const by_index = (input.sort?.field ?? 'created_at') === 'created_at';
  const query = sql`select ${row} from transaction where ${where} order by ${order}`;
  const control = controlOf(where);
  const { reader } = storage;
  const with_totals = await mayTotal(context);
  const copied = await copyOut(context, query, { format, by_index, reader, control });
  const body = withDigest(framed(copied), async ({ marks, ...bytes }) => {
    const sums = sumsOf(await copied.control, with_totals);
    const manifest = sealed(context, {
      version: 1,
      export_id: storage.export_id,
      account_id: context.actor.account_id,
      kind: 'transactions',
      ...{ filename, content_type, columns, time_zone, sums },
      search: searchRecord(request),
      as_of: storage.as_of.toISOString(),
      rows: sums.reduce((sum, { rows }) => sum + rows, 0),
      ...bytes,
    });
    await storage.store({ manifest, marks });
  });
  return { content_type, ...(filename && { filename }), body };
}

/** How many rows a report would hold, or 0 where it may be streamed whatever their number. */
async function rowsToExport(context: Context, { input, merchant_id }: ReportRequest) {
  // A card number is never stored, and such a search finds few.
  if (input.filters.full_cc_number) return 0;
  const where = await whereOf(context, input, merchant_id);
  const { total_count } = await countOf(
    connect(context),
    sql`select 1 from transaction where ${where}`,
    () => countByDays(context, input, merchant_id),
    max_streamed_rows,
  );
  return total_count > max_streamed_rows ? total_count : 0;
}

/**
 * The report itself up to 50,000 rows, its id in the header `x-export-id`; above, it is written by
 * a job and the answer is `{export_id}` (Q19). The columns are those of the format named, 404 where
 * the caller sees no such format, else the standard ones.
 */
export async function reportOf(
  context: Context,
  input: ReportRequest['input'],
  merchant_id = '',
): Promise<FileBody<Readable | string>> {
  const fields = input.format_id ? await fieldsOfFormat(context, input.format_id) : undefined;
  const request = { input, merchant_id, ...(fields && { fields }) };
  orderOf(input.sort);
  await timeZoneOf(context, input.time_zone, merchant_id);
  const count = await rowsToExport(context, request);
  if (count > 0) {
    const data = { export_id: await requestExport(context, request, count) };
    const body = JSON.stringify({ status: 'success', msg: 'success', data });
    return { content_type: 'application/json', body };
  }
  const export_id = context.ids.next();
  context.answer_headers['x-export-id'] = export_id;
  const as_of = context.clock.now();
  const keep = (proof: Proof) => recordStreamed(context, proof, as_of);
  return await reportFile(context, request, { export_id, as_of, reader: 'client', store: keep });
}

export const transactionReport: Pick<Handlers<typeof transactions>, 'report' | 'reportOf'> = {
  report: (context, _params, input) =>
    reportOf(context, input, merchantNamed('', input.merchant_id)),
  reportOf: (context, { merchantId }, input) =>
    reportOf(context, input, merchantNamed(merchantId, input.merchant_id)),
};
