// Webhook rows: read in scope, answered without their keys, searched (gateway-api 14).
import type { Selectable } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import {
  type DeliveryRecord,
  max_webhooks_of_merchant,
  type WebhookRecord,
  webhook_fields,
  webhook_record,
  type webhooks,
} from '../../../contract/messages/webhooks.ts';
import type { Context } from '../../context.ts';
import { requireMerchant } from '../../db/require-merchant.ts';
import { store } from '../../db/store.ts';
import type { Page } from '../../db/store-page.ts';
import type { Webhook } from '../../db/tables.generated.ts';
import { answered } from '../../http/plain.ts';

declare module '../../db/tables.generated.ts' {
  interface JsonDocuments {
    /** Which events are wanted, by their names. */
    'webhook.available_subtypes': Record<string, boolean>;
    'webhook_delivery.attempts': DeliveryRecord['attempts'];
  }
}

export type WebhookRow = Selectable<Webhook>;
export interface WebhookPath {
  mid: string;
  id: string;
}

/** The audit log keeps these columns too: never a key. */
export const rows = store<WebhookRow>({
  table: 'webhook',
  noun: 'webhook',
  fields: ['type', 'url', 'limit_per_second', 'status', 'available_subtypes'],
  search: webhook_fields,
  sorts: ['created_at'],
  order: { field: 'id', direction: 'asc' },
});

export function toRecord(context: Context, row: WebhookRow): WebhookRecord {
  const overlaps = row.previous_until !== null && row.previous_until > context.clock.now();
  const previous_key_expires_at = overlaps ? row.previous_until : null;
  return answered(webhook_record, { ...row, previous_key_expires_at });
}

async function found(context: Context, mid: string, page: Page) {
  await requireMerchant(context, mid);
  const { rows: all, ...count } = await rows.search(context, page, mid);
  return { rows: all.map((row) => toRecord(context, row)), ...count };
}

const newest = { field: 'created_at', direction: 'desc' } as const;

export const searchWebhooks = (
  context: Context,
  { mid }: { mid: string },
  input: InputOf<(typeof webhooks)['search']>,
) => found(context, mid, { ...input, sort: input.sort ?? newest });

export const listWebhooks = (context: Context, { mid }: { mid: string }) =>
  found(context, mid, { limit: max_webhooks_of_merchant, offset: 0 });
