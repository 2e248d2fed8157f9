// Why a transaction ended as it did, from what was stored with it, its attempts and equal payments.
import { sql } from 'kysely';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import {
  type AttemptSummary,
  type Explanation,
  type ManualDecision,
  readVerdicts,
  type WebhookNotice,
} from '../../../../contract/payments/transactions/explanation.ts';
import type { Status, TransactionType } from '../../../../contract/payments/transactions/states.ts';
import type { Context } from '../../../context.ts';
import { connect } from '../../../db/database.ts';
import { scope } from '../../../db/scope.ts';
import type { Handlers } from '../../../http/serve.ts';
import { hostOf } from '../../../messages/webhooks/host-of.ts';
import { type MerchantConfig, merchantConfig } from '../../merchant-config.ts';
import type { Decision } from '../attempts/attempt-notes.ts';
import { type AttemptContext, secondsFrom } from '../attempts/attempts.ts';
import type { StoredDetail } from '../stored-documents.ts';
import { getRow, type TransactionRow } from './read.ts';

const max_attempts = 50;
const max_identical = 20;
const max_webhooks = 100;
const day_seconds = 86_400;

interface AttemptRow {
  operation: string;
  processor_name: string;
  state: AttemptSummary['state'];
  outcome: string;
  text: string | null;
  decision: Decision | null;
  /** Of the attempt that made the transaction; captures and voids have answers of their own. */
  first_answer: AttemptContext['first_answer'] | null;
  created_at: Date;
  answered_at: Date | null;
}

async function attemptsOf(context: Context, row: TransactionRow): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select a.operation, coalesce(p.name, '') as processor_name, a.state, a.outcome,
      a.answer ->> 'text' as text, a.context -> 'decision' as decision,
      case when a.context ->> 'verb' in ('create', 'refund') then a.context ->> 'first_answer' end
        as first_answer,
      a.created_at, a.answered_at
    from rail_attempt a
    left join processor p on p.merchant_id = a.merchant_id and p.id = a.processor_id
    where a.merchant_id = ${row.merchant_id} and a.transaction_id = ${row.id}
      and ${scope(context, 'a.merchant_id')}
    order by a.created_at, a.id limit ${max_attempts}`.execute(connect(context));
  return rows;
}

function toSummary({
  operation,
  processor_name,
  state,
  outcome,
  ...row
}: AttemptRow): AttemptSummary {
  return {
    operation,
    processor_name,
    state,
    outcome,
    text: row.text ?? '',
    created_at: row.created_at.toISOString(),
    answered_at: row.answered_at?.toISOString() ?? null,
  };
}

/**
 * Which of the operator's people decided is shown to the operator alone; that two did, to
 * everybody.
 */
function decidedOf(context: Context, rows: readonly AttemptRow[]): ManualDecision[] {
  const operator = context.actor.account_type === 'admin';
  return rows.flatMap(({ decision, operation, answered_at, created_at }) => {
    if (decision === null) return [];
    const { proposed_by, decided_by = '', reason } = decision;
    return [
      {
        at: (answered_at ?? created_at).toISOString(),
        operation,
        decision: decision.decision,
        reason: operator ? reason : '',
        user_name: operator ? decided_by : '',
        proposed_by: operator ? proposed_by : '',
        two_persons: proposed_by !== '',
      },
    ];
  });
}

interface TwinRow {
  id: string;
  type: TransactionType;
  status: Status;
  amount: number;
  currency: string;
  response_code: number;
  created_at: Date;
}

/** Verifications move no money, and parts that are given back may well be equal. */
function mayRepeat({ method_digest, type }: TransactionRow): boolean {
  return method_digest !== '' && type !== 'verification' && type !== 'refund';
}

async function twinsOf(context: Context, row: TransactionRow, seconds: number) {
  if (!mayRepeat(row)) return [];
  const since = secondsFrom(row.created_at, -seconds);
  const until = secondsFrom(row.created_at, seconds);
  const { rows } = await sql<TwinRow>`
    select t.id, t.type, t.status, t.amount, t.currency, t.response_code, t.created_at
    from transaction t
    where t.merchant_id = ${row.merchant_id} and t.card_last_four = ${row.card_last_four}
      and t.method_digest = ${row.method_digest}
      and t.created_at between ${since} and ${until} and t.type = ${row.type}
      and t.amount = ${row.amount} and t.currency = ${row.currency}
      and t.order_id = ${row.order_id} and t.id <> ${row.id}
      and ${scope(context, 't.merchant_id')}
    order by t.created_at, t.id limit ${max_identical}`.execute(connect(context));
  return rows.map(({ created_at, ...twin }) => ({
    ...twin,
    created_at: created_at.toISOString(),
    seconds_after: Math.round((created_at.getTime() - row.created_at.getTime()) / 1000),
  }));
}

async function recipientsOf(context: Context, row: TransactionRow): Promise<string[]> {
  const { rows } = await sql<{ recipient: string }>`
    select distinct m.recipient from outgoing_mail m
    where m.merchant_id = ${row.merchant_id} and m.transaction_id = ${row.id}
      and m.kind = 'receipt' and m.state <> 'failed' and ${scope(context, 'm.merchant_id')}
    order by m.recipient limit ${max_identical}`.execute(connect(context));
  return rows.map(({ recipient }) => recipient);
}

interface WebhookRow extends Omit<WebhookNotice, 'host' | 'created_at'> {
  url: string;
  created_at: Date;
}

async function webhooksOf(context: Context, row: TransactionRow): Promise<WebhookNotice[]> {
  const { rows } = await sql<WebhookRow>`
    select o.kind, w.url, d.state, d.attempt_count, d.last_status, o.created_at
    from outbox o
    join webhook w on w.merchant_id = o.merchant_id
    join webhook_delivery d on d.merchant_id = o.merchant_id and d.webhook_id = w.id
      and d.event_id = o.id and not d.replay
    where o.merchant_id = ${row.merchant_id} and o.resource_id = ${row.id}
      and ${scope(context, 'o.merchant_id')}
    order by o.sequence, w.id limit ${max_webhooks}`.execute(connect(context));
  return rows.map(({ url, created_at, ...notice }) => ({
    ...notice,
    host: hostOf(url),
    created_at: created_at.toISOString(),
  }));
}

function failoverOf({ processors }: MerchantConfig, detail: StoredDetail): Explanation['failover'] {
  const named = (id: string) => processors.find(({ row }) => row.id === id)?.row.name ?? id;
  return (detail.failover ?? []).map(({ at, from, to, why }) => ({
    at,
    from_name: named(from),
    to_name: named(to),
    why,
  }));
}

/** `GET /transaction/{id}/explain`: 404 for a transaction outside the caller's scope. */
async function explain(context: Context, merchant_id: string, id: string): Promise<Explanation> {
  const row = await getRow(context, merchant_id, id);
  const config = await merchantConfig(context, merchant_id);
  const detail = row.detail;
  const { duplicate_detection_seconds } = config.documents.default_values.merchant;
  const window_seconds = mayRepeat(row) ? duplicate_detection_seconds : 0;
  const [attempts, twins, receipts_to, webhooks] = await Promise.all([
    attemptsOf(context, row),
    twinsOf(context, row, Math.max(window_seconds, day_seconds)),
    recipientsOf(context, row),
    webhooksOf(context, row),
  ]);
  // A declined payment may be repeated: only what was taken, or may have been taken, is protected.
  const protects = window_seconds > 0 && row.status !== 'declined';
  return {
    rules: readVerdicts(detail.verdicts),
    routing: row.type === 'refund' ? 'followed' : (detail.routing ?? ''),
    failover: failoverOf(config, detail),
    attempts: attempts.map(toSummary),
    decided: decidedOf(context, attempts),
    first_answer: attempts.find((attempt) => attempt.first_answer)?.first_answer ?? '',
    duplicates: {
      window_seconds,
      duplicate_of: detail.duplicate_of ?? '',
      window_ends_at: protects ? secondsFrom(row.created_at, window_seconds).toISOString() : null,
      twins,
    },
    statement_name: detail.descriptor?.name || config.name,
    receipts_to,
    webhooks,
  };
}

type Explains = Pick<Handlers<typeof transactions>, 'explain' | 'explainOf'>;

export const transactionExplanation: Explains = {
  explain: (context, { id }) => explain(context, context.actor.account_id, id),
  explainOf: (context, { merchantId, id }) => explain(context, merchantId, id),
};
