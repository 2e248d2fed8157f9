// Returns and batches that could not be booked: listed for administrators, who can retry them.
import { sql } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import { notFound, refuse } from '../../../contract/errors.ts';
import {
  type SettlementException,
  settlement_exception_fields,
  type settlement_exceptions,
} from '../../../contract/payments/settlement-exceptions.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { conditionsOf, pageOf } from '../../db/search.ts';
import type { Handlers } from '../../http/serve.ts';
import { enqueue, type JobRequest } from '../../jobs/runner.ts';
import { recovery_job } from '../transactions/attempts/attempts.ts';
import { settlement_job, settlementOn } from './plan.ts';
import { is_unanswered, markClosed, markNotClosed } from './unanswered.ts';

type Row = Omit<SettlementException, 'created_at' | 'next_try_at'> & {
  created_at: Date;
  next_try_at: Date | null;
};

/** A batch without an answer is an exception only once it has a stored reason. */
const stuck = sql`b.state in ('closing', 'unknown') and b.response_message <> ''`;

/** All of them, as `e`, each with its merchant and processor. */
export const exceptions = sql`(
  select w.merchant_id, w.reference as id, w.kind, w.processor_id, w.transaction_id,
    w.code as return_code, w.effective_on as "on", w.last_error as reason, w.error_id,
    w.try_count, false as is_unanswered, w.next_try_at, w.created_at
  from waiting_return w where w.try_count > 0
  union all
  select b.merchant_id, b.id, 'batch', b.processor_id, '', '', b.batch_on, b.response_message, '',
    0, ${is_unanswered}, j.due_at, b.created_at
  from settlement_batch b
  left join job j on j.name = ${settlement_job} and j.merchant_id = b.merchant_id
    and j.payload ->> 'processor_id' = b.processor_id and j.payload ->> 'on' = b.batch_on
  where ${stuck}) as e
  join account on account.id = e.merchant_id
  join processor p on p.merchant_id = e.merchant_id and p.id = e.processor_id`;

const columns = sql`e.*, account.name as merchant_name, p.name as processor_name`;

const targets = {
  merchant_id: 'e.merchant_id',
  processor_id: 'e.processor_id',
  kind: 'e.kind',
  transaction_id: 'e.transaction_id',
  created_at: 'e.created_at',
};

function toRecord({ created_at, next_try_at, ...row }: Row): SettlementException {
  const next = next_try_at?.toISOString() ?? null;
  return { ...row, created_at: created_at.toISOString(), next_try_at: next };
}

async function search(context: Context, input: InputOf<typeof settlement_exceptions.search>) {
  const conditions = [
    scope(context, 'e.merchant_id'),
    ...conditionsOf(settlement_exception_fields, targets, input.filters, context.clock.now()),
  ];
  const listed = {
    columns,
    from: exceptions,
    direction: 'asc' as const,
    conditions,
    sorted_by: 'created_at',
  };
  const { rows, ...count } = await pageOf<Row>(connect(context), 'e', listed, input);
  return { rows: rows.map(toRecord), ...count };
}

interface Path {
  merchantId: string;
  id: string;
}

/** What is retried, and what the audit log stores of it. */
interface Due {
  job: JobRequest;
  before: object;
}

/** Makes entries with this reference due now; does nothing if none waits for a retry. */
async function entryDue(tx: Tx, context: Context, path: Path): Promise<Due | undefined> {
  const now = context.clock.now();
  const [entry] = await tx
    .updateTable('waiting_return')
    .set({ next_try_at: now })
    .where('merchant_id', '=', path.merchantId)
    .where('reference', '=', path.id)
    .where('try_count', '>', 0)
    .where(scope(context, 'waiting_return.merchant_id'))
    .returning(['kind', 'transaction_id', 'try_count', 'last_error', 'error_id'])
    .execute();
  return entry && { job: { name: recovery_job, key: 'all', due_at: now }, before: entry };
}

interface Stuck {
  processor_id: string;
  on: string;
  reason: string;
}

const not_repeated = 'The close of this batch is not repeated. Mark it as closed or not closed.';

/** The settlement of the day that a stuck batch is of, due now. */
async function batchDue(tx: Tx, context: Context, path: Path): Promise<Due | undefined> {
  const { rows } = await sql<Stuck & { unanswered: boolean }>`
    select b.processor_id, b.batch_on as "on", b.response_message as reason,
      ${is_unanswered} as unanswered
    from settlement_batch b
    where b.merchant_id = ${path.merchantId} and b.id = ${path.id} and ${stuck}
      and ${scope(context, 'b.merchant_id')} for update`.execute(tx);
  const [found] = rows;
  if (!found) return;
  const { unanswered, ...batch } = found;
  if (unanswered) refuse('refused', not_repeated);
  const day = { merchant_id: path.merchantId, processor_id: batch.processor_id, on: batch.on };
  return { job: settlementOn(day, context.clock.now()), before: { kind: 'batch', ...batch } };
}

/** Enqueues the retry in the commit of the audit row; 404 if nothing is stuck. */
async function retry(context: Context, path: Path): Promise<void> {
  await inTransaction(context, path.merchantId, async (tx) => {
    const due = (await entryDue(tx, context, path)) ?? (await batchDue(tx, context, path));
    const { job, before } = due ?? notFound();
    await enqueue(tx, context, job);
    await audit(tx, context, {
      verb: 'retry',
      noun: 'settlement_exception',
      id: path.id,
      merchant_id: path.merchantId,
      before,
    });
  });
  context.nudge();
}

export const settlementExceptionHandlers: Handlers<typeof settlement_exceptions> = {
  search: (context, _params, input) => search(context, input),
  retry: (context, path) => retry(context, path),
  markClosed,
  markNotClosed,
};
