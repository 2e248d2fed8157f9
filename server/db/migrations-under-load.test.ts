// Tables change while two processes take payments: nobody is refused, nothing is sent twice.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Egress } from '../context.ts';
import { flush } from '../http/request-log.ts';
import { cardOf, openMoneyWorld } from '../testing/worlds/money-world.ts';
import { openOwner, openWorld } from '../testing/worlds/open-world.ts';
import type { World } from '../testing/worlds/world.ts';

/** References of what left for a processor, by operation. */
let sent: string[] = [];
/** Done once, when the next message is on its way: between the two commits of a payment. */
let whileOnItsWay: () => Promise<unknown> = async () => undefined;

const w = openMoneyWorld();
const owner = openOwner(() => w.world.database_url);
const other = openWorld(() => ({ database_url: w.world.database_url }));
beforeAll(() => {
  // Both processes speak with the same simulated processors.
  const egress = watched(w.world.services.egress);
  for (const { services } of [w.world, other]) services.egress = egress;
});
beforeEach(() => {
  sent = [];
});

function watched(real: Egress): Egress {
  return {
    async exchange(request) {
      const operation = request.url.slice(request.url.lastIndexOf('/') + 1);
      sent.push(`${operation} ${JSON.parse(request.body).reference}`);
      const work = whileOnItsWay;
      whileOnItsWay = async () => undefined;
      await work();
      const { pathname } = new URL(request.url);
      return await real.exchange({ ...request, url: `${w.world.lab?.url}${pathname}` });
    },
  };
}

const tables = [
  'transaction',
  'rail_attempt',
  'idempotency',
  'transaction_event',
  'outbox',
  'audit_log',
  'merchant',
  'account',
  'processor',
  'user_account',
  'api_key',
  'job',
  'request_log',
];
let column = 0;
/** A release adds a column to every hot table; every other one widens the column before. */
async function migrate(): Promise<void> {
  column += 1;
  for (const table of tables) {
    await owner.query(`alter table ${table} add column added_${column} int not null default 0`);
    if (column > 1) {
      await owner.query(`alter table ${table} alter added_${column - 1} type bigint`);
    }
  }
}

const sale = (overrides: object = {}) => ({
  type: 'sale',
  amount: 1299,
  ...cardOf('4111111111111111'),
  ...overrides,
});

async function customer(world: World, order_id: string): Promise<number[]> {
  const { private_key: credential } = w.m1.boss;
  const paid = await world.call('POST', '/transaction', {
    credential,
    body: sale({ order_id, idempotency_key: order_id }),
  });
  const found = await world.call('POST', '/transaction/search', {
    credential,
    body: { order_id: { operator: '=', value: order_id } },
  });
  const id = paid.body?.data?.id;
  const voided = await world.call('POST', `/transaction/${id}/void`, { credential });
  return [paid.status, found.status, voided.status];
}

async function loggedCount(): Promise<number> {
  for (const { services } of [w.world, other]) await flush(services);
  const { rows } = await owner.query('select count(*)::int as count from request_log');
  return rows[0].count;
}

it('while two processes work, every request is answered, sent once and logged', async () => {
  const worlds = [w.world, other];
  const logged_before = await loggedCount();
  let on = true;
  const statuses: number[] = [];
  const lines = Array.from({ length: 4 }, async (_, line) => {
    for (let n = 0; on; n++) {
      statuses.push(...(await customer(worlds[n % 2] as World, `load-${line}-${n}`)));
    }
  });
  const release = async () => {
    await migrate();
    // The next one comes when all have been at work on what this one made.
    const seen = statuses.length;
    while (statuses.length < seen + 24) await new Promise((resolve) => setImmediate(resolve));
    for (const world of worlds) await world.runner.runDue(world.clock.now());
  };
  try {
    for (let round = 0; round < 4; round++) await release();
  } finally {
    on = false;
    await Promise.all(lines);
  }
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect((await loggedCount()) - logged_before).toBe(statuses.length);
  expect(new Set(sent).size).toBe(sent.length);
  const { rows } = await owner.query(
    `select count(*)::int as count from rail_attempt where transaction_id in (
      select id from transaction where order_id like 'load-%')`,
  );
  expect(rows[0].count).toBe(sent.length);
}, 90_000);

it('between the commits of a payment, its end is committed and nothing is sent again', async () => {
  const before = await customer(w.world, 'before');
  expect(before).toEqual([200, 200, 200]);
  for (const type of ['sale', 'authorize']) {
    sent = [];
    whileOnItsWay = migrate;
    const answer = await w.post('/transaction', sale({ type }));
    expect(answer.body.data).toMatchObject({ response: 'approved' });
    expect(sent).toHaveLength(1);
    sent = [];
    whileOnItsWay = migrate;
    const { id } = answer.body.data;
    expect((await w.post(`/transaction/${id}/void`)).status).toBe(200);
    expect(await w.read(id)).toMatchObject({ status: 'voided' });
    expect(sent).toHaveLength(1);
  }
}, 60_000);
