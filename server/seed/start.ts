// At every start: the demo world in an empty database, its credentials in a file, and the ready
// line.

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Context, type Services, systemContext } from '../context.ts';
import { connect } from '../db/database.ts';
import { type DemoIds, demo_password, demo_users, writeCredentials } from './credentials.ts';
import { seedDemo } from './demo.ts';

async function isEmpty(context: Context): Promise<boolean> {
  const { rows } = await sql`select 1 from account limit 1`.execute(connect(context));
  return rows.length === 0;
}

/**
 * Seeds where the setting asks for it and nothing is there; never in production. True when it did:
 * the owner should then analyze the tables.
 */
export async function seedIfEmpty(services: Services): Promise<boolean> {
  const context = systemContext(services, services.ids.next());
  if (services.config.environment === 'production') {
    await refuseDemoUsers(context);
    return false;
  }
  if (services.config.seed !== 'demo' || !(await isEmpty(context))) return false;
  const started = services.clock.monotonicMs();
  await seedDemo(context);
  const seconds = ((services.clock.monotonicMs() - started) / 1000).toFixed(1);
  services.log.info(`the demo world was made in ${seconds} s`);
  return true;
}

async function refuseDemoUsers(context: Context): Promise<void> {
  const names = Object.values(demo_users);
  const { rows } = await sql`select 1 from user_account
    where username_key = any(${names}) limit 1`.execute(connect(context));
  if (rows.length > 0) throw new Error('This database holds demo accounts: not for production.');
}

/** Ids of the demo merchant, its partner and processors; null where there is no demo world. */
async function demoIds(context: Context): Promise<DemoIds | null> {
  const { rows } = await sql<DemoIds>`
    select u.account_id as merchant, a.parent_id as partner, c.id as card, h.id as ach
    from user_account u join account a on a.id = u.account_id
    join processor c on c.merchant_id = a.id and c.default_card
    join processor h on h.merchant_id = a.id and h.default_ach
    where u.username_key = ${demo_users.merchant} limit 1`.execute(connect(context));
  return rows[0] ?? null;
}

function originOf(services: Services, app: FastifyInstance): string {
  if (services.config.public_url) return services.config.public_url;
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : services.config.port;
  const { host } = services.config;
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}

/** Rewrites the credentials file and gives the one line that says the product is ready. */
export async function readyLine(services: Services, app: FastifyInstance): Promise<string> {
  const context = systemContext(services, services.ids.next());
  const origin = originOf(services, app);
  const ids = await demoIds(context);
  if (!ids) return `Penstock is ready: ${origin}`;
  writeCredentials(services.config, services.keys, origin, ids);
  const { merchant, partner, admin } = demo_users;
  return (
    `Penstock is ready: ${origin} (sign in as ${merchant}, ${partner} or ${admin},` +
    ` password ${demo_password})`
  );
}
