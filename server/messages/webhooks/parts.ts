// What webhooks need of the rooms above this one; server/webhook-parts.ts passes it.
import type { Context } from '../../context.ts';

export interface WebhookParts {
  /** The objects that events are about, as they are now, by id: transactions or batches. */
  dataOf(
    context: Context,
    merchant_id: string,
    about: 'transaction' | 'settlement',
    ids: readonly string[],
  ): Promise<Map<string, unknown>>;
  /** Addresses of the people who look after a merchant's account. */
  noticeAddresses(context: Context, merchant_id: string): Promise<string[]>;
}
