// Keys are rotated while the product works: nothing fails to open, nothing old is left in use.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { openSettings, sealSettings } from '../payments/processors/secrets.ts';
import { makeSale, type Tenants } from '../testing/tenants.ts';
import { openRotationWorld } from '../testing/worlds/rotation-world.ts';
import type { World } from '../testing/worlds/world.ts';
import { openSecret, sealSecret } from './data-keys.ts';
import { addKey, readKeyFile, removeKeys } from './key-file.ts';
import { rotateDataKeys, wrappingKeysInUse } from './key-rotation.ts';
import { keyIdOf, keyIdsOf, openKeyRing, seal } from './keys.ts';
import { secret_stores } from './secret-stores.ts';

let world: World;
let tenants: Tenants;
let file: string;
/** As the running server, and as a tool in a process of its own with its own memory of keys. */
let server: Context;
let tool: Context;

const settings = { mid: '000000000001', terminal_number: '7001', merchant_name: 'Test' };
const secret_names = ['terminal_number'];

const rotation = openRotationWorld();
beforeAll(() => {
  ({ world, tenants, file, server } = rotation);
  tool = rotation.another();
});

/** Gives a processor of the merchant a secret, as the panel does. */
async function withSecret(context: Context): Promise<string> {
  const { account, processors } = tenants.m1;
  const id = processors.card;
  const closed = await sealSettings(context, account.id, id, settings, secret_names);
  await connect(context, account.id)
    .updateTable('processor')
    .set({
      settings: JSON.stringify(closed.settings),
      secrets: JSON.stringify(closed.secrets),
    })
    .where('id', '=', id)
    .execute();
  return id;
}

async function stored(id: string) {
  return await connect(server)
    .selectFrom('processor')
    .select(['merchant_id', 'id', 'settings', 'secrets'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Numbers of payments that are kept for saving the payer afterwards, by the key they name. */
async function storedNumbers() {
  const query = connect(server).selectFrom('saved_method_draft').select('sealed_number');
  const rows = await query.where('merchant_id', '=', tenants.m1.account.id).execute();
  return rows.map(({ sealed_number }) => sealed_number.split('.')[1]);
}

const keysOf = (purpose: string) =>
  connect(server)
    .selectFrom('data_key')
    .selectAll()
    .where('merchant_id', '=', tenants.m1.account.id)
    .where('purpose', '=', purpose)
    .orderBy('created_at')
    .execute();

describe('a sealed secret', () => {
  it('names its key and opens for its merchant, place and purpose alone', async () => {
    const [mine, other] = [tenants.m1.account.id, tenants.m2.account.id];
    const sealed = await sealSecret(server, mine, 'processor_credential', 'row/field', 'hush');
    expect(sealed).toMatch(/^v1\.[0-9a-v]{20}\.[0-9A-Za-z+/=]+$/);
    expect(await openSecret(server, mine, 'processor_credential', 'row/field', sealed)).toBe(
      'hush',
    );
    await sealSecret(server, other, 'processor_credential', 'row/field', 'else');
    await sealSecret(server, mine, 'second_factor', 'row/field', 'else');
    const moved = [
      [mine, 'processor_credential', 'other/field'],
      [mine, 'processor_credential', 'row/other'],
      [mine, 'second_factor', 'row/field'],
      [other, 'processor_credential', 'row/field'],
    ] as const;
    for (const [owner, purpose, place] of moved) {
      await expect(openSecret(server, owner, purpose, place, sealed)).rejects.toThrow();
    }
  });

  it('does not open under the name of another key of the same merchant', async () => {
    const mine = tenants.m1.account.id;
    const sealed = await sealSecret(server, mine, 'second_factor', 'p', 'hush');
    const [other] = await keysOf('processor_credential');
    const renamed = sealed.replace(/^v1\.\w+/, `v1.${other?.id}`);
    await expect(openSecret(server, mine, 'second_factor', 'p', renamed)).rejects.toThrow();
  });
});

describe('rotation', () => {
  it('puts new keys in place, seals all secrets anew, and payments go on meanwhile', async () => {
    const id = await withSecret(server);
    const before = await stored(id);
    const [old_key] = await keysOf('processor_credential');
    expect((await makeSale(world, tenants.m1)).body.data.response_code).toBe(100);
    addKey(file);
    const paying = Promise.all([1, 2, 3, 4, 5].map(() => makeSale(world, tenants.m1)));
    const report = await rotateDataKeys(tool, secret_stores);
    // The credential, the number kept of the first payment, and what the others had kept by then.
    expect(report.resealed).toBeGreaterThanOrEqual(2);
    expect(report.made).toBeGreaterThan(0);
    for (const sale of await paying) expect(sale.body.data.response_code).toBe(100);
    // What a payment sealed under the old key at that moment is sealed anew by the next rotation.
    await rotateDataKeys(tool, secret_stores);
    const [, stored_under] = await keysOf('saved_method');
    expect(await storedNumbers()).toEqual(Array(6).fill(stored_under?.id));
    const after = await stored(id);
    expect(after.secrets).not.toEqual(before.secrets);
    const [retired, current] = await keysOf('processor_credential');
    expect([retired?.id, retired?.retired_at === null]).toEqual([old_key?.id, false]);
    expect(JSON.stringify(after.secrets)).toContain(`v1.${current?.id}.`);
    expect(await openSettings(server, after)).toEqual(settings);
    // What was read before the rotation still opens: retired keys can decrypt.
    expect(await openSettings(server, before)).toEqual(settings);
    expect(await wrappingKeysInUse(server)).toEqual([tool.keys.current_id()]);
  });

  it('keeps the key of digests, so that cards are found as before', async () => {
    const [key, ...more] = await keysOf('digest');
    expect(more).toEqual([]);
    expect(key?.retired_at).toBeNull();
    expect(key?.key_id).toBe(server.keys.current_id());
  });

  it('finds nothing to do the second time, and goes on where it broke off', async () => {
    const nothing = { made: 0, resealed: 0, rewrapped: 0 };
    expect(await rotateDataKeys(tool, secret_stores)).toMatchObject(nothing);
    addKey(file);
    const [processors] = secret_stores;
    const breaking = {
      ...processors,
      reseal: async () => {
        throw new Error('the plug was pulled');
      },
    } as (typeof secret_stores)[number];
    await expect(rotateDataKeys(tool, [breaking])).rejects.toThrow('plug');
    const id = tenants.m1.processors.card;
    expect(await openSettings(server, await stored(id))).toEqual(settings);
    const resealed = 1 + (await storedNumbers()).length;
    expect(await rotateDataKeys(tool, secret_stores)).toMatchObject({ resealed });
    expect(await rotateDataKeys(tool, secret_stores)).toMatchObject(nothing);
    expect(await openSettings(tool, await stored(id))).toEqual(settings);
  });

  it('lets the old keys be taken away: all that stands still opens', async () => {
    const used = await wrappingKeysInUse(tool);
    const purposes = openKeyRing(file, false).derive('session tokens');
    expect(readKeyFile(file)).toHaveLength(3);
    expect(removeKeys(file, (key) => used.includes(keyIdOf(key)))).toBe(1);
    expect(keyIdsOf(file)[0]).toBe(used[0]);
    const fresh = rotation.another();
    const id = tenants.m1.processors.card;
    expect(await openSettings(fresh, await stored(id))).toEqual(settings);
    // Sessions live on: the keys of purposes did not change.
    expect(openKeyRing(file, false).derive('session tokens')).toEqual(purposes);
    const text = readFileSync(file, 'utf8');
    expect(text.trim().split('\n')).toHaveLength(2);
  });

  it('takes along what was sealed before ciphertexts named their keys', async () => {
    const { account, processors } = tenants.m1;
    const [merchant_id, id] = [account.id, processors.card];
    const oldest = (await keysOf('processor_credential'))[0];
    const bound_to = `${merchant_id}/processor_credential`;
    const key = tool.keys.unwrap(oldest?.wrapped as Buffer, bound_to);
    const sealed = seal(key, Buffer.from('7001'), `${id}/terminal_number`).toString('base64');
    await connect(server, merchant_id)
      .updateTable('processor')
      .set({ secrets: JSON.stringify({ terminal_number: sealed }) })
      .where('id', '=', id)
      .execute();
    expect(await openSettings(server, await stored(id))).toEqual(settings);
    expect(await rotateDataKeys(tool, secret_stores)).toMatchObject({ resealed: 1 });
    expect(await openSettings(server, await stored(id))).toEqual(settings);
  });

  it('leaves an audit row that names keys and shows none', async () => {
    const rows = await connect(server)
      .selectFrom('audit_log')
      .selectAll()
      .where('noun', '=', 'data_key')
      .execute();
    const named = rows.flatMap((row) => row.after as unknown as { purpose: string }[]);
    expect(named.map(({ purpose }) => purpose)).toContain('processor_credential');
    for (const key of named) expect(Object.keys(key).sort()).toEqual(['id', 'key_id', 'purpose']);
  });
});
