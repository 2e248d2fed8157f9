// Finding users and accounts in the caller's scope; what lies outside is 404.
import { sql } from 'kysely';
import type { AccountType } from '../../../contract/access/access.ts';
import { notFound } from '../../../contract/errors.ts';
import { user_fields } from '../../../contract/identity/user-endpoints.ts';
import type { Context } from '../../context.ts';
import { connect, type Query, type Tx } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { store } from '../../db/store.ts';
import type { Page } from '../../db/store-page.ts';
import { toUser, type UserRow } from './users.ts';

const rows = store<UserRow>({
  table: 'user_account',
  noun: 'user',
  fields: [],
  owner: 'account_id',
  search: user_fields,
  sorts: [...Object.keys(user_fields), 'id', 'updated_at'],
});

/** Users in scope, of one account or of all, newest first unless sorted. */
export async function usersPage(context: Context, page: Page, account_id?: string) {
  const { rows: users, ...count } = await rows.search(context, page, account_id);
  return { rows: users.map(toUser), ...count };
}

export interface Target {
  id: string;
  account_type: AccountType;
}

/** An account in scope of the caller, 404 for any other. */
export async function accountWithin(
  context: Context,
  id: string,
  account_type?: AccountType,
): Promise<Target> {
  const row = await connect(context)
    .selectFrom('account')
    .select(['id', 'account_type'])
    .where('id', '=', id)
    .where(scope(context, 'account.id'))
    .executeTakeFirst();
  if (!row || (account_type && row.account_type !== account_type)) notFound();
  return { id: row.id, account_type: row.account_type as AccountType };
}

/** A user in scope; 404 for any other. */
export const userWithin = (context: Context, query: Query | Tx, id: string, lock = false) =>
  rows.find(query, context, [sql`user_account.id = ${id}`], lock);
