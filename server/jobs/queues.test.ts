// Queues side by side, and claims whose holders come late or have a wrong clock.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Services } from '../context.ts';
import { connect } from '../db/database.ts';
import { jobs } from '../job-list.ts';
import { openDatabase } from '../testing/worlds/open-world.ts';
import { makeWorld, type World } from '../testing/worlds/world.ts';
import { type JobDefinition, makeRunner, type Queue, type Runner, schedule } from './runner.ts';

const database = openDatabase();

let world: World;
beforeEach(async () => {
  world = await makeWorld({ lab: false, jobs: [], database_url: database.url });
});
afterEach(async () => {
  await connect(world.system).deleteFrom('job').execute();
  await world.close();
});

/** A job that runs until it is let go; what it gives then is its next moment. */
function held(name: string, queue: Queue) {
  const ends: ((next: Date | null) => void)[] = [];
  const definition: JobDefinition = {
    name,
    queue,
    run: () => new Promise((resolve) => ends.push(resolve)),
  };
  return { definition, ends };
}

const now = () => world.services.clock.now();
const put = (name: string, due_at = now()) => schedule(world.system, { name, key: 'all', due_at });
const rows = async () =>
  (
    await sql<{ name: string; due_at: Date; claimed_until: Date | null; last_error: string }>`
      select * from job order by name`.execute(connect(world.system))
  ).rows;
const expireClaims = () =>
  sql`update job set claimed_until = clock_timestamp() - interval '1 second'`.execute(
    connect(world.system),
  );
const began = (ends: unknown[], count = 1) =>
  vi.waitUntil(() => ends.length === count, { timeout: 10_000, interval: 5 });

describe('queues', () => {
  it('do not wait for each other, and one does its jobs one after the other', async () => {
    const audit = held('audit', 'nightly');
    const cleaning = held('cleaning', 'nightly');
    const recovery = held('recovery', 'money');
    const runner = makeRunner(world.services, [
      audit.definition,
      cleaning.definition,
      recovery.definition,
    ]);
    await put('audit', new Date(now().getTime() - 2_000));
    await put('cleaning', new Date(now().getTime() - 1_000));
    await runner.start();
    await began(audit.ends);
    await put('recovery');
    runner.nudge();
    await began(recovery.ends);
    expect([audit.ends.length, cleaning.ends.length]).toEqual([1, 0]);
    recovery.ends[0]?.(null);
    audit.ends[0]?.(null);
    await began(cleaning.ends);
    cleaning.ends[0]?.(null);
    await runner.stop();
    expect(await rows()).toEqual([]);
  });

  it('hold what moves money apart from what takes long', () => {
    const of = (queue: Queue) => jobs.filter((job) => job.queue === queue).map(({ name }) => name);
    expect(of('money')).toEqual(expect.arrayContaining(['payment_recovery', 'settlement']));
    // A mail relay that hangs keeps no delivery waiting.
    expect(of('mail').sort()).toEqual(['mail', 'recovery_letter']);
    expect(of('webhooks')).toEqual(['webhooks']);
    expect(of('bulk')).toContain('report_export');
    expect(of('nightly')).toEqual(expect.arrayContaining(['audits', 'cleaning']));
  });

  it('stand still while the clock is moved, which waits for what has begun', async () => {
    const [long, other] = [held('long', 'bulk'), held('other', 'money')];
    const runner = makeRunner(world.services, [long.definition, other.definition]);
    await put('long');
    await runner.start();
    await began(long.ends);
    let moved = false;
    const until = new Date(now().getTime() + 60_000);
    const moving = runner
      .runDue(until, async () => undefined)
      .then(() => {
        moved = true;
      });
    await put('other');
    runner.nudge();
    // Many round trips: a queue that did not stand still would have taken its job by then.
    for (let n = 0; n < 50; n++) await rows();
    expect([moved, other.ends.length]).toEqual([false, 0]);
    long.ends[0]?.(null);
    await began(other.ends);
    other.ends[0]?.(null);
    await moving;
    expect(await rows()).toEqual([]);
    await runner.stop();
  });
});

describe('while the clock is moved', () => {
  /** A process whose moves are patient for a moment only. */
  function runnerOf(definitions: readonly JobDefinition[], limit_ms = 60_000) {
    const timing = { ...world.services.timing, job_patience_ms: 50, job_limit_ms: limit_ms };
    return makeRunner({ ...world.services, timing }, definitions);
  }
  const move = (runner: Runner) =>
    runner.runDue(new Date(now().getTime() + 60_000), async () => undefined);

  it.each([
    ['before it', 0],
    ['on the way', 30_000],
  ])('a job that began %s and hangs delays no other queue', async (_, ahead_ms) => {
    const hung = held('hung', 'bulk');
    const others = (['money', 'mail', 'nightly'] as const).map((queue) => held(queue, queue));
    const runner = runnerOf([hung.definition, ...others.map(({ definition }) => definition)]);
    await put('hung', new Date(now().getTime() + ahead_ms));
    await runner.start();
    if (ahead_ms === 0) await began(hung.ends);
    let moved = false;
    const moving = move(runner).then(() => {
      moved = true;
    });
    await began(hung.ends);
    for (const { definition } of others) await put(definition.name);
    for (const { ends } of others) await began(ends);
    expect(moved).toBe(false);
    for (const { ends } of others) ends[0]?.(null);
    hung.ends[0]?.(null);
    await moving;
    expect(await rows()).toEqual([]);
    await runner.stop();
  });

  it('a job that does not end is named, and the queues go on', async () => {
    const [hung, other] = [held('hung', 'bulk'), held('other', 'money')];
    const runner = runnerOf([hung.definition, other.definition], 200);
    await put('hung', new Date(now().getTime() + 30_000));
    await runner.start();
    await expect(move(runner)).rejects.toThrow(
      'The job hung has not finished. The clock stopped where it was.',
    );
    await put('other');
    runner.nudge();
    await began(other.ends);
    hung.ends[0]?.(null);
    other.ends[0]?.(null);
    await runner.stop();
    expect(await rows()).toEqual([]);
  });

  it('a job of another process that hangs delays no queue either', async () => {
    const [there, here] = [held('hung', 'bulk'), held('hung', 'bulk')];
    const other = held('other', 'money');
    const elsewhere = makeRunner(world.services, [there.definition]);
    await put('hung');
    await elsewhere.start();
    await began(there.ends);
    const runner = runnerOf([here.definition, other.definition], 1_000);
    await runner.start();
    const moving = move(runner).catch((error: Error) => error.message);
    await put('other');
    await began(other.ends);
    other.ends[0]?.(null);
    expect(await moving).toContain('The job hung has not finished.');
    there.ends[0]?.(null);
    await Promise.all([runner.stop(), elsewhere.stop()]);
    expect([here.ends, await rows()]).toEqual([[], []]);
  });
});

describe('a claim that was lost', () => {
  it.each([null, new Date('2100-01-01T00:00:00Z')])(
    'ends nothing and moves nothing (next: %s) when its former holder comes late',
    async (next) => {
      const [late, quick] = [held('one', 'money'), held('one', 'money')];
      const former = makeRunner(world.services, [late.definition]);
      const later = makeRunner(world.services, [quick.definition]);
      await put('one');
      const first = former.runDue(now());
      await began(late.ends);
      await expireClaims();
      const second = later.runDue(now());
      await began(quick.ends);
      const before = await rows();
      late.ends[0]?.(next);
      await first;
      expect(await rows()).toEqual(before);
      expect(before[0]?.claimed_until).not.toBeNull();
      quick.ends[0]?.(null);
      await second;
      expect(await rows()).toEqual([]);
    },
  );

  it('leaves no failure behind either', async () => {
    const quick = held('one', 'money');
    let fail: (error: Error) => void = () => undefined;
    let runs = 0;
    const failing: JobDefinition = {
      name: 'one',
      queue: 'money',
      run: () => {
        runs += 1;
        return new Promise((_resolve, reject) => {
          fail = reject;
        });
      },
    };
    await put('one');
    const first = makeRunner(world.services, [failing]).runDue(now());
    await vi.waitUntil(() => runs === 1, { timeout: 10_000, interval: 5 });
    await expireClaims();
    const second = makeRunner(world.services, [quick.definition]).runDue(now());
    await began(quick.ends);
    const before = await rows();
    fail(new Error('on purpose'));
    await first;
    expect(await rows()).toEqual(before);
    quick.ends[0]?.(null);
    await second;
  });
});

describe('a process whose clock is an hour off', () => {
  const skewed = (ms: number): Services => ({
    ...world.services,
    clock: {
      ...world.services.clock,
      now: () => now(),
      real: () => new Date(world.services.clock.real().getTime() + ms),
    },
  });

  it.each([3_600_000, -3_600_000])('(%s ms) neither takes nor loses a claim by it', async (ms) => {
    const [right, wrong] = [held('one', 'money'), held('one', 'money')];
    const here = makeRunner(world.services, [right.definition]);
    const there = makeRunner(skewed(ms), [wrong.definition]);
    await put('one');
    const first = here.runDue(now());
    await began(right.ends);
    expect(await there.runDue(now())).toBe(0);
    right.ends[0]?.(null);
    await first;
    await put('one');
    const second = there.runDue(now());
    await began(wrong.ends);
    expect(await here.runDue(now())).toBe(0);
    const { rows: leases } = await sql<{ seconds: number }>`
      select extract(epoch from claimed_until - clock_timestamp())::float8 as seconds
      from job`.execute(connect(world.system));
    expect(leases[0]?.seconds).toBeGreaterThan(0);
    expect(leases[0]?.seconds).toBeLessThanOrEqual(30);
    wrong.ends[0]?.(null);
    await second;
  });
});
