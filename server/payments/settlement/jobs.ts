// The nightly settlement of each processor as jobs: one for each processor and local day.

import { sql } from 'kysely';
import { processorType } from '../../../contract/payments/processor-types/catalogue.ts';
import type { Context } from '../../context.ts';
import { isDatabaseUnavailable } from '../../db/connections/connection-errors.ts';
import { connect } from '../../db/database.ts';
import { type JobDefinition, type JobRequest, schedule } from '../../jobs/runner.ts';
import { localDay } from '../days.ts';
import type { ProcessorRow } from '../merchant-config.ts';
import { settleProcessor } from './close.ts';
import { batchCodec } from './host.ts';
import { momentOf, nextSettlement } from './schedule.ts';

export const settlement_job = 'settlement';
const plan_job = 'settlement_plan';
/** Until a host that did not answer is asked again; business time. */
const retry_ms = 15 * 60_000;
const day_ms = 86_400_000;

/**
 * Whether a processor's batch closes at our command and by itself. A disabled one still does: what
 * it has taken must be settled.
 */
function settlesByItself(context: Context, row: ProcessorRow): boolean {
  const features = row.features as unknown as { disable_auto_settle?: boolean };
  if (row.status === 'released' || features.disable_auto_settle === true) return false;
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

async function putOnList(context: Context, row: ProcessorRow, due_at: Date): Promise<void> {
  const { merchant_id, id: processor_id } = row;
  const on = localDay(due_at, row.timezone);
  await schedule(context, settlementOn({ merchant_id, processor_id, on }, due_at));
}

async function plan(context: Context, row: ProcessorRow): Promise<void> {
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
  await putOnList(context, row, is_closed ? nextSettlement(row, next) : next);
}

async function rowOf(
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

/** At the start and once a day: a processor without a settlement on the list gets its next one. */
const settlementPlan: JobDefinition = {
  name: plan_job,
  queue: 'money',
  standing: async (context) => [{ key: 'all', due_at: context.clock.now() }],
  async run(context, job) {
    const { rows } = await sql<ProcessorRow>`select p.* from processor p where not exists (
      select 1 from job j where j.name = ${settlement_job} and j.merchant_id = p.merchant_id
        and j.payload ->> 'processor_id' = p.id)`.execute(connect(context));
    for (const row of rows) {
      await plan(context, row).catch((error) => {
        if (isDatabaseUnavailable(error)) throw error;
        const about = { merchant_id: row.merchant_id, processor_id: row.id };
        context.log.error(
          { err: error, alert: 'not_planned', ...about },
          'no settlement is planned',
        );
      });
    }
    return new Date(Math.max(job.due_at.getTime(), context.clock.now().getTime()) + day_ms);
  },
};

const settlementOfDay: JobDefinition = {
  name: settlement_job,
  queue: 'money',
  async run(context, job) {
    const { processor_id, on } = job.payload as { processor_id: string; on: string };
    const row = await rowOf(context, job.merchant_id, processor_id);
    if (!row || !settlesByItself(context, row)) return null;
    const due = momentOf(on, row);
    if (due > context.clock.now()) return due;
    await putOnList(context, row, nextSettlement(row, due));
    const settled = await settleProcessor(context, job.merchant_id, processor_id, due);
    return settled === 'done' ? null : new Date(context.clock.now().getTime() + retry_ms);
  },
};

export const settlementJobs: readonly JobDefinition[] = [settlementPlan, settlementOfDay];
