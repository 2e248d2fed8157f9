// Numbers of saved cards and bank accounts at rest: sealed under the merchant's data key.
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { connect } from '../../../db/database.ts';
import {
  type DataKey,
  keyNamedIn,
  openSecret,
  sealingKey,
  sealWith,
} from '../../../keys/data-keys.ts';
import type { SecretStore } from '../../../keys/key-rotation.ts';

const purpose = 'saved_method';
const place = (method_id: string) => `${method_id}/number`;

/** The key that numbers are sealed under; read before the transaction that writes them. */
export function numberKey(context: Context, merchant_id: string): Promise<DataKey> {
  return sealingKey(context, merchant_id, purpose);
}

export function sealNumber(
  key: DataKey,
  merchant_id: string,
  method_id: string,
  number: string,
): string {
  return sealWith(key, merchant_id, place(method_id), number);
}

/** The plaintext number, only for a `SensitiveCard` or `SensitiveAccount`. */
export function openNumber(
  context: Context,
  row: { merchant_id: string; id: string; sealed_number: string },
): Promise<string> {
  return openSecret(context, row.merchant_id, purpose, place(row.id), row.sealed_number);
}

/** Saved numbers, for the rotation of keys. */
export const saved_method_secrets: SecretStore = { purpose, reseal };

const at_a_time = 500;

interface Sealed {
  merchant_id: string;
  id: string;
  sealed_number: string;
}

/** The tables that hold sealed numbers, each with the column of the method's id. */
const places = [
  ['saved_method', 'id'],
  ['saved_method_draft', 'method_id'],
] as const;

async function reseal(context: Context, merchant_id: string): Promise<number> {
  const key = await numberKey(context, merchant_id);
  let count = 0;
  for (const place of places) count += await resealIn(context, merchant_id, key, place);
  return count;
}

async function resealIn(
  context: Context,
  merchant_id: string,
  key: DataKey,
  [table_name, id_name]: (typeof places)[number],
): Promise<number> {
  const table = sql.table(table_name);
  const id = sql.ref(`${table_name}.${id_name}`);
  let count = 0;
  for (let last = ''; ; ) {
    const { rows } = await sql<Sealed>`select merchant_id, ${id} as id, sealed_number from ${table}
      where merchant_id = ${merchant_id} and ${id} > ${last}
      order by ${id} limit ${sql.lit(at_a_time)}`.execute(connect(context));
    const older = rows.filter(({ sealed_number }) => keyNamedIn(sealed_number) !== key.id);
    const anew = await Promise.all(older.map((row) => sealedAnew(context, key, row)));
    // If the number was changed meanwhile, it is already sealed under the current key.
    const written = await sql`update ${table} set sealed_number = anew.sealed
      from unnest(${anew.map(({ id }) => id)}::text[], ${anew.map(({ before }) => before)}::text[],
        ${anew.map(({ sealed }) => sealed)}::text[]) as anew (id, before, sealed)
      where merchant_id = ${merchant_id} and ${id} = anew.id
        and sealed_number = anew.before`.execute(connect(context, merchant_id));
    count += Number(written.numAffectedRows ?? 0);
    if (rows.length < at_a_time) return count;
    last = rows.at(-1)?.id ?? '';
  }
}

async function sealedAnew(context: Context, key: DataKey, row: Sealed) {
  const number = await openNumber(context, row);
  const sealed = sealNumber(key, row.merchant_id, row.id, number);
  return { id: row.id, before: row.sealed_number, sealed };
}
