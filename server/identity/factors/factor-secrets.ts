// Secrets of second factors at rest: sealed under the account's data key, bound to user and factor.
import { asSystem, type Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { keyNamedIn, openSecret, sealingKey, sealSecret, sealWith } from '../../keys/data-keys.ts';
import type { SecretStore } from '../../keys/key-rotation.ts';

export interface FactorOwner {
  id: string;
  account_id: string;
}

const purpose = 'second_factor';
const placeOf = (user_id: string, id: string) => `${user_id}/${id}`;

export function sealFactor(context: Context, user: FactorOwner, id: string, secret: string) {
  const place = placeOf(user.id, id);
  return sealSecret(asSystem(context), user.account_id, purpose, place, secret);
}

export function openFactor(
  context: Context,
  user: FactorOwner,
  factor: { id: string; secret: string },
) {
  const place = placeOf(user.id, factor.id);
  return openSecret(context, user.account_id, purpose, place, factor.secret);
}

/** Secrets of second factors, for the rotation of keys. */
export const factor_secrets: SecretStore = { purpose, reseal };

async function reseal(context: Context, account_id: string): Promise<number> {
  const key = await sealingKey(context, account_id, purpose);
  const rows = await connect(context)
    .selectFrom('user_factor as f')
    .innerJoin('user_account as u', 'u.id', 'f.user_id')
    .select(['f.user_id', 'f.id', 'f.secret'])
    .where('u.account_id', '=', account_id)
    .where('f.secret', '<>', '')
    .execute();
  let count = 0;
  for (const row of rows.filter(({ secret }) => keyNamedIn(secret) !== key.id)) {
    const opened = await openFactor(context, { id: row.user_id, account_id }, row);
    const { numUpdatedRows } = await connect(context)
      .updateTable('user_factor')
      .set({ secret: sealWith(key, account_id, placeOf(row.user_id, row.id), opened) })
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .where('secret', '=', row.secret)
      .executeTakeFirstOrThrow();
    count += Number(numUpdatedRows);
  }
  return count;
}
