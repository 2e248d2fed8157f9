// scope(): the first wall between tenants, and the only place that compares a tenant column.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
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
      return sql<SqlBool>`${sql.ref(column)} in (select descendant_id from account_closure
        where account_id = ${account_id})`;
    default:
      return sql<SqlBool>`false`;
  }
}

/** The same, cut to one account and those below it; '' is everything in the caller's scope. */
export function scopeWithin(context: Context, of: string, column: string): Expression<SqlBool> {
  const own = scope(context, column);
  if (of === '') return own;
  return sql<SqlBool>`(${own} and ${sql.ref(column)} in (
    select descendant_id from account_closure where account_id = ${of}))`;
}

/**
 * The ids of these merchants as a query: with each of them named, an index that begins with the
 * merchant is used for an administrator, too.
 */
export function merchantsWithin(context: Context, of: string): RawBuilder<string> {
  return sql<string>`select account.id from account
    where account.account_type = 'merchant' and ${scopeWithin(context, of, 'account.id')}`;
}
