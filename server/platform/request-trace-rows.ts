// What one request wrote, read by its correlation id; nothing of it beyond the caller's reach.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { scope } from '../db/scope.ts';

/** Rows of one kind that a request trace shows. */
export const most_rows = 100;
/** Transactions a request is asked about; a payment touches one or two. */
const most_transactions = 50;

export interface RequestRow {
  method: string;
  path: string;
  status: number;
  message: string;
  duration_ms: number;
  processor_ms: number;
  ip_address: string;
  account_type: string;
  account_id: string;
  account_name: string;
  user_id: string;
  user_name: string;
  input: unknown;
  recorded_at: Date;
}

/** Null where there is none, or where it was made for an account beyond the caller's reach. */
export async function requestOf(context: Context, id: string): Promise<RequestRow | null> {
  const { rows } = await sql<RequestRow>`
    select r.method, r.path, r.status, r.message, r.duration_ms, r.processor_ms, r.ip_address,
      r.account_type, r.account_id, coalesce(account.name, '') as account_name, r.user_id,
      coalesce(u.username, '') as user_name, r.input, r.recorded_at
    from request_log r left join account on account.id = r.account_id
    left join user_account u on u.id = r.user_id
    where r.id = ${id} and ${scope(context, 'r.account_id')} and ${reached(context)}`.execute(
    connect(context),
  );
  return rows[0] ?? null;
}

/** The log of requests is nobody's table, so the tree is asked here where rows have a wall. */
function reached({ actor }: Context) {
  if (actor.account_type === 'admin') return sql`true`;
  return sql`exists (select from account_closure g
    where g.account_id = ${actor.account_id} and g.reached_id = r.account_id)`;
}

export interface AuditRow {
  merchant_id: string;
  id: string;
  verb: string;
  noun: string;
  noun_id: string;
  user_name: string;
  acting_user_name: string;
  refused: string;
  /** The transaction it was done to; '' for another noun. A decision by hand names it inside. */
  transaction_id: string;
  created_at: Date;
}

export async function auditsOf(context: Context, id: string): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select a.merchant_id, a.id, a.verb, a.noun, a.noun_id, a.user_name, a.acting_user_name,
      coalesce(a.after ->> 'refused', '') as refused, a.created_at,
      case a.noun when 'transaction' then a.noun_id
        when 'unresolved' then coalesce(a.after ->> 'transaction_id', '') else '' end
        as transaction_id
    from audit_log a where a.request_id = ${id} and ${scope(context, 'a.merchant_id')}
    order by a.id limit ${most_rows}`.execute(connect(context));
  return rows;
}

export interface MailRow {
  merchant_id: string;
  id: string;
  subject: string;
  recipient: string;
  state: string;
  last_error: string;
  created_at: Date;
}

export async function mailsOf(context: Context, id: string): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    select m.merchant_id, m.id, m.subject, m.recipient, m.state, m.last_error, m.created_at
    from outgoing_mail m where m.request_id = ${id} and ${scope(context, 'm.merchant_id')}
    order by m.id limit ${most_rows}`.execute(connect(context));
  return rows;
}

export interface SignInRow {
  id: string;
  username: string;
  outcome: string;
  recorded_at: Date;
}

/** Tries at the door belong to no account: the operator alone reads them. */
export async function signInsOf(context: Context, id: string): Promise<SignInRow[]> {
  if (context.actor.account_type !== 'admin') return [];
  const { rows } = await sql<SignInRow>`
    select e.id, e.username, e.outcome, e.recorded_at from sign_in_event e
    where e.request_id = ${id} order by e.id limit ${most_rows}`.execute(connect(context));
  return rows;
}

export interface TransactionKey {
  merchant_id: string;
  id: string;
}
export interface Verdict {
  rule: string;
  verdict: string;
  value: unknown;
}
export interface TransactionRow extends TransactionKey {
  referenced_transaction_id: string;
  verdicts: Verdict[] | null;
  created_at: Date;
}

/** The transactions that the audit rows name. */
export async function transactionsOf(
  context: Context,
  audits: readonly AuditRow[],
): Promise<TransactionRow[]> {
  const named = audits
    .filter(({ transaction_id }) => transaction_id !== '')
    .slice(0, most_transactions);
  if (named.length === 0) return [];
  const { rows } = await sql<TransactionRow>`
    select distinct t.merchant_id, t.id, t.referenced_transaction_id,
      t.detail -> 'verdicts' as verdicts, t.created_at
    from ${keysOf(named.map((one) => ({ ...one, id: one.transaction_id })))}
    join transaction t on t.merchant_id = k.merchant_id and t.id = k.id
    where ${scope(context, 't.merchant_id')}`.execute(connect(context));
  return rows;
}

/** Keys as rows of a table `k`. */
function keysOf(keys: readonly TransactionKey[]) {
  const owners = keys.map(({ merchant_id }) => merchant_id);
  const ids = keys.map(({ id }) => id);
  return sql`unnest(${owners}::text[], ${ids}::text[]) as k (merchant_id, id)`;
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
  tried: { at: string; did: string; found: string }[] | null;
  alerts: string[] | null;
  processor_name: string;
  processor_type: string;
  created_at: Date;
  answered_at: Date | null;
}

async function attemptsOf(context: Context, id: string, keys: readonly TransactionKey[]) {
  const { rows } = await sql<AttemptRow>`
    select r.merchant_id, r.id, r.transaction_id, r.operation, r.amount, r.currency, r.state,
      r.outcome, r.response_code, r.reference, r.recovery_of, r.answer,
      r.context -> 'tried' as tried, r.context -> 'alerts' as alerts,
      coalesce(p.name, '') as processor_name, r.processor_type, r.created_at, r.answered_at
    from ${keysOf(keys)}
    join rail_attempt r on r.merchant_id = k.merchant_id and r.transaction_id = k.id
    left join processor p on p.merchant_id = r.merchant_id and p.id = r.processor_id
    where r.request_id = ${id} and ${scope(context, 'r.merchant_id')}
    order by r.id limit ${most_rows}`.execute(connect(context));
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

async function movesOf(context: Context, id: string, keys: readonly TransactionKey[]) {
  const { rows } = await sql<MoveRow>`
    select e.merchant_id, e.transaction_id, e.sequence, e.from_status, e.to_status, e.user_name,
      e.created_at
    from ${keysOf(keys)}
    join transaction_event e on e.merchant_id = k.merchant_id and e.transaction_id = k.id
    where e.request_id = ${id} and ${scope(context, 'e.merchant_id')}
    order by e.created_at, e.sequence limit ${most_rows}`.execute(connect(context));
  return rows;
}

export interface PostingRow extends TransactionKey {
  kind: string;
  source_id: string;
  recorded_at: Date;
  lines: { account: string; currency: string; amount: number }[];
}

async function postingsOf(context: Context, id: string, keys: readonly TransactionKey[]) {
  const { rows } = await sql<PostingRow>`
    select p.owner_id as merchant_id, p.id, p.kind, p.source_id, p.recorded_at,
      (select jsonb_agg(jsonb_build_object('account', l.kind, 'currency', l.currency,
          'amount', l.amount) order by l.line)
        from ledger_line l where l.owner_id = p.owner_id and l.posting_id = p.id) as lines
    from ${keysOf(keys)}
    join ledger_posting p on p.owner_id = k.merchant_id and p.source_id = k.id
    where p.request_id = ${id} and ${scope(context, 'p.owner_id')}
    order by p.recorded_at, p.id limit ${most_rows}`.execute(connect(context));
  return rows;
}

export interface NewsRow extends TransactionKey {
  kind: string;
  resource_id: string;
  created_at: Date;
  told: { url: string; state: string; attempt_count: number; last_status: number }[] | null;
}

/** Events for others, with what became of telling each endpoint. */
async function newsOf(context: Context, id: string, keys: readonly TransactionKey[]) {
  const { rows } = await sql<NewsRow>`
    select o.merchant_id, o.id, o.kind, o.resource_id, o.created_at,
      (select jsonb_agg(jsonb_build_object('url', w.url, 'state', d.state,
          'attempt_count', d.attempt_count, 'last_status', d.last_status) order by w.id)
        from webhook w join webhook_delivery d on d.merchant_id = w.merchant_id
          and d.webhook_id = w.id and d.event_id = o.id and not d.replay
        where w.merchant_id = o.merchant_id) as told
    from ${keysOf(keys)}
    join outbox o on o.merchant_id = k.merchant_id and o.resource_id = k.id
    where o.request_id = ${id} and ${scope(context, 'o.merchant_id')}
    order by o.id limit ${most_rows}`.execute(connect(context));
  return rows;
}

/** What was done about these transactions, and the payments they follow, in that request. */
export async function doingsOf(
  context: Context,
  id: string,
  transactions: readonly TransactionRow[],
  may_see_ledger: boolean,
) {
  const parents = transactions
    .filter((one) => one.referenced_transaction_id !== '')
    .map(({ merchant_id, referenced_transaction_id: id }) => ({ merchant_id, id }));
  const keys = [...transactions, ...parents].filter(
    (one, n, all) => all.findIndex((other) => other.id === one.id) === n,
  );
  if (keys.length === 0) return { attempts: [], moves: [], postings: [], news: [] };
  const [attempts, moves, postings, news] = await Promise.all([
    attemptsOf(context, id, keys),
    movesOf(context, id, keys),
    may_see_ledger ? postingsOf(context, id, keys) : [],
    newsOf(context, id, keys),
  ]);
  return { attempts, moves, postings, news };
}
