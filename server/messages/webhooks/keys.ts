// The keys of webhooks: a new one made, the former one kept for a while, then ended (gateway-api
// 14).
import type { InputOf } from '../../../contract/endpoint.ts';
import type { webhooks } from '../../../contract/messages/webhooks.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { checkLastingWrite } from '../../http/access.ts';
import type { Handlers } from '../../http/serve.ts';
import { rows, toRecord, type WebhookPath, type WebhookRow } from './records.ts';
import { sealKey } from './secrets.ts';
import { newSignatureKey } from './signature.ts';

const hour_ms = 3_600_000;

type KeyChange = { secret?: string; previous_secret: string; previous_until: Date | null };

async function changeKey(
  context: Context,
  path: WebhookPath,
  verb: 'rotate_secret' | 'expire_previous_secret',
  change: (row: WebhookRow) => KeyChange,
) {
  return await rows.withLocked(context, path, async (tx, before) => {
    const changes = change(before);
    const row = await tx
      .updateTable('webhook')
      .set({ ...changes, updated_at: context.clock.now() })
      .where('merchant_id', '=', path.mid)
      .where('id', '=', path.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(tx, context, {
      verb,
      noun: 'webhook',
      id: path.id,
      merchant_id: path.mid,
      after: { previous_until: changes.previous_until },
    });
    return toRecord(context, row);
  });
}

async function rotateSecret(
  context: Context,
  path: WebhookPath,
  { overlap_hours }: InputOf<(typeof webhooks)['rotateSecret']>,
) {
  await rows.get(context, path);
  checkLastingWrite(context.actor, 'webhook keys');
  const signature_key = newSignatureKey(context.random.bytes(16));
  const place = { merchant_id: path.mid, id: path.id };
  const secret = await sealKey(context, place, signature_key);
  const previous_until = new Date(context.clock.now().getTime() + overlap_hours * hour_ms);
  const record = await changeKey(context, path, 'rotate_secret', (row) => ({
    secret,
    previous_secret: row.secret,
    previous_until,
  }));
  return { ...record, signature_key };
}

async function expirePreviousSecret(context: Context, path: WebhookPath) {
  await rows.get(context, path);
  const none = { previous_secret: '', previous_until: null };
  return await changeKey(context, path, 'expire_previous_secret', () => none);
}

type Keys = 'rotateSecret' | 'expirePreviousSecret';

/** The calls that change keys; a key is answered once, where it is made. */
export const keyHandlers: Pick<Handlers<typeof webhooks>, Keys> = {
  rotateSecret,
  expirePreviousSecret,
};
