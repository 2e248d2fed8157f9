// The account tree: every office, partner and merchant once, and who reaches whom.
import { sql } from 'kysely';
import type { AccountStatus, AccountType } from '../../contract/access.ts';
import type { Context } from '../context.ts';
import type { Query, Tx } from '../db/database.ts';

export interface NewAccount {
  /** Given by the seed, or where the caller needs it before the row stands; otherwise made. */
  id?: string;
  account_type: AccountType;
  /** The partner above; null for an admin office and for a partner at the top. */
  parent_id: string | null;
  name: string;
  status?: AccountStatus;
  timezone?: string;
}

export interface Account {
  id: string;
  account_type: AccountType;
  parent_id: string | null;
  name: string;
  status: AccountStatus;
  timezone: string;
}

/**
 * Writes an account and its reach: itself, and for each account above a row one step deeper. Fails
 * as a defect when a merchant has no partner above it.
 */
export async function createAccount(tx: Tx, context: Context, given: NewAccount): Promise<Account> {
  await checkParent(tx, given);
  const now = context.clock.now();
  const account: Account = {
    id: given.id ?? context.ids.next(),
    account_type: given.account_type,
    parent_id: given.parent_id,
    name: given.name,
    status: given.status ?? 'active',
    timezone: given.timezone ?? 'UTC',
  };
  await tx
    .insertInto('account')
    .values({ ...account, created_at: now, updated_at: now })
    .execute();
  await sql`insert into account_reach (account_id, reached_id, reached_type, depth)
    select above.account_id, ${account.id}, ${account.account_type}, above.depth + 1
      from account_reach above where above.reached_id = ${account.parent_id}
    union all select ${account.id}, ${account.id}, ${account.account_type}, 0`.execute(tx);
  return account;
}

async function checkParent(tx: Tx, given: NewAccount): Promise<void> {
  if (given.account_type === 'partner' && given.parent_id === null) return;
  if (given.account_type === 'admin') {
    if (given.parent_id !== null) throw new Error('An admin office stands at the top.');
    return;
  }
  const parent = await tx
    .selectFrom('account')
    .select('account_type')
    .where('id', '=', given.parent_id)
    .executeTakeFirst();
  if (parent?.account_type !== 'partner') {
    throw new Error(`A ${given.account_type} stands below a partner.`);
  }
}

/** Partners above an account, id to name, the nearest first. */
export async function parentStructure(query: Query, id: string): Promise<Record<string, string>> {
  const rows = await query
    .selectFrom('account_reach as reach')
    .innerJoin('account', 'account.id', 'reach.account_id')
    .select(['account.id', 'account.name'])
    .where('reach.reached_id', '=', id)
    .where('reach.depth', '>', 0)
    .where('account.account_type', '=', 'partner')
    .orderBy('reach.depth')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.id, row.name]));
}
