// What each room gives to webhooks: the objects that its events speak of, and whom to write to.
import { noticeAddresses } from './identity/users/notice-addresses.ts';
import type { WebhookParts } from './messages/webhooks/parts.ts';
import { cardEventBodies } from './payments/card-updates/read.ts';
import { batchEventBodies } from './payments/settlement/reading/batch-events.ts';
import { transactionEventBodies } from './payments/transactions/reading/transaction-events.ts';

export const webhook_parts: WebhookParts = {
  event_objects: {
    transaction: transactionEventBodies,
    settlement: batchEventBodies,
    cardsync: cardEventBodies,
  },
  noticeAddresses,
};
