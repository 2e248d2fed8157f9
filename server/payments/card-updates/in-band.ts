// Applies the card updates that a processor returns with a payment to the saved card that paid.
import type { Context } from '../../context.ts';
import {
  applyCardChange,
  type CardChange,
  type SentCard,
} from '../../vault/customers/card-updates.ts';
import { numberKeys } from '../../vault/customers/methods/method-columns.ts';
import type { MerchantConfig } from '../merchant-config.ts';
import type { InBandUpdate } from '../processors/card-updates.ts';

/**
 * Updates the saved card that paid, where it still is what was charged and its merchant has the
 * account updater. The payment has ended before: a card that cannot be written now is found by the
 * next submission, and its payer's answer stays the same.
 */
export async function updateChargedCard(
  context: Context,
  { documents }: MerchantConfig,
  saved: { row: SentCard } | null,
  { merchant_id, id: transaction_id }: { merchant_id: string; id: string },
  update: InBandUpdate,
): Promise<void> {
  try {
    if (!saved || !documents.permissions.allow_automatic_account_updater) return;
    const source = { run_id: null, transaction_id } as const;
    const keys = await numberKeys(context);
    await applyCardChange(context, keys, saved.row, { ...update, source } as CardChange);
  } catch (error) {
    const about = { err: error, alert: 'card_not_updated', merchant_id, transaction_id };
    context.log.error(about, 'what the answer to a payment says of its saved card was not written');
  } finally {
    update.sensitive?.wipe();
  }
}
