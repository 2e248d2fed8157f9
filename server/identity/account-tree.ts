// The account tree: every office, partner and merchant once, and which accounts lie below which.
import { sql } from 'kysely';
import type { AccountStatus, AccountType } from '../../contract/access/access.ts';
import { refuse } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import type { Query, Tx } from '../db/database.ts';

export interface NewAccount {
  /**
   * Given by the seed, or where the caller needs the id before the row is written; otherwise made.
   */
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
 * Writes an account and its closure: itself, and for each account above it a row one step deeper.
 * Fails as a defect when a merchant has no partner above it.
 */
export async function createAccount(tx: Tx, context: Context, input: NewAccount): Promise<Account> {
  await shareTree(tx);
  await checkParent(tx, input);
  const now = context.clock.now();
  const account: Account = {
    id: input.id ?? context.ids.next(),
    account_type: input.account_type,
    parent_id: input.parent_id,
    name: input.name,
    status: input.status ?? 'active',
    timezone: input.timezone ?? 'UTC',
  };
  await tx
    .insertInto('account')
    .values({ ...account, created_at: now, updated_at: now })
    .execute();
  await sql`insert into account_closure (account_id, descendant_id, descendant_type, depth)
    select above.account_id, ${account.id}, ${account.account_type}, above.depth + 1
      from account_closure above where above.descendant_id = ${account.parent_id}
    union all select ${account.id}, ${account.id}, ${account.account_type}, 0`.execute(tx);
  return account;
}

async function checkParent(tx: Tx, account: NewAccount): Promise<void> {
  if (account.account_type === 'partner' && account.parent_id === null) return;
  if (account.account_type === 'admin') {
    if (account.parent_id !== null) throw new Error('An admin office has no parent.');
    return;
  }
  const parent = await tx
    .selectFrom('account')
    .select('account_type')
    .where('id', '=', account.parent_id)
    .executeTakeFirst();
  if (parent?.account_type !== 'partner') {
    throw new Error(`A ${account.account_type} must belong to a partner.`);
  }
}

/**
 * Moves an account with everything below it under another partner, or to the top (null): the
 * closure of all of them is written anew in this commit. Moves wait for each other, so that two
 * cannot make a cycle. 400 where it would come below itself.
 */
export async function moveAccount(
  tx: Tx,
  context: Context,
  id: string,
  parent_id: string | null,
): Promise<void> {
  await lockTree(tx);
  const { rows } = await sql`select 1 from account_closure
    where account_id = ${id} and descendant_id = ${parent_id}`.execute(tx);
  if (rows.length > 0) refuse('refused', 'bad request error: an account cannot be its own parent');
  await sql`delete from account_closure where descendant_id in
      (select below.descendant_id from account_closure below where below.account_id = ${id})
    and account_id in (select above.account_id from account_closure above
      where above.descendant_id = ${id} and above.depth > 0)`.execute(tx);
  await sql`insert into account_closure (account_id, descendant_id, descendant_type, depth)
    select above.account_id, below.descendant_id, below.descendant_type,
      above.depth + below.depth + 1
      from account_closure above, account_closure below
      where above.descendant_id = ${parent_id} and below.account_id = ${id}`.execute(tx);
  await tx
    .updateTable('account')
    .set({ parent_id, updated_at: context.clock.now() })
    .where('id', '=', id)
    .execute();
}

/** Until this commit no other transaction moves an account; others may create accounts. */
export async function shareTree(tx: Tx): Promise<void> {
  await sql`select id from account_tree for share`.execute(tx);
}

/** Until this commit no other transaction moves or creates an account. */
export async function lockTree(tx: Tx): Promise<void> {
  await sql`select id from account_tree for update`.execute(tx);
}

/** Partners above an account, id to name, the nearest first. */
export async function parentStructure(query: Query, id: string): Promise<Record<string, string>> {
  const rows = await query
    .selectFrom('account_closure as reach')
    .innerJoin('account', 'account.id', 'reach.account_id')
    .select(['account.id', 'account.name'])
    .where('reach.descendant_id', '=', id)
    .where('reach.depth', '>', 0)
    .where('account.account_type', '=', 'partner')
    .orderBy('reach.depth')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.id, row.name]));
}
