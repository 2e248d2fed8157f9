// Marked card numbers, codes and tracks go through everything, and are then found nowhere.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Endpoint, paramNames } from '../../../contract/endpoint.ts';
import { backUp } from '../../db/backup/backup.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../db/embedded/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { flush } from '../../http/request-log.ts';
import { resetBudgets } from '../budgets.ts';
import { opened } from '../opened.ts';
import { tenant_password } from '../tenants.ts';
import { addMark, marked_account, marksBelow, marksIn, marksInTables } from './canary.ts';
import { payInBrowser } from './canary-browser.ts';
import {
  brokenImports,
  coded,
  drawn,
  isSecretPlace,
  marked,
  markedImport,
  markedOtherwise,
  next,
  oddHeaders,
  text,
  withSecrets,
} from './canary-requests.ts';
import type { Request } from './case-parts.ts';
import { fill } from './cases.ts';
import { credentialFor, makeSweepWorld, ownerOf, requestOf, send } from './sweep-world.ts';
import { textPlacesOf } from './text-places.ts';

let folder: string;
let cluster: string;
let database: EmbeddedDatabase;
const logged: string[] = [];
const answered: string[] = [];
const browsed: string[] = [];
/** Members that sound like a secret, each of which has held a marked one. */
const secret_places = new Set<string>();

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'penstock-canary-'));
  cluster = path.join(folder, 'postgres');
  // A server of its own, which writes everything to the disk: its write-ahead log is read below.
  database = await startEmbedded({ data_dir: cluster, durable: true, log: () => undefined });
  await migrate(database.url);
});
afterAll(async () => {
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
const sweep = opened(
  () => makeSweepWorld({ database_url: database.url, log, config: { data_dir: folder } }),
  (open) => open.close().catch(() => undefined),
);

async function say(endpoint: Endpoint, request: Request, credential: string): Promise<void> {
  const answer = await send(sweep.world, endpoint, request, credential);
  answered.push(answer.text, JSON.stringify(answer.headers));
  expect(answer.status, `${endpoint.method} ${endpoint.path}`).toBeLessThan(500);
}

async function pay(card: Record<string, unknown>, more: object = {}) {
  const { world, tenants } = sweep;
  const method = { card: { expiration_date: '12/30', ...card } };
  const body = { type: 'sale', amount: 1_000, payment_method: method, ...more };
  const credential = tenants.m1.boss.private_key;
  const answer = await world.call('POST', '/transaction', { credential, body });
  answered.push(answer.text);
  return answer.body.data;
}

it('payments of every kind take marked cards', async () => {
  const { world, tenants } = sweep;
  const credential = tenants.m1.boss.private_key;
  const post = async (call_path: string, body: object = {}) => {
    const answer = await world.call('POST', call_path, { credential, body });
    answered.push(answer.text);
    return answer;
  };
  for (const type of ['sale', 'authorize', 'verification', 'credit']) {
    const amount = type === 'verification' ? 0 : 1_000;
    await pay({ number: next().number, cvc: '123' }, { type, amount, email_receipt: true });
  }
  const { track_1, track_2 } = next();
  expect((await pay({ entry_type: 'swiped', track_1 })).response_code).toBe(100);
  expect((await pay({ entry_type: 'swiped', track_2 })).response_code).toBe(100);
  const named = next().track_1.replace('CANARY/BIRD', next().number);
  const swiped = await pay({ entry_type: 'swiped', track_1: named });
  expect(swiped.response_body.card.cardholder_name).toMatch(/^\d{6}\*+\d{4}$/);
  const description = next().number;
  const sale = await pay({ number: next().number }, { description, email_address: 'a@b.example' });
  expect(sale.description).toMatch(/^\d{6}\*+\d{4}$/);
  await post(`/transaction/${sale.id}/email`, { email_address: 'payer@b.example' });
  await post(`/transaction/${sale.id}/print`);
  await post(`/transaction/${sale.id}/void`);
  const hold = await pay({ number: next().number }, { type: 'authorize' });
  await post(`/transaction/${hold.id}/capture`, { order_id: next().number });
  const ach = { routing_number: '011401533', account_number: marked_account };
  const debit = { type: 'sale', amount: 900, payment_method: { ach } };
  expect((await post('/transaction', debit)).status).toBe(200);
  const found = { full_cc_number: { operator: '=', value: next().number } };
  expect((await post('/transaction/search', found)).status).toBe(200);
  const saved = { name: 'Card', section: 'transaction', data: found, shared: true };
  const stored = await post('/search/saved', saved);
  const { data } = stored.body.data;
  expect(data.full_cc_number.value).toMatch(/^\d{6}•+\d{4}$/);
  for (const call of ['search', 'report', 'search/totals']) {
    expect((await post(`/transaction/${call}`, data)).status).toBe(200);
  }
  world.clock.setOffset(172_800_000);
  await world.runner.runDue(world.services.clock.now());
});

it('refused ones do too: bad codes, bad tracks, bad bodies, odd headers', async () => {
  const { world } = sweep;
  await pay({ number: next().number, cvc: 'CANARYCVC' }).catch(() => undefined);
  await pay({ number: next().number, expiration_date: '13/99' }).catch(() => undefined);
  await pay({ entry_type: 'swiped', track_1: `${next().track_1}x`.slice(1) });
  const { number } = next();
  const raw = [`{"number":"${number}"`, `number=${number}`, number];
  for (const url of ['/api/token-auth', '/api/transaction', `/api/${number}`]) {
    for (const payload of raw) {
      const headers = {
        'content-type': 'application/json',
        'user-agent': `shop ${number}`,
        'idempotency-key': number,
        referer: `http://shop/${number}`,
        'x-session-id': number,
      };
      const answer = await world.app.inject({ method: 'POST', url, headers, payload });
      answered.push(answer.body, JSON.stringify(answer.headers));
      expect(answer.statusCode).toBeLessThan(500);
    }
  }
});

/** A request in which each part that is no body holds one: path, query, headers. */
async function sayAround(endpoint: Endpoint, request: Request, authorization: string) {
  const names = paramNames(endpoint.path);
  const query = new URLSearchParams([
    [text(), text()],
    ...textPlacesOf(endpoint.input).map(([name = '']): [string, string] => [name, text()]),
  ]);
  const odd = { ...request.params, ...Object.fromEntries(names.map((name) => [name, text()])) };
  const urls = [
    ...(endpoint.method === 'GET' ? [`${fill(endpoint.path, request.params)}?${query}`] : []),
    ...(names.length > 0
      ? [fill(endpoint.path, odd), fill(endpoint.path, odd).replace(/\d/g, coded)]
      : []),
  ];
  const headers = { authorization, 'user-agent': text().normalize('NFKC'), ...oddHeaders() };
  for (const url of urls) {
    resetBudgets(sweep.world.services);
    const { method } = endpoint;
    const answer = await sweep.world.app.inject({ method, url: `/api${url}`, headers });
    answered.push(JSON.stringify(answer.headers));
    expect(answer.statusCode, `${method} ${endpoint.path}`).toBeLessThan(500);
  }
}

/** Parts of the endpoints, so that a slow machine has its time for each. */
const part_count = 6;
const parts = Array.from({ length: part_count }, (_, n) => n);

it.each(parts)(
  'every text place of every endpoint is given one: part %i',
  { timeout: 120_000 },
  async (part) => {
    const { world } = sweep;
    const mine = world.endpoints.filter((_, n) => n % part_count === part);
    for (const endpoint of mine) {
      const caller = ownerOf(endpoint, sweep.tenants);
      const credential = await credentialFor(world, endpoint, caller);
      let request = await requestOf(sweep, endpoint).catch(() => null);
      request ??= { params: {}, body: {}, owned: [] };
      const base = request.body ?? {};
      const places = textPlacesOf(endpoint.input);
      // One at a time where it may be stored; of a read the request log alone keeps something.
      const step = endpoint.audit === null ? 10 : 1;
      for (let n = 0; n < places.length; n += step) {
        await say(
          endpoint,
          { ...request, body: marked(base, places.slice(n, n + step)) },
          credential,
        );
      }
      for (let n = 0; n < places.length; n += 10) {
        for (const body of markedOtherwise(base, places.slice(n, n + 10))) {
          await say(endpoint, { ...request, body }, credential);
        }
      }
      await sayAround(endpoint, request, credential);
      for (const place of places.filter(isSecretPlace)) {
        secret_places.add(`${endpoint.path} ${place.join('.')}`);
        for (const body of withSecrets(base, [place])) {
          await say(endpoint, { ...request, body }, credential);
        }
      }
    }
  },
);

it('a token is made, looked up and used', async () => {
  const { world, tenants } = sweep;
  const { public_key, private_key: credential } = tenants.m1.boss;
  const card = { number: next().number, expiration_date: '12/30', cvc: '123' };
  const made = await world.call('POST', `/tokenizer/${public_key}`, { body: { card } });
  const { token } = made.body;
  addMark(token);
  const look_up = { credential, body: { temp_token: token } };
  expect((await world.call('POST', '/lookup/bin/protected', look_up)).status).toBe(200);
  const body = { type: 'sale', amount: 1_000, payment_method: { token } };
  expect((await world.call('POST', '/transaction', { credential, body })).status).toBe(200);
});

it('an import holds one in every column of its file', async () => {
  const { world, tenants } = sweep;
  const credential = tenants.m1.boss.private_key;
  const post = async (csv: string, call = 'import') => {
    resetBudgets(world.services);
    const answer = await world.call('POST', `/vault/customer/${call}`, {
      credential,
      body: { csv },
    });
    answered.push(answer.text, JSON.stringify(answer.headers));
    expect(answer.status).toBeLessThan(500);
    return answer.body.data;
  };
  const csv = markedImport();
  const checked = await post(csv, 'import/check');
  const saved = await post(csv);
  expect(saved).toMatchObject({ row_count: checked.row_count, created: checked.created });
  // Texts are kept masked, so that most rows are saved.
  expect(saved.created).toBeGreaterThan(90);
  for (const broken of brokenImports()) await post(broken);
});

it('a browser pays with one and keeps nothing of it', { timeout: 60_000 }, async () => {
  const { world, tenants } = sweep;
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const person = { username: tenants.m1.boss.user.username, password: tenant_password };
  browsed.push(...(await payInBrowser(origin, person)));
});

it('a processor that is gone is sent one', async () => {
  await sweep.world.lab?.stop();
  const { response_code } = await pay({ number: next().number, cvc: '123' });
  expect(response_code).not.toBe(100);
});

it('no row, byte, log line, answer, mail or browser holds one', { timeout: 60_000 }, async () => {
  await flush(sweep.world.services);
  expect(drawn()).toBeGreaterThan(3_000);
  expect(secret_places.size).toBeGreaterThan(60);
  const found: string[] = [];
  found.push(...marksIn(Buffer.from(logged.join('\n')), 'log'));
  found.push(...marksIn(Buffer.from(answered.join('\n')), 'answers'));
  found.push(...marksIn(Buffer.from(browsed.join('\n')), 'browser'));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  found.push(...(await marksInTables(client)));
  const backup = path.join(folder, 'all.backup');
  await backUp(database.url, backup);
  found.push(...marksIn(gunzipSync(readFileSync(backup)), 'backup'));
  await client.query('checkpoint');
  await client.end();
  const files = marksBelow(folder);
  // The cluster with its write-ahead log: nothing read would find nothing.
  expect(files.bytes).toBeGreaterThan(30_000_000);
  expect([...found, ...files.found]).toEqual([]);
});
