// Private keys of Apple Pay registrations at rest: sealed under the merchant's data key.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { keyNamedIn, openSecret, sealingKey, sealSecret, sealWith } from '../../keys/data-keys.ts';
import type { SecretStore } from '../../keys/key-rotation.ts';

const purpose = 'apple_pay';
const place = (certificate_id: string) => `${certificate_id}/key`;

export function sealKey(
  context: Context,
  merchant_id: string,
  certificate_id: string,
  key: KeyObject,
): Promise<string> {
  const text = String(key.export({ type: 'pkcs8', format: 'pem' }));
  return sealSecret(context, merchant_id, purpose, place(certificate_id), text);
}

/** A key as PKCS #8 in PEM. */
export function openKeyText(
  context: Context,
  { merchant_id, id, sealed_key }: { merchant_id: string; id: string; sealed_key: string },
): Promise<string> {
  return openSecret(context, merchant_id, purpose, place(id), sealed_key);
}

export async function openKey(
  context: Context,
  row: { merchant_id: string; id: string; sealed_key: string },
): Promise<KeyObject> {
  return createPrivateKey(await openKeyText(context, row));
}

/** Keys of registrations, for the rotation of keys. */
export const apple_pay_secrets: SecretStore = { purpose, reseal };

async function reseal(context: Context, merchant_id: string): Promise<number> {
  const key = await sealingKey(context, merchant_id, purpose);
  const rows = await connect(context)
    .selectFrom('apple_pay_certificate')
    .select(['merchant_id', 'id', 'sealed_key'])
    .where('merchant_id', '=', merchant_id)
    .execute();
  let count = 0;
  for (const row of rows) {
    if (keyNamedIn(row.sealed_key) === key.id) continue;
    const text = await openKeyText(context, row);
    const { numUpdatedRows } = await connect(context, merchant_id)
      .updateTable('apple_pay_certificate')
      .set({ sealed_key: sealWith(key, merchant_id, place(row.id), text) })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', row.id)
      // A key never changes; only its seal may have meanwhile.
      .where('sealed_key', '=', row.sealed_key)
      .executeTakeFirstOrThrow();
    count += Number(numUpdatedRows);
  }
  return count;
}
