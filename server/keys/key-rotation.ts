// Rotates keys while the product works: new data keys, secrets sealed anew, all wrapped by the new.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Tx } from '../db/database.ts';
import { type KeyPurpose, newKeyRow } from './data-keys.ts';

/** A room's secrets under one purpose. */
export interface SecretStore {
  purpose: KeyPurpose;
  /** Seals anew whatever an older key than the one in use has sealed; gives how many secrets. */
  reseal(context: Context, merchant_id: string): Promise<number>;
}

export interface RotationReport {
  merchant_count: number;
  /** Data keys made in the place of older ones. */
  made: number;
  /** Secrets sealed anew. */
  resealed: number;
  /** Data keys wrapped by the key on top of the file, which were not before. */
  rewrapped: number;
}

/**
 * Brings every account under the key on top of the key file: data keys made under an older one are
 * retired for new ones, secrets are sealed anew, and what stays is wrapped again. Each account is
 * done by itself and finding nothing to do is well: broken off, it goes on where it was.
 */
export async function rotateDataKeys(
  context: Context,
  stores: readonly SecretStore[],
): Promise<RotationReport> {
  const report = { merchant_count: 0, made: 0, resealed: 0, rewrapped: 0 };
  const purposes = stores.map(({ purpose }) => purpose);
  for (const merchant_id of await ownersOfKeys(context)) {
    report.merchant_count += 1;
    report.made += await replaceKeys(context, merchant_id, purposes);
    for (const store of stores) report.resealed += await store.reseal(context, merchant_id);
    report.rewrapped += await rewrap(context, merchant_id);
  }
  return report;
}

/** Key-encryption keys that still wrap something; '' stands for wrappings without a name. */
export async function wrappingKeysInUse(context: Context): Promise<string[]> {
  const rows = await connect(context).selectFrom('data_key').select('key_id').distinct().execute();
  return rows.map(({ key_id }) => key_id);
}

async function ownersOfKeys(context: Context): Promise<string[]> {
  const rows = await connect(context)
    .selectFrom('data_key')
    .select('merchant_id')
    .distinct()
    .orderBy('merchant_id')
    .execute();
  return rows.map(({ merchant_id }) => merchant_id);
}

/** The digests' key is never replaced: what it digested could not be digested anew. */
async function replaceKeys(
  context: Context,
  merchant_id: string,
  purposes: readonly KeyPurpose[],
): Promise<number> {
  if (purposes.length === 0) return 0;
  return await inTransaction(context, merchant_id, async (tx) => {
    const retired = await tx
      .updateTable('data_key')
      .set({ retired_at: context.clock.real() })
      .where('merchant_id', '=', merchant_id)
      .where('purpose', 'in', [...purposes])
      .where('retired_at', 'is', null)
      .where('made_under', '<>', context.keys.current_id())
      .returning('purpose')
      .execute();
    if (retired.length === 0) return 0;
    const made = retired.map(({ purpose }) =>
      newKeyRow(context, merchant_id, purpose as KeyPurpose),
    );
    await tx.insertInto('data_key').values(made).execute();
    await auditRotation(tx, context, merchant_id, made);
    return made.length;
  });
}

async function auditRotation(
  tx: Tx,
  context: Context,
  merchant_id: string,
  made: readonly { id: string; purpose: string; key_id: string }[],
): Promise<void> {
  const after = made.map(({ id, purpose, key_id }) => ({ id, purpose, key_id }));
  const noun_id = made[0]?.id ?? '';
  await audit(tx, context, { verb: 'rotate', noun: 'data_key', id: noun_id, merchant_id, after });
}

async function rewrap(context: Context, merchant_id: string): Promise<number> {
  const current = context.keys.current_id();
  const rows = await connect(context)
    .selectFrom('data_key')
    .select(['id', 'purpose', 'wrapped'])
    .where('merchant_id', '=', merchant_id)
    .where('key_id', '<>', current)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const wrapped = rows.map((row) => {
    const bound_to = `${merchant_id}/${row.purpose}`;
    return context.keys.wrap(context.keys.unwrap(row.wrapped, bound_to), bound_to);
  });
  await sql`update data_key d set wrapped = fresh.wrapped, key_id = ${current}
    from unnest(${ids}::text[], ${wrapped}::bytea[]) as fresh (id, wrapped)
    where d.merchant_id = ${merchant_id} and d.id = fresh.id`.execute(
    connect(context, merchant_id),
  );
  return rows.length;
}
