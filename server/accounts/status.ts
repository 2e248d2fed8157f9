// The status of a partner or merchant: a legal move, its effect on whoever works in the account.
import { sql } from 'kysely';
import type { AccountStatus, AccountType } from '../../contract/access/access.ts';
import { accountStatus, statusMove } from '../../contract/accounts/statuses.ts';
import { invalid, refuse } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { inTransaction, type Tx } from '../db/database.ts';
import { invalidateCredentials } from '../identity/sessions/credential-cache.ts';
import { merchantRow, partnerRow } from './rows.ts';

/** The status a path names, in any of its spellings; 400 for another word. */
export function namedStatus(text: string): AccountStatus {
  return accountStatus(text) ?? invalid('Status');
}

/**
 * Moves the status of an account below the caller: refused where the table of moves has none, 403
 * where it is somebody else's move or the caller's own account. Setting the present status
 * changes nothing. The account's sessions end in this commit; its keys are refused from then on.
 */
export async function moveStatus(
  tx: Tx,
  context: Context,
  account: { id: string; status: string },
  to: AccountStatus,
): Promise<void> {
  const { actor } = context;
  if (account.id === actor.account_id) {
    refuse('forbidden', 'forbidden: only an account above this one can change its status');
  }
  const from = account.status as AccountStatus;
  if (from === to) return;
  const move = statusMove(from, to);
  if (!move) refuse('refused', `bad request error: a ${from} account cannot become ${to}`);
  if (actor.account_type !== 'system' && !move.by.includes(actor.account_type as AccountType)) {
    refuse('forbidden', `forbidden: only an administrator can make the ${from} account ${to}`);
  }
  await tx
    .updateTable('account')
    .set({ status: to, updated_at: context.clock.now() })
    .where('id', '=', account.id)
    .execute();
  if (to !== 'active') await endAccountSessions(tx, context, account.id, to);
}

/** So that nobody finds their old session open when the account comes back. */
async function endAccountSessions(tx: Tx, context: Context, account_id: string, status: string) {
  await sql`update user_session set ended_at = ${context.clock.real()}::timestamptz,
      ended_because = ${`account ${status}`}
    where ended_at is null
      and user_id in (select id from user_account where account_id = ${account_id})`.execute(tx);
}

/** The call that changes the status alone. */
export async function changeStatus(
  context: Context,
  noun: 'partner' | 'merchant',
  id: string,
  to: AccountStatus,
): Promise<void> {
  await inTransaction(context, id, async (tx) => {
    const row =
      noun === 'merchant'
        ? await merchantRow(tx, context, id, true)
        : await partnerRow(tx, context, id, true);
    await moveStatus(tx, context, { id, status: row.status }, to);
    await audit(tx, context, {
      verb: 'update',
      noun,
      id,
      merchant_id: id,
      before: { status: row.status },
      after: { status: to },
    });
  });
  invalidateCredentials(context);
}
