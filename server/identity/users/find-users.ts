// Finding users and accounts within the caller's reach; what lies outside is 404.
import type { AccountType } from '../../../contract/access/access.ts';
import { invalid, notFound } from '../../../contract/errors.ts';
import { user_fields } from '../../../contract/identity/user-endpoints.ts';
import type { Search } from '../../../contract/search/search.ts';
import type { Context } from '../../context.ts';
import { connect, type Query, type Tx } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { conditionsOf } from '../../db/search.ts';
import { toUser, type UserRow } from './users.ts';

export type Page = Pick<Search, 'limit' | 'offset' | 'sort'> & Partial<Pick<Search, 'filters'>>;

/** Columns a list of users is searched and sorted by. */
const columns = {
  name: 'name',
  username: 'username',
  email: 'email',
  status: 'status',
  role: 'role',
  account_type: 'account_type',
  created_at: 'created_at',
} as const;

function sortOf(sort: Search['sort']) {
  const { field = 'id', direction = 'desc' } = sort ?? {};
  if (field === 'id' || field === 'updated_at') return { column: field, direction } as const;
  return { column: columns[field as keyof typeof columns] ?? invalid('Sort'), direction };
}

/** Users within reach, of one account or of all, newest first unless sorted. */
export async function usersPage(
  context: Context,
  { limit, offset, filters = {}, sort }: Page,
  account_id: string | null,
) {
  const query = connect(context);
  const conditions = conditionsOf(user_fields, columns, filters, context.clock.now());
  let found = query.selectFrom('user_account').where(scope(context, 'user_account.account_id'));
  if (account_id !== null) found = found.where('account_id', '=', account_id);
  for (const condition of conditions) found = found.where(condition);
  const { column, direction } = sortOf(sort);
  const [rows, counted] = await Promise.all([
    found
      .selectAll()
      .orderBy(column, direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    found.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(toUser), total_count: counted.count };
}

export interface Target {
  id: string;
  account_type: AccountType;
}

/** An account within reach of the caller, 404 for any other. */
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

/** A user within reach; 404 for any other. */
export async function userWithin(
  context: Context,
  query: Query | Tx,
  id: string,
  lock = false,
): Promise<UserRow> {
  let found = query
    .selectFrom('user_account')
    .selectAll()
    .where('id', '=', id)
    .where(scope(context, 'user_account.account_id'));
  if (lock) found = found.forUpdate();
  return (await found.executeTakeFirst()) ?? notFound();
}
