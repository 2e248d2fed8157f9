// What webhooks need of the rooms above this one; server/webhook-parts.ts hands it down.
import type { Context } from '../../context.ts';

export interface WebhookParts {
  /** The objects that events speak of, as they stand now, by id: transactions or batches. */
  dataOf(
    context: Context,
    merchant_id: string,
    about: 'transaction' | 'settlement',
    ids: readonly string[],
  ): Promise<Map<string, unknown>>;
  /** Addresses of the people who look after a merchant's account. */
  noticeAddresses(context: Context, merchant_id: string): Promise<string[]>;
}
