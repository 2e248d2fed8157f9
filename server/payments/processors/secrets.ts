// Credentials of a processor at rest: each secret sealed by itself, bound to processor and field.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { keyNamedIn, openSecret, sealingKey, sealWith } from '../../keys/data-keys.ts';
import type { SecretStore } from '../../keys/key-rotation.ts';

type Members = Readonly<Record<string, unknown>>;

/** Where a processor's settings lie: plain members, and secrets sealed. */
export interface StoredSettings {
  merchant_id: string;
  id: string;
  settings: unknown;
  secrets: unknown;
}

const purpose = 'processor_credential';
const place = (processor_id: string, field: string) => `${processor_id}/${field}`;

/** All settings in clear, for an adapter; never logged, never answered. */
export async function openSettings(context: Context, stored: StoredSettings): Promise<Members> {
  const sealed = Object.entries((stored.secrets ?? {}) as Record<string, string>);
  const plain = (stored.settings ?? {}) as Members;
  const opened = await Promise.all(
    sealed.map(async ([field, text]) => {
      const at = place(stored.id, field);
      return [field, await openSecret(context, stored.merchant_id, purpose, at, text)] as const;
    }),
  );
  return { ...plain, ...Object.fromEntries(opened) };
}

/** Divides settings into plain members and sealed secrets; empty secrets are left out. */
export async function sealSettings(
  context: Context,
  merchant_id: string,
  processor_id: string,
  settings: Members,
  secret_names: readonly string[],
): Promise<{ settings: Record<string, unknown>; secrets: Record<string, string> }> {
  const key = await sealingKey(context, merchant_id, purpose);
  const plain: Record<string, unknown> = {};
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings)) {
    if (!secret_names.includes(name)) plain[name] = value;
    else if (typeof value === 'string' && value !== '') {
      secrets[name] = sealWith(key, merchant_id, place(processor_id, name), value);
    }
  }
  return { settings: plain, secrets };
}

/** Processors' credentials, for the rotation of keys. */
export const processor_secrets: SecretStore = { purpose, reseal };

async function reseal(context: Context, merchant_id: string): Promise<number> {
  const key = await sealingKey(context, merchant_id, purpose);
  const rows = await connect(context)
    .selectFrom('processor')
    .select(['id', 'secrets'])
    .where('merchant_id', '=', merchant_id)
    .where(sql<boolean>`secrets <> '{}'`)
    .execute();
  let count = 0;
  for (const { id, secrets } of rows) {
    const sealed = secrets as Record<string, string>;
    const old = Object.entries(sealed).filter(([, text]) => keyNamedIn(text) !== key.id);
    if (old.length === 0) continue;
    const fresh = { ...sealed };
    for (const [field, text] of old) {
      const at = place(id, field);
      const opened = await openSecret(context, merchant_id, purpose, at, text);
      fresh[field] = sealWith(key, merchant_id, at, opened);
    }
    count += old.length * (await replaceSecrets(context, merchant_id, id, sealed, fresh));
  }
  return count;
}

/** 1, or 0 where somebody changed them meanwhile: theirs are sealed by the key in use. */
async function replaceSecrets(
  context: Context,
  merchant_id: string,
  id: string,
  before: object,
  after: object,
): Promise<number> {
  const { numUpdatedRows } = await connect(context, merchant_id)
    .updateTable('processor')
    .set({ secrets: JSON.stringify(after) })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where(sql<boolean>`secrets = ${JSON.stringify(before)}::jsonb`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
