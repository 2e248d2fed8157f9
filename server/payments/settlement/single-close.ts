// Closes at hosts that would close a second batch when asked again: each is sent once.
import assert from 'node:assert/strict';
import type { ProcessorType } from '../../../contract/payments/processor-types/record.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/database.ts';
import type { Closing } from './batches.ts';

/** Whether a close that is repeated under its reference would close another batch. */
export const closesAgain = ({ capabilities }: Pick<ProcessorType, 'capabilities'>): boolean =>
  capabilities.idempotency !== 'native_key';

const sent = 'The close request was sent, but no answer is recorded.';

/**
 * Takes a close before it is sent: its rows go from `closing` to `unknown`, committed, so that
 * neither another request nor a later run sends it again, whatever becomes of this process. False
 * where another one has taken it.
 */
export async function takeClose(context: Context, closing: Closing): Promise<boolean> {
  return await inTransaction(context, closing.merchant_id, async (tx) => {
    const rows = await tx
      .selectFrom('settlement_batch')
      .select(['id', 'state'])
      .where('merchant_id', '=', closing.merchant_id)
      .where('processor_id', '=', closing.processor.row.id)
      .where('batch_number', '=', closing.reference)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (rows.length === 0 || rows.some(({ state }) => state !== 'closing')) return false;
    const taken = await tx
      .updateTable('settlement_batch')
      .set({ state: 'unknown', response_message: sent, updated_at: context.clock.now() })
      .where('merchant_id', '=', closing.merchant_id)
      .where('processor_id', '=', closing.processor.row.id)
      .where('batch_number', '=', closing.reference)
      .where('state', '=', 'closing')
      .executeTakeFirst();
    assert(taken.numUpdatedRows === BigInt(rows.length), 'a close stands as it was locked');
    return true;
  });
}
