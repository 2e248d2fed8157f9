// The database goes away in the middle of payments: closed with 503, nothing lost, nothing twice.
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Egress } from '../../context.ts';
import { recovery_job } from '../../payments/transactions/attempts/attempts.ts';
import { product_timing } from '../../timing.ts';
import { opened } from '../opened.ts';
import { good_card } from '../tenants.ts';
import { cardOf, openMoneyWorld } from '../worlds/money-world.ts';
import { makeDatabaseProxy } from './database-proxy.ts';

let real: Egress;
/** What happens when the processor has been asked and before its answer is written. */
let between: () => Promise<void> = async () => undefined;
let sent = 0;

const proxy = opened(makeDatabaseProxy, (open) => open.close());
const w = openMoneyWorld({ reroute: (url) => proxy.reroute(url) });
beforeAll(() => {
  w.world.services.database.limitWaiting(1_000);
  real = w.world.services.egress;
  w.world.services.egress = {
    ...real,
    exchange: async (request) => {
      const answer = await real.exchange(request);
      if (request.url.endsWith('/sale')) {
        sent += 1;
        await between();
      }
      return answer;
    },
  };
});
beforeEach(() => {
  sent = 0;
  between = async () => undefined;
});

/** Over the wire alone: what the world's own look behind an answer needs is away. */
async function call(path: string, body?: object) {
  const answer = await w.world.app.inject({
    method: body ? 'POST' : 'GET',
    url: `/api${path}`,
    headers: {
      authorization: w.m1.boss.private_key,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

const sale = (idempotency_key: string) => ({
  type: 'sale',
  amount: 2_500,
  idempotency_key,
  ...cardOf(good_card.number),
});

async function countOf(idempotency_key: string): Promise<number> {
  const again = await call('/transaction', sale(idempotency_key));
  const { id } = again.body.data;
  const attempts = await w.attempts(id);
  return attempts.filter((one) => one.operation === 'sale').length;
}

it('sends everybody away with 503, the time to come back and the Error ID', async () => {
  await proxy.cut();
  for (const answer of [await call('/user'), await call('/transaction', sale('never-begun'))]) {
    expect([answer.status, answer.body.status]).toEqual([503, 'failed']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.body.msg).toContain(answer.headers['x-correlation-id']);
  }
  expect((await call('/fphc')).status).toBe(503);
  expect(sent).toBe(0);
  await proxy.restore();
  expect((await call('/fphc')).status).toBe(200);
  expect((await call('/user')).status).toBe(200);
});

it('writes an outcome when the database is back soon, and tells it', async () => {
  between = async () => {
    await proxy.cut();
    setTimeout(() => void proxy.restore(), 700);
  };
  const { status, body } = await call('/transaction', sale('back-soon'));
  expect([status, body.data.status]).toEqual([200, 'pending_settlement']);
  between = async () => undefined;
  expect([sent, await countOf('back-soon')]).toEqual([1, 1]);
});

it('finds the outcome by recovery when the database was away for too long', async () => {
  w.world.services.timing.database_retry_ms = 300;
  between = () => proxy.cut();
  const { status, headers } = await call('/transaction', sale('away-for-long'));
  expect(status).toBe(503);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  w.world.services.timing.database_retry_ms = product_timing.database_retry_ms;
  between = async () => undefined;
  await proxy.restore();
  const jobNames = async () => (await w.world.runner.list()).map(({ name }) => name);
  await vi.waitFor(async () => expect(await jobNames()).toContain(recovery_job), 10_000);
  // Past the attempt's deadline, and before the key would stand for a new payment.
  await w.advance(200);
  const again = await call('/transaction', sale('away-for-long'));
  expect(again.body.data).toMatchObject({ status: 'pending_settlement', response_code: 100 });
  expect([sent, await countOf('away-for-long')]).toEqual([1, 1]);
});

it('tells a full disk and missing memory from a defect', async () => {
  const { default: pg } = await import('pg');
  const owner = new pg.Client({ connectionString: w.world.database_url });
  await owner.connect();
  for (const code of ['53100', '53200', '53300']) {
    await owner.query(`create or replace function no_room() returns trigger language plpgsql
      as $$ begin raise exception using errcode = '${code}'; end $$`);
    await owner.query(`create or replace trigger no_room before insert on rail_attempt
      execute function no_room()`);
    const answer = await call('/transaction', sale(`no-room-${code}`));
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([503, true]);
  }
  await owner.query('drop function no_room cascade');
  await owner.end();
  expect(sent).toBe(0);
  expect((await call('/transaction', sale('no-room-53100'))).status).toBe(200);
});
