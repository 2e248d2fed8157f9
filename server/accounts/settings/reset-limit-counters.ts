// What limits have counted, forgotten when they change.
import type { Tx } from '../../db/database.ts';

/**
 * A changed limit counts its day and month anew, from the payments: while it was off nothing was
 * counted. For the commit that changes it; without a processor for the merchant's own limits.
 */
export async function resetLimitCounters(
  tx: Tx,
  merchant_id: string,
  processor_id = '',
): Promise<void> {
  await tx
    .deleteFrom('limit_counter')
    .where('merchant_id', '=', merchant_id)
    .where('processor_id', '=', processor_id)
    .execute();
}
