// What a user keeps for the own account: one's own rows, and those shared with all of its users.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { scope } from '../db/scope.ts';

/** Rows of `table` that the caller sees: of its own account alone, never of those below it. */
export function visibleRows(context: Context, table: 'saved_search' | 'custom_output') {
  const { account_id, user_id } = context.actor;
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<boolean>`(${column('merchant_id')} = ${account_id}
    and ${scope(context, `${table}.merchant_id`)}
    and (${column('user_id')} = ${user_id} or ${column('shared')}))`;
}
