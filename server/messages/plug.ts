// Messages' calls in the app.
import { mailbox } from '../../contract/messages/mailbox.ts';
import { webhooks } from '../../contract/messages/webhooks.ts';
import { news } from '../../contract/platform/news.ts';
import { type Context, systemContext } from '../context.ts';
import { serve } from '../http/serve.ts';
import { mailboxHandlers } from './mailbox.ts';
import { newsHandlers } from './news.ts';
import { warmPdf } from './pdf.ts';
import { changeHandlers } from './webhooks/change.ts';
import { deliveryHandlers } from './webhooks/delivery-log.ts';
import { keyHandlers } from './webhooks/keys.ts';
import { wakeDueLanes } from './webhooks/lanes.ts';
import type { WebhookParts } from './webhooks/parts.ts';
import { listWebhooks, rows, searchWebhooks, toRecord } from './webhooks/records.ts';

/** The start is over by then. */
const warm_after_ms = 3_000;

export function plugMessages(app: Parameters<typeof serve>[0], parts: WebhookParts): void {
  /** What was made sendable is sent by the product, whoever asked; the answer does not wait. */
  const wake = (context: Context) => {
    const own = systemContext(context, context.request_id);
    wakeDueLanes(own, parts).catch((error) => context.log.error({ err: error }, 'no lane opened'));
  };
  // Whoever prints first should not wait for the writer of PDF files to be read.
  app.addHook('onListen', async () => {
    setTimeout(() => void warmPdf().catch(() => undefined), warm_after_ms).unref();
  });
  serve(app, mailbox, mailboxHandlers);
  serve(app, news, newsHandlers);
  serve(app, webhooks, {
    list: listWebhooks,
    search: searchWebhooks,
    get: async (context, path) => toRecord(context, await rows.get(context, path)),
    ...changeHandlers(wake),
    ...keyHandlers,
    ...deliveryHandlers(wake),
  });
}
