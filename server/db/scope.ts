// scope(): the first wall between tenants, and the only place that compares a tenant column.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Context } from '../context.ts';

/**
 * Whether a row of this owner lies in the caller's scope: its own, those below a partner, all
 * for an admin or the product itself. Row-level security repeats it in the database.
 */
export function scope(context: Context, column: string): Expression<SqlBool> {
  const { account_type, account_id } = context.actor;
  if (context.without_scope) return sql<SqlBool>`true`;
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
