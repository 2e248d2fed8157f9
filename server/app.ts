// The app: the frame with every room plugged in, in one visible list.
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { open } from '../contract/access.ts';
import { type Endpoint, endpoint, record } from '../contract/endpoint.ts';
import { clock } from '../contract/platform/clock.ts';
import { parked_events } from '../contract/platform/parked-events.ts';
import { plugAccounts } from './accounts/plug.ts';
import type { MovableClock } from './clock.ts';
import { asSystem, type Services } from './context.ts';
import { connect } from './db/database.ts';
import { makeFrame } from './http/app-frame.ts';
import { openApi } from './http/openapi.ts';
import { serve } from './http/serve.ts';
import { serveStatic } from './http/static.ts';
import { authenticate } from './identity/authenticate.ts';
import { plugIdentity } from './identity/plug.ts';
import { parkedEventHandlers } from './jobs/parked-events.ts';
import type { Runner } from './jobs/runner.ts';
import { clockHandlers } from './jobs/sandbox-clock.ts';
import { plugLedger } from './ledger/plug.ts';
import { plugMessages } from './messages/plug.ts';
import { plugPayments } from './payments/plug.ts';
import { plugReports } from './reports/plug.ts';
import { webhook_parts } from './webhook-parts.ts';

const platform = {
  health: endpoint({
    method: 'GET',
    path: '/fphc',
    access: open,
    reply: record(z.object({ ready: z.boolean() })),
    cost: 'free',
    summary: 'Answers when the server is ready.',
  }),
};

export interface AppParts {
  services: Services;
  movable_clock: MovableClock;
  runner: () => Runner;
}

/** Every endpoint of the product by `METHOD /path`, filled as the rooms are plugged in. */
export function makeApp(parts: AppParts): { app: FastifyInstance; endpoints: Endpoint[] } {
  const { services } = parts;
  const app = makeFrame(services, authenticate);
  const endpoints: Endpoint[] = [];
  app.addHook('onRoute', (route) => {
    const served = route.config?.endpoint;
    if (served && route.method !== 'HEAD') endpoints.push(served);
  });

  serve(app, platform, {
    // Ready means that work can be done: without the database none can, and this is a 503 too.
    health: async (context) => {
      await sql`select 1`.execute(connect(asSystem(context)));
      return { ready: true };
    },
  });
  serve(app, clock, clockHandlers(parts.movable_clock, parts.runner));
  serve(app, parked_events, parkedEventHandlers);
  plugIdentity(app);
  plugAccounts(app);
  plugPayments(app);
  plugLedger(app);
  plugReports(app);
  plugMessages(app, webhook_parts);

  let document: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApi(endpoints));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  serveStatic(app, services);
  return { app, endpoints };
}
