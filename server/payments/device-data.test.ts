// Device data: sessions of the merchant, chains that prove they are whole, and what is kept of it.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceEvent } from '../../contract/payments/device-data.ts';
import { inTransaction } from '../db/database.ts';
import { insertApiKey } from '../identity/api-keys/new-api-key.ts';
import { openTenants, openWorld } from '../testing/worlds/open-world.ts';

const world = openWorld();
const t = openTenants(world);
const card = { number: '4111111111111111', expiration_date: '12/30', cvc: '999' };

const ask = (credential = t.m1.boss.public_key, headers = {}) =>
  world.call('GET', '/guardian/session', { credential, headers });
const session = async (key?: string): Promise<string> => (await ask(key)).body.data.session_id;
const pass = (minutes: number) => world.clock.setOffset(world.clock.offset_ms + minutes * 60_000);

/** Events as the collector makes them: keys in order, each hash over the one before. */
function chain(session_id: string, seen: readonly [kind: string, value: string][]): DeviceEvent[] {
  let before = session_id;
  return seen.map(([kind, value], index) => {
    const created_at = 1_790_000_000_000 + index;
    // The members stand in the order of their names.
    const text = JSON.stringify({ action: { value }, created_at, type: `${kind}_detected` });
    before = createHash('sha512')
      .update(text + before)
      .digest('hex');
    return { id: index + 1, hash: before, data: JSON.parse(text) };
  });
}

const seen: [string, string][] = [
  ['location', 'https://shop.example/cart?session=4f1c#top'],
  ['referrer', 'https://news.example/'],
  ['screen_size', '1080x1920'],
  ['fingerprint', 'f3a9c1'],
  ['utm_source', 'spring 4111111111111111'],
];

const pay = (fingerprint: object | undefined, more: object = {}, by = t.m1.boss) =>
  world.call('POST', '/transaction', {
    credential: by.private_key,
    body: { type: 'sale', amount: 1299, payment_method: { card }, fingerprint, ...more },
  });
const storedData = async (fingerprint: object | undefined, by = t.m1.boss) => {
  const { body, text } = await pay(fingerprint, { order_id: `D${Math.random()}`.slice(0, 12) }, by);
  expect(body.status, text).toBe('success');
  const read = await world.call('GET', `/transaction/${body.data.id}`, {
    credential: by.private_key,
  });
  return read.body.data.device_data;
};

let id: string;
beforeAll(async () => {
  id = await session();
});

describe('a session', () => {
  it('is begun with a public key, also from a page of another site', async () => {
    const answer = await ask(t.m1.boss.public_key, { origin: 'https://shop.example' });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.body.data.session_id).not.toBe(id);
    expect((await ask('')).status).toBe(401);
    expect((await ask(t.p1.boss.private_key)).status).toBe(403);
  });

  it('is begun from the origins of the key alone', async () => {
    const { user } = t.m1.boss;
    const limits = { allowed_origins: ['https://shop.example'] };
    const made = await inTransaction(world.system, user.account_type_id, (tx) =>
      insertApiKey(tx, world.system, { user, type: 'pub', name: '', limits }),
    );
    const from = (origin: string) => ask(made.api_key, { origin });
    const theirs = await from('https://shop.example');
    expect(theirs.status).toBe(200);
    expect(theirs.headers['access-control-allow-origin']).toBe('https://shop.example');
    const other = await from('https://elsewhere.example');
    expect(other.status).toBe(401);
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
    expect((await ask(made.api_key)).status).toBe(401);
  });
});

describe('device data of a payment', () => {
  it('keeps the last values of a whole chain, without secrets and card numbers', async () => {
    const events = chain(id, [['screen_size', '600x800'], ...seen]);
    expect(await storedData({ session_id: id, events: events.toReversed() })).toEqual({
      verdict: 'verified',
      fingerprint: 'f3a9c1',
      location: 'https://shop.example/cart',
      referrer: 'https://news.example/',
      screen_size: '1080x1920',
      window_size: '',
      utm_source: 'spring 411111******1111',
      utm_medium: '',
      utm_campaign: '',
      utm_term: '',
      utm_content: '',
    });
  });

  it('keeps whole characters, and addresses of pages alone', async () => {
    const long = `${'x'.repeat(254)}\u{1f600}\u{1f600}`;
    const odd = chain(id, [
      ['utm_content', long],
      ['location', 'javascript:alert(1)'],
      ['referrer', 'about:blank'],
    ]);
    odd.push({ id: 9, hash: '', data: { type: 7, action: 'none', created_at: null } });
    expect(await storedData({ session_id: id, events: odd })).toMatchObject({
      verdict: 'altered',
      utm_content: `${'x'.repeat(254)}\u{1f600}`,
      location: '',
      referrer: '',
    });
  });

  it('is absent where nothing was sent', async () => {
    expect(await storedData(undefined)).toBeUndefined();
  });

  it('tells a chain that was changed, cut or put together', async () => {
    const verdict = async (events: DeviceEvent[], session_id = id) =>
      (await storedData({ session_id, events })).verdict;
    const events = chain(id, seen);
    const [first, second, ...rest] = events as [DeviceEvent, DeviceEvent];
    const changed = {
      ...second,
      data: { ...second.data, action: { value: 'https://a.example/' } },
    };
    expect(await verdict(events)).toBe('verified');
    expect(await verdict([first, changed, ...rest])).toBe('altered');
    expect(await verdict([first, ...rest])).toBe('altered');
    expect(await verdict(events.slice(1))).toBe('altered');
    expect(await verdict([])).toBe('altered');
    expect(await verdict(events, await session())).toBe('altered');
  });

  it('tells sessions of others, of nobody, and one that has ended', async () => {
    const verdict = async (session_id: string, by = t.m1.boss) =>
      (await storedData({ session_id, events: chain(session_id, seen) }, by)).verdict;
    const theirs = await session(t.m2.boss.public_key);
    expect(await verdict(theirs)).toBe('unknown_session');
    expect(await verdict(theirs, t.m2.boss)).toBe('verified');
    expect(await verdict('gs_zzzzzzzz_000000000000000000000000_0'.padEnd(66, '0'))).toBe(
      'unknown_session',
    );
    const later = id.replace(/^gs_[0-9a-z]+/, `gs_${(9e12).toString(36)}`);
    expect(await verdict(later)).toBe('unknown_session');
    pass(29);
    expect(await verdict(id)).toBe('verified');
    pass(2);
    expect(await verdict(id)).toBe('expired');
    id = await session();
  });

  it('comes with a token, unless the payment brings its own', async () => {
    const token = async () => {
      const body = { card, guardian: { session_id: id, events: chain(id, seen) } };
      return (await world.call('POST', `/tokenizer/${t.m1.boss.public_key}`, { body })).body.token;
    };
    const paidWith = async (more: object) => {
      const payment_method = { token: await token() };
      const { body } = await pay(undefined, { payment_method, ...more });
      const read = await world.call('GET', `/transaction/${body.data.id}`, {
        credential: t.m1.boss.private_key,
      });
      return read.body.data.device_data.fingerprint;
    };
    expect(await paidWith({ order_id: 'T1' })).toBe('f3a9c1');
    const own = { session_id: id, events: chain(id, [['fingerprint', 'own']]) };
    expect(await paidWith({ order_id: 'T2', fingerprint: own })).toBe('own');
  });

  it('is of one payer in a call of several payments', async () => {
    const credential = t.m1.boss.private_key;
    const answer = await world.call('POST', '/transaction/multi', {
      credential,
      body: {
        payment_method: { card },
        fingerprint: { session_id: id, events: chain(id, seen) },
        transactions: ['R1', 'R2'].map((order_id) => ({ type: 'sale', amount: 100, order_id })),
      },
    });
    const rows = answer.body.data as { transaction_id: string }[];
    expect(rows, answer.text).toHaveLength(2);
    for (const { transaction_id } of rows) {
      const read = await world.call('GET', `/transaction/${transaction_id}`, { credential });
      expect(read.body.data.device_data).toMatchObject({
        verdict: 'verified',
        utm_source: 'spring 411111******1111',
      });
    }
  });

  it('may grow between two tries of one payment', async () => {
    const at = (events: DeviceEvent[]) =>
      pay({ session_id: id, events }, { idempotency_key: 'grows' });
    const events = chain(id, seen);
    const first = await at(events.slice(0, 2));
    expect((await at(events)).text).toBe(first.text);
  });

  it('is refused by name where it is none', async () => {
    const says = async (fingerprint: object) => {
      const { status, body } = await pay(fingerprint);
      return [status, body.msg];
    };
    const events = chain(id, seen);
    expect(await says({ events })).toEqual([400, expect.stringContaining('Session ID')]);
    expect(await says({ session_id: id, events: 'none' })).toEqual([
      400,
      expect.stringContaining('Events'),
    ]);
    const many = Array.from({ length: 501 }, () => events[0]);
    expect((await says({ session_id: id, events: many }))[0]).toBe(400);
  });
});
