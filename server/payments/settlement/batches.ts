// Batch rows before they have members: what is pending, and the intent to close.
import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { BatchState } from '../../../contract/payments/settlement.ts';
import type { Context } from '../../context.ts';
import { connect, inTransaction } from '../../db/database.ts';
import type { SettlementBatch } from '../../db/tables.generated.ts';
import type { ProcessorConfig } from '../merchant-config.ts';

export type BatchRow = Selectable<SettlementBatch>;

/** One close of one processor's batch. */
export interface Closing {
  merchant_id: string;
  processor: ProcessorConfig;
  /** Local day of the processor, and the cut-off: items of a later moment join the next batch. */
  on: string;
  due: Date;
  /** The reference of this close at the host; also `batch_number` until the host has given one. */
  reference: string;
  /** The host has more items open than the close before this one took, so all are taken. */
  continues?: boolean;
}

/** 20 characters of `[0-9a-v]` computed from words, so that the same intent has the same name. */
function named(...words: (string | number)[]): string {
  const digest = createHash('sha256').update(words.join('|')).digest('hex');
  return BigInt(`0x${digest}`).toString(32).padStart(52, '0').slice(0, 20);
}

/** The nth close of a processor's day; after a crash the host is asked about the same reference. */
export function closeReference(merchant_id: string, processor_id: string, on: string, n: number) {
  return named('close', merchant_id, processor_id, on, n);
}

function batchId(reference: string, currency: string): string {
  return named('batch', reference, currency);
}

/** When an item joined the batch: its capture, or else its creation. */
export const joined_at = sql<Date>`coalesce(captured_at, created_at)`;

/**
 * Currencies in which something waits that joined by the due moment. What a batch of this day was
 * to take and did not is in dispute or waits for the next day: it begins no further close.
 */
export async function pendingCurrencies(context: Context, closing: Closing): Promise<string[]> {
  const { merchant_id, processor, due, on, continues = false } = closing;
  const { rows } = await sql<{ currency: string }>`
    with waiting as (
      select currency, max(${joined_at}) as last_joined_at from transaction
      where merchant_id = ${merchant_id} and status = 'pending_settlement'
        and processor_id = ${processor.row.id} and ${joined_at} <= ${due}
      group by currency)
    select currency from waiting where ${continues} or last_joined_at > coalesce((
      select max(b.batch_date) from settlement_batch b
      where b.merchant_id = ${merchant_id} and b.processor_id = ${processor.row.id}
        and b.currency = waiting.currency and b.batch_on = ${on}
        and b.state in ('mismatch', 'confirmed', 'funded', 'rejected')), '-infinity')
    order by currency`.execute(connect(context));
  return rows.map((row) => row.currency);
}

/** A close that has begun: the rows with its reference, in any state. */
export async function rowsOf(context: Context, closing: Closing): Promise<BatchRow[]> {
  const rows = await connect(context)
    .selectFrom('settlement_batch')
    .selectAll()
    .where('merchant_id', '=', closing.merchant_id)
    .where('processor_id', '=', closing.processor.row.id)
    .where('batch_on', '=', closing.on)
    .orderBy('currency')
    .execute();
  return rows.filter((row) => row.id === batchId(closing.reference, row.currency));
}

/** A batch without numbers yet. */
export function emptyBatch(context: Context, closing: Closing, currency: string): BatchRow {
  const { merchant_id, processor, on, due, reference } = closing;
  const now = context.clock.now();
  return {
    merchant_id,
    id: batchId(reference, currency),
    processor_id: processor.row.id,
    processor_name: processor.row.name,
    processor_type: processor.row.type,
    state: 'closing',
    currency,
    batch_on: on,
    batch_date: due,
    batch_number: reference,
    host_batch_number: null,
    num_transactions: 0,
    amount_captured: 0,
    amount_credit: 0,
    net_deposit: 0,
    response_code: 0,
    response_message: '',
    event_count: 0,
    created_at: now,
    updated_at: now,
  };
}

/** Writes the intent to close before anything is sent; rows that exist already are not changed. */
export async function beginClosing(
  context: Context,
  closing: Closing,
  currencies: readonly string[],
): Promise<BatchRow[]> {
  if (currencies.length > 0) {
    const rows = currencies.map((currency) => emptyBatch(context, closing, currency));
    await inTransaction(context, closing.merchant_id, (tx) =>
      tx
        .insertInto('settlement_batch')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }
  return await rowsOf(context, closing);
}

/** Open closes of a processor: begun on this day or earlier and not answered, oldest first. */
export async function openClosings(
  context: Context,
  merchant_id: string,
  processor: ProcessorConfig,
): Promise<Closing[]> {
  const { rows } = await sql<{ on: string; due: Date; reference: string }>`
    select batch_on as on, min(batch_date) as due, batch_number as reference
    from settlement_batch
    where merchant_id = ${merchant_id} and processor_id = ${processor.row.id}
      and state in ('closing', 'unknown')
    group by batch_on, batch_number order by min(batch_date)`.execute(connect(context));
  return rows.map((row) => ({ merchant_id, processor, ...row }));
}

/** Batches of the host whose differences are not explained yet, of the last month. */
export async function mismatches(
  context: Context,
  merchant_id: string,
  processor: ProcessorConfig,
): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select * from settlement_batch
    where merchant_id = ${merchant_id} and processor_id = ${processor.row.id}
      and state = 'mismatch' and batch_number ~ '^[0-9]{1,15}$'
      and batch_date > ${context.clock.now()}::timestamptz - interval '31 days'
    order by batch_date`.execute(connect(context));
  return rows;
}

/** Moves every unanswered row of a close to a state that has no members. */
export async function setState(
  context: Context,
  closing: Closing,
  state: BatchState,
  response_message: string,
): Promise<void> {
  await connect(context, closing.merchant_id)
    .updateTable('settlement_batch')
    .set({ state, response_message, updated_at: context.clock.now() })
    .where('merchant_id', '=', closing.merchant_id)
    .where('processor_id', '=', closing.processor.row.id)
    .where('batch_number', '=', closing.reference)
    .where('state', 'in', ['closing', 'unknown'])
    .execute();
}

/** Stores why a batch is not booked yet; its state does not change. */
export async function setBatchMessage(
  context: Context,
  { merchant_id, id }: BatchRow,
  response_message: string,
): Promise<void> {
  await connect(context, merchant_id)
    .updateTable('settlement_batch')
    .set({ response_message, updated_at: context.clock.now() })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('state', 'in', ['closing', 'unknown'])
    .execute();
}
