// The standing job that starts queues when something is due again, and deletes old deliveries.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { forEachMerchant } from '../../db/each.ts';
import { nightlyJob } from '../../jobs/housekeeping.ts';
import { enqueue, type JobDefinition } from '../../jobs/runner.ts';
import { nextDueAt, recheck_after_ms, webhook_job } from './delivery-claims.ts';
import { stopQueues, wakeDueQueues } from './delivery-queues.ts';
import type { WebhookParts } from './parts.ts';

const day_ms = 86_400_000;
const retention_days = 30;

/** In the commit that makes deliveries: should this process die, another one sends them later. */
export async function enqueueDeliveryJob(tx: Tx, context: Context): Promise<void> {
  const due_at = new Date(context.clock.now().getTime() + recheck_after_ms);
  await enqueue(tx, context, { name: webhook_job, key: 'all', due_at });
}

async function forget(context: Context): Promise<void> {
  const before = new Date(context.clock.now().getTime() - retention_days * day_ms);
  const { rows } = await sql<{ merchant_id: string }>`select distinct merchant_id
    from webhook_event where created_at < ${before}`.execute(connect(context));
  await forEachMerchant(context, 'webhooks_not_cleaned', rows, ({ merchant_id }) =>
    inTransaction(context, merchant_id, async (tx) => {
      await sql`delete from webhook_delivery where merchant_id = ${merchant_id}
        and created_at < ${before} and state <> 'pending'`.execute(tx);
      await sql`delete from webhook_event e where e.merchant_id = ${merchant_id}
        and e.created_at < ${before} and not exists (select 1 from webhook_delivery d
          where d.merchant_id = ${merchant_id} and d.event_id = e.id)`.execute(tx);
    }),
  );
}

export function webhookJobs(parts: WebhookParts): JobDefinition[] {
  return [
    {
      name: webhook_job,
      queue: 'webhooks',
      standing: async (context) => [{ key: 'all', due_at: context.clock.now() }],
      // Receivers may be slow; other jobs do not wait for them.
      async run(context) {
        await wakeDueQueues(context, parts);
        return await nextDueAt(context);
      },
      stop: stopQueues,
    },
    nightlyJob({
      name: 'webhook_cleaning',
      every_ms: day_ms / 2,
      next: (after) => new Date(after.getTime() + day_ms),
      work: forget,
    }),
  ];
}
