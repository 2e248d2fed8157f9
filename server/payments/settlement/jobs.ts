// The nightly settlement of each processor as jobs: one for each processor and local day.

import { sql } from 'kysely';
import { connect } from '../../db/database.ts';
import { tryEach } from '../../db/each.ts';
import type { JobDefinition } from '../../jobs/runner.ts';
import type { ProcessorRow } from '../merchant-config.ts';
import { finishClosings, settleProcessor } from './close.ts';
import { plan, rowOf, scheduleSettlement, settlement_job, settlesByItself } from './plan.ts';
import { momentOf, nextSettlement } from './schedule.ts';

const plan_job = 'settlement_plan';
/** How long to wait before a host without an answer, or a failed plan, is tried again. */
const retry_ms = 15 * 60_000;
const day_ms = 86_400_000;

/** At the start and once a day: a processor without a settlement on the list gets its next one. */
const settlementPlan: JobDefinition = {
  name: plan_job,
  queue: 'money',
  standing: async (context) => [{ key: 'all', due_at: context.clock.now() }],
  async run(context, job) {
    const { rows } = await sql<ProcessorRow>`select p.* from processor p where not exists (
      select 1 from job j where j.name = ${settlement_job} and j.merchant_id = p.merchant_id
        and j.payload ->> 'processor_id' = p.id)`.execute(connect(context));
    const failed = await tryEach(context, {
      parts: rows,
      alert: 'not_planned',
      sentence: 'no settlement is planned',
      about: ({ merchant_id, id }) => ({ merchant_id, processor_id: id }),
      work: (row) => plan(context, row),
    });
    const wait_ms = failed.length > 0 ? retry_ms : day_ms;
    return new Date(Math.max(job.due_at.getTime(), context.clock.now().getTime()) + wait_ms);
  },
};

const settlementOfDay: JobDefinition = {
  name: settlement_job,
  queue: 'money',
  async run(context, job) {
    const { processor_id, on } = job.payload as { processor_id: string; on: string };
    const row = await rowOf(context, job.merchant_id, processor_id);
    if (!row) return null;
    const due = momentOf(on, row);
    const by_itself = settlesByItself(context, row);
    const is_due = by_itself && due <= context.clock.now();
    if (is_due) await scheduleSettlement(context, row, nextSettlement(row, due));
    // A person may have it run before its time, or where nothing settles by itself.
    const settled = is_due
      ? await settleProcessor(context, job.merchant_id, processor_id, due)
      : await finishClosings(context, job.merchant_id, processor_id);
    if (settled === 'later') return new Date(context.clock.now().getTime() + retry_ms);
    return by_itself && !is_due ? due : null;
  },
};

export const settlementJobs: readonly JobDefinition[] = [settlementPlan, settlementOfDay];
