// Whether a path names a merchant of the caller's: checked before anything below it is read.
import { sql } from 'kysely';
import { notFound } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { connect } from './database.ts';
import { scope } from './scope.ts';

/** 404 unless this is a merchant in the caller's scope: foreign and unknown look the same. */
export async function requireMerchant(context: Context, merchant_id: string): Promise<void> {
  const { rows } = await sql`select 1 from account where id = ${merchant_id}
    and account_type = 'merchant' and ${scope(context, 'account.id')}`.execute(connect(context));
  if (rows.length === 0) notFound();
}
