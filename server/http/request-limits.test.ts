// Requests beyond the limits are refused in plain words; card numbers in free texts are masked.
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { good_card, makeSale, makeTenants, type Tenants } from '../testing/tenants.ts';
import { makeWorld, type World } from '../testing/worlds/world.ts';
import { readLimited, socket_limits } from './request-limits.ts';

const number = good_card.number;
const mask = '411111******1111';

describe('the texts of a body', () => {
  it('lose their card numbers wherever they stand, and member names do', () => {
    const request = {
      description: `paid with 4111 1111 1111 1111`,
      line_items: [{ name: number }, number],
      custom_fields: { [`f ${number}`]: [number] },
      payment_method: { card: { number, cardholder_name: `J ${number}` } },
      filter: { operator: '=', value: number },
      as_number: 4111111111111111,
      below_zero: -4111111111111111,
      with_a_part: 4111111111111111.5,
      password: number,
      my_token: number,
    };
    expect(readLimited(request, 'POST /transaction')).toEqual({
      description: `paid with ${mask}`,
      line_items: [{ name: mask }, mask],
      custom_fields: { [`f ${mask}`]: [mask] },
      payment_method: { card: { number, cardholder_name: `J ${mask}` } },
      filter: { operator: '=', value: mask },
      as_number: mask,
      below_zero: mask,
      with_a_part: mask,
      password: mask,
      my_token: mask,
    });
  });

  it('keep what is no free text: phones, ids, amounts', () => {
    const request = {
      billing_address: { phone: '4915212345673' },
      id: '1d9ks2k1v4gk0b3c9a7g',
      amount: 99_999_999_999,
    };
    expect(readLimited(request, 'POST /transaction')).toEqual(request);
  });

  it('are refused where a changed text would do harm', () => {
    for (const [name, label] of [
      ['idempotency_key', 'Idempotency Key'],
      ['phone', 'Phone'],
      ['fax', 'Fax'],
    ]) {
      const body = { [name as string]: number };
      expect(() => readLimited(body, '')).toThrow(`bad request error: invalid ${label}`);
    }
  });

  it('may nest twenty levels and have ten thousand parts, not one more', () => {
    const deep = (levels: number) => {
      let value: unknown = 1;
      for (let n = 1; n < levels; n++) value = n % 2 ? { a: value } : [value];
      return { a: value };
    };
    expect(readLimited(deep(20), '')).toEqual(deep(20));
    expect(() => readLimited(deep(21), '')).toThrow('nested too deeply');
    const wide = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
    expect(Object.keys(readLimited(wide(10_000), '') as object)).toHaveLength(10_000);
    expect(() => readLimited(wide(10_001), '')).toThrow('too many parts');
    const long = { a: Array.from({ length: 10_000 }, () => 1) };
    expect(() => readLimited(long, '')).toThrow('too many');
    const settings = { settings: deep(21) };
    const call = 'POST /merchant/{mid}/processor';
    expect(() => readLimited(settings, call)).toThrow('nested too deeply');
  });
});

describe('the server', () => {
  let world: World;
  let tenants: Tenants;
  let port: number;
  beforeAll(async () => {
    world = await makeWorld();
    tenants = await makeTenants(world);
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    port = (world.app.server.address() as net.AddressInfo).port;
  });
  afterAll(() => world.close());

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    world.call('POST', path, { credential: tenants.m1.boss.private_key, body, headers });

  it('stores no card number that a payment carries in its texts', async () => {
    const texts = { order_id: number, description: `for ${number}`, po_number: '4111-1111-1111' };
    const sale = await makeSale(world, tenants.m1, texts);
    expect(sale.body.data).toMatchObject({ order_id: mask, description: `for ${mask}` });
    const found = await post('/transaction/search', { order_id: { operator: '=', value: number } });
    expect(found.body.total_count).toBe(1);
  });

  it('refuses a card number as idempotency key, in header and body, before anything', async () => {
    const method = { type: 'sale', amount: 1, payment_method: { card: good_card } };
    const by_header = await post('/transaction', method, { 'idempotency-key': number });
    const by_body = await post('/transaction', { ...method, idempotency_key: `a-${number}` });
    for (const { status, body } of [by_header, by_body]) {
      expect([status, body.msg]).toEqual([400, 'bad request error: invalid Idempotency Key']);
    }
  });

  it('lists a hundred rows at most', async () => {
    for (const limit of [101, 1e9, -1, 1.5]) {
      expect((await post('/transaction/search', { limit })).status, String(limit)).toBe(400);
    }
    expect((await post('/transaction/search', { limit: 100 })).status).toBe(200);
  });

  it('reads a megabyte of the worst text and refuses it', async () => {
    const bodies = ['4 '.repeat(500_000), '4'.repeat(1_000_000), '4111 1111 '.repeat(100_000)];
    for (const description of bodies) {
      expect((await post('/transaction', { description })).status).toBe(400);
    }
  });

  it('does not wait for who sends slowly, and says so', async () => {
    const { server } = world.app;
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server;
    expect([timeout, headersTimeout, requestTimeout, keepAliveTimeout]).toEqual([
      socket_limits.stalled_ms,
      socket_limits.headers_ms,
      socket_limits.request_ms,
      socket_limits.keep_alive_ms,
    ]);
    server.headersTimeout = 50;
    server.requestTimeout = 50;
    const starts = [
      'GET /api/fphc HTTP/1.1\r\nHost: a\r\nX-Slow',
      'POST /api/token-auth HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"a"',
    ];
    const answers = await Promise.all(starts.map((bytes) => talk(port, bytes)));
    for (const answer of answers) {
      expect(answer).toContain('HTTP/1.1 408 Request Timeout');
      expect(answer).toContain('the request did not come in time');
    }
  });
});

/** Everything the other side says until it closes. */
function talk(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (part) => {
      text += part.toString();
    });
    socket.on('error', () => undefined).on('close', () => resolve(text));
  });
}
