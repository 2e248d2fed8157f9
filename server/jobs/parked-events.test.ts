// All parked events of a consumer are retried in bounded calls, the oldest first, each audited.
import { expect, it } from 'vitest';
import { max_retried } from '../../contract/platform/parked-events.ts';
import { connect, inTransaction } from '../db/database.ts';
import { pastChange } from '../testing/beside.ts';
import { openOwner, openTenants, openWorld } from '../testing/worlds/open-world.ts';

const world = openWorld({ lab: false, jobs: [] });
const tenants = openTenants(world);
const owner = openOwner(() => world.database_url);

/** Parked events of a merchant, parked so many minutes ago, one minute apart, the oldest first. */
async function park(merchant_id: string, consumer: string, count: number, minutes_ago: number) {
  const now_ms = world.clock.now().getTime();
  const all = Array.from({ length: count }, (_, n) => {
    const id = world.services.ids.next();
    const at = new Date(now_ms - (minutes_ago - n) * 60_000);
    const event = { merchant_id, resource_id: id, sequence: 1, next_attempt_at: at };
    return { ...event, id, created_at: at, parked_at: at };
  });
  const outbox = all.map(({ parked_at, ...event }) => ({
    ...event,
    kind: 'transaction_update',
    payload: '{}',
    delivered_at: parked_at,
  }));
  const retries = all.map((event) => ({
    ...event,
    consumer,
    state: 'parked',
    attempt_count: 10,
  }));
  await inTransaction(world.system, merchant_id, async (tx) => {
    await tx.insertInto('outbox').values(outbox).execute();
    await tx.insertInto('outbox_retry').values(retries).execute();
  });
  return all.map(({ id }) => id);
}

const retryAll = (consumer: string) =>
  world.call('POST', '/parked-events/retry', {
    credential: tenants.admin.boss.private_key,
    body: { consumer },
  });

async function stillParked(): Promise<string[]> {
  const rows = await connect(world.system)
    .selectFrom('outbox_retry')
    .select('id')
    .where('state', '=', 'parked')
    .execute();
  return rows.map(({ id }) => id).sort();
}

async function audited(): Promise<unknown[]> {
  const rows = await connect(world.system)
    .selectFrom('audit_log')
    .select(['merchant_id', 'after'])
    .where('noun', '=', 'parked_event')
    .orderBy('id')
    .execute();
  return rows.map(({ merchant_id, after }) => ({ merchant_id, ...(after as object) }));
}

it('takes a bounded number, the oldest of all merchants, and says how many are left', async () => {
  const [one, two] = [tenants.m1.account.id, tenants.m2.account.id];
  const consumer = 'webhooks';
  const newest = await park(one, consumer, 30, 100);
  await park(one, consumer, 5, 2_000);
  const middle = await park(two, consumer, max_retried, 1_000);
  const others = await park(two, 'receipt_copies', 3, 5_000);
  const first = await retryAll(consumer);
  expect(first.body.data).toEqual({ count: max_retried, left_count: 35 });
  // Of those parked at the same moment or later nothing was taken.
  const left = [...middle.slice(-5), ...newest, ...others].sort();
  expect(await stillParked()).toEqual(left);
  expect((await audited()).slice(0, 2)).toEqual(
    [
      { merchant_id: one, consumer, event_count: 5 },
      { merchant_id: two, consumer, event_count: max_retried - 5 },
    ].sort((a, b) => (a.merchant_id < b.merchant_id ? -1 : 1)),
  );
  const office = tenants.admin.account.id;
  const sum = { consumer, event_count: max_retried, merchant_count: 2, left_count: 35 };
  expect((await audited()).at(-1)).toEqual({ merchant_id: office, ...sum });
  expect((await retryAll(consumer)).body.data).toEqual({ count: 35, left_count: 0 });
  expect((await retryAll(consumer)).body.data).toEqual({ count: 0, left_count: 0 });
  expect(await stillParked()).toEqual(others.sort());
});

it('that is discarded during a turn lets go on what the turn has put behind it', async () => {
  const merchant_id = tenants.m1.account.id;
  const [id = ''] = await park(merchant_id, 'webhooks', 1, 10);
  await owner.query('insert into outbox_lock values ($1) on conflict do nothing', [merchant_id]);
  const now = world.clock.now();
  const discarded = await pastChange(
    world.database_url,
    async (turn) => {
      await turn.query('select 1 from outbox_lock where merchant_id = $1 for update', [
        merchant_id,
      ]);
      await turn.query(
        `insert into outbox_retry (merchant_id, id, consumer, resource_id, sequence, state,
          next_attempt_at, created_at)
        values ($1, $2, 'webhooks', $3, 2, 'held', $4, $4)`,
        [merchant_id, world.services.ids.next(), id, now],
      );
    },
    () =>
      world.call('POST', `/parked-event/${merchant_id}/${id}/discard`, {
        credential: tenants.admin.boss.private_key,
        body: { reason: 'The receiver is gone.' },
      }),
  );
  expect(discarded.status, discarded.text).toBe(200);
  const left = await connect(world.system)
    .selectFrom('outbox_retry')
    .select(['sequence', 'state'])
    .where('resource_id', '=', id)
    .execute();
  expect(left).toEqual([{ sequence: 2, state: 'waiting' }]);
});
