// Claims of deliveries that are due: which process has them, and when they are due again.
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';

/** The standing job that starts deliveries that are due. */
export const webhook_job = 'webhooks';

/** Later events of a resource are held this long behind an earlier one that is being retried. */
const held_ms = 5 * 60_000;
/** Longer than any try: a claim that is older was left by a process that died. */
const claim_ms = 30_000;
/** When it is checked whether deliveries just made were sent. */
export const recheck_after_ms = claim_ms + 5_000;

export interface Claimed {
  id: string;
  event_id: string;
  kind: string;
  sequence: number;
  replay: boolean;
  attempt_count: number;
  first_attempt_at: Date | null;
  body: string;
}

/**
 * Deliveries that may be claimed now, as a condition on `d`: due, free, and not behind an earlier
 * event.
 */
function claimable(context: Context): RawBuilder<unknown> {
  const now = context.clock.now();
  const held_since = new Date(now.getTime() - held_ms);
  return sql`d.state = 'pending' and d.next_attempt_at <= ${now}
    and (d.claimed_until is null or d.claimed_until < clock_timestamp())
    and (d.replay or d.created_at <= ${held_since} or not exists (
      select 1 from webhook_delivery e where e.merchant_id = d.merchant_id
        and e.webhook_id = d.webhook_id and e.resource_id = d.resource_id
        and e.sequence < d.sequence and e.state = 'pending' and not e.replay))`;
}

/**
 * Claims up to `count` deliveries of an endpoint for this process, the longest due first. Two
 * events of one resource are never sent at the same time, unless the earlier one has been retried
 * for longer than `held_ms`.
 */
export async function claim(
  context: Context,
  queue: { merchant_id: string; webhook_id: string },
  count: number,
  token: string,
): Promise<Claimed[]> {
  const { merchant_id, webhook_id } = queue;
  const { rows } = await sql<Claimed>`
    with due as (
      select d.id from webhook_delivery d
      where d.merchant_id = ${merchant_id} and d.webhook_id = ${webhook_id}
        and ${claimable(context)}
      order by d.next_attempt_at, d.sequence limit ${count} for update skip locked)
    update webhook_delivery d set claimed_by = ${token},
      claimed_until = clock_timestamp() + make_interval(secs => ${claim_ms / 1_000}::int)
    from due, webhook_event e
    where d.merchant_id = ${merchant_id} and d.id = due.id
      and e.merchant_id = ${merchant_id} and e.id = d.event_id
    returning d.id, d.event_id, e.kind, d.sequence, d.replay, d.attempt_count,
      d.first_attempt_at, e.body`.execute(connect(context, merchant_id));
  return rows;
}

/** Active endpoints with something to send. */
export async function dueQueues(
  context: Context,
): Promise<{ merchant_id: string; webhook_id: string }[]> {
  const { rows } = await sql<{ merchant_id: string; webhook_id: string }>`
    select w.merchant_id, w.id as webhook_id from webhook w
    where w.status = 'active' and exists (
      select 1 from webhook_delivery d
      where d.merchant_id = w.merchant_id and d.webhook_id = w.id
        and ${claimable(context)})`.execute(connect(context));
  return rows;
}

const soon_ms = 5_000;
const idle_ms = 86_400_000;

/** When deliveries are due next: at the next try, or soon where one is held or being sent. */
export async function nextDueAt(context: Context): Promise<Date> {
  const now = context.clock.now();
  const { rows } = await sql<{ waiting: boolean; next_at: Date | null }>`select
    exists (select 1 from webhook_delivery
      where state = 'pending' and next_attempt_at <= ${now}) as waiting,
    (select min(next_attempt_at) from webhook_delivery
      where state = 'pending' and next_attempt_at > ${now}) as next_at`.execute(connect(context));
  const { waiting, next_at } = rows[0] ?? { waiting: false, next_at: null };
  const latest_ms = now.getTime() + (waiting ? soon_ms : idle_ms);
  return next_at && next_at.getTime() < latest_ms ? next_at : new Date(latest_ms);
}

/**
 * Reserves the next time slot of an endpoint with a limit of events a second; gives how long to
 * wait for it, in milliseconds. All processes share the slots.
 */
export async function claimSlot(
  context: Context,
  queue: { merchant_id: string; webhook_id: string },
  limit_per_second: number,
): Promise<number> {
  const { merchant_id, webhook_id } = queue;
  const real = context.clock.real();
  const { rows } = await sql<{ slot: Date }>`
    update webhook set next_send_at = greatest(next_send_at, ${real}::timestamptz)
      + make_interval(secs => 1.0 / ${limit_per_second}::int)
    where merchant_id = ${merchant_id} and id = ${webhook_id}
    returning next_send_at - make_interval(secs => 1.0 / ${limit_per_second}::int) as slot`.execute(
    connect(context, merchant_id),
  );
  return Math.max(0, (rows[0]?.slot.getTime() ?? 0) - real.getTime());
}
