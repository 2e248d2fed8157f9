// Releases holds that only checked a card before it was saved (gateway-api 5), if their own request
// did not: because the bank answered late or the process died.
import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { runVoid } from '../transactions/follow-ups/run-follow-up.ts';

/** The request that placed a hold releases it within this time. */
const own_time = sql.lit('60 seconds');
/** Time until a release that failed is tried again. */
const again_after = sql.lit('1 hour');
/** After this time the bank releases the hold itself. */
const longest_hold = sql.lit('7 days');
const at_most = 200;

interface Hold {
  merchant_id: string;
  id: string;
}

/** Open holds, each with the moment when it is to be released here. */
const holds = (now: Date): RawBuilder<unknown> => sql`(
  select transaction.merchant_id, transaction.id, greatest(updated_at + ${own_time}::interval, (
    select max(rail_attempt.created_at) + ${again_after}::interval from rail_attempt
    where rail_attempt.transaction_id = transaction.id and operation = 'void')) as due_at
  from card_check join transaction on transaction.merchant_id = card_check.merchant_id
    and transaction.id = card_check.transaction_id
  where status = 'authorized' and open_attempt_id = ''
    and created_at > ${now}::timestamptz - ${longest_hold}::interval) as hold`;

/** When the next hold is to be released, not before `from`; null if none is open. */
export async function nextHoldRelease(context: Context, from: Date): Promise<Date | null> {
  const first = sql<{ at: Date | null }>`select min(greatest(due_at, ${from}::timestamptz)) as at
    from ${holds(context.clock.now())}`;
  const { rows } = await first.execute(connect(context));
  return rows[0]?.at ?? null;
}

/** Releases all due holds, each separately: a failure does not stop the others. */
export async function releaseDueHolds(context: Context): Promise<void> {
  const now = context.clock.now();
  const { rows } = await sql<Hold>`select merchant_id, id from ${holds(now)}
    where due_at <= ${now} order by due_at limit ${sql.lit(at_most)}`.execute(connect(context));
  for (const { merchant_id, id } of rows) {
    await runVoid(context, merchant_id, id).catch((error: unknown) => {
      const level = error instanceof Refusal ? 'warn' : 'error';
      context.log[level]({ err: error, transaction_id: id }, 'the hold of a card check stays');
    });
  }
}
