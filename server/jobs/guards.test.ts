// Single guards of jobs and cleaning: what must not be forgotten, overtaken, lost or put back.
import { sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import { createMerchant, createPartner } from '../accounts/create.ts';
import { connect, inTransaction } from '../db/database.ts';
import { besideChange } from '../testing/beside.ts';
import { openWorld } from '../testing/worlds/open-world.ts';
import { claim, type JobRow, runClaimed } from './claims.ts';
import { cleaning } from './housekeeping.ts';
import { type OutboxEvent, outboxCleaning, runOutbox } from './outbox.ts';
import { advancePast, type Position, save } from './outbox-retries.ts';
import { type JobDefinition, makeRunner, schedule } from './runner.ts';
import { storeOffset } from './sandbox-clock.ts';

let merchant_id = '';
const day_ms = 86_400_000;

const world = openWorld({ lab: false, jobs: [] });
beforeAll(async () => {
  const partner = await createPartner(world.system, { parent_id: null, name: 'Partner' });
  const { id } = await createMerchant(world.system, { parent_id: partner.id, name: 'One' });
  merchant_id = id;
});

const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * day_ms);

interface Written {
  resource_id: string;
  sequence: number;
  created_at?: Date;
  delivered_at?: Date;
}

async function write(...events: Written[]): Promise<void> {
  const rows = events.map((event) => {
    const created_at = event.created_at ?? world.clock.now();
    const about = { kind: 'transaction_update', payload: '{}', next_attempt_at: created_at };
    return { merchant_id, id: world.services.ids.next(), ...about, created_at, ...event };
  });
  await inTransaction(world.system, merchant_id, (tx) =>
    tx.insertInto('outbox').values(rows).execute(),
  );
}

const left = async (table: 'outbox' | 'idempotency' | 'outgoing_mail', column: string) => {
  const { rows } = await sql<{ name: string }>`select ${sql.ref(column)} as name
    from ${sql.table(table)} where merchant_id = ${merchant_id}`.execute(connect(world.system));
  return rows.map(({ name }) => name).sort();
};

const work = ({ run }: JobDefinition) => run(world.system, { due_at: world.clock.now() } as JobRow);

it('an event that nobody has taken is kept, however old it is', async () => {
  const created_at = daysAgo(40);
  await write(
    { resource_id: 'waits', sequence: 1, created_at },
    { resource_id: 'taken', sequence: 1, created_at, delivered_at: daysAgo(31) },
    { resource_id: 'lately', sequence: 1, created_at, delivered_at: daysAgo(29) },
  );
  await work(outboxCleaning);
  expect(await left('outbox', 'resource_id')).toEqual(['lately', 'waits']);
});

it('an event does not overtake one of its resource that is tried again later', async () => {
  const seen: OutboxEvent[] = [];
  let fails = true;
  const consumer = {
    name: 'once',
    consume: async (_context: unknown, events: readonly OutboxEvent[]) => {
      if (fails) throw new Error('not now');
      seen.push(...events.filter(({ resource_id }) => resource_id === 'r'));
    },
  };
  await write({ resource_id: 'r', sequence: 1 });
  const began_ms = world.clock.now().getTime();
  // A clock that stands: on a slow machine the next try would be due before the second event.
  const runAfter = (ms: number) => {
    const clock = { ...world.clock, now: () => new Date(began_ms + ms) };
    return runOutbox({ ...world.system, clock }, [consumer]);
  };
  await runAfter(0);
  fails = false;
  await write({ resource_id: 'r', sequence: 2 });
  await runAfter(999);
  expect(seen).toEqual([]);
  await runAfter(60_000);
  expect(seen.map(({ sequence }) => sequence)).toEqual([1, 2]);
});

it('a key that was never answered is kept, one that was is forgotten after a month', async () => {
  const key = (name: string, state: string, days: number) => ({
    merchant_id,
    key: name,
    operation: 'create',
    fingerprint: '',
    transaction_id: '',
    state,
    created_at: daysAgo(days),
    expires_at: daysAgo(days),
  });
  const keys = [
    key('answered', 'answered', 31),
    key('open', 'in_flight', 31),
    key('lately', 'answered', 29),
  ];
  await inTransaction(world.system, merchant_id, (tx) =>
    tx.insertInto('idempotency').values(keys).execute(),
  );
  await work(cleaning);
  expect(await left('idempotency', 'key')).toEqual(['lately', 'open']);
});

it('what a mail said is forgotten after ninety days, unless it still waits', async () => {
  const mail = (recipient: string, state: string, days: number) => ({
    ...{ merchant_id, id: world.services.ids.next(), kind: 'receipt', recipient, state },
    ...{ subject: 'Receipt', body_text: 'Approved', body_html: '<p>Approved</p>' },
    created_at: daysAgo(days),
    next_attempt_at: daysAgo(-1),
  });
  const mails = [
    mail('sent', 'sent', 91),
    mail('failed', 'failed', 91),
    mail('waiting', 'queued', 91),
    mail('lately', 'sent', 89),
  ];
  await inTransaction(world.system, merchant_id, (tx) =>
    tx.insertInto('outgoing_mail').values(mails).execute(),
  );
  world.system.last_job_runs.clear();
  await work(cleaning);
  const { rows } = await sql<{ recipient: string }>`select recipient from outgoing_mail
    where body_text <> '' and body_html <> '' order by recipient`.execute(connect(world.system));
  expect(rows.map(({ recipient }) => recipient)).toEqual(['lately', 'waiting']);
  expect(await left('outgoing_mail', 'recipient')).toHaveLength(mails.length);
});

it('the clock that is stored never goes back', async () => {
  for (const offset_ms of [10_000, 5_000]) await storeOffset(world.system, offset_ms);
  const { rows } = await sql`select offset_ms from sandbox_clock`.execute(connect(world.system));
  expect(rows).toEqual([{ offset_ms: 10_000 }]);
});

it('a job that is requested while its end is written runs again, and has not failed', async () => {
  await schedule(world.system, { name: 'asked_late', key: 'one', due_at: world.clock.now() });
  const job = (await claim(world.system, world.clock.now(), ['asked_late'])) as JobRow;
  await besideChange(
    world.database_url,
    (owner) =>
      owner.query('update job set request_count = request_count + 1 where id = $1', [job.id]),
    () => runClaimed(world.system, job, async () => null),
  );
  const { rows } = await sql`select due_at <= ${world.clock.now()} as is_due, claimed_until,
    attempt_count, last_error from job where id = ${job.id}`.execute(connect(world.system));
  expect(rows).toEqual([{ is_due: true, claimed_until: null, attempt_count: 0, last_error: '' }]);
  await sql`delete from job where id = ${job.id}`.execute(connect(world.system));
});

it('a job that takes longer than its claim keeps it', async () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let runs = 0;
  const long: JobDefinition = {
    name: 'long',
    queue: 'bulk',
    run: async () => {
      runs += 1;
      await ended;
      return null;
    },
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const [one, other] = [makeRunner(world.services, [long]), makeRunner(world.services, [long])];
    const now = world.clock.now();
    await schedule(world.system, { name: 'long', key: 'all', due_at: now });
    const running = one.runDue(now);
    await vi.waitFor(() => expect(runs).toBe(1), 10_000);
    for (let renewals = 1; renewals <= 4; renewals++) {
      await sql`update job set claimed_until = clock_timestamp() + interval '20 seconds'
        where name = 'long'`.execute(connect(world.system));
      await vi.advanceTimersByTimeAsync(10_000);
      await vi.waitFor(async () => {
        const { rows } = await sql`select 1 from job where name = 'long'
          and claimed_until > clock_timestamp() + interval '25 seconds'`.execute(
          connect(world.system),
        );
        expect(rows).toHaveLength(1);
      }, 10_000);
    }
    expect(await other.runDue(now)).toBe(0);
    end();
    await running;
    expect(runs).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

it('a consumer past an event goes on with what was held behind it alone', async () => {
  const { system } = world;
  const run = (...writes: ReturnType<typeof save>[]) =>
    inTransaction(system, merchant_id, async (tx) => {
      for (const write of writes) await write.execute(tx);
    });
  const position = (name: string, state: Position['state']): Position => {
    const [consumer = '', resource_id = '', sequence] = name.split(' ');
    const event = { resource_id, sequence: Number(sequence) } as OutboxEvent;
    const about = { attempt_count: 1, next_attempt_at: daysAgo(1), error: '', error_id: '' };
    return { consumer, event, state, ...about };
  };
  const names = (state: Position['state'], ...all: string[]) =>
    all.map((name) => position(name, state));
  await run(
    save(system, merchant_id, [
      ...names('waiting', 'c a 1', 'c b 1', 'd a 1', 'd b 1'),
      ...names('held', 'c a 3', 'c a 4', 'c b 2', 'd a 2'),
      ...names('parked', 'c a 5'),
    ]),
  );
  await run(...advancePast(system, merchant_id, 'c', [{ resource_id: 'a', sequence: 1 }]));
  const standing = async () => {
    const { rows } = await sql<{ name: string }>`select concat_ws(' ', consumer, resource_id,
        sequence, state) as name from outbox_retry
      where merchant_id = ${merchant_id}`.execute(connect(system));
    return rows.map(({ name }) => name).sort();
  };
  const others = ['c b 1 waiting', 'c b 2 held', 'd a 1 waiting', 'd a 2 held', 'd b 1 waiting'];
  expect(await standing()).toEqual(
    ['c a 3 waiting', 'c a 4 held', 'c a 5 parked', ...others].sort(),
  );
  // Nothing is released while an earlier one of its resource is open.
  await run(...advancePast(system, merchant_id, 'c', [{ resource_id: 'a', sequence: 4 }]));
  expect(await standing()).toEqual(['c a 3 waiting', 'c a 5 parked', ...others].sort());
  await sql`delete from outbox_retry where merchant_id = ${merchant_id}`.execute(
    connect(system, merchant_id),
  );
});
