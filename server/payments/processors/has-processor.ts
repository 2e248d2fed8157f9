// Whether an account has a processor: for rooms that keep its id.
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { no_terminals } from './record.ts';

/** True for a processor of this account in the caller's scope, whatever its status; no terminal. */
export async function hasProcessor(
  context: Context,
  account_id: string,
  id: string,
): Promise<boolean> {
  const found = await connect(context)
    .selectFrom('processor')
    .select('id')
    .where('merchant_id', '=', account_id)
    .where('id', '=', id)
    .where(no_terminals)
    .where(scope(context, 'processor.merchant_id'))
    .executeTakeFirst();
  return found !== undefined;
}
