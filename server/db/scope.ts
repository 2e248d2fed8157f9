// scope(): the first wall between tenants, and the only place that compares a tenant column.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Context } from '../context.ts';

/**
 * Whether a row of this owner lies within the caller's reach: its own, those below a partner, all
 * for an admin or the product itself. Row-level security repeats it in the database.
 */
export function scope(context: Context, column: string): Expression<SqlBool> {
  const { account_type, account_id } = context.actor;
  if (wall_removed) return sql<SqlBool>`true`;
  switch (account_type) {
    case 'admin':
    case 'system':
      return sql<SqlBool>`true`;
    case 'merchant':
      return sql<SqlBool>`${sql.ref(column)} = ${account_id}`;
    case 'partner':
      return sql<SqlBool>`${sql.ref(column)} in (select reached_id from account_closure
        where account_id = ${account_id})`;
    default:
      return sql<SqlBool>`false`;
  }
}

let wall_removed = false;

/** For the one test that proves the second wall: reads nothing foreign without the first. */
export async function withoutScope<T>(work: () => Promise<T>): Promise<T> {
  wall_removed = true;
  try {
    return await work();
  } finally {
    wall_removed = false;
  }
}
