// Attempts without a known outcome: one page of them, or one of them, as the operator sees it.
import { type SqlBool, sql } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid, notFound } from '../../../contract/errors.ts';
import { parseMoney } from '../../../contract/money.ts';
import { pendingOn, stepText } from '../../../contract/payments/transactions/pending-on.ts';
import {
  type UnresolvedRecord,
  type unresolved,
  unresolved_fields,
} from '../../../contract/payments/unresolved.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { type Condition, conditionsOf, countOf } from '../../db/search.ts';
import type { AttemptContext } from '../transactions/attempts/attempts.ts';

interface Row {
  merchant_id: string;
  merchant_name: string;
  id: string;
  transaction_id: string;
  transaction_type: string;
  transaction_status: string;
  processor_id: string;
  processor_name: string;
  processor_type: string;
  operation: string;
  reference: string;
  amount: number;
  currency: string;
  state: string;
  outcome: string;
  context: AttemptContext;
  inquiry_count: number;
  next_inquiry_at: Date | null;
  deadline_at: Date;
  created_at: Date;
  proposal: (NonNullable<UnresolvedRecord['proposal']> & { created_at: string }) | null;
}

const tables = sql`rail_attempt a
  join transaction t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
  join processor p on p.merchant_id = a.merchant_id and p.id = a.processor_id
  left join attempt_proposal q on q.merchant_id = a.merchant_id and q.id = a.id`;

const columns = sql`a.merchant_id, t.merchant_name, a.id, a.transaction_id,
  t.type as transaction_type, t.status as transaction_status, a.processor_id,
  p.name as processor_name, a.processor_type, a.operation, a.reference, a.amount, a.currency,
  a.state, a.outcome, a.context, a.inquiry_count, a.next_inquiry_at, a.deadline_at, a.created_at,
  case when q.id is null then null else jsonb_build_object('decision', q.decision,
    'processor_transaction_id', q.processor_transaction_id, 'reason', q.reason,
    'user_id', q.user_id, 'user_name', q.user_name, 'created_at', q.created_at) end as proposal`;

/** Whether a second person confirms: above this many whole units of the currency (decision 31). */
export function needsTwo(context: Context, amount: number, currency: string): boolean {
  const limit = parseMoney(String(context.config.secondPersonAmount(currency)), currency);
  return amount > (limit ?? 0);
}

function toRecord(context: Context, row: Row): UnresolvedRecord {
  const open = row.state === 'no_answer';
  const next_inquiry_at = row.next_inquiry_at?.toISOString() ?? null;
  const created_at = row.created_at.toISOString();
  const { steps = [], alerts = [], store_failure = null } = row.context;
  const { proposal } = row;
  const waiting = {
    state: 'no_answer' as const,
    operation: row.operation,
    amount: row.amount,
    currency: row.currency,
    processor_name: row.processor_name,
    created_at,
    deadline_at: row.deadline_at.toISOString(),
    next_inquiry_at,
    steps,
    alerts,
    proposed_by: proposal?.user_name ?? '',
  };
  const age_ms = context.clock.now().getTime() - row.created_at.getTime();
  return {
    merchant_id: row.merchant_id,
    merchant_name: row.merchant_name,
    attempt_id: row.id,
    transaction_id: row.transaction_id,
    transaction_type: row.transaction_type,
    transaction_status: row.transaction_status,
    processor_id: row.processor_id,
    processor_name: row.processor_name,
    processor_type: row.processor_type,
    operation: row.operation,
    reference: row.reference,
    amount: row.amount,
    currency: row.currency,
    state: open ? 'open' : 'resolved',
    outcome: open ? '' : row.outcome,
    stage: open && next_inquiry_at === null ? 'person' : 'automatic',
    created_at,
    age_seconds: Math.max(0, Math.floor(age_ms / 1000)),
    inquiry_count: row.inquiry_count,
    next_inquiry_at,
    steps: steps.map((one) => ({ ...one, text: stepText(one) })),
    alerts,
    store_failure: open ? store_failure : null,
    pending_on: open ? pendingOn(waiting) : null,
    needs_second_person: needsTwo(context, row.amount, row.currency),
    proposal: proposal && {
      ...proposal,
      created_at: new Date(proposal.created_at).toISOString(),
    },
  };
}

const targets = {
  merchant_id: 'a.merchant_id',
  processor_id: 'a.processor_id',
  transaction_id: 'a.transaction_id',
  operation: 'a.operation',
  stage: sql`case when a.next_inquiry_at is null then 'person' else 'automatic' end`,
  amount: 'a.amount',
  currency_iso_code: 'a.currency',
  created_at: 'a.created_at',
};

type Input = InputOf<(typeof unresolved)['search']>;

/** `POST /unresolved/search`; sort is by created_at or amount. */
export async function search(context: Context, _params: unknown, input: Input) {
  const { field = 'created_at', direction = 'asc' } = input.sort ?? {};
  if (field !== 'created_at' && field !== 'amount') invalid('Sort');
  const conditions = [
    scope(context, 'a.merchant_id'),
    sql<SqlBool>`a.state = 'no_answer' and a.recovery_of = ''`,
    ...conditionsOf(unresolved_fields, targets, input.filters, context.clock.now()),
  ];
  const where: Condition = sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
  const query = connect(context);
  const [page, count] = await Promise.all([
    sql<Row>`select ${columns} from ${tables} where ${where}
      order by ${sql.ref(`a.${field}`)} ${sql.raw(direction)}, a.id
      limit ${input.limit} offset ${input.offset}`.execute(query),
    countOf(query, sql`select 1 from ${tables} where ${where}`),
  ]);
  return { rows: page.rows.map((row) => toRecord(context, row)), ...count };
}

export interface Path {
  merchantId: string;
  attemptId: string;
}

/** One attempt, open or resolved; 404 outside the caller's scope. */
export async function get(
  context: Context,
  { merchantId, attemptId }: Path,
): Promise<UnresolvedRecord> {
  const { rows } = await sql<Row>`select ${columns} from ${tables}
    where a.merchant_id = ${merchantId} and a.id = ${attemptId} and a.recovery_of = ''
      and ${scope(context, 'a.merchant_id')}`.execute(connect(context));
  return rows[0] ? toRecord(context, rows[0]) : notFound();
}
