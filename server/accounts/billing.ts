// The bank account a merchant's fees are drawn from: answered masked, its number sealed at rest.
import type { BillingInput } from '../../contract/accounts/merchant-billing.ts';
import { invalid } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { connect, type Tx } from '../db/database.ts';
import {
  keyNamedIn,
  newKeyRow,
  openSecret,
  sealingKey,
  sealSecret,
  sealWith,
} from '../keys/data-keys.ts';
import type { SecretStore } from '../keys/key-rotation.ts';

const purpose = 'billing_account';
const placeOf = (merchant_id: string) => `${merchant_id}/billing_account_number`;

/** A number that is sent anew; a masked one or none means that the stored number stays. */
export function enteredNumber(input: BillingInput | null | undefined): string | null {
  const number = input?.account_number ?? '';
  return number === '' || number.startsWith('*') ? null : number;
}

/** What is answered: all but the number, of which the last four digits show. */
export function shownBilling(input: BillingInput, masked_account_number: string) {
  const { type, routing_number, account_type } = input;
  return { ach: { type, routing_number, masked_account_number, account_type } };
}

/** At most half of a short number shows, and four digits of any other. */
export function maskedNumber(number: string): string {
  const shown = Math.min(4, Math.floor(number.length / 2));
  return number.slice(-shown).padStart(number.length, '*');
}

/** For a merchant that exists: sealed before the transaction, since keys are made outside it. */
export function sealNumber(context: Context, merchant_id: string, number: string) {
  return sealSecret(context, merchant_id, purpose, placeOf(merchant_id), number);
}

/** For a merchant that is being made: its first key of this purpose is made in the same commit. */
export async function sealFirstNumber(
  tx: Tx,
  context: Context,
  merchant_id: string,
  number: string,
): Promise<string> {
  const row = newKeyRow(context, merchant_id, purpose);
  await tx.insertInto('data_key').values(row).execute();
  const key = context.keys.unwrap(row.wrapped, `${merchant_id}/${purpose}`);
  return sealWith({ id: row.id, key }, merchant_id, placeOf(merchant_id), number);
}

/** 400 where a bank account comes without its number, or with a mask that is not its own. */
export function needNumber(): never {
  return invalid('Account Number');
}

/** Numbers of these bank accounts, for the rotation of keys. */
export const billing_secrets: SecretStore = { purpose, reseal };

async function reseal(context: Context, merchant_id: string): Promise<number> {
  const key = await sealingKey(context, merchant_id, purpose);
  const row = await connect(context)
    .selectFrom('merchant')
    .select('billing_account_number as sealed')
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();
  if (!row || row.sealed === '' || keyNamedIn(row.sealed) === key.id) return 0;
  const place = placeOf(merchant_id);
  const number = await openSecret(context, merchant_id, purpose, place, row.sealed);
  const { numUpdatedRows } = await connect(context, merchant_id)
    .updateTable('merchant')
    .set({ billing_account_number: sealWith(key, merchant_id, place, number) })
    .where('merchant_id', '=', merchant_id)
    // Somebody may have changed it meanwhile: theirs is sealed by the key in use.
    .where('billing_account_number', '=', row.sealed)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
