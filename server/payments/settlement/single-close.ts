// Sends a batch close only once to hosts that would answer a second request by another close.
import assert from 'node:assert/strict';
import type { Context } from '../../context.ts';
import { connect, inTransaction } from '../../db/database.ts';
import type { BatchClose } from '../processors/batch-types.ts';
import type { BatchRow, Closing } from './batches.ts';

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

/** Stores the host's number of a close before anything else; false where that is not open. */
export async function storeNumber(
  context: Context,
  closing: Closing,
  batch_number: number,
): Promise<boolean> {
  const stored = await connect(context, closing.merchant_id)
    .updateTable('settlement_batch')
    .set({ host_batch_number: batch_number, updated_at: context.clock.now() })
    .where('merchant_id', '=', closing.merchant_id)
    .where('processor_id', '=', closing.processor.row.id)
    .where('batch_number', '=', closing.reference)
    .where('state', '=', 'unknown')
    .where('host_batch_number', 'is', null)
    .executeTakeFirst();
  return stored.numUpdatedRows > 0n;
}

/** What the host answered to a close whose number is stored; null where none is. */
export function recordedClose(
  rows: readonly BatchRow[],
): Extract<BatchClose, { result: 'closed' }> | null {
  const batch_number = rows.find((row) => row.host_batch_number !== null)?.host_batch_number;
  if (batch_number === undefined || batch_number === null) return null;
  const lists = { totals: [], settled: [], returned: [], late_returned: [] };
  return { result: 'closed', batch_number, count: 0, text: '', more: false, ...lists };
}
