// Journeys through sudden death: the server after it has sent, the lab and the API apart.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, removeProduct, startIn, startProduct } from '../stage/product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => removeProduct(product));

const lab = () =>
  JSON.parse(readFileSync(path.join(product.data_dir, 'lab/lab.json'), 'utf8')) as {
    pid: number;
    port: number;
  };

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

const isOurs = (line: string) =>
  line.includes('"kind":"answered"') && line.includes('"amount":1234,');

function sale(number: string, amount: number, idempotency_key?: string) {
  return {
    type: 'sale',
    amount,
    payment_method: { card: { number, expiration_date: '12/30', cvc: '999' } },
    ...(idempotency_key && { idempotency_key }),
  };
}

async function eventually<T>(ask: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const value = await ask();
    if (done(value) || tries > 150) return value;
    await sleep(200);
  }
}

it('reads the outcome after a restart when the server died with the request sent', async () => {
  const key = product.credentials.merchant.private_key;
  const journal = path.join(product.data_dir, 'lab/journal.ndjson');
  // 4000 0030 …: the lab approves after 2.5 seconds; the server is gone by then.
  const paying = product
    .call('POST', '/transaction', key, sale('4000003000000253', 1234, 'crash-after-sent'))
    .catch(() => undefined);
  // The lab notes a request when it comes in, long before it answers this one; it notes the moves
  // of its clock as well.
  const noted = await eventually(
    async () => readFileSync(journal, 'utf8').split('\n').some(isOurs),
    (is_noted) => is_noted,
  );
  expect(noted).toBe(true);
  await product.kill();
  await paying;
  product = await startIn(product.data_dir);
  const again = product.credentials.merchant.private_key;
  // The attempt is looked at once its deadline has passed; the clock need not wait for that.
  const admin = product.credentials.admin.private_key;
  await product.call('POST', '/sandbox/clock', admin, { advance_seconds: 120 });
  const search = { amount: { operator: '=', value: 1234 }, limit: 5 };
  const found = await eventually(
    () => product.call('POST', '/transaction/search', again, search),
    (answer) => answer.body.data?.[0]?.status === 'pending_settlement',
  );
  expect(found.body.total_count).toBe(1);
  expect(found.body.data[0]).toMatchObject({ status: 'pending_settlement', response_code: 100 });
  const repeated = await product.call(
    'POST',
    '/transaction',
    again,
    sale('4000003000000253', 1234, 'crash-after-sent'),
  );
  expect(repeated.body.data.id).toBe(found.body.data[0].id);
}, 120_000);

it('leaves the lab running when the API is killed, and the API when the lab is', async () => {
  const before = lab().pid;
  await product.kill();
  expect(isAlive(before)).toBe(true);
  product = await startIn(product.data_dir);
  expect(lab().pid).toBe(before);
  process.kill(before, 'SIGKILL');
  await sleep(200);
  expect(isAlive(product.pid)).toBe(true);
  const key = product.credentials.merchant.private_key;
  expect((await product.call('GET', '/user', key)).status).toBe(200);
  const refused = await product.call('POST', '/transaction', key, sale('4111111111111111', 777));
  expect(refused.status).toBe(200);
  expect(refused.body.data).toMatchObject({ status: 'declined', response_code: 421 });
  await product.stop();
  product = await startIn(product.data_dir);
  const paid = await product.call(
    'POST',
    '/transaction',
    product.credentials.merchant.private_key,
    sale('4111111111111111', 778),
  );
  expect(paid.body.data).toMatchObject({ status: 'pending_settlement', response_code: 100 });
}, 120_000);

it('stops everything it started on Ctrl-C', async () => {
  const pid = lab().pid;
  await product.stop();
  await sleep(300);
  expect(isAlive(pid)).toBe(false);
  product = await startIn(product.data_dir);
}, 120_000);
