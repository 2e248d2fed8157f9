// Payments of a process that died: the one that is left finds them within a minute (rails 5.7).
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ExchangeRequest } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { storeOffset } from '../../jobs/sandbox-clock.ts';
import { good_card } from '../../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { openWorld } from '../../testing/worlds/open-world.ts';
import { recovery_job } from '../transactions/attempts/attempts.ts';
import { recoveryJobs } from './recovery.ts';

const never = new Promise<never>(() => undefined);
/** Whether what the other process sends leaves it before it dies. */
let leaves = false;
let dead = () => {};

// Nobody has a minute to wait for the next look.
const soon = { every_ms: 50 };
const jobs = recoveryJobs.map(({ watch, ...job }) => ({
  ...job,
  ...(watch && { watch: { ...watch, ...soon } }),
}));
const w = openMoneyWorld({ jobs });
const other = openWorld(() => ({
  database_url: w.world.database_url,
  lab: false,
  jobs: [],
}));
beforeAll(() => {
  other.services.lab_url = w.world.services.lab_url;
  other.services.egress = {
    async exchange(request: ExchangeRequest) {
      if (leaves) await w.world.services.egress.exchange(request);
      dead();
      return await never;
    },
  };
});
beforeEach(async () => {
  // It starts with nothing to do, and plans its next look in an hour.
  await w.world.runner.start();
  await vi.waitFor(async () => {
    const ahead_ms = (await dueOfRecovery()).getTime() - w.world.clock.now().getTime();
    expect(ahead_ms).toBeGreaterThan(3_500_000);
  }, 10_000);
});
afterAll(() => w.world.runner.stop());

async function dueOfRecovery(): Promise<Date> {
  const { due_at } = await connect(w.world.system)
    .selectFrom('job')
    .select('due_at')
    .where('name', '=', recovery_job)
    .executeTakeFirstOrThrow();
  return due_at;
}

/** Business time goes on by itself: nobody steps the jobs that fall due meanwhile. */
async function later(ms: number): Promise<void> {
  const { clock, system } = w.world;
  clock.setOffset(clock.offset_ms + ms);
  await storeOffset(system, clock.offset_ms);
}

/** A payment of the other process, which does nothing more once the message was to leave. */
async function leftBehind(
  amount: number,
  method: object = cardOf(good_card.number),
): Promise<string> {
  const died = new Promise<void>((resolve) => {
    dead = resolve;
  });
  const body = { type: 'sale', amount, ...method };
  void other.call('POST', '/transaction', { credential: w.m1.boss.private_key, body });
  await died;
  const [row] = await connect(w.world.system)
    .selectFrom('transaction')
    .select('id')
    .where('amount', '=', amount)
    .execute();
  return String(row?.id);
}

it.each([
  ['before its message left', false, 'declined'],
  ['after its message left', true, 'pending_settlement'],
])('a payment whose process died %s is recovered', async (_when, does_leave, end) => {
  leaves = does_leave;
  const id = await leftBehind(does_leave ? 2_001 : 2_002);
  expect((await w.read(id)).status).toBe('pending');
  // Past its deadline, and long before the hour:.
  await later(5 * 60_000);
  await vi.waitFor(async () => {
    expect(Number((await w.attempts(id))[0]?.inquiry_count)).toBeGreaterThan(0);
  }, 10_000);
  await vi.waitFor(async () => {
    await later(60_000);
    expect((await w.read(id)).status).toBe(end);
  }, 20_000);
});

it('cash whose process died was not taken: no message of it can be on its way', async () => {
  const { driverOf } = other.services;
  other.services.driverOf = () => ({
    kind: 'internal',
    decide: () => {
      dead();
      return never as never;
    },
  });
  const id = await leftBehind(2_004, { payment_method: { cash: {} } });
  other.services.driverOf = driverOf;
  await later(5 * 60_000);
  await vi.waitFor(async () => {
    expect((await w.read(id)).status).toBe('declined');
  }, 10_000);
  expect((await w.attempts(id))[0]).toMatchObject({ inquiry_count: 1, response_code: 421 });
});

it('a message that could not be made is looked after within a minute', async () => {
  const { egress } = w.world.services;
  w.world.services.egress = {
    exchange: async () => {
      throw new Error('no socket');
    },
  };
  await w.world.runner.stop();
  const body = { type: 'sale', amount: 2_003, ...cardOf(good_card.number) };
  expect((await w.post('/transaction', body)).status).toBe(500);
  w.world.services.egress = egress;
  const ahead_ms = (await dueOfRecovery()).getTime() - w.world.clock.now().getTime();
  expect(ahead_ms).toBeLessThanOrEqual(60_000);
});
