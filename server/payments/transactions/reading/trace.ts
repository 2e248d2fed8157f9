// Entries of a request trace about transactions: rules, attempts and their answers, status moves.
import { sql } from 'kysely';
import { formatMoney } from '../../../../contract/money.ts';
import { responseText } from '../../../../contract/payments/response-codes.ts';
import { stepText } from '../../../../contract/payments/transactions/pending-on.ts';
import type { TraceEntry } from '../../../../contract/platform/request-trace.ts';
import type { Context } from '../../../context.ts';
import { connect } from '../../../db/database.ts';
import { scope } from '../../../db/scope.ts';
import {
  about,
  facts,
  keysOf,
  max_rows,
  sentence,
  type TransactionKey,
  words,
} from '../../../db/trace-entries.ts';

/** Transactions listed of one request at most; a payment touches one or two. */
const max_transactions = 50;

export type Reader = 'admin' | 'partner' | 'merchant';
type Tone = TraceEntry['tone'];

export interface Verdict {
  rule: string;
  verdict: string;
  value: unknown;
}
/** What an audit row says of what was done to what. */
interface Named {
  merchant_id: string;
  verb: string;
  noun: string;
  noun_id: string;
  transaction_id: string;
}
export interface TransactionRow extends TransactionKey {
  referenced_transaction_id: string;
  verdicts: Verdict[] | null;
  created_at: Date;
}

/** The transactions that the audit rows name, and the members of a batch that they settled. */
export async function transactionsOf(
  context: Context,
  audits: readonly Named[],
): Promise<TransactionRow[]> {
  const named = audits
    .filter(({ transaction_id }) => transaction_id !== '')
    .slice(0, max_transactions)
    .map((one) => ({ ...one, id: one.transaction_id }));
  const settled = audits
    .filter(({ noun, verb }) => noun === 'settlement_batch' && verb === 'settle')
    .map((one) => ({ ...one, id: one.noun_id }));
  if (named.length + settled.length === 0) return [];
  const { rows } = await sql<TransactionRow>`
    select distinct t.merchant_id, t.id, t.referenced_transaction_id,
      t.detail -> 'verdicts' as verdicts, t.created_at
    from (
      select k.merchant_id, k.id from ${keysOf(named)}
      union all
      (select m.merchant_id, m.id from ${keysOf(settled)}
        join transaction m on m.merchant_id = k.merchant_id and m.settlement_batch_id = k.id
        where m.settlement_batch_id <> ''
        order by m.id limit ${max_transactions})) as k
    join transaction t on t.merchant_id = k.merchant_id and t.id = k.id
    where ${scope(context, 't.merchant_id')}`.execute(connect(context));
  return rows;
}

export interface AttemptRow extends TransactionKey {
  transaction_id: string;
  operation: string;
  amount: number;
  currency: string;
  state: string;
  outcome: string;
  response_code: number;
  reference: string;
  recovery_of: string;
  answer: Readonly<Record<string, unknown>>;
  steps: { at: string; action: string; result: string }[] | null;
  alerts: string[] | null;
  processor_name: string;
  processor_type: string;
  created_at: Date;
  answered_at: Date | null;
}

export async function attemptsOf(context: Context, id: string, keys: readonly TransactionKey[]) {
  const { rows } = await sql<AttemptRow>`
    select r.merchant_id, r.id, r.transaction_id, r.operation, r.amount, r.currency, r.state,
      r.outcome, r.response_code, r.reference, r.recovery_of, r.answer,
      r.context -> 'steps' as steps, r.context -> 'alerts' as alerts,
      coalesce(p.name, '') as processor_name, r.processor_type, r.created_at, r.answered_at
    from ${keysOf(keys)}
    join rail_attempt r on r.merchant_id = k.merchant_id and r.transaction_id = k.id
    left join processor p on p.merchant_id = r.merchant_id and p.id = r.processor_id
    where r.request_id = ${id} and ${scope(context, 'r.merchant_id')}
    order by r.id limit ${max_rows}`.execute(connect(context));
  return rows;
}

export interface MoveRow {
  merchant_id: string;
  transaction_id: string;
  sequence: number;
  from_status: string;
  to_status: string;
  user_name: string;
  created_at: Date;
}

export async function movesOf(context: Context, id: string, keys: readonly TransactionKey[]) {
  const { rows } = await sql<MoveRow>`
    select e.merchant_id, e.transaction_id, e.sequence, e.from_status, e.to_status, e.user_name,
      e.created_at
    from ${keysOf(keys)}
    join transaction_event e on e.merchant_id = k.merchant_id and e.transaction_id = k.id
    where e.request_id = ${id} and ${scope(context, 'e.merchant_id')}
    order by e.created_at, e.sequence limit ${max_rows}`.execute(connect(context));
  return rows;
}

const verdict_tones: Readonly<Record<string, Tone>> = { pass: 'ok', flag: 'warn', deny: 'bad' };

/** Every rule that was evaluated, in its order. */
export function describeVerdicts(row: TransactionRow): TraceEntry[] {
  return (row.verdicts ?? []).map((one, n) => ({
    ...about(row.merchant_id, row.id),
    key: `rule ${row.id} ${String(n).padStart(3, '0')}`,
    kind: 'rule',
    at: row.created_at.toISOString(),
    title: `Rule ${one.rule}`,
    text: sentence(one.verdict),
    tone: verdict_tones[one.verdict] ?? 'mute',
    facts: facts([
      ['Value', typeof one.value === 'object' ? JSON.stringify(one.value) : one.value],
    ]),
  }));
}

const outcome_tones: Readonly<Record<string, Tone>> = {
  approved: 'ok',
  partial: 'warn',
  pending: 'warn',
  declined: 'bad',
  error: 'bad',
};

/** The processor's own texts and names, which are not shown to merchants. */
function internals(row: AttemptRow, reader: Reader): TraceEntry['facts'] {
  if (reader === 'merchant') return [];
  const { text, code, auth_code, processor_ref } = row.answer;
  const reference = Object.values(processor_ref ?? {}).join(', ');
  const steps = (row.steps ?? []).map((one) => stepText(one as Parameters<typeof stepText>[0]));
  return facts([
    ["Processor's text", text],
    ["Processor's code", code],
    ['Approval code', auth_code],
    ...(reader === 'admin'
      ? ([
          ["Processor's reference", reference],
          ['Mismatch', row.alerts?.join(', ')],
          ['Tried', steps.join('; ')],
        ] as const)
      : []),
  ]);
}

function answerOf(row: AttemptRow): { title: string; text: string; tone: Tone } {
  const text = row.response_code > 0 ? responseText(row.response_code) : '';
  if (row.state === 'failed_before_send') {
    return { title: 'Not sent', text: 'The processor could not be reached.', tone: 'bad' };
  }
  if (row.state === 'no_answer') {
    return { title: 'No answer', text: 'The outcome is not known yet.', tone: 'warn' };
  }
  const title = sentence(words(row.outcome));
  const more = text === row.outcome ? '' : sentence(text);
  return { title, text: more, tone: outcome_tones[row.outcome] ?? 'mute' };
}

/** What was sent, and what was answered. */
export function describeAttempt(row: AttemptRow, reader: Reader): TraceEntry[] {
  const where = about(row.merchant_id, row.transaction_id);
  const money = formatMoney(row.amount, row.currency);
  const sent: TraceEntry = {
    ...where,
    key: `sent ${row.id}`,
    kind: 'sent',
    at: row.created_at.toISOString(),
    title: `Sent to ${row.processor_name || row.processor_type}`,
    text: `${sentence(words(row.operation))} of ${money}`,
    tone: 'mute',
    facts: facts(reader === 'merchant' ? [] : [['Our reference', row.reference]]),
  };
  if (row.state === 'sent') return [sent];
  const answer: TraceEntry = {
    ...where,
    key: `answer ${row.id}`,
    kind: 'answer',
    at: (row.answered_at ?? row.created_at).toISOString(),
    ...answerOf(row),
    facts: internals(row, reader),
  };
  return [sent, answer];
}

export function describeMove(row: MoveRow): TraceEntry {
  const begins = row.from_status === '';
  const to = words(row.to_status);
  return {
    ...about(row.merchant_id, row.transaction_id),
    key: `status ${row.transaction_id} ${String(row.sequence).padStart(6, '0')}`,
    kind: 'status',
    at: row.created_at.toISOString(),
    title: begins ? `Created as ${to}` : `From ${words(row.from_status)} to ${to}`,
    text: row.user_name === '' ? '' : `by ${row.user_name}`,
    tone: 'mute',
    facts: [],
  };
}
