// What users see of their own account: its name, its time zone, and the account above it.
import type { CallerRecord } from '../../contract/identity/users.ts';
import { asSystem, type Context } from '../context.ts';
import { connect } from '../db/database.ts';

type CallerAccount = Pick<CallerRecord, 'account_name' | 'account_timezone' | 'parent_name'>;

/**
 * Of an account in the caller's scope, which the caller of this function has checked. Read as the
 * system: the account above lies outside the scope, and its name alone is told.
 */
export async function callerAccount(context: Context, account_id: string): Promise<CallerAccount> {
  return await connect(asSystem(context))
    .selectFrom('account as a')
    .leftJoin('account as above', 'above.id', 'a.parent_id')
    .select((eb) => [
      'a.name as account_name',
      'a.timezone as account_timezone',
      eb.fn.coalesce('above.name', eb.val('')).as('parent_name'),
    ])
    .where('a.id', '=', account_id)
    .executeTakeFirstOrThrow();
}
