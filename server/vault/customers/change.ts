// Every change of a saved customer: under the lock of its row; its search words are rewritten.
import type { CustomerRecord } from '../../../contract/vault/customers.ts';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/database.ts';
import {
  type CreatedIds,
  findCustomer,
  readCustomer,
  recordForCaller,
  toRecord,
  type WholeCustomer,
  withParts,
} from './records.ts';
import { writeWords } from './search-words.ts';

/**
 * Runs `work` on the locked customer and answers the whole of it as it stands afterwards, as far as
 * the caller may see it; 404 where there is no such customer. `work` gives the ids of what it made.
 */
export async function changeCustomer(
  context: Context,
  id: string,
  work: (tx: Tx, whole: WholeCustomer) => Promise<CreatedIds | null>,
): Promise<CustomerRecord> {
  const merchant_id = context.actor.account_id;
  const made = await inTransaction(context, merchant_id, async (tx) => {
    const locked = await findCustomer(tx, context, id, true);
    const [before] = await withParts(tx, context, [locked]);
    const done = await work(tx, before as WholeCustomer);
    await tx
      .updateTable('customer')
      .set({ updated_at: context.clock.now() })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute();
    const [after] = await withParts(tx, context, [await findCustomer(tx, context, id)]);
    await writeWords(tx, after as WholeCustomer);
    return { done, after: after as WholeCustomer };
  });
  return recordForCaller(context, made.after, made.done);
}

export async function getCustomer(context: Context, { id }: { id: string }) {
  return toRecord(await readCustomer(context, id));
}
