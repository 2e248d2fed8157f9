// Searching settlement batches: one page of them, and sums by merchant, day and processor.
import { type SqlBool, sql } from 'kysely';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { invalid } from '../../../../contract/errors.ts';
import {
  type BatchRecord,
  type BatchTotals,
  batch_fields,
  batch_search,
  max_summary_lines,
  type settlement,
  shown_states,
} from '../../../../contract/payments/settlement.ts';
import type { Context } from '../../../context.ts';
import { connect } from '../../../db/database.ts';
import { scope } from '../../../db/scope.ts';
import { type Condition, conditionsOf } from '../../../db/search.ts';
import { FileAnswer, type Handlers } from '../../../http/serve.ts';
import { capturedPart } from '../../transactions/reading/totals/totals-groups.ts';
import { numberOfBatch } from './batch-events.ts';
import { batchFile } from './batch-file.ts';

type Input = InputOf<(typeof settlement)['search']>;

const targets = {
  batch_date: 'b.batch_date',
  settlement_batch_id: 'b.id',
  processor_id: 'b.processor_id',
  state: 'b.state',
};

function whereOf(context: Context, input: Input): Condition {
  const shown = sql`b.state in (${sql.join(shown_states.map((state) => sql.lit(state)))})`;
  const conditions = [
    scope(context, 'b.merchant_id'),
    sql<SqlBool>`${shown}`,
    ...conditionsOf(batch_fields, targets, input.filters, context.clock.now()),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

type Row = Omit<BatchRecord, 'batch_date' | 'batch_number' | 'reference'> & {
  batch_date: Date;
  batch_number: string;
};

const directionOf = ({ sort }: Input) => sort?.direction ?? 'desc';

const orderOf = (input: Input) => sql`b.batch_date ${sql.raw(directionOf(input))}, b.id desc`;

const takes = sql`transaction.type not in ('refund', 'credit')`;
const part = (name: Parameters<typeof capturedPart>[1]) => sql`${sql.lit(name)},
  coalesce(sum(${capturedPart('transaction', name)}) filter (where ${takes}), 0)`;

/** What its members are, for the batches of one page alone; `<> ''` lets their index be used. */
const details = sql`cross join lateral (
  select jsonb_build_object('num_captured', count(*) filter (where ${takes}),
    'num_credits', count(*) filter (where not ${takes}), ${part('tax_amount')},
    ${part('tip_amount')}, ${part('surcharge')}, ${part('service_fee')}) as details
  from transaction where transaction.merchant_id = b.merchant_id
    and transaction.settlement_batch_id = b.id
    and transaction.settlement_batch_id <> '') as inside`;

async function pageOf(context: Context, where: Condition, input: Input): Promise<BatchRecord[]> {
  const { detailed } = input;
  const { rows } = await sql<Row>`
    select b.* ${detailed ? sql`, inside.details` : sql``} from (
      select b.id, b.merchant_id, b.batch_date, b.processor_id, b.processor_name,
        b.processor_type, b.batch_number, b.state, b.currency, b.num_transactions,
        b.amount_captured, b.amount_credit, b.net_deposit, b.response_code, b.response_message
      from settlement_batch b where ${where} order by ${orderOf(input)}
      limit ${input.limit} offset ${input.offset}) as b ${detailed ? details : sql``}
    order by ${orderOf(input)}`.execute(connect(context));
  return rows.map((row) => ({
    ...row,
    ...numberOfBatch(row.batch_number),
    batch_date: row.batch_date.toISOString(),
  }));
}

/** The newest batches in the caller's scope, without sums. */
export async function latestBatches(context: Context, limit: number): Promise<BatchRecord[]> {
  const input: Input = { ...batch_search.parse({}), limit };
  return await pageOf(context, whereOf(context, input), input);
}

interface SummaryRow {
  merchant_id: string;
  batch_date: string;
  processor_id: string;
  processor_name: string;
  currency: string;
  num_transactions: number;
  captured: number;
  credit: number;
}

async function summaryOf(context: Context, where: Condition): Promise<SummaryRow[]> {
  const { rows } = await sql<SummaryRow>`
    select b.merchant_id, b.batch_on as batch_date, b.processor_id,
      max(b.processor_name) as processor_name, b.currency,
      sum(b.num_transactions)::bigint as num_transactions,
      sum(b.amount_captured)::bigint as captured, sum(b.amount_credit)::bigint as credit
    from settlement_batch b where ${where}
    group by b.merchant_id, b.batch_on, b.processor_id, b.currency
    order by b.batch_on desc, b.merchant_id, b.processor_id, b.currency
    limit ${max_summary_lines}`.execute(connect(context));
  return rows;
}

async function totalsOf(context: Context, where: Condition): Promise<BatchTotals[]> {
  const { rows } = await sql<BatchTotals>`
    select b.currency, count(*) as num_batches,
      sum(b.num_transactions)::bigint as num_transactions,
      sum(b.amount_captured)::bigint as captured, sum(b.amount_credit)::bigint as credit,
      sum(b.net_deposit)::bigint as net_deposit
    from settlement_batch b where ${where} group by b.currency
    order by b.currency`.execute(connect(context));
  return rows;
}

/** Batches in the caller's scope, newest first; sort is by batch_date alone. */
export async function searchBatches(context: Context, input: Input) {
  if (input.sort && input.sort.field !== 'batch_date') invalid('Sort');
  const where = whereOf(context, input);
  const [results, summary, totals] = await Promise.all([
    pageOf(context, where, input),
    summaryOf(context, where),
    totalsOf(context, where),
  ]);
  const total_count = totals.reduce((count, { num_batches }) => count + num_batches, 0);
  return { summary, results, totals, total_count };
}

/** All matches of a search as a file; 400 where it would be too long for one answer. */
export async function fileOfBatches(context: Context, input: Input) {
  if (input.sort && input.sort.field !== 'batch_date') invalid('Sort');
  const where = whereOf(context, input);
  const totals = await totalsOf(context, where);
  const direction = directionOf(input);
  return await batchFile(context, { where, detailed: input.detailed, direction, totals });
}

export const batchSearch: Pick<Handlers<typeof settlement>, 'search'> = {
  search: async (context, _params, input) =>
    input.csv
      ? new FileAnswer(await fileOfBatches(context, input))
      : await searchBatches(context, input),
};
