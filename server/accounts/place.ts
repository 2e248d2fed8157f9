// Where an account may stand: below an active partner that the caller reaches.

import type { AccountStatus } from '../../contract/access/access.ts';
import { status_effects } from '../../contract/accounts/statuses.ts';
import { notFound, refuse } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import { shareTree } from '../identity/account-tree.ts';

/**
 * Holds the partner that an account is to stand below until the commit, so that it is not disabled
 * meanwhile; 404 where it is none in scope, 400 where it takes no accounts.
 */
export async function placeBelow(tx: Tx, context: Context, partner_id: string): Promise<void> {
  // First, as whoever moves accounts does: held the other way round they would block each other.
  await shareTree(tx);
  const row = await tx
    .selectFrom('account')
    .select('status')
    .where('id', '=', partner_id)
    .where('account_type', '=', 'partner')
    .where(scope(context, 'account.id'))
    .forShare()
    .executeTakeFirst();
  if (!row) notFound();
  if (!status_effects[row.status as AccountStatus].takes_accounts_below) {
    refuse('refused', 'bad request error: the partner is not active');
  }
}
