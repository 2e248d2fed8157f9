// The printable report: an HTML page without scripts, its rows written by the database.
import { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { labelOfPath } from '../../../../contract/fields.ts';
import { printed_style } from '../../../http/printed-style.ts';
import {
  decimals,
  lines_text,
  localTime,
  masked_account,
  money_columns,
  payer_name,
  type ReportColumn,
} from './report-columns.ts';
import { formattedMoney } from './report-money.ts';

export interface Cell {
  heading: string;
  value: RawBuilder<unknown>;
  is_number?: boolean;
  /** Short, and unreadable when broken over lines: a time. */
  is_whole?: boolean;
}

function classOf({ is_number, is_whole }: Cell): string {
  if (is_number) return ' class="n"';
  return is_whole ? ' class="w"' : '';
}

function escaped(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`replace(replace(replace(replace(coalesce((${value})::text, ''), '&', '&amp;'),
    '<', '&lt;'), '>', '&gt;'), '"', '&quot;')`;
}

/** The columns of a format of one's own; `bare`: amounts without symbol and commas. */
export function cellsOf(columns: readonly ReportColumn[], bare: boolean): Cell[] {
  return columns.map(({ name, value }) => {
    const is_number = money_columns.includes(name);
    const shown = is_number && !bare ? formattedMoney(name) : value;
    return { heading: labelOfPath([name]), value: shown, is_number };
  });
}

interface StandardPage {
  time_zone: string;
  /** There may be several. */
  with_merchant: boolean;
  with_lines: boolean;
  bare: boolean;
}

/** Default columns of the transaction table; merchant and line items where they are wanted. */
export function standardCells(page: StandardPage): Cell[] {
  const { time_zone, with_merchant, with_lines, bare } = page;
  const amount = bare ? sql`(${decimals('amount')})::text` : formattedMoney('amount');
  const merchant = { heading: 'Merchant', value: sql`transaction.merchant_name` };
  return [
    {
      heading: 'Created',
      value: sql`${localTime('created_at', time_zone)}::text`,
      is_whole: true,
    },
    ...(with_merchant ? [merchant] : []),
    { heading: 'ID', value: sql`transaction.id` },
    { heading: 'Name', value: payer_name },
    { heading: 'Type', value: sql`transaction.type` },
    { heading: 'Method', value: sql`transaction.payment_method` },
    { heading: 'Account', value: masked_account },
    { heading: 'Order', value: sql`transaction.order_id` },
    { heading: 'Status', value: sql`replace(transaction.status, '_', ' ')` },
    {
      heading: 'Amount',
      value: sql`${amount} || ' ' || upper(transaction.currency)`,
      is_number: true,
    },
    ...(with_lines ? [{ heading: 'Line Items', value: lines_text }] : []),
  ];
}

/** Control characters the rows are free of, so that COPY has nothing to quote. */
export const page_format = String.raw`format csv, delimiter E'\x02', quote E'\x01'`;

/** One `<tr>` for each row. */
export function pageRow(cells: readonly Cell[]): RawBuilder<unknown> {
  const parts = cells.map(
    (cell) => sql`${sql.lit(`<td${classOf(cell)}>`)} || ${escaped(cell.value)} || '</td>'`,
  );
  return sql`'<tr>' || regexp_replace(${sql.join(parts, sql` || `)}, '[[:cntrl:]]', ' ', 'g')
    || '</tr>'`;
}

const markup: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const plain = (text: string) => text.replace(/[&<>"]/g, (sign) => markup[sign] ?? '');

function head(about: readonly string[], cells: readonly Cell[]): string {
  const headings = cells.map((cell) => `<th${classOf(cell)}>${plain(cell.heading)}</th>`).join('');
  const lines = about.map((line) => `<p>${plain(line)}</p>`).join('');
  return (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Transactions</title>' +
    `<style>${printed_style}</style></head><body><h1>Transactions</h1>${lines}` +
    `<table><thead><tr>${headings}</tr></thead><tbody>\n`
  );
}

interface PageFrame {
  /** Lines above the table: whose, as of when, what was searched. */
  about: readonly string[];
  cells: readonly Cell[];
  /** The line below it; requested once all rows were read. */
  sums(): Promise<string>;
}

async function* around(rows: Readable, { about, cells, sums }: PageFrame) {
  yield head(about, cells);
  yield* rows;
  yield `</tbody></table><p class="sums">${plain(await sums())}</p></body></html>\n`;
}

/** The whole page around the rows; it reads no faster than it is read. */
export function printablePage(rows: Readable, frame: PageFrame): Readable {
  const page = Readable.from(around(rows, frame), { objectMode: false });
  // A reader that leaves during the heading would leave the rows waiting.
  page.once('close', () => rows.destroy());
  return page;
}
