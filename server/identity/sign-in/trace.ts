// What a request trace tells of sign-ins.
import { sql } from 'kysely';
import type { TraceEntry } from '../../../contract/platform/request-trace.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { max_rows, words } from '../../db/trace-entries.ts';

export interface SignInRow {
  id: string;
  username: string;
  outcome: string;
  recorded_at: Date;
}

/** Sign-in tries belong to no account: the operator alone reads them. */
export async function signInsOf(context: Context, id: string): Promise<SignInRow[]> {
  if (context.actor.account_type !== 'admin') return [];
  const { rows } = await sql<SignInRow>`
    select e.id, e.username, e.outcome, e.recorded_at from sign_in_event e
    where e.request_id = ${id} order by e.id limit ${max_rows}`.execute(connect(context));
  return rows;
}

const nowhere = { noun: '', noun_id: '', merchant_id: '' };
export function describeSignIn(row: SignInRow, ahead_ms: number): TraceEntry {
  return {
    ...nowhere,
    key: `sign_in ${row.id}`,
    kind: 'sign_in',
    at: new Date(row.recorded_at.getTime() + ahead_ms).toISOString(),
    title: 'Login',
    text: `${row.username}: ${words(row.outcome)}`,
    tone: row.outcome.startsWith('signed_in') ? 'ok' : 'bad',
    facts: [],
  };
}
