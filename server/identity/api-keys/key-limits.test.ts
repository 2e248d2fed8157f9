// What narrows an API key: expiry, addresses, origins, scopes; and a key in the place of another.
import { describe, expect, test } from 'vitest';
import { connect, inTransaction } from '../../db/database.ts';
import type { Person } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import { insertApiKey } from './new-api-key.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

interface Made {
  id: string;
  api_key: string;
  expires_at: string | null;
}

async function make(body: object, credential = t.m1.boss.private_key): Promise<Made> {
  const answer = await world.call('POST', '/user/apikey', { credential, body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

/** A key of a user without any right, made as the product's own work. */
async function makeFor(person: Person, limits: object): Promise<Made> {
  const { user } = person;
  return (await inTransaction(world.system, user.account_type_id, (tx) =>
    insertApiKey(tx, world.system, { user, type: 'api', name: '', limits }),
  )) as Made;
}

async function statusOf(key: string, headers: Record<string, string> = {}): Promise<number> {
  return (await world.call('GET', '/user', { credential: key, headers })).status;
}

const pass = (hours: number) => world.clock.setOffset(world.clock.offset_ms + hours * 3_600_000);
const inHours = (hours: number) =>
  new Date(world.services.clock.now().getTime() + hours * 3_600_000).toISOString();

describe('a key', () => {
  test('ends at its moment', async () => {
    const { api_key } = await make({ expires_at: inHours(1) });
    expect(await statusOf(api_key)).toBe(200);
    pass(1);
    world.passRealTime(1_500);
    expect(await statusOf(api_key)).toBe(401);
  });

  test('works from its addresses alone', async () => {
    const here = await make({ allowed_addresses: ['127.0.0.0/8'] });
    const elsewhere = await make({ allowed_addresses: ['203.0.113.0/24', '2001:db8::1'] });
    expect(await statusOf(here.api_key)).toBe(200);
    expect(await statusOf(elsewhere.api_key)).toBe(401);
  });

  test('works from its web origins alone', async () => {
    const { api_key } = await make({ allowed_origins: ['https://shop.example'] });
    expect(await statusOf(api_key, { origin: 'https://shop.example' })).toBe(200);
    expect(await statusOf(api_key, { origin: 'https://other.example' })).toBe(401);
    expect(await statusOf(api_key)).toBe(401);
  });

  test('holds no more rights than its scopes, and makes no key that does', async () => {
    const { api_key } = await make({ scopes: ['process_void', 'manage_api_keys'] });
    const sale = { type: 'sale', amount: 100, payment_method: { cash: {} } };
    const paid = await world.call('POST', '/transaction', { credential: api_key, body: sale });
    expect([paid.status, paid.body.msg]).toEqual([403, expect.stringContaining('process_sale')]);
    const wider = await world.call('POST', '/user/apikey', { credential: api_key, body: {} });
    expect(wider.status).toBe(403);
    await make({ scopes: ['process_void'] }, api_key);
  });

  test('works from the address of its user, whatever its own addresses are', async () => {
    const { id } = t.m2.clerk.user;
    const { api_key } = await makeFor(t.m2.clerk, { allowed_addresses: ['127.0.0.1'] });
    expect(await statusOf(api_key)).toBe(200);
    const body = { access_restrictions: { ip: '203.0.113.9' } };
    const credential = t.m2.boss.private_key;
    await world.call('POST', `/user/${id}`, { credential, body });
    expect(await statusOf(api_key)).toBe(401);
  });

  test('takes an IPv4 address in the spelling of IPv6', async () => {
    const { api_key } = await make({ allowed_addresses: ['::ffff:127.0.0.1'] });
    expect(await statusOf(api_key)).toBe(200);
  });

  test.each([
    [{ allowed_addresses: ['here'] }, 'Allowed Addresses'],
    [{ allowed_origins: ['shop.example'] }, 'Allowed Origins'],
    [{ allowed_origins: ['https://x;sandbox'] }, 'Allowed Origins'],
    [{ scopes: ['everything'] }, 'Scopes'],
    [{ expires_at: 'tomorrow' }, 'Expires At'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'Expires At'],
  ])('is refused with %j', async (body, label) => {
    const credential = t.m1.boss.private_key;
    const answer = await world.call('POST', '/user/apikey', { credential, body });
    expect([answer.status, answer.body.msg]).toEqual([400, `bad request error: invalid ${label}`]);
  });
});

describe('a key that takes the place of another', () => {
  test('works at once, while the old one works on for the overlap', async () => {
    const old = await make({ name: 'till', allowed_addresses: ['127.0.0.1'] });
    const rotated = await world.call('POST', `/user/apikey/${old.id}/rotate`, {
      credential: t.m1.boss.private_key,
      body: { overlap_hours: 2 },
    });
    expect(rotated.body.data).toMatchObject({ name: 'till', allowed_addresses: ['127.0.0.1'] });
    expect(await statusOf(rotated.body.data.api_key)).toBe(200);
    expect(await statusOf(old.api_key)).toBe(200);
    const row = await connect(world.system)
      .selectFrom('audit_log')
      .select(['verb', 'before', 'after'])
      .where('noun_id', '=', rotated.body.data.id)
      .execute();
    expect(row).toMatchObject([{ verb: 'rotate', before: { id: old.id } }]);
    const stored = await connect(world.system)
      .selectFrom('api_key')
      .select('rotated_from')
      .where('id', '=', rotated.body.data.id)
      .executeTakeFirst();
    expect(stored).toEqual({ rotated_from: old.id });
    pass(2);
    world.passRealTime(1_500);
    expect(await statusOf(old.api_key)).toBe(401);
    expect(await statusOf(rotated.body.data.api_key)).toBe(200);
  });
});
