// The printable report: an HTML page without scripts, its rows written by the database.
import { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { decimals, localTime, masked_account, payer_name } from './report-columns.ts';

interface Cell {
  heading: string;
  value: RawBuilder<unknown>;
  is_number?: boolean;
}

function escaped(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`replace(replace(replace(replace(coalesce(${value}, '')::text, '&', '&amp;'),
    '<', '&lt;'), '>', '&gt;'), '"', '&quot;')`;
}

/** Default columns of the transaction table, and the merchant where there may be several. */
function cells(time_zone: string, with_merchant: boolean): Cell[] {
  const merchant = { heading: 'Merchant', value: sql`transaction.merchant_name` };
  return [
    { heading: 'Created', value: sql`${localTime('created_at', time_zone)}::text` },
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
      value: sql`(${decimals('amount')})::text || ' ' || upper(transaction.currency)`,
      is_number: true,
    },
  ];
}

/** Control characters the rows are free of, so that COPY has nothing to quote. */
export const page_format = String.raw`format csv, delimiter E'\x02', quote E'\x01'`;

/** One `<tr>` for each row. */
export function pageRow(time_zone: string, with_merchant: boolean): RawBuilder<unknown> {
  const parts = cells(time_zone, with_merchant).map(
    ({ value, is_number }) =>
      sql`${sql.lit(is_number ? '<td class="n">' : '<td>')} || ${escaped(value)} || '</td>'`,
  );
  return sql`'<tr>' || regexp_replace(${sql.join(parts, sql` || `)}, '[[:cntrl:]]', ' ', 'g')
    || '</tr>'`;
}

const style =
  'body{font:12px/1.4 system-ui,sans-serif;margin:24px;color:#111}h1{font-size:16px}' +
  'table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:4px 8px;' +
  'border-bottom:1px solid #ccc}.n{text-align:right;font-variant-numeric:tabular-nums;' +
  'white-space:nowrap}thead{display:table-header-group}tr{break-inside:avoid}' +
  '@media print{body{margin:0}}';

function head(time_zone: string, with_merchant: boolean): string {
  const headings = cells(time_zone, with_merchant)
    .map(({ heading, is_number }) => `<th${is_number ? ' class="n"' : ''}>${heading}</th>`)
    .join('');
  return (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Transactions</title>' +
    `<style>${style}</style></head><body><h1>Transactions</h1><p>Times in ${time_zone}</p>` +
    `<table><thead><tr>${headings}</tr></thead><tbody>\n`
  );
}

async function* around(rows: Readable, before: string, after: string) {
  yield before;
  yield* rows;
  yield after;
}

/** The whole page around the rows; it reads no faster than it is read. */
export function printablePage(rows: Readable, time_zone: string, with_merchant: boolean): Readable {
  const after = '</tbody></table></body></html>\n';
  const parts = around(rows, head(time_zone, with_merchant), after);
  const page = Readable.from(parts, { objectMode: false });
  // A reader that leaves during the heading would leave the rows waiting.
  page.once('close', () => rows.destroy());
  return page;
}
