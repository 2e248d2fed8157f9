// Settled batches as a file: a line for each batch, or for each transaction that settled in one.
import type { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import type { FileBody } from '../../../../contract/endpoint.ts';
import { refuse } from '../../../../contract/errors.ts';
import { type BatchTotals, max_file_lines } from '../../../../contract/payments/settlement.ts';
import type { Context } from '../../../context.ts';
import type { Condition } from '../../../db/search.ts';
import { decimals, guarded, masked_account } from '../../transactions/reports/report-columns.ts';
import { copyOut } from '../../transactions/reports/report-stream.ts';

type Column = [name: string, value: RawBuilder<unknown>];

const own = (name: string): Column => [name, sql.ref(`b.${name}`)];
const text = (name: string): Column => [name, guarded(sql.ref(`b.${name}`))];
const money = (name: string): Column => [name, decimals(name, 'b')];
const utc = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const named: readonly Column[] = [
  ['settlement_batch_id', sql.ref('b.id')],
  own('merchant_id'),
  ['batch_date', utc('b.batch_date')],
  text('batch_number'),
  own('state'),
  own('processor_id'),
  text('processor_name'),
  own('processor_type'),
  own('currency'),
];

const batch_columns: readonly Column[] = [
  ...named,
  own('num_transactions'),
  money('amount_captured'),
  money('amount_credit'),
  money('net_deposit'),
  own('response_code'),
  text('response_message'),
];

/** `amount` is the effect on the deposit: refunds and credits are negative. */
const member_columns: readonly Column[] = [
  ...named,
  ['transaction_id', sql.ref('transaction.id')],
  ['type', sql.ref('transaction.type')],
  ['status', sql.ref('transaction.status')],
  ['created_at', utc('transaction.created_at')],
  ['settled_at', utc('transaction.settled_at')],
  ['order_id', guarded(sql.ref('transaction.order_id'))],
  ['payment_method', sql.ref('transaction.payment_method')],
  ['masked_account', masked_account],
  [
    'amount',
    sql`case when transaction.type in ('refund', 'credit') then -1 else 1 end
      * (${decimals('amount_settled')})`,
  ],
];

const members = sql`join transaction on transaction.merchant_id = b.merchant_id
  and transaction.settlement_batch_id = b.id and transaction.settlement_batch_id <> ''`;

interface FileRequest {
  where: Condition;
  detailed: boolean;
  direction: 'asc' | 'desc';
  /** The row count of all matches, so that a file that is too long is refused before it starts. */
  totals: readonly BatchTotals[];
}

/** Every batch of the search as CSV, out of one snapshot; money as decimals, times in UTC. */
export async function batchFile(
  context: Context,
  { where, detailed, direction, totals }: FileRequest,
): Promise<FileBody<Readable>> {
  const counted = detailed ? 'num_transactions' : 'num_batches';
  const lines = totals.reduce((sum, one) => sum + one[counted], 0);
  if (lines > max_file_lines) {
    refuse('refused', `The file would have ${lines} lines. Search fewer days.`);
  }
  const columns = detailed ? member_columns : batch_columns;
  const row = sql.join(columns.map(([name, value]) => sql`${value} as ${sql.id(name)}`));
  const order = sql`b.batch_date ${sql.raw(direction)}, b.id desc`;
  const query = sql`select ${row} from settlement_batch b ${detailed ? members : sql``}
    where ${where} order by ${order} ${detailed ? sql`, transaction.id` : sql``}`;
  const format = 'format csv, header';
  const { body } = await copyOut(context, query, { format, by_index: false, reader: 'client' });
  const [year, month, day] = context.clock.now().toISOString().slice(0, 10).split('-');
  return { content_type: 'text/csv', filename: `settlements-${month}-${day}-${year}.csv`, body };
}
