// Recovery: attempts past their deadline are claimed, inquired and ended.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { isDatabaseUnavailable } from '../../db/connections/connection-errors.ts';
import { connect, inTransaction } from '../../db/database.ts';
import { type JobDefinition, schedule } from '../../jobs/runner.ts';
import { unknownOutcome } from '../processors/wire-answer.ts';
import { bookWaitingReturns } from '../settlement/returns.ts';
import { AlreadyFinished } from '../transactions/attempts/attempt-errors.ts';
import { recordStep } from '../transactions/attempts/attempt-notes.ts';
import {
  type Attempt,
  lease_seconds,
  recovery_job,
  secondsFrom,
  toAttempt,
} from '../transactions/attempts/attempts.ts';
import { executionOf, inquireOnce, markUnknown } from '../transactions/outcomes/execute.ts';
import { recordStoreFailure } from '../transactions/outcomes/store-failure.ts';
import { nextHoldRelease, releaseDueHolds } from './card-checks.ts';

const batch_size = 200;
const at_a_time = 8;
/** While an ACH return waits for its transaction, recovery runs this often. */
const waiting_seconds = 60;
/**
 * With no open attempts it runs again after this time; the watch notices attempts that fall due
 * sooner.
 */
const idle_seconds = 3_600;

interface Due {
  merchant_id: string;
  id: string;
}

const is_due = (now: Date) => sql<boolean>`state in ('sent', 'no_answer') and (
  (state = 'sent' and deadline_at <= ${now})
  or (state = 'no_answer' and next_inquiry_at <= ${now}))`;

async function findDue(context: Context): Promise<Due[]> {
  const { rows } = await sql<Due>`select merchant_id, id from rail_attempt
    where ${is_due(context.clock.now())}
    order by deadline_at limit ${batch_size}`.execute(connect(context));
  return rows;
}

/**
 * Claims one attempt for this worker; null where another worker, or its own request, claimed it.
 */
async function claim(context: Context, due: Due): Promise<Attempt | null> {
  const now = context.clock.now();
  const lease = secondsFrom(now, lease_seconds);
  return await inTransaction(context, due.merchant_id, async (tx) => {
    const claimed = await tx
      .updateTable('rail_attempt')
      .set({
        deadline_at: lease,
        fencing_token: sql`fencing_token + 1`,
        next_inquiry_at: sql`case when state = 'no_answer' then ${lease}::timestamptz end`,
        // A reversal cannot be inquired (Q9).
        state: sql`case when recovery_of <> '' then 'no_answer' else state end`,
      })
      .where('merchant_id', '=', due.merchant_id)
      .where('id', '=', (query) =>
        query
          .selectFrom('rail_attempt')
          .select('id')
          .where('merchant_id', '=', due.merchant_id)
          .where('id', '=', due.id)
          .where(is_due(now))
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .executeTakeFirst();
    if (claimed?.recovery_of !== '') return null;
    const { state } = claimed;
    return state === 'sent' || state === 'no_answer' ? toAttempt(claimed) : null;
  });
}

/** Continues an attempt as its own request would have: time-out, inquiry, end of the verb. */
async function continueAttempt(context: Context, attempt: Attempt): Promise<void> {
  const execution = await executionOf(context, attempt);
  if (attempt.state === 'sent') {
    const reason = 'No answer was stored before the deadline.';
    recordStep(context, attempt, 'sent', 'no_answer');
    execution.row = await markUnknown(
      context,
      execution,
      unknownOutcome(attempt.amount, reason, null),
    );
  }
  await inquireOnce(context, execution);
}

/**
 * As `continueAttempt`, but a failure counts as an inquiry, so that an operator decides in the end.
 */
async function recover(context: Context, attempt: Attempt): Promise<void> {
  const count = attempt.inquiry_count + 1;
  try {
    await continueAttempt(context, attempt);
  } catch (error) {
    if (error instanceof AlreadyFinished || isDatabaseUnavailable(error)) throw error;
    await recordStoreFailure(context, attempt, count, error);
  }
}

async function recoverOne(context: Context, due: Due): Promise<void> {
  try {
    const attempt = await claim(context, due);
    if (attempt) await recover(context, attempt);
  } catch (error) {
    if (error instanceof AlreadyFinished) return;
    // A failing attempt must not delay the others; it is tried again when its lease is over.
    context.log.error({ err: error, attempt_id: due.id }, 'an attempt could not be recovered');
  }
}

/**
 * Recovers everything that is due now and books what waited for it. Gives the number of attempts it
 * worked on.
 */
export async function recoverDue(context: Context): Promise<number> {
  const due = await findDue(context);
  const waiting = [...due];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await recoverOne(context, next);
  };
  await Promise.all(Array.from({ length: Math.min(at_a_time, due.length) }, worker));
  await releaseDueHolds(context);
  await bookWaitingReturns(context);
  return due.length;
}

async function nextDue(context: Context): Promise<Date> {
  const now = context.clock.now();
  const soon = secondsFrom(now, waiting_seconds);
  const { rows } = await sql<{ at: Date | null; waiting_at: Date | null }>`
    select least(
      min(deadline_at) filter (where state = 'sent'),
      min(next_inquiry_at) filter (where state = 'no_answer')) as at,
      (select min(coalesce(next_try_at, ${soon}::timestamptz)) from waiting_return) as waiting_at
    from rail_attempt where state in ('sent', 'no_answer')`.execute(connect(context));
  const { at, waiting_at } = rows[0] ?? {};
  const hold_at = await nextHoldRelease(context, soon);
  const next = [at, waiting_at, hold_at, secondsFrom(now, idle_seconds)].filter(
    (moment) => moment != null,
  );
  const first = Math.min(...next.map((moment) => moment.getTime()));
  // At least a second: an attempt that fails immediately must not keep the worker busy without a
  // pause.
  return new Date(Math.max(first, secondsFrom(now, 1).getTime()));
}

/** How often a process checks for attempts that another process left without an outcome. */
const watch_every_ms = 60_000;

/**
 * Schedules recovery where an attempt is overdue, because the process that sent it may have died
 * before it could schedule that.
 */
async function scheduleOverdue(context: Context): Promise<void> {
  const now = context.clock.now();
  const { rows } = await sql`select from rail_attempt where ${is_due(now)} limit 1`.execute(
    connect(context),
  );
  const hold_at = await nextHoldRelease(context, now);
  const is_overdue = rows.length > 0 || (hold_at !== null && hold_at <= now);
  if (is_overdue) await schedule(context, { name: recovery_job, key: 'all', due_at: now });
}

/** The standing job of recovery: at start-up, then whenever the next attempt falls due. */
export const recoveryJobs: readonly JobDefinition[] = [
  {
    name: recovery_job,
    queue: 'money',
    async run(context) {
      await recoverDue(context);
      return await nextDue(context);
    },
    standing: async (context) => [{ key: 'all', due_at: context.clock.now() }],
    watch: { every_ms: watch_every_ms, look: scheduleOverdue },
  },
];
