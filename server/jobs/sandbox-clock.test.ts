// The sandbox's clock through the API: forward only, running what falls due on its way, in order.
import { Temporal } from 'temporal-polyfill';
import { beforeAll, describe, expect, it } from 'vitest';
import { refuse } from '../../contract/errors.ts';
import { makeClock } from '../clock.ts';
import { connect } from '../db/database.ts';
import { makeTenants, tenant_password } from '../testing/tenants.ts';
import { openTenants, openWorld } from '../testing/worlds/open-world.ts';
import { makeWorld } from '../testing/worlds/world.ts';
import { type JobDefinition, type Runner, schedule } from './runner.ts';
import { clockHandlers, restoreClock } from './sandbox-clock.ts';

interface Run {
  zone: string;
  due_at: string;
  /** Business time while it ran, to the minute. */
  at: string;
}

let runs: Run[];
const zones = ['America/Los_Angeles', 'Asia/Tokyo', 'Europe/Berlin'];
const day_seconds = 86_400;
const minute = (moment: Date) => moment.toISOString().slice(0, 16);

/** The next ten in the evening of a zone, strictly after. */
function nextEvening(zone: string, after: Date): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(zone);
  const today = local.withPlainTime('22:00');
  const next = Temporal.ZonedDateTime.compare(today, local) > 0 ? today : today.add({ days: 1 });
  return new Date(next.epochMilliseconds);
}

/** One job in each zone, every evening at ten. */
const evenings: JobDefinition[] = zones.map((zone) => ({
  name: `evening ${zone}`,
  queue: 'bulk',
  run: async (context, job) => {
    runs.push({ zone, due_at: minute(job.due_at), at: minute(context.clock.now()) });
    return nextEvening(zone, job.due_at);
  },
}));

const world = openWorld({ lab: false, jobs: evenings });
const tenants = openTenants(world);
beforeAll(async () => {
  for (const zone of zones) {
    const due_at = nextEvening(zone, world.services.clock.now());
    await schedule(world.system, { name: `evening ${zone}`, key: 'all', due_at });
  }
});

const get = (credential = tenants.admin.boss.private_key) =>
  world.call('GET', '/sandbox/clock', { credential });
const move = (body: object, credential = tenants.admin.boss.private_key) =>
  world.call('POST', '/sandbox/clock', { credential, body });

describe('moving the clock', () => {
  it('runs jobs of three zones in order of due moment, each at its own time', async () => {
    runs = [];
    const before = world.services.clock.now();
    const answer = await move({ advance_seconds: 3 * day_seconds });
    expect(answer.status).toBe(200);
    const expected = zones.flatMap((zone) => {
      const first = nextEvening(zone, before);
      const second = nextEvening(zone, first);
      return [first, second, nextEvening(zone, second)].map((due) => ({ zone, due }));
    });
    expected.sort((a, b) => a.due.getTime() - b.due.getTime());
    expect(runs).toEqual(
      expected.map(({ zone, due }) => ({ zone, due_at: minute(due), at: minute(due) })),
    );
    expect(runs.length).toBe(9);
    const waiting = answer.body.data.jobs.map((job: { due_at: string }) => job.due_at);
    expect(waiting).toEqual([...waiting].sort());
    expect(waiting.length).toBe(3);
    expect(waiting[0] > answer.body.data.now).toBe(true);
  });

  it('goes to a stated moment, and running on at real speed from there', async () => {
    const to = new Date(world.services.clock.now().getTime() + 3_600_000);
    const { data } = (await move({ to: to.toISOString() })).body;
    expect(new Date(data.now).getTime()).toBeGreaterThanOrEqual(to.getTime());
    expect(new Date(data.now).getTime()).toBeLessThan(to.getTime() + 10_000);
    world.passRealTime(60_000);
    const later = (await get()).body.data;
    const passed_ms = new Date(later.now).getTime() - new Date(data.now).getTime();
    expect(passed_ms).toBeGreaterThanOrEqual(60_000);
    expect(passed_ms).toBeLessThan(70_000);
    expect(later.offset_seconds).toBe(data.offset_seconds);
  });

  it('refuses an earlier moment, both members, none, and what is no time', async () => {
    const before = world.clock.offset_ms;
    const to = new Date(world.services.clock.now().getTime() - 1_000).toISOString();
    const bad = [
      { to },
      { to: '2099-01-01T00:00:00Z', advance_seconds: 1 },
      {},
      { to: 'tomorrow' },
      { advance_seconds: -1 },
      { advance_seconds: '60' },
      { to: null },
    ];
    for (const body of bad) expect((await move(body)).status, JSON.stringify(body)).toBe(400);
    expect(world.clock.offset_ms).toBe(before);
  });

  it('is 403 for partners and merchants, to read and to move', async () => {
    const before = world.clock.offset_ms;
    for (const { private_key } of [tenants.p1.boss, tenants.m1.boss, tenants.m1.clerk]) {
      expect((await get(private_key)).status).toBe(403);
      expect((await move({ advance_seconds: 60 }, private_key)).status).toBe(403);
    }
    expect(world.clock.offset_ms).toBe(before);
  });

  it('leaves an audit row that names both moments', async () => {
    const answer = await move({ advance_seconds: 60 });
    const row = await connect(world.system)
      .selectFrom('audit_log')
      .selectAll()
      .where('request_id', '=', String(answer.headers['x-correlation-id']))
      .executeTakeFirstOrThrow();
    const before = new Date((row.before as { now: string }).now).getTime();
    const after = new Date((row.after as { now: string }).now).getTime();
    expect([row.verb, row.noun, row.user_id]).toEqual([
      'move',
      'clock',
      tenants.admin.boss.user.id,
    ]);
    expect(after - before).toBeGreaterThanOrEqual(60_000);
  });

  it('leaves an audit row where it ends early, of how far it got', async () => {
    const before = world.services.clock.now();
    const half: Runner = {
      ...world.runner,
      runDue: async (until, moveTo) => {
        await moveTo?.(new Date((before.getTime() + until.getTime()) / 2));
        return refuse('refused', 'The job long has not ended.');
      },
    };
    const { account, boss } = tenants.admin;
    const actor = { ...world.system.actor, account_id: account.id, user_id: boss.user.id };
    const context = { ...world.system, request_id: 'half', actor };
    const moving = clockHandlers(world.clock, () => half).move(
      context,
      {},
      { advance_seconds: 60 },
    );
    await expect(moving).rejects.toThrow('The job long has not ended.');
    const row = await connect(world.system)
      .selectFrom('audit_log')
      .select(['verb', 'after'])
      .where('request_id', '=', 'half')
      .executeTakeFirstOrThrow();
    const after = new Date((row.after as { now: string }).now).getTime() - before.getTime();
    expect([row.verb, Math.round(after / 10_000)]).toEqual(['move', 3]);
  });

  it('survives a restart: a new process goes on from the stored offset', async () => {
    await move({ advance_seconds: 12_345 });
    const restarted = makeClock(() => world.services.clock.real().getTime());
    await restoreClock(world.system, restarted);
    expect(restarted.offset_ms).toBe(world.clock.offset_ms);
    expect(restarted.offset_ms).toBeGreaterThan(12_345_000);
  });

  it('leaves sessions and real time where they are', async () => {
    const { username } = tenants.m1.boss.user;
    const body = { username, password: tenant_password };
    const { token } = (await world.call('POST', '/token-auth', { body })).body;
    const real = world.services.clock.real().getTime();
    await move({ advance_seconds: 2 * day_seconds });
    expect(world.services.clock.real().getTime() - real).toBeLessThan(10_000);
    const still = await world.call('GET', '/user', { credential: `Bearer ${token}` });
    expect(still.status).toBe(200);
  });
});

it('is read by every administrator and moved by those with the admin role', async () => {
  const standard = tenants.admin.clerk.private_key;
  expect((await get(standard)).status).toBe(200);
  const offset_ms = world.clock.offset_ms;
  const refused = await move({ advance_seconds: 60 }, standard);
  expect([refused.status, refused.body.msg]).toEqual([403, expect.stringMatching(/admin role/)]);
  expect(world.clock.offset_ms).toBe(offset_ms);
});

it('is refused in production, to read and to move', async () => {
  const production = await makeWorld({ lab: false, config: { environment: 'production' } });
  try {
    const { admin } = await makeTenants(production);
    const credential = admin.boss.private_key;
    const read = await production.call('GET', '/sandbox/clock', { credential });
    const body = { advance_seconds: 60 };
    const moved = await production.call('POST', '/sandbox/clock', { credential, body });
    expect([read.status, moved.status]).toEqual([400, 400]);
    expect(production.clock.offset_ms).toBe(0);
  } finally {
    await production.close();
  }
});
