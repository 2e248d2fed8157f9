// A merchant that a path names: checked before anything below it is read, and locked where its
// rows are counted or only one of them may be.
import { sql } from 'kysely';
import { notFound } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { connect, type Tx } from './database.ts';
import { scope } from './scope.ts';

/** 404 unless this is a merchant in the caller's scope: foreign and unknown look the same. */
export async function requireMerchant(context: Context, merchant_id: string): Promise<void> {
  const { rows } = await sql`select 1 from account where id = ${merchant_id}
    and account_type = 'merchant' and ${scope(context, 'account.id')}`.execute(connect(context));
  if (rows.length === 0) notFound();
}

/** Others that lock it wait until this transaction ends; payments and reads go on. */
export async function lockMerchant(tx: Tx, merchant_id: string): Promise<void> {
  await sql`select 1 from merchant where merchant_id = ${merchant_id}
    for no key update`.execute(tx);
}
