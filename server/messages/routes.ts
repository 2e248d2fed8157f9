// The calls of messages in the app.

import { webhooks } from '../../contract/messages/webhooks.ts';
import { type Context, systemContext } from '../context.ts';
import { type Routes, routes } from '../http/serve.ts';
import { changeHandlers } from './webhooks/change.ts';
import { deliveryHandlers } from './webhooks/delivery-log.ts';
import { wakeDueQueues } from './webhooks/delivery-queues.ts';
import { keyHandlers } from './webhooks/keys.ts';
import type { WebhookParts } from './webhooks/parts.ts';
import { listWebhooks, rows, searchWebhooks, toRecord } from './webhooks/records.ts';

export function messageRoutes(parts: WebhookParts): readonly Routes[] {
  /** Sends as the system, whoever called; the answer of the call does not wait for it. */
  const wake = (context: Context) => {
    const own = systemContext(context, context.request_id);
    wakeDueQueues(own, parts).catch((error) =>
      context.log.error({ err: error }, 'no queue opened'),
    );
  };
  return [
    routes(webhooks, {
      list: listWebhooks,
      search: searchWebhooks,
      get: async (context, path) => toRecord(context, await rows.get(context, path)),
      ...changeHandlers(wake),
      ...keyHandlers,
      ...deliveryHandlers(wake),
    }),
  ];
}
