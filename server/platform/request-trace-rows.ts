// What one request wrote, read by its correlation id; nothing of it beyond the caller's reach.
import { sql } from 'kysely';
import type { TraceEntry } from '../../contract/platform/request-trace.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import { max_rows, sentence, words } from '../db/trace-entries.ts';
import { postingsOf } from '../ledger/trace.ts';
import { newsOf } from '../messages/trace.ts';
import {
  attemptsOf,
  movesOf,
  type TransactionRow,
} from '../payments/transactions/reading/trace.ts';

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
    where g.account_id = ${actor.account_id} and g.descendant_id = r.account_id)`;
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
    order by a.id limit ${max_rows}`.execute(connect(context));
  return rows;
}

export function describeAudit(row: AuditRow): TraceEntry {
  const who = row.user_name || 'System';
  const as = row.acting_user_name === '' ? who : `${row.acting_user_name} as ${who}`;
  const action = sentence(`${words(row.noun)}: ${words(row.verb)}`);
  return {
    key: `audit ${row.id}`,
    kind: 'audit',
    at: row.created_at.toISOString(),
    title: row.refused === '' ? action : `${action}, refused`,
    text: row.refused === '' ? `by ${as}` : `${as}: ${row.refused}`,
    tone: row.refused === '' ? 'mute' : 'bad',
    facts: [],
    merchant_id: row.merchant_id,
    noun: 'audit',
    noun_id: row.id,
  };
}

/** Nouns that have events of their own, beside transactions. */
const with_events: readonly string[] = ['settlement_batch', 'saved_method'];

/**
 * What was done about these transactions and the payments they follow, and what the audit rows name
 * that has events of its own, in that request.
 */
export async function actionsOf(
  context: Context,
  id: string,
  audits: readonly AuditRow[],
  transactions: readonly TransactionRow[],
  may_see_ledger: boolean,
) {
  const parents = transactions
    .filter((one) => one.referenced_transaction_id !== '')
    .map(({ merchant_id, referenced_transaction_id: id }) => ({ merchant_id, id }));
  const keys = [...transactions, ...parents].filter(
    (one, n, all) => all.findIndex((other) => other.id === one.id) === n,
  );
  const others = audits
    .filter(({ noun }) => with_events.includes(noun))
    .map(({ merchant_id, noun_id: id }) => ({ merchant_id, id }))
    .filter((one, n, all) => all.findIndex((other) => other.id === one.id) === n);
  if (keys.length + others.length === 0) return { attempts: [], moves: [], postings: [], news: [] };
  const [attempts, moves, postings, news] = await Promise.all([
    attemptsOf(context, id, keys),
    movesOf(context, id, keys),
    may_see_ledger ? postingsOf(context, id, [...keys, ...others]) : [],
    newsOf(context, id, [...keys, ...others]),
  ]);
  return { attempts, moves, postings, news };
}
