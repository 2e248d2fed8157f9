// A batch close that is sent only once got no answer: a person says what happened (decision 27).
import { sql } from 'kysely';
import { notFound, refuse } from '../../../contract/errors.ts';
import { closed_once } from '../../../contract/payments/processor-types/catalogue.ts';
import type { settlement_exceptions } from '../../../contract/payments/settlement-exceptions.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import type { Handlers } from '../../http/serve.ts';
import { enqueue } from '../../jobs/runner.ts';
import { type BatchRow, joined_at } from './batches.ts';
import { hostOf } from './host.ts';
import { settlementOn } from './plan.ts';

type Verbs = Handlers<typeof settlement_exceptions>;
type Path = { merchantId: string; id: string };

/** Of `settlement_batch b`: nobody knows whether the close that was sent has happened. */
export const is_unanswered = sql<boolean>`(b.state = 'unknown' and b.host_batch_number is null
  and b.processor_type = any(${[...closed_once]}::text[]))`;

/** How long an answer may still come: more than any time-out of such a processor. */
const answer_ms = 5 * 60_000;

const answered = 'This batch is not waiting for an answer.';
const on_its_way = 'The processor may still answer. Try again in five minutes.';

async function unansweredBatch(context: Context, { merchantId, id }: Path): Promise<BatchRow> {
  const { rows } = await sql<BatchRow & { unanswered: boolean }>`
    select b.*, ${is_unanswered} as unanswered from settlement_batch b
    where b.merchant_id = ${merchantId} and b.id = ${id}
      and ${scope(context, 'b.merchant_id')}`.execute(connect(context));
  const [found] = rows;
  const { unanswered, ...batch } = found ?? notFound();
  if (!unanswered) refuse('refused', answered);
  if (batch.updated_at.getTime() > context.clock.now().getTime() - answer_ms) {
    refuse('refused', on_its_way);
  }
  return batch;
}

/** Refuses a number under which the processor has no payment that waits for this batch. */
async function checkNumber(context: Context, batch: BatchRow, number: number): Promise<void> {
  const { merchant_id, processor_id } = batch;
  const found = await hostOf(context, merchant_id, processor_id);
  const members = (await found?.host.members(number)) ?? null;
  if (members === null) {
    refuse('refused', `The processor did not list the payments of batch ${number}. Try again.`);
  }
  const references = members.map((member) => member.reference);
  const { rows } = await sql`select 1 from rail_attempt a
    join transaction t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
    where a.merchant_id = ${merchant_id} and a.processor_id = ${processor_id}
      and a.id = any(${references}::text[]) and t.status = 'pending_settlement'
    limit 1`.execute(connect(context));
  if (rows.length > 0) return;
  refuse('refused', `No payment of batch ${number} is pending settlement. Check the number.`);
}

interface Decision {
  verb: 'mark_closed' | 'mark_not_closed';
  /** Columns and their values after it, as SQL. */
  changes: ReturnType<typeof sql>;
  /** What the audit log stores of it. */
  stated: { reason: string; batch_number?: number };
}

/** Every currency of the close, where it is still as it was read; the job of its day goes on. */
async function decide(context: Context, batch: BatchRow, decision: Decision): Promise<void> {
  const { merchant_id, id, processor_id, batch_on: on } = batch;
  const { verb, changes, stated } = decision;
  const now = context.clock.now();
  await inTransaction(context, merchant_id, async (tx: Tx) => {
    const { rows } = await sql<{ id: string; state: string }>`
      update settlement_batch b set ${changes}, updated_at = ${now}
      where b.merchant_id = ${merchant_id} and b.processor_id = ${processor_id}
        and b.batch_number = ${batch.batch_number} and ${is_unanswered}
        and b.updated_at <= ${new Date(now.getTime() - answer_ms)}
      returning b.id, b.state`.execute(tx);
    const after = rows.find((row) => row.id === id);
    if (!after) refuse('refused', answered);
    await enqueue(tx, context, settlementOn({ merchant_id, processor_id, on }, now));
    await audit(tx, context, {
      verb,
      noun: 'settlement_exception',
      id,
      merchant_id,
      before: { kind: 'batch', state: batch.state, reason: batch.response_message },
      after: { state: after.state, ...stated },
    });
  });
  context.nudge();
}

/** It was closed under this number: its members are read from the processor and booked. */
export const markClosed: Verbs['markClosed'] = async (context, path, input) => {
  const batch = await unansweredBatch(context, path);
  const { batch_number } = input;
  await checkNumber(context, batch, batch_number);
  const changes = sql`host_batch_number = ${batch_number}`;
  await decide(context, batch, { verb: 'mark_closed', changes, stated: input });
};

/** It was not closed: it is closed again, or ends as rejected where nothing waits for it. */
export const markNotClosed: Verbs['markNotClosed'] = async (context, path, input) => {
  const batch = await unansweredBatch(context, path);
  const pending = sql`exists (select 1 from transaction t
    where t.merchant_id = b.merchant_id and t.processor_id = b.processor_id
      and t.currency = b.currency and t.status = 'pending_settlement'
      and ${joined_at} <= b.batch_date)`;
  const changes = sql`state = case when ${pending} then 'closing' else 'rejected' end,
    response_message = ''`;
  await decide(context, batch, { verb: 'mark_not_closed', changes, stated: input });
};
