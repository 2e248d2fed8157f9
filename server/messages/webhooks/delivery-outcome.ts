// Stores a round of tries: delivered, to be tried again, given up; and the endpoint's own state.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { inTransaction, type Tx } from '../../db/database.ts';
import { schedule } from '../../jobs/runner.ts';
import { disable } from './change.ts';
import { type Claimed, webhook_job } from './delivery-claims.ts';
import type { WebhookParts } from './parts.ts';
import type { WebhookRow } from './records.ts';
import { given_up_after_ms, nextAttempt } from './retry-schedule.ts';

export interface DeliveryTry {
  delivery: Claimed;
  /** When the try began, in business time. */
  at: Date;
  /** 0 where there was no answer; `error` says why. */
  status: number;
  error: string;
  duration_ms: number;
}

export const succeeded = ({ status }: DeliveryTry) => status >= 200 && status <= 204;

function attemptOf({ at, status, error, duration_ms }: DeliveryTry) {
  return { at: at.toISOString(), status, error, duration_ms };
}

function chance(context: Context): number {
  return context.random.bytes(2).readUInt16BE() / 0xffff;
}

/** What is stored of a failed try. */
function failureOf(context: Context, tried: DeliveryTry) {
  const { delivery, at } = tried;
  const first_at = delivery.first_attempt_at ?? at;
  const next = nextAttempt(delivery.attempt_count + 1, first_at, at, chance(context));
  return { state: next ? 'pending' : 'failed', next_at: next ?? at };
}

interface Change {
  id: string;
  state: string;
  next_at: string;
  attempt: unknown;
  status: number;
  error: string;
  at: string;
}

/**
 * A success is stored by whichever process has it; a failure only while the claim is still ours.
 */
async function noteAll(tx: Tx, merchant_id: string, token: string, changes: readonly Change[]) {
  await sql`update webhook_delivery d set
      state = case when s.state <> 'pending' or d.state = 'pending' then s.state else d.state end,
      attempt_count = d.attempt_count + 1, attempts = d.attempts || s.attempt,
      last_status = s.status, last_error = s.error, next_attempt_at = s.next_at,
      first_attempt_at = coalesce(d.first_attempt_at, s.at),
      delivered_at = case when s.state = 'delivered' then s.at end,
      claimed_by = '', claimed_until = null
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as s (id text, state text,
      next_at timestamptz, attempt jsonb, status int, error text, at timestamptz)
    where d.merchant_id = ${merchant_id} and d.id = s.id
      and d.state in ('pending', 'paused')
      and (s.state = 'delivered' or d.claimed_by = ${token})`.execute(tx);
}

/** The endpoint's state: a success ends a failing time, a failure begins one. */
async function noteEndpoint(
  tx: Tx,
  row: WebhookRow,
  tried: readonly DeliveryTry[],
): Promise<Date | null> {
  const well = tried.some(succeeded);
  if (well && row.failing_since === null) return null;
  const began = new Date(Math.min(...tried.map(({ at }) => at.getTime())));
  const { rows } = await sql<{ failing_since: Date | null }>`
    update webhook set failing_since = case when ${well} then null
      else coalesce(failing_since, ${began}::timestamptz) end
    where merchant_id = ${row.merchant_id} and id = ${row.id}
    returning failing_since`.execute(tx);
  return rows[0]?.failing_since ?? null;
}

/** After 72 hours without a success: disabled, with a notice to those who look after it. */
async function giveUp(
  tx: Tx,
  context: Context,
  row: WebhookRow,
  recipients: readonly string[],
): Promise<void> {
  if (!(await disable(tx, context, row, 'auto_disabled'))) return;
  await audit(tx, context, {
    verb: 'auto_disable',
    noun: 'webhook',
    id: row.id,
    merchant_id: row.merchant_id,
    before: { status: 'active' },
    after: { status: 'auto_disabled' },
  });
  for (const recipient of recipients) {
    await context.mailer.queue(tx, context, {
      account_id: row.merchant_id,
      kind: 'webhook_disabled',
      recipient,
      subject: 'Webhook disabled',
      lines: [
        `The webhook ${row.url} was disabled because it accepted no events for 72 hours.`,
        'Waiting events are sent when you enable the webhook again.',
      ],
    });
  }
  context.log.warn({ webhook_id: row.id, merchant_id: row.merchant_id }, 'a webhook was disabled');
}

/** Stores a round of tries of one endpoint in one commit. */
export async function recordRound(
  context: Context,
  parts: WebhookParts,
  row: WebhookRow,
  token: string,
  tried: readonly DeliveryTry[],
): Promise<void> {
  const now = context.clock.now();
  const failures = new Map(
    tried.filter((one) => !succeeded(one)).map((one) => [one, failureOf(context, one)]),
  );
  const changes = tried.map((one): Change => {
    const failure = failures.get(one) ?? { state: 'delivered', next_at: one.at };
    const { status, error } = one;
    const moments = { next_at: failure.next_at.toISOString(), at: one.at.toISOString() };
    const { id } = one.delivery;
    return { id, state: failure.state, ...moments, attempt: attemptOf(one), status, error };
  });
  const recipients = failures.size > 0 ? await parts.noticeAddresses(context, row.merchant_id) : [];
  await inTransaction(context, row.merchant_id, async (tx) => {
    await noteAll(tx, row.merchant_id, token, changes);
    const since = await noteEndpoint(tx, row, tried);
    const over = since !== null && now.getTime() - since.getTime() >= given_up_after_ms;
    if (over) await giveUp(tx, context, row, recipients);
  });
  if (failures.size > 0) {
    const due = [...failures.values()].map(({ next_at }) => next_at.getTime());
    await schedule(context, { name: webhook_job, key: 'all', due_at: new Date(Math.min(...due)) });
  }
}
