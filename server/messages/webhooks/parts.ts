// What webhooks need of the rooms above this one; server/webhook-parts.ts lists it.
import type { Context } from '../../context.ts';

/** The objects of one merchant that events speak of, as they stand now, by id. */
export type EventObjects = (
  context: Context,
  merchant_id: string,
  ids: readonly string[],
) => Promise<Map<string, unknown>>;

export interface WebhookParts {
  /** By the family of events that speaks of them. */
  event_objects: Readonly<Record<string, EventObjects>>;
  /** Addresses of the people who look after a merchant's account. */
  noticeAddresses(context: Context, merchant_id: string): Promise<string[]>;
}
