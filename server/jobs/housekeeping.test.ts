// Nightly jobs: what fails is tried again soon, and takes nothing along that stands behind it.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { asOwner, openTenants, openWorld } from '../testing/worlds/open-world.ts';
import { cleaning, nightlyJob } from './housekeeping.ts';

const hour_ms = 3_600_000;
const tries: Date[] = [];
let failing = true;

const sparing = nightlyJob({
  name: 'sparing',
  every_ms: 12 * hour_ms,
  next: (after) => new Date(after.getTime() + 24 * hour_ms),
  async work(context) {
    tries.push(context.clock.now());
    if (failing) throw new Error('not tonight');
  },
});

const world = openWorld({ lab: false, jobs: [sparing] });
const tenants = openTenants(world);

it('a nightly job that failed works again at its next try, and then rests', async () => {
  const { runner, clock } = world;
  await runner.start();
  await runner.stop();
  const until = (ms: number) => new Date(clock.now().getTime() + ms);
  await runner.runDue(until(25 * hour_ms));
  const failed = tries.length;
  expect(failed).toBeGreaterThan(1);
  failing = false;
  await runner.runDue(until(27 * hour_ms));
  expect(tries).toHaveLength(failed + 1);
  // No night of a clock that rushes on is worked, and the job says when it is due again.
  await runner.runDue(until(96 * hour_ms));
  expect(tries).toHaveLength(failed + 1);
});

/** A log that keeps its alerts. */
function watched(): { context: Context; alerts: object[] } {
  const alerts: object[] = [];
  const error = ({ err: _, ...about }: { err: unknown }) => void alerts.push(about);
  const log = Object.assign(Object.create(world.system.log), { error });
  return { context: { ...world.system, log }, alerts };
}

const clean = (context: Context) =>
  cleaning.run(context, { payload: {}, due_at: context.clock.now() } as never);

/** Stored answers, long past their window. */
async function answer(merchant_id: string): Promise<void> {
  await sql`insert into idempotency (merchant_id, key, operation, fingerprint, transaction_id,
      state, created_at, expires_at)
    values (${merchant_id}, 'old', 'create', '', '', 'answered',
      '2020-01-01', '2020-01-02')`.execute(connect(world.system, merchant_id));
}

async function answered(): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`select merchant_id from idempotency
    where key = 'old'`.execute(connect(world.system));
  return rows.map(({ merchant_id }) => merchant_id);
}

it('what cannot be deleted is an alert, keeps nothing else, and is deleted later', async () => {
  const { m1, m2 } = tenants;
  for (const { account } of [m1, m2]) await answer(account.id);
  const challenge = sql`insert into bot_check_used (proof_hash, expires_at)
    values ('x', '2020-01-01')`;
  await challenge.execute(connect(world.system));
  await asOwner(
    world.database_url,
    `create function stuck() returns trigger language plpgsql
      as $$ begin raise exception 'stuck'; end $$;
    create trigger stuck before delete on request_log for each statement execute function stuck();
    create trigger stuck before delete on idempotency for each row
      when (old.merchant_id = '${m1.account.id}') execute function stuck()`,
  );
  const { context, alerts } = watched();
  await expect(clean(context)).rejects.toThrow('stuck');
  expect(alerts).toEqual([
    { alert: 'not_cleaned', table: 'request_log' },
    { alert: 'answers_not_deleted', merchant_id: m1.account.id },
    { alert: 'not_cleaned', table: 'idempotency' },
  ]);
  const left = await sql`select from bot_check_used`.execute(connect(world.system));
  expect(left.rows).toEqual([]);
  expect(await answered()).toEqual([m1.account.id]);
  await asOwner(world.database_url, 'drop function stuck cascade');
  await clean(context);
  expect(await answered()).toEqual([]);
});
