// The next settlement of a processor as a job: one for each of its local days.
import { processorType } from '../../../contract/payments/processor-types/catalogue.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { type JobRequest, schedule } from '../../jobs/runner.ts';
import { localDay } from '../days.ts';
import type { ProcessorRow } from '../merchant-config.ts';
import { batchCodec } from './host.ts';
import { nextSettlement } from './schedule.ts';

export const settlement_job = 'settlement';

/**
 * Whether we close a processor's batch and do so each day, without a person asking for it. This
 * includes a disabled processor, since what it has taken must be settled.
 */
export function settlesByItself(
  context: Context,
  row: Pick<ProcessorRow, 'type' | 'status' | 'features'>,
): boolean {
  if (row.status === 'released' || row.features.disable_auto_settle === true) return false;
  const type = processorType(row.type);
  return type !== null && batchCodec(context, type) !== null;
}

/** The settlement of a processor's local day, as a job. */
export function settlementOn(
  { merchant_id, processor_id, on }: { merchant_id: string; processor_id: string; on: string },
  due_at: Date,
): JobRequest {
  const key = `${merchant_id}/${processor_id}/${on}`;
  return { name: settlement_job, key, merchant_id, payload: { processor_id, on }, due_at };
}

export async function scheduleSettlement(
  context: Context,
  row: ProcessorRow,
  due_at: Date,
): Promise<void> {
  const { merchant_id, id: processor_id } = row;
  const on = localDay(due_at, row.timezone);
  await schedule(context, settlementOn({ merchant_id, processor_id, on }, due_at));
}

export async function plan(context: Context, row: ProcessorRow): Promise<void> {
  if (!settlesByItself(context, row)) return;
  const next = nextSettlement(row, context.clock.now());
  const last = await connect(context)
    .selectFrom('settlement_batch')
    .select('batch_on')
    .where('merchant_id', '=', row.merchant_id)
    .where('processor_id', '=', row.id)
    .where('state', 'not in', ['closing', 'unknown'])
    .orderBy('batch_date', 'desc')
    .limit(1)
    .executeTakeFirst();
  // A day closes once, even where its time was moved to later.
  const is_closed = last !== undefined && last.batch_on >= localDay(next, row.timezone);
  await scheduleSettlement(context, row, is_closed ? nextSettlement(row, next) : next);
}

export async function rowOf(
  context: Context,
  merchant_id: string,
  id: string,
): Promise<ProcessorRow | undefined> {
  return await connect(context)
    .selectFrom('processor')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Puts the next settlement of a processor on the list; called when a processor is made or its time,
 * zone, status or features change. The job itself looks at the record again when it is due.
 */
export async function planSettlement(
  context: Context,
  merchant_id: string,
  processor_id: string,
): Promise<void> {
  const row = await rowOf(context, merchant_id, processor_id);
  if (row) await plan(context, row);
}
