// A world of random payments at several merchants, whose sums are made, outdated and made anew.
import { Temporal } from 'temporal-polyfill';
import { inTransaction } from '../../db/database.ts';
import type { OutboxEvent } from '../../jobs/outbox.ts';
import {
  transactionDays,
  transactionDaysJob,
} from '../../payments/transactions/reading/totals/totals-days.ts';
import { type Dice, makeDice } from '../../seed/seeded-random.ts';
import { opened } from '../opened.ts';
import { insertRandomPayments, randomChange } from '../random-payments.ts';
import type { Person, Tenants } from '../tenants.ts';
import { type Owner, openOwner, openTenants, openWorld } from './open-world.ts';
import type { World } from './world.ts';

const hour_ms = 3_600_000;

/** The zone of each merchant's days. */
const merchant_zones = {
  m1: 'America/Los_Angeles',
  m1a: 'Asia/Kolkata',
  m2: 'Australia/Lord_Howe',
} as const;
const names = ['m1', 'm1a', 'm2'] as const;

export interface RandomWorld {
  /** The zone that a person sees times in. */
  see(person: Person, zone: string): Promise<void>;
  /** Makes every sum that is due of these merchants, or of all. */
  sum(of?: readonly (keyof typeof merchant_zones)[]): Promise<void>;
  /** Changes payments, and makes new ones; their sums lag behind then. */
  change(): Promise<void>;
}

/** Moves to a day whose last 90 days have the clocks of both halves of the earth changed. */
function moveToAutumn(world: World): void {
  const now = Temporal.Now.zonedDateTimeISO('UTC');
  const autumn = now.with({ month: 11, day: 15, hour: 13, minute: 37 });
  const then = Temporal.ZonedDateTime.compare(autumn, now) < 0 ? autumn.add({ years: 1 }) : autumn;
  world.passRealTime(then.epochMilliseconds - now.epochMilliseconds);
}

/** Tells the sums of these payments, as the outbox does. */
async function tell(world: World, merchant_id: string, ids: readonly string[]): Promise<void> {
  const events = ids.map((resource_id) => ({
    kind: 'transaction_update',
    merchant_id,
    resource_id,
  }));
  await transactionDays.consume(world.system, events as unknown as OutboxEvent[]);
}

async function changeSome(world: World, dice: Dice, merchant_id: string, ids: readonly string[]) {
  for (const id of ids) {
    await inTransaction(world.system, merchant_id, (tx) =>
      tx
        .updateTable('transaction')
        .set(randomChange(dice))
        .where('merchant_id', '=', merchant_id)
        .where('id', '=', id)
        .execute(),
    );
  }
  await tell(world, merchant_id, ids);
}

/** Opens a world with random payments for a test file; to be called at its top. */
export function openRandomWorld(of: { seed: number; count: number; days: number }) {
  const world = openWorld({ jobs: [], lab: false });
  const tenants = openTenants(world);
  const owner = openOwner(() => world.database_url);
  const random = opened(() => makeRandomWorld({ world, tenants, owner }, of));
  return { world, tenants, owner, random };
}

async function makeRandomWorld(
  { world, tenants, owner }: { world: World; tenants: Tenants; owner: Owner },
  { seed, count, days }: { seed: number; count: number; days: number },
): Promise<RandomWorld> {
  moveToAutumn(world);
  const dice = makeDice(seed);
  const merchants = names.map((name) => tenants[name]);
  for (const name of names) {
    const of = [merchant_zones[name], tenants[name].account.id];
    await owner.query('update account set timezone = $1 where id = $2', of);
  }
  const made = await insertRandomPayments(world, dice, { merchants, count, days });
  return {
    async see({ user }, zone) {
      await owner.query('update user_account set timezone = $1 where id = $2', [zone, user.id]);
    },
    async sum(of: readonly (keyof typeof merchant_zones)[] = names) {
      const later = new Date(world.clock.now().getTime() + hour_ms);
      const system = { ...world.system, clock: { ...world.clock, now: () => later } };
      for (const merchant_id of of.map((name) => tenants[name].account.id)) {
        await tell(world, merchant_id, (made.get(merchant_id) ?? []).slice(0, 1));
        await transactionDaysJob.run(system, { merchant_id } as never);
      }
    },
    async change() {
      const more = await insertRandomPayments(world, dice, { merchants, count: 20, days });
      for (const [merchant_id, ids] of made) {
        await changeSome(world, dice, merchant_id, ids.slice(0, 30));
        await tell(world, merchant_id, more.get(merchant_id) ?? []);
      }
    },
  };
}
