// Setting up, changing, trying and removing webhooks (gateway-api 14).
import { sql } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid, refuse } from '../../../contract/errors.ts';
import { type WebhookType, webhook_subtypes } from '../../../contract/messages/webhook-events.ts';
import {
  max_webhooks_of_merchant,
  type WebhookCreate,
  type WebhookUpdate,
  type webhooks,
} from '../../../contract/messages/webhooks.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { inTransaction, type Tx } from '../../db/database.ts';
import { lockMerchant, requireMerchant } from '../../db/require-merchant.ts';
import { checkLastingWrite } from '../../http/access.ts';
import type { Handlers } from '../../http/serve.ts';
import { probe } from './probe.ts';
import { rows, toRecord, type WebhookPath, type WebhookRow } from './records.ts';
import { sealKey } from './secrets.ts';
import { newSignatureKey } from './signature.ts';

/** Every subtype of the family with its value; unknown ones are dropped, absent ones are off. */
function subtypesOf(type: WebhookType, switches: Record<string, boolean> = {}) {
  const names: readonly string[] = webhook_subtypes[type];
  return Object.fromEntries(names.map((name) => [name, switches[name] === true]));
}

/** Starts sending what is due. */
export type StartDelivery = (context: Context) => void;

async function create(context: Context, { mid }: { mid: string }, input: WebhookCreate) {
  await requireMerchant(context, mid);
  checkLastingWrite(context.actor, 'webhooks');
  if (input.status === 'auto_disabled') invalid('Status');
  await probe(context, mid, input.url);
  const id = context.ids.next();
  const signature_key = newSignatureKey(context.random.bytes(16));
  const secret = await sealKey(context, { merchant_id: mid, id }, signature_key);
  const subtypes = JSON.stringify(subtypesOf(input.type, input.available_subtypes));
  const now = context.clock.now();
  return await inTransaction(context, mid, async (tx) => {
    // With the merchant's row locked, two webhooks made at once are both counted.
    await lockMerchant(tx, mid);
    const { rows: made } = await sql<WebhookRow>`
      insert into webhook (merchant_id, id, type, url, limit_per_second, status,
        available_subtypes, secret, created_at, updated_at)
      select ${mid}, ${id}, ${input.type}, ${input.url}, ${input.limit_per_second ?? 0}::int,
        ${input.status ?? 'active'}, ${subtypes}::jsonb, ${secret}, ${now}::timestamptz,
        ${now}::timestamptz
      where (select count(*) from webhook where merchant_id = ${mid})
        < ${max_webhooks_of_merchant}
      returning *`.execute(tx);
    const row = made[0];
    if (!row) {
      const most = `a merchant can have at most ${max_webhooks_of_merchant} webhooks`;
      refuse('refused', `bad request error: ${most}`);
    }
    const about = { noun: 'webhook', id, merchant_id: mid };
    await audit(tx, context, { verb: 'create', ...about, after: rows.audited(row) });
    return { ...toRecord(context, row), signature_key };
  });
}

/** Waiting deliveries are due at once when a webhook is enabled, and rest while it is disabled. */
async function moveDeliveries(tx: Tx, context: Context, row: WebhookRow, active: boolean) {
  await tx
    .updateTable('webhook_delivery')
    .set(active ? { state: 'pending', next_attempt_at: context.clock.now() } : { state: 'paused' })
    .where('merchant_id', '=', row.merchant_id)
    .where('webhook_id', '=', row.id)
    .where('state', '=', active ? 'paused' : 'pending')
    .execute();
}

/** Disables a webhook with all its waiting deliveries. */
export async function disable(
  tx: Tx,
  context: Context,
  row: WebhookRow,
  status: 'disabled' | 'auto_disabled',
): Promise<boolean> {
  const { rows } = await sql`update webhook
    set status = ${status}, updated_at = ${context.clock.now()}
    where merchant_id = ${row.merchant_id} and id = ${row.id} and status = 'active'
    returning 1`.execute(tx);
  if (rows.length > 0) await moveDeliveries(tx, context, row, false);
  return rows.length > 0;
}

async function update(
  context: Context,
  path: WebhookPath,
  input: WebhookUpdate,
  wake: StartDelivery,
) {
  const row = await rows.get(context, path);
  checkLastingWrite(context.actor, 'webhooks');
  const url = input.url ?? row.url;
  const status = input.status ?? row.status;
  if (status === 'auto_disabled' && row.status !== 'auto_disabled') invalid('Status');
  // An active webhook and a new address must answer a test; a disabled one may be unreachable.
  if (status === 'active' || url !== row.url) await probe(context, path.mid, url);
  const record = await rows.withLocked(context, path, async (tx, before) => {
    const type = before.type as WebhookType;
    const next = input.status ?? before.status;
    const active = next === 'active';
    const comes_back = active && before.status !== 'active';
    const after = await rows.write(tx, context, before, {
      url: input.url ?? before.url,
      status: next,
      limit_per_second: input.limit_per_second ?? before.limit_per_second,
      available_subtypes: subtypesOf(type, {
        ...before.available_subtypes,
        ...input.available_subtypes,
      }),
      ...(comes_back && { failing_since: null }),
    });
    if (active !== (before.status === 'active')) await moveDeliveries(tx, context, after, active);
    return toRecord(context, after);
  });
  wake(context);
  return record;
}

async function test(
  context: Context,
  { mid }: { mid: string },
  input: InputOf<(typeof webhooks)['test']>,
) {
  await requireMerchant(context, mid);
  const { webhook_id: id } = input;
  const url = id ? (await rows.get(context, { mid, id })).url : (input.url ?? invalid('URL'));
  const probed = await probe(context, mid, url, input.signature_key);
  await inTransaction(context, mid, (tx) =>
    audit(tx, context, {
      verb: 'test',
      noun: 'webhook',
      id: id ?? 'address',
      merchant_id: mid,
      after: { url, ...probed },
    }),
  );
  return probed;
}

type Changes = 'create' | 'update' | 'remove' | 'test';

/** The calls that change webhooks. */
export function changeHandlers(wake: StartDelivery): Pick<Handlers<typeof webhooks>, Changes> {
  return {
    create,
    update: (context, path, input) => update(context, path, input, wake),
    remove: (context, path) => rows.remove(context, path),
    test,
  };
}
