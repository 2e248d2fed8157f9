// What is remembered of a merchant for its payments: how long, in what order, and its address.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { connect, inTransaction } from '../db/database.ts';
import { makeTenants, type Tenants } from '../testing/tenants.ts';
import { makeWorld, type World } from '../testing/worlds/world.ts';
import { invalidateMerchant, merchantConfig } from './merchant-config.ts';

let world: World;
let t: Tenants;

beforeAll(async () => {
  world = await makeWorld({ lab: false, jobs: [] });
  t = await makeTenants(world);
}, 60_000);
afterAll(() => world?.close());

const at = (ms: number): Context => ({
  ...world.system,
  clock: { ...world.system.clock, monotonicMs: () => ms },
});
async function loaded(): Promise<Awaited<ReturnType<typeof merchantConfig>>> {
  invalidateMerchant(world.system, t.m1.account.id);
  return await merchantConfig(world.system, t.m1.account.id);
}

it('it is loaded once a second, and anew as soon as it is forgotten', async () => {
  const { id } = t.m1.account;
  invalidateMerchant(world.system, id);
  const first = merchantConfig(at(5_000), id);
  // The version of all settings is known from here on.
  await first;
  expect(merchantConfig(at(5_999), id)).toBe(first);
  const second = merchantConfig(at(6_000), id);
  expect(second).not.toBe(first);
  expect(merchantConfig(at(6_999), id)).toBe(second);
  invalidateMerchant(world.system, id);
  expect(merchantConfig(at(6_999), id)).not.toBe(second);
  expect(await second).toMatchObject({ id, name: t.m1.account.name });
  const third = merchantConfig(at(7_000), id);
  await merchantConfig(at(7_000), t.m2.account.id);
  expect(merchantConfig(at(7_000), id)).toBe(third);
});

it('it is remembered among five thousand, then all are forgotten', async () => {
  const { id } = t.m1.account;
  const merchant_config_cache = new Map(world.system.merchant_config_cache);
  merchant_config_cache.clear();
  const own = { ...at(20_000), merchant_config_cache };
  const first = await merchantConfig(own, id);
  const [entry] = merchant_config_cache.values();
  assert(entry);
  for (let n = 1; n < 4_999; n++) merchant_config_cache.set(`m${n}`, entry);
  await merchantConfig(own, t.m2.account.id);
  expect([merchant_config_cache.size, await merchantConfig(own, id)]).toEqual([5_000, first]);
  await merchantConfig(own, t.m1a.account.id);
  expect([...merchant_config_cache.keys()]).toEqual([t.m1a.account.id]);
});

it('what could not be loaded is not remembered', async () => {
  const load = () => merchantConfig(at(9_000), t.p1.account.id);
  const first = load();
  expect(load()).toBe(first);
  await expect(first).rejects.toThrow('not found');
  const second = load();
  expect(second).not.toBe(first);
  await expect(second).rejects.toThrow('not found');
});

const none = { address_line_1: '', address_line_2: '', city: '', state: '', postal_code: '' };
const home = { ...none, address_line_1: '1 Main', city: 'Ulm', state: 'BW', postal_code: '89073' };
const office = { ...none, address_line_1: '2 Side', address_line_2: 'Floor 3', state: 'IL' };

it.each([
  [{}, {}, [], ''],
  [home, {}, ['1 Main', 'Ulm, BW 89073'], 'BW'],
  [home, office, ['2 Side', 'Floor 3', 'IL'], 'IL'],
  [home, { ...office, address_line_1: '' }, ['1 Main', 'Ulm, BW 89073'], 'BW'],
  [{ ...home, city: '', state: '' }, {}, ['1 Main', '89073'], ''],
  [{ ...home, state: '', postal_code: '' }, {}, ['1 Main', 'Ulm,'], ''],
])(
  'its address is that of its bills, or else its own: %j %j',
  async (primary, billing, lines, state) => {
    const { id } = t.m1.account;
    const primary_contact = JSON.stringify(primary);
    const billing_contact = JSON.stringify(billing);
    await inTransaction(world.system, id, (tx) =>
      tx
        .updateTable('merchant')
        .set({ primary_contact, billing_contact })
        .where('merchant_id', '=', id)
        .execute(),
    );
    expect(await loaded()).toMatchObject({ address: lines, state });
  },
);

it('its processors come as they were made, and none of an unknown type', async () => {
  const { id, processors } = { id: t.m1.account.id, processors: t.m1.processors };
  const change = (processor_id: string, changes: object) =>
    connect(world.system, id)
      .updateTable('processor')
      .set(changes)
      .where('id', '=', processor_id)
      .execute();
  const order = async () => (await loaded()).processors.map(({ row }) => row.id);
  const made = (second: number) => ({ created_at: new Date(second * 1_000) });
  await change(processors.cash, made(1));
  await change(processors.ach, made(2));
  await change(processors.card, made(3));
  expect(await order()).toEqual([processors.cash, processors.ach, processors.card]);
  await sql`update processor set created_at = to_timestamp(9) where merchant_id = ${id}`.execute(
    connect(world.system, id),
  );
  expect(await order()).toEqual(Object.values(processors).sort());
  await change(processors.cash, { type: 'gone' });
  expect(await order()).toEqual([processors.card, processors.ach].sort());
  expect((await loaded()).processors[0]).toMatchObject({
    currencies: ['usd'],
    account: { processor_id: [processors.card, processors.ach].sort()[0] },
  });
});
