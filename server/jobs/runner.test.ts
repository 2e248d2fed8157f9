// The job runner: order of due moments, repeats, failures that back off, claims that exclude.
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../db/database.ts';
import { openDatabase } from '../testing/worlds/open-world.ts';
import { makeWorld, type World, type WorldOptions } from '../testing/worlds/world.ts';
import { type JobDefinition, makeRunner, schedule } from './runner.ts';

const database = openDatabase();

let world: World;
afterEach(async () => {
  await connect(world.system).deleteFrom('job').execute();
  await world.close();
});

async function start(options: WorldOptions): Promise<void> {
  world = await makeWorld({ lab: false, database_url: database.url, ...options });
}

const minute_ms = 60_000;
const inMinutes = (minutes: number) =>
  new Date(world.services.clock.now().getTime() + minutes * minute_ms);
const put = (name: string, key: string, due_at: Date) =>
  schedule(world.system, { name, key, due_at });
const rows = async () =>
  (
    await sql<{
      key: string;
      due_at: Date;
      attempt_count: number;
      last_error: string;
      claimed_until: Date | null;
    }>`select * from job order by due_at, key`.execute(connect(world.system))
  ).rows;

/** A job that notes each run and is finished after it. */
function noting(name: string, seen: string[]): JobDefinition {
  return {
    name,
    queue: 'bulk',
    run: async (_context, job) => {
      seen.push(job.key);
      return null;
    },
  };
}

describe('the runner', () => {
  it('runs what is due in order of due moment and leaves the rest', async () => {
    const seen: string[] = [];
    await start({ jobs: [noting('one', seen), noting('two', seen)] });
    await put('one', 'late', inMinutes(-1));
    await put('two', 'early', inMinutes(-3));
    await put('one', 'middle', inMinutes(-2));
    await put('two', 'tomorrow', inMinutes(1_440));
    expect(await world.runner.runDue(world.services.clock.now())).toBe(3);
    expect(seen).toEqual(['early', 'middle', 'late']);
    expect((await rows()).map((row) => row.key)).toEqual(['tomorrow']);
  });

  it.each([60, null])(
    'runs a job again (next: %s) that was asked for while it ran',
    async (next) => {
      let runs = 0;
      const busy: JobDefinition = {
        name: 'busy',
        queue: 'bulk',
        run: async () => {
          runs += 1;
          if (runs === 1) await put('busy', 'a', inMinutes(0));
          return runs === 1 && next !== null ? inMinutes(next) : null;
        },
      };
      await start({ jobs: [busy] });
      await put('busy', 'a', inMinutes(-1));
      await world.runner.runDue(world.services.clock.now());
      await world.runner.runDue(world.services.clock.now());
      expect(runs).toBe(2);
      expect(await rows()).toEqual([]);
    },
  );

  it('leaves jobs it does not know to a process that does', async () => {
    await start({ jobs: [] });
    await put('stranger', 'a', inMinutes(-1));
    expect(await world.runner.runDue(world.services.clock.now())).toBe(0);
    expect((await rows()).length).toBe(1);
  });

  it('keeps a job of the same name and key once, at the earlier moment', async () => {
    await start({ jobs: [] });
    const [near, far] = [inMinutes(5), inMinutes(9)];
    await put('one', 'a', far);
    await put('one', 'a', near);
    await put('one', 'a', far);
    const retained = await rows();
    expect(retained.map((row) => row.due_at.getTime())).toEqual([near.getTime()]);
  });

  it('hands over the payload and the merchant it was scheduled with', async () => {
    const seen: unknown[] = [];
    const job: JobDefinition = {
      name: 'one',
      queue: 'bulk',
      run: async (context, { merchant_id, payload }) => {
        seen.push([context.actor.account_type, merchant_id, payload]);
        return null;
      },
    };
    await start({ jobs: [job] });
    const merchant_id = 'merchantaaaaaaaaaaaa';
    const due_at = inMinutes(-1);
    await schedule(world.system, { name: 'one', key: 'a', due_at, merchant_id, payload: { n: 7 } });
    await world.runner.runDue(world.services.clock.now());
    expect(seen).toEqual([['system', merchant_id, { n: 7 }]]);
  });

  it('writes the standing jobs at its start, and a second start doubles none', async () => {
    const due_at = new Date('2100-01-01T00:00:00Z');
    const job: JobDefinition = {
      name: 'nightly',
      queue: 'nightly',
      run: async () => null,
      standing: async () => [{ key: 'all', due_at }],
    };
    await start({ jobs: [job] });
    await world.runner.start();
    await world.runner.start();
    await world.runner.stop();
    const listed = await world.runner.list();
    expect(listed).toEqual([{ name: 'nightly', due_at: due_at.toISOString() }]);
  });

  it('looks around for its jobs, whatever a look comes to, until it has been stopped', async () => {
    let looks = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const job: JobDefinition = {
      name: 'one',
      queue: 'money',
      run: async () => null,
      watch: {
        every_ms: 5,
        look: async (context) => {
          looks += 1;
          if (looks === 1) throw new Error('on purpose');
          await schedule(context, { name: 'one', key: 'found', due_at: inMinutes(60) });
          await held;
        },
      },
    };
    await start({ jobs: [job] });
    await world.runner.start();
    await world.runner.start();
    await expect.poll(rows, { timeout: 5_000 }).toMatchObject([{ key: 'found' }]);
    let ended = false;
    const stopping = world.runner.stop().then(() => {
      ended = true;
    });
    await rows();
    expect([ended, looks]).toEqual([false, 2]);
    release();
    await stopping;
  });

  it('runs what falls due by itself once it has been started', async () => {
    const seen: string[] = [];
    await start({ jobs: [noting('one', seen)] });
    await world.runner.start();
    await put('one', 'soon', inMinutes(-1));
    world.runner.nudge();
    await expect.poll(() => seen, { timeout: 5_000 }).toEqual(['soon']);
    await world.runner.stop();
  });
});

describe('a failing job', () => {
  it('comes again after 5, 10, 20 seconds of business time and stops no other', async () => {
    const seen: string[] = [];
    let works = false;
    const broken: JobDefinition = {
      name: 'broken',
      queue: 'bulk',
      run: async () => {
        if (works) return null;
        throw new Error('on purpose');
      },
    };
    await start({ jobs: [broken, noting('one', seen)] });
    await put('broken', 'b', inMinutes(-2));
    await put('one', 'after', inMinutes(-1));
    for (const [n, seconds] of [5, 10, 20, 40].entries()) {
      const now = world.services.clock.now();
      await world.runner.runDue(now);
      const after = world.services.clock.now();
      const [row] = await rows();
      expect([row?.attempt_count, row?.claimed_until, row?.last_error]).toEqual([
        n + 1,
        null,
        'on purpose',
      ]);
      const due_ms = row?.due_at.getTime() ?? 0;
      expect(due_ms).toBeGreaterThanOrEqual(now.getTime() + seconds * 1_000);
      expect(due_ms).toBeLessThanOrEqual(after.getTime() + seconds * 1_000);
      world.clock.setOffset(world.clock.offset_ms + due_ms - now.getTime() + 1);
    }
    expect(seen).toEqual(['after']);
    works = true;
    await world.runner.runDue(world.services.clock.now());
    expect(await rows()).toEqual([]);
  });

  it('keeps its error without card numbers, also where the text is cut through one', async () => {
    const failing: JobDefinition = {
      name: 'failing',
      queue: 'bulk',
      run: async (_context, { payload }) => {
        throw new Error(String(payload.text));
      },
    };
    await start({ jobs: [failing] });
    const texts = ['the relay knows no 4111 1111 1111 1111', `${'x'.repeat(490)}4111111111111111`];
    for (const [n, text] of texts.entries()) {
      const job = { name: 'failing', key: String(n), due_at: inMinutes(-1), payload: { text } };
      await schedule(world.system, job);
    }
    await world.runner.runDue(world.services.clock.now());
    expect((await rows()).map(({ last_error }) => last_error)).toEqual([
      'the relay knows no 411111******1111',
      `${'x'.repeat(490)}411111****`,
    ]);
  });

  it('waits an hour at most and starts over once it has worked', async () => {
    let works = false;
    const job: JobDefinition = {
      name: 'one',
      queue: 'bulk',
      run: async (context) => {
        if (!works) throw new Error('on purpose');
        return new Date(context.clock.now().getTime() + 120 * minute_ms);
      },
    };
    await start({ jobs: [job] });
    await put('one', 'a', inMinutes(-1));
    await sql`update job set attempt_count = 40`.execute(connect(world.system));
    await world.runner.runDue(world.services.clock.now());
    const waited = (await rows())[0]?.due_at as Date;
    expect(waited.getTime()).toBeLessThanOrEqual(inMinutes(60).getTime());
    expect(waited.getTime()).toBeGreaterThan(inMinutes(59).getTime());
    works = true;
    await world.runner.runDue(waited);
    const [row] = await rows();
    expect([row?.attempt_count, row?.last_error]).toEqual([0, '']);
  });
});

describe('claims', () => {
  it('keep two runners from doing one job twice', async () => {
    const seen: string[] = [];
    const slow: JobDefinition = {
      name: 'slow',
      queue: 'bulk',
      run: async (_context, job) => {
        seen.push(job.key);
        await new Promise((resolve) => setTimeout(resolve, 2));
        return null;
      },
    };
    await start({ jobs: [slow] });
    const keys = Array.from({ length: 60 }, (_, n) => `job${n}`);
    for (const key of keys) await put('slow', key, inMinutes(-1));
    const other = makeRunner(world.services, [slow]);
    const now = world.services.clock.now();
    const counts = await Promise.all([world.runner.runDue(now), other.runDue(now)]);
    expect([...seen].sort()).toEqual([...keys].sort());
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(await rows()).toEqual([]);
  });

  it('of a process that died run out in the database, and another does the job', async () => {
    const seen: string[] = [];
    await start({ jobs: [noting('one', seen)] });
    await put('one', 'orphan', inMinutes(-1));
    const hold = (seconds: number) =>
      sql`update job set claimed_until = clock_timestamp()
        + make_interval(secs => ${seconds}::int)`.execute(connect(world.system));
    await hold(300);
    expect(await world.runner.runDue(world.services.clock.now())).toBe(0);
    await hold(-1);
    expect(await world.runner.runDue(world.services.clock.now())).toBe(1);
    expect(seen).toEqual(['orphan']);
  });
});
