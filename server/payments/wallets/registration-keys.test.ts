// Keys of Apple Pay registrations are sealed anew with the other secrets of their merchants.
import { expect, it } from 'vitest';
import { connect } from '../../db/database.ts';
import { addKey } from '../../keys/key-file.ts';
import { rotateDataKeys } from '../../keys/key-rotation.ts';
import { secret_stores } from '../../keys/secret-stores.ts';
import { openRotationWorld } from '../../testing/worlds/rotation-world.ts';
import { openKey } from './registration-keys.ts';

const w = openRotationWorld();

const stored = () =>
  connect(w.server)
    .selectFrom('apple_pay_certificate')
    .select(['merchant_id', 'id', 'kind', 'sealed_key', 'public_key_hash'])
    .orderBy('merchant_id')
    .orderBy('id')
    .execute();

/** The keys themselves, as a process opens them that has read the key file anew. */
async function opened(rows: Awaited<ReturnType<typeof stored>>): Promise<string[]> {
  const context = w.another();
  const keys = await Promise.all(rows.map((row) => openKey(context, row)));
  return keys.map((key) => String(key.export({ type: 'pkcs8', format: 'pem' })));
}

it('each stays the same key under a new seal, and a second rotation does nothing', async () => {
  for (const { boss } of [w.tenants.m1, w.tenants.m2]) {
    const body = {
      apple_pay_merchant_id: `merchant.${boss.user.id}`,
      display_name: 'Shop',
      domain_name: 'shop.example.com',
    };
    const credential = boss.private_key;
    const made = await w.world.call('POST', '/merchant/apple-pay', { credential, body });
    expect(made.status, made.text).toBe(200);
  }
  const before = await stored();
  const keys = await opened(before);
  expect(new Set(keys).size).toBe(4);
  addKey(w.file);
  const report = await rotateDataKeys(w.another(), secret_stores);
  expect(report.resealed).toBeGreaterThanOrEqual(4);
  const after = await stored();
  for (const [n, row] of after.entries()) {
    expect(row.sealed_key).not.toBe(before[n]?.sealed_key);
    expect({ ...row, sealed_key: '' }).toEqual({ ...before[n], sealed_key: '' });
  }
  expect(await opened(after)).toEqual(keys);
  expect(await rotateDataKeys(w.another(), secret_stores)).toMatchObject({ resealed: 0 });
  expect(await stored()).toEqual(after);
});
