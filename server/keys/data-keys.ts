// Data keys of an account, one in use a purpose, wrapped in the database; secrets sealed by them.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { seal, unseal } from './keys.ts';

/** What a key is for; the digests' key never changes, since nothing could be digested anew. */
export type KeyPurpose =
  | 'processor_credential'
  | 'webhook'
  | 'second_factor'
  | 'billing_account'
  | 'saved_method'
  | 'apple_pay'
  | 'digest';

export interface DataKey {
  id: string;
  key: Buffer;
}

interface Row {
  id: string;
  wrapped: Buffer;
}

const key_bytes = 32;

/** Unwrapped keys by merchant and id or purpose; keys never change, new ones have new ids. */
export type DataKeyCache = Map<string, Promise<Buffer>>;

function remember(context: Context, name: string, find: () => Promise<Buffer>): Promise<Buffer> {
  const memory = context.data_key_cache;
  const known = memory.get(name);
  if (known) return known;
  const found = find();
  memory.set(name, found);
  found.catch(() => memory.delete(name));
  return found;
}

function unwrap(context: Context, merchant_id: string, purpose: KeyPurpose, row: Row): Buffer {
  return context.keys.unwrap(row.wrapped, `${merchant_id}/${purpose}`);
}

/** The digest key of a merchant: this process unwraps it once. */
export function digestKey(context: Context, merchant_id: string): Promise<Buffer> {
  return remember(context, `${merchant_id}/digest`, async () => {
    return (await currentKey(context, merchant_id, 'digest')).key;
  });
}

/** The key in use, read anew each time: another process may have put a newer one in its place. */
async function currentKey(
  context: Context,
  merchant_id: string,
  purpose: KeyPurpose,
): Promise<DataKey> {
  let row = await findCurrent(context, merchant_id, purpose);
  if (!row) {
    await insertKey(context, merchant_id, purpose);
    row = await findCurrent(context, merchant_id, purpose);
  }
  if (!row) throw new Error(`No data key for ${merchant_id}/${purpose}.`);
  return { id: row.id, key: unwrap(context, merchant_id, purpose, row) };
}

async function findCurrent(context: Context, merchant_id: string, purpose: KeyPurpose) {
  return await connect(context)
    .selectFrom('data_key')
    .select(['id', 'wrapped'])
    .where('merchant_id', '=', merchant_id)
    .where('purpose', '=', purpose)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
}

/** A fresh key as a row: its id, the key wrapped, and under which key it was made. */
export function newKeyRow(context: Context, merchant_id: string, purpose: KeyPurpose) {
  const key_id = context.keys.current_id();
  return {
    merchant_id,
    id: context.ids.next(),
    purpose,
    wrapped: context.keys.wrap(context.random.bytes(key_bytes), `${merchant_id}/${purpose}`),
    key_id,
    made_under: key_id,
    created_at: context.clock.now(),
  };
}

async function insertKey(context: Context, merchant_id: string, purpose: KeyPurpose) {
  await connect(context, merchant_id)
    .insertInto('data_key')
    .values(newKeyRow(context, merchant_id, purpose))
    // Another process may have made it a moment ago: its key is the key.
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'purpose']).where('retired_at', 'is', null).doNothing(),
    )
    .execute();
}

/** A key by its id, whether in use or retired: retired ones still open what they sealed. */
function keyById(context: Context, merchant_id: string, purpose: KeyPurpose, id: string) {
  return remember(context, `${merchant_id}/${purpose}/${id}`, async () => {
    const row = await connect(context)
      .selectFrom('data_key')
      .select(['id', 'wrapped'])
      .where('merchant_id', '=', merchant_id)
      .where('purpose', '=', purpose)
      .where(sql<boolean>`(${id} = '' or id = ${id})`)
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirst();
    if (!row) throw new Error(`There is no data key ${id} for ${merchant_id}/${purpose}.`);
    return unwrap(context, merchant_id, purpose, row);
  });
}

const sealed_form = /^v1\.([0-9A-Za-z]{20})\.([0-9A-Za-z+/=]+)$/;

/** Which key a sealed text names; '' for texts sealed before they named one. */
export function keyNamedIn(sealed: string): string {
  return sealed_form.exec(sealed)?.[1] ?? '';
}

/** Where a secret lies, authenticated with it: moved to another row or field it does not open. */
function boundTo(merchant_id: string, place: string, key_id: string): string {
  return `${merchant_id}/${place}/${key_id}`;
}

/**
 * Seals a text under the account's key in use; `place` names row and field, as `id/field`. The
 * result names its key: `v1.<key id>.<base64>`.
 */
export async function sealSecret(
  context: Context,
  merchant_id: string,
  purpose: KeyPurpose,
  place: string,
  text: string,
): Promise<string> {
  return sealWith(await currentKey(context, merchant_id, purpose), merchant_id, place, text);
}

/** As sealSecret(), for several secrets under one key. */
export function sealWith(
  { id, key }: DataKey,
  merchant_id: string,
  place: string,
  text: string,
): string {
  const sealed = seal(key, Buffer.from(text, 'utf8'), boundTo(merchant_id, place, id));
  return `v1.${id}.${sealed.toString('base64')}`;
}

/** The key that new secrets of this purpose are sealed under. */
export function sealingKey(
  context: Context,
  merchant_id: string,
  purpose: KeyPurpose,
): Promise<DataKey> {
  return currentKey(context, merchant_id, purpose);
}

/** Opens what sealSecret() made; throws where merchant, place, key or bytes differ. */
export async function openSecret(
  context: Context,
  merchant_id: string,
  purpose: KeyPurpose,
  place: string,
  sealed: string,
): Promise<string> {
  const [, id = '', text = sealed] = sealed_form.exec(sealed) ?? [];
  const key = await keyById(context, merchant_id, purpose, id);
  const bound_to = id === '' ? place : boundTo(merchant_id, place, id);
  return unseal(key, Buffer.from(text, 'base64'), bound_to).toString('utf8');
}
