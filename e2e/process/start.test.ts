// The start of the product as its user and other tools see it: line, credentials, end.
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwner, type Product, removeProduct, startIn } from '../stage/product.ts';

let product: Product;

beforeAll(async () => {
  product = await startIn(undefined, {}, 'tools/start.js');
});
afterAll(() => removeProduct(product));

const readyLines = () => product.output().match(/^Penstock is ready: .*$/gm) ?? [];

/** Every process below this one, and the lab, which is nobody's child. */
function family(): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It ended while we looked.
    }
  }
  const below = (pid: number): number[] =>
    [...parents].filter(([, parent]) => parent === pid).flatMap(([one]) => [one, ...below(one)]);
  const lab = JSON.parse(readFileSync(path.join(product.data_dir, 'lab/lab.json'), 'utf8'));
  return [...new Set([...below(product.pid), lab.pid as number])];
}

it('prints one line with its address and the demo accounts', () => {
  expect(readyLines()).toHaveLength(1);
  const { merchant, partner, admin } = product.credentials;
  for (const { username } of [merchant, partner, admin]) {
    expect(readyLines()[0]).toContain(username);
  }
  expect(readyLines()[0]).toMatch(/^Penstock is ready: http:\/\/127\.0\.0\.1:\d+ /);
});

it('hands out its scripts compressed', async () => {
  const page = await (await fetch(product.origin)).text();
  const script = /\/assets\/[\w-]+\.js/.exec(page)?.[0];
  for (const coding of ['br', 'gzip']) {
    const headers = { 'accept-encoding': coding };
    const answer = await fetch(`${product.origin}${script}`, { headers, method: 'HEAD' });
    expect(answer.headers.get('content-encoding')).toBe(coding);
    expect(answer.headers.get('vary')).toContain('accept-encoding');
  }
  const plain = await fetch(`${product.origin}${script}`, {
    headers: { 'accept-encoding': 'identity' },
    method: 'HEAD',
  });
  expect(plain.headers.get('content-encoding')).toBeNull();
});

it('leaves credentials of the promised shape, readable by their owner alone', () => {
  const file = path.join(product.data_dir, 'demo-credentials.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const id = expect.stringMatching(/^[0-9a-v]{20}$/);
  const user = {
    username: expect.stringMatching(/^[a-zA-Z][\w.]{6,50}$/),
    password: expect.stringMatching(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!@#$%^&*]).{8,}$/),
    private_key: expect.stringMatching(/^api_[0-9A-Za-z]{27}$/),
  };
  const account = { ...user, id, public_key: expect.stringMatching(/^pub_[0-9A-Za-z]{27}$/) };
  const state = JSON.parse(readFileSync(file, 'utf8'));
  expect(state).toMatchObject({
    base: `${product.origin}/api`,
    merchant: account,
    partner: account,
    admin: user,
    merchant_standard: user,
    partner_standard: user,
    processors: { card: id, ach: id },
  });
  expect(Object.keys(state)).toHaveLength(7);
});

it('gives credentials that work, each for its own account type and rights', async () => {
  const { merchant, partner, admin, merchant_standard, partner_standard } = product.credentials;
  const caller = async (key: string) => (await product.call('GET', '/user', key)).body.data;
  expect(await caller(merchant.private_key)).toMatchObject({
    username: merchant.username,
    account_type: 'merchant',
    account_type_id: merchant.id,
    role: 'admin',
  });
  const { account_type, account_type_id } = await caller(partner.private_key);
  expect([account_type, account_type_id]).toEqual(['partner', partner.id]);
  expect((await caller(admin.private_key)).account_type).toBe('admin');
  expect((await caller(partner_standard.private_key)).account_type_id).toBe(partner.id);
  const clerk = await caller(merchant_standard.private_key);
  expect(clerk).toMatchObject({ account_type_id: merchant.id, role: 'standard' });
  const granted = Object.keys(clerk.permissions).filter((name) => clerk.permissions[name]);
  expect(granted).toEqual(['process_sale']);
  for (const { username, password } of [merchant, partner, admin, merchant_standard]) {
    const signed_in = await product.call('POST', '/token-auth', '', { username, password });
    expect(signed_in.status).toBe(200);
  }
});

it('answers the health check without a key', async () => {
  const { status, body, headers } = await product.call('GET', '/fphc', '');
  expect([status, body.status, body.msg]).toEqual([200, 'success', 'success']);
  expect(headers.get('x-correlation-id')).toMatch(/^[0-9a-v]{20}$/);
});

it('serves the panel at every path that is not the API, and never lets it be framed', async () => {
  for (const address of ['/', '/auth', '/merchant/transaction/search', '/nowhere']) {
    const page = await fetch(`${product.origin}${address}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-inline');
  }
});

it('ends with everything it started on Ctrl-C, and is there again as it was', async () => {
  const made = 'the demo world was made';
  expect(product.output()).toContain(made);
  const accounts = () =>
    asOwner(
      product,
      async (owner) => (await owner.query('select id from account order by 1')).rows,
    );
  const before = await accounts();
  const started = family();
  // With a database of its own the product has more processes than with a given one.
  expect(started.length).toBeGreaterThan(process.env.DATABASE_URL ? 0 : 1);
  const key = product.credentials.merchant.private_key;
  await product.stop();
  await sleep(200);
  expect(started.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  product = await startIn(product.data_dir, {}, 'tools/start.js');
  expect(product.output()).not.toContain(made);
  expect(await accounts()).toEqual(before);
  expect(product.credentials.merchant.private_key).toBe(key);
  expect((await product.call('GET', '/user', key)).status).toBe(200);
  expect(readyLines()).toHaveLength(1);
});

it('is not ready with the key file of another database, and says so', async () => {
  const file = path.join(product.data_dir, 'keys/master.key');
  // The first payment draws the first data key: until then any key file will do.
  const card = { number: '4111111111111111', expiration_date: '12/30', cvc: '999' };
  const sale = { type: 'sale', amount: 1_000, payment_method: { card } };
  const { private_key } = product.credentials.merchant;
  expect((await product.call('POST', '/transaction', private_key, sale)).status).toBe(200);
  await product.stop();
  renameSync(file, `${file}.kept`);
  writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  const other = startIn(product.data_dir);
  await expect(other).rejects.toThrow(/lacks the key [0-9a-f]{16}: put the key file/);
  renameSync(`${file}.kept`, file);
  product = await startIn(product.data_dir);
});
