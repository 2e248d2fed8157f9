// The card reader bridge: who may call it, how it is paired, how a card is read.
import type http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPairing, type Pairing } from './pairing.ts';
import { bridgeServer } from './server.ts';
import { simulator } from './simulator.ts';

const origin = 'http://panel.example';
const codes: string[] = [];
let pairing: Pairing;
let server: http.Server;
let address = '';

beforeAll(async () => {
  pairing = openPairing((code) => codes.push(code));
  server = bridgeServer({ driver: simulator(60), pairing, origins: [origin] });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function ask(method: string, path: string, input: { token?: string; body?: object } = {}) {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { origin, authorization: `Bearer ${input.token ?? ''}` },
    ...(input.body && { body: JSON.stringify(input.body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  const json: any = await answer.json();
  return { status: answer.status, body: json };
}

async function paired(): Promise<string> {
  return (await ask('POST', '/pair', { body: { code: pairing.code() } })).body.token;
}
const first = '02%3A00%3A00%3A00%3A00%3A01';

it('answers pages of its list alone, and the question of the browser before them', async () => {
  const other = await fetch(`${address}/devices`, { headers: { origin: 'http://evil.example' } });
  expect(other.status).toBe(403);
  expect((await fetch(`${address}/devices`)).status).toBe(403);
  const asked = await fetch(`${address}/devices`, { method: 'OPTIONS', headers: { origin } });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
  expect(asked.headers.get('access-control-allow-private-network')).toBe('true');
});

it('pairs once by each code, and ends a code that was guessed at', async () => {
  expect((await ask('GET', '/devices')).status).toBe(401);
  const code = pairing.code();
  const token = await paired();
  expect((await ask('GET', '/devices', { token })).status).toBe(200);
  expect((await ask('POST', '/pair', { body: { code } })).status).toBe(403);
  const now = pairing.code();
  for (let n = 0; n < 4; n++) await ask('POST', '/pair', { body: { code: 'wrong' } });
  expect(pairing.code()).not.toBe(now);
  expect((await ask('POST', '/pair', { body: { code: now } })).status).toBe(403);
});

it('reads a card, each under a key of its own, and never in clear', async () => {
  const token = await paired();
  const { body: readers } = await ask('GET', '/devices', { token });
  expect(readers.map((one: { state: string }) => one.state)).toEqual(['ready', 'ready', 'offline']);
  const read = () => ask('POST', `/devices/${first}/read`, { token, body: { amount: 1299 } });
  const [one, other] = [await read(), await read()];
  expect(one.body).toMatchObject({ masked_pan: '401200******7777', entry_type: 'swiped' });
  expect(one.body.ksn).not.toBe(other.body.ksn);
  expect(one.body.encrypted_data).not.toBe(other.body.encrypted_data);
  expect(JSON.stringify(one.body)).not.toContain('4012000077777777');
});

it('reads one card at a time, gives up in time and when it is told to', async () => {
  const token = await paired();
  const read = (mac: string, body: object = {}) =>
    ask('POST', `/devices/${mac}/read`, { token, body });
  const both = await Promise.all([read(first), read(first)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await read(first, { timeout: 0.01 })).status).toBe(408);
  const waiting = read(first);
  await expect
    .poll(async () => (await ask('POST', '/cancel', { token, body: {} })).body)
    .toEqual({
      cancelled: 1,
    });
  expect((await waiting).status).toBe(410);
  expect((await read('02%3A00%3A00%3A00%3A00%3A03')).status).toBe(404);
  expect((await read('nobody')).status).toBe(404);
  expect((await read(first, { timeout: 'soon' })).status).toBe(400);
});
