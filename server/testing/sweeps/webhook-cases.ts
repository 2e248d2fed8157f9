// Good requests for the calls of webhooks, with a receiver on this machine that takes everything.
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/database.ts';
import { sealKey } from '../../messages/webhooks/secrets.ts';
import { makeReceiver, type Receiver } from '../receivers.ts';
import type { World } from '../worlds/world.ts';
import type { Case, Owner, Request } from './case-parts.ts';

interface Made {
  id: string;
  delivery_id: string;
}

let receiver: Promise<Receiver> | undefined;
const made_in = new WeakMap<World, Map<string, Promise<Made>>>();

async function urlOf(): Promise<string> {
  receiver ??= makeReceiver();
  return (await receiver).url;
}

/** A webhook with one delivery, written as rows: a merchant may make twenty, sweeps need more. */
async function insertWebhook(context: Context, merchant_id: string): Promise<Made> {
  const [id, event_id, delivery_id] = [1, 2, 3].map(() => context.ids.next()) as [
    string,
    string,
    string,
  ];
  const now = context.clock.now();
  const secret = await sealKey(context, { merchant_id, id }, 'swept');
  const url = await urlOf();
  const about = { resource_id: id, sequence: 1, created_at: now };
  await inTransaction(context, merchant_id, async (tx) => {
    const row = { type: 'transaction', status: 'active', created_at: now, updated_at: now };
    await tx
      .insertInto('webhook')
      .values({ merchant_id, id, url, secret, ...row })
      .execute();
    const content = { kind: 'transaction_create', body: '{}\n', ...about };
    await tx
      .insertInto('webhook_event')
      .values({ merchant_id, id: event_id, ...content })
      .execute();
    const done = { state: 'delivered', next_attempt_at: now, delivered_at: now, ...about };
    await tx
      .insertInto('webhook_delivery')
      .values({ merchant_id, id: delivery_id, webhook_id: id, event_id, ...done })
      .execute();
  });
  return { id, delivery_id };
}

function sharedWebhook({ world, merchant }: Owner): Promise<Made> {
  const made = made_in.get(world) ?? new Map<string, Promise<Made>>();
  made_in.set(world, made);
  const merchant_id = merchant.account.id;
  const known = made.get(merchant_id) ?? insertWebhook(world.system, merchant_id);
  made.set(merchant_id, known);
  return known;
}

function ofMerchant(body: () => Promise<object> = async () => ({})): Case {
  return {
    owned: ['mid'],
    make: async ({ merchant }) => ({
      params: { mid: merchant.account.id },
      body: (await body()) as Record<string, unknown>,
    }),
  };
}

function ofWebhook(body: object = {}, fresh = false): Case {
  return {
    owned: ['mid', 'id'],
    async make(owner): Promise<Request> {
      const mid = owner.merchant.account.id;
      const made = fresh
        ? await insertWebhook(owner.world.system, mid)
        : await sharedWebhook(owner);
      return { params: { mid, ...made }, body: body as Record<string, unknown> };
    },
  };
}

const one = '/merchant/{mid}/webhook/{id}';

export const webhook_cases: Readonly<Record<string, Case>> = {
  'GET /merchant/{mid}/webhook': ofMerchant(),
  'POST /merchant/{mid}/webhook': ofMerchant(async () => ({
    type: 'transaction',
    url: await urlOf(),
  })),
  'POST /merchant/{mid}/webhook/search': ofMerchant(),
  'POST /merchant/{mid}/webhook/test': ofMerchant(async () => ({ url: await urlOf() })),
  [`GET ${one}`]: ofWebhook(),
  [`POST ${one}`]: ofWebhook({ limit_per_second: 5 }),
  [`DELETE ${one}`]: ofWebhook({}, true),
  [`POST ${one}/rotate-secret`]: ofWebhook({ overlap_hours: 1 }),
  [`POST ${one}/expire-previous-secret`]: ofWebhook(),
  [`POST ${one}/deliveries/search`]: ofWebhook(),
  [`POST ${one}/delivery/{delivery_id}/replay`]: {
    ...ofWebhook(),
    owned: ['mid', 'id', 'delivery_id'],
  },
};
