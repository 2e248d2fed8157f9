// Two processes on one database go by one business time, from the moment a move has answered.
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { openOwner, openTenants, openWorld } from '../testing/worlds/open-world.ts';
import type { World } from '../testing/worlds/world.ts';
import { leaseClock } from './clock-lease.ts';

const ends: (() => Promise<void>)[] = [];

const here = openWorld({ lab: false });
const there = openWorld(() => ({ lab: false, database_url: here.database_url }));
const tenants = openTenants(here);
const owner = openOwner(() => here.database_url);
afterAll(async () => {
  for (const end of ends) await end();
});
beforeEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const credential = () => tenants.admin.boss.private_key;
const move = (world: World, advance_seconds = 90_000) =>
  world.call('POST', '/sandbox/clock', { credential: credential(), body: { advance_seconds } });
const timeOf = async (world: World) => {
  const answer = await world.call('GET', '/user', { credential: credential() });
  return new Date(String(answer.headers['x-business-time'])).getTime();
};
const readers = async () =>
  (await owner.query<{ id: string; offset_ms: string }>('select * from clock_lease')).rows;

it('a move in one is the time of the other as soon as it has answered', async () => {
  ends.push(leaseClock(here.services, here.clock), leaseClock(there.services, there.clock));
  // Both work already, and have looked just now.
  await Promise.all([timeOf(here), timeOf(there)]);
  for (const [initiator, other] of [
    [here, there],
    [there, here],
  ] as const) {
    const moved = new Date((await move(initiator)).body.data.now).getTime();
    expect(await timeOf(other)).toBeGreaterThanOrEqual(moved);
    expect(other.clock.offset_ms).toBe(initiator.clock.offset_ms);
  }
});

it('a process that comes later, or has not looked for long, looks before it works', async () => {
  await move(here);
  ends.push(leaseClock(there.services, there.clock));
  expect(there.clock.offset_ms).toBeLessThan(here.clock.offset_ms);
  await timeOf(there);
  expect(there.clock.offset_ms).toBe(here.clock.offset_ms);
});

it('a move waits for a process that lives, and for none that is gone', async () => {
  const say = (seen: string) =>
    owner.query(
      `insert into clock_lease (id, offset_ms, seen_at)
       values ($1, 0, clock_timestamp() - $2::interval)`,
      [seen, seen],
    );
  await say('1 minute');
  expect((await move(here)).status).toBe(200);
  await say('-1 minute');
  let answered = false;
  const moving = move(here).finally(() => {
    answered = true;
  });
  const offset = async () =>
    Number((await owner.query('select offset_ms from sandbox_clock')).rows[0]?.offset_ms);
  const before = here.clock.offset_ms;
  await vi.waitUntil(async () => (await offset()) > before, { timeout: 10_000, interval: 5 });
  await vi.waitUntil(
    async () =>
      (
        await owner.query(`select from pg_stat_activity where query like '%from clock_lease%'
          and pid <> pg_backend_pid() and datname = current_database()`)
      ).rows.length > 0,
    { timeout: 10_000, interval: 5 },
  );
  expect(answered).toBe(false);
  await owner.query("update clock_lease set offset_ms = $1 where id = '-1 minute'", [
    await offset(),
  ]);
  expect((await moving).status).toBe(200);
  await owner.query('delete from clock_lease');
});

it('a process that ends leaves nothing that a move would wait for', async () => {
  const end = leaseClock(there.services, there.clock);
  await timeOf(there);
  expect(await readers()).toHaveLength(1);
  await end();
  expect(await readers()).toEqual([]);
});
