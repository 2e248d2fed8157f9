// Signature keys at rest: sealed under the merchant's data key, bound to the row of their webhook.

import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { keyNamedIn, openSecret, sealingKey, sealSecret, sealWith } from '../../keys/data-keys.ts';
import type { SecretStore } from '../../keys/key-rotation.ts';

interface Place {
  merchant_id: string;
  /** Id of the webhook; its former key is sealed under the same id. */
  id: string;
}

const purpose = 'webhook';
const placeOf = (id: string) => `${id}/secret`;

export function sealKey(context: Context, { merchant_id, id }: Place, key: string) {
  return sealSecret(context, merchant_id, purpose, placeOf(id), key);
}

export function openKey(context: Context, { merchant_id, id }: Place, sealed: string) {
  return openSecret(context, merchant_id, purpose, placeOf(id), sealed);
}

/** Webhooks' signature keys, for the rotation of keys. */
export const webhook_secrets: SecretStore = { purpose, reseal };

async function reseal(context: Context, merchant_id: string): Promise<number> {
  const key = await sealingKey(context, merchant_id, purpose);
  const rows = await connect(context)
    .selectFrom('webhook')
    .select(['merchant_id', 'id', 'secret', 'previous_secret'])
    .where('merchant_id', '=', merchant_id)
    .execute();
  let count = 0;
  for (const row of rows) {
    for (const column of ['secret', 'previous_secret'] as const) {
      const old = row[column];
      if (old === '' || keyNamedIn(old) === key.id) continue;
      const opened = await openKey(context, row, old);
      const { numUpdatedRows } = await connect(context, merchant_id)
        .updateTable('webhook')
        .set({ [column]: sealWith(key, merchant_id, placeOf(row.id), opened) })
        .where('merchant_id', '=', merchant_id)
        .where('id', '=', row.id)
        // Where somebody changed it meanwhile, their key is sealed under the present data key
        // already.
        .where(column, '=', old)
        .executeTakeFirstOrThrow();
      count += Number(numUpdatedRows);
    }
  }
  return count;
}
