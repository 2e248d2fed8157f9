// The app: the frame with the calls of every room, in one visible list.
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../contract/endpoint.ts';
import { account_routes } from './accounts/routes.ts';
import type { MovableClock } from './clock.ts';
import type { Services } from './context.ts';
import { makeFrame } from './http/app-frame.ts';
import { openApi } from './http/openapi.ts';
import { serveStatic } from './http/static.ts';
import { serveTokenizer } from './http/tokenizer-pages.ts';
import { serveWallets } from './http/wallet-pages.ts';
import { identity_routes } from './identity/routes.ts';
import { authenticate } from './identity/sessions/authenticate.ts';
import type { Runner } from './jobs/runner.ts';
import { ledger_routes } from './ledger/routes.ts';
import { warmPdf } from './messages/pdf.ts';
import { messageRoutes } from './messages/routes.ts';
import { hostedPlace } from './payments/hosted-card.ts';
import { payment_routes } from './payments/routes.ts';
import { domainFile } from './payments/wallets/apple-payments.ts';
import { platformRoutes } from './platform/routes.ts';
import { report_routes } from './reports/routes.ts';
import { vault_routes } from './vault/routes.ts';
import { webhook_parts } from './webhook-parts.ts';

/** The start is over by then. */
const warm_pdf_after_ms = 3_000;

export interface AppParts {
  services: Services;
  movable_clock: MovableClock;
  runner: () => Runner;
}

/** The app with the calls of every room, and their endpoints. */
export function makeApp(parts: AppParts): { app: FastifyInstance; endpoints: Endpoint[] } {
  const { services } = parts;
  const app = makeFrame(services, authenticate);
  const endpoints: Endpoint[] = [];
  app.addHook('onRoute', (route) => {
    const served = route.config?.endpoint;
    if (served && route.method !== 'HEAD') endpoints.push(served);
  });

  // Whoever prints first should not wait for the writer of PDF files to be read.
  app.addHook('onListen', async () => {
    setTimeout(() => void warmPdf().catch(() => undefined), warm_pdf_after_ms).unref();
  });
  const rooms = [
    platformRoutes(parts.movable_clock, parts.runner),
    identity_routes,
    account_routes,
    vault_routes,
    payment_routes,
    ledger_routes,
    report_routes,
    messageRoutes(webhook_parts),
  ];
  for (const add of rooms.flat()) add(app);

  let document: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApi(endpoints));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  serveTokenizer(app, services, hostedPlace);
  serveWallets(app, domainFile);
  serveStatic(app, services);
  return { app, endpoints };
}
