// Runs work that has fallen due in business time, in order, one job at a time, each claimed first.
import { type RawBuilder, sql } from 'kysely';
import { type Context, type Services, systemContext } from '../context.ts';
import { connect, type Query, type Tx } from '../db/database.ts';
import { makeOutbox, type OutboxConsumer } from './outbox.ts';

export interface JobRow {
  id: string;
  name: string;
  key: string;
  merchant_id: string;
  payload: Record<string, unknown>;
  due_at: Date;
  attempt_count: number;
  /** How often it had been asked for when it was claimed. */
  asked_count: number;
}

export interface JobDefinition {
  name: string;
  /**
   * Does the work. Gives the next moment it falls due, or null when it is finished. It may run
   * again
   * after a crash, so it must find what is already done.
   */
  run(context: Context, job: JobRow): Promise<Date | null>;
  /** Jobs that must exist from the start, by key, with their first due moment. */
  standing?(context: Context): Promise<{ key: string; merchant_id?: string; due_at: Date }[]>;
  /** Ends what the job has begun and does not wait for, when the process ends. */
  stop?(context: Context): Promise<void>;
}

export interface Asked {
  name: string;
  key: string;
  due_at: Date;
  merchant_id?: string;
  payload?: Record<string, unknown>;
}

type AskedInside = Omit<Asked, 'due_at'> & { due_at: Date | RawBuilder<Date> };

/**
 * Puts a job on the list, for a statement that does so where `wanted`; one of the same name and key
 * comes earlier.
 */
export function asking(
  context: Context,
  job: AskedInside,
  wanted: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  return sql`insert into job (id, name, key, merchant_id, payload, due_at, created_at)
    select ${context.ids.next()}, ${job.name}, ${job.key}, ${job.merchant_id ?? ''},
      ${JSON.stringify(job.payload ?? {})}::jsonb, ${job.due_at}::timestamptz,
      ${context.clock.now()}::timestamptz
    where ${wanted}
    on conflict (name, key) do update set due_at = least(job.due_at, excluded.due_at),
      asked_count = job.asked_count + 1`;
}

/** Puts a job on the list in the caller's commit. */
export async function askFor(query: Query | Tx, context: Context, job: Asked): Promise<void> {
  await asking(context, job).execute(query);
}

/** Puts a job on the list by itself and wakes the runner. */
export async function schedule(context: Context, job: Asked): Promise<void> {
  await askFor(connect(context), context, job);
  context.nudge();
}

const back_look_ms = 1_000;
const back_looks = 3_600;

/** For a job that could not be put on the list, because the database is away: once it is back. */
export function scheduleLater(context: Context, job: Asked, looks = back_looks): void {
  const again = () => schedule(context, job).catch(() => scheduleLater(context, job, looks - 1));
  if (looks > 0) setTimeout(again, back_look_ms).unref();
}

/** A claim is renewed while its job runs, so that a dead process is soon succeeded. */
const claim_seconds = 30;
const renew_every_ms = 10_000;
const idle_ms = 1_000;
/** After a failure: 5 s, 10 s, 20 s … at most an hour, in business time. */
const first_retry_ms = 5_000;
const longest_retry_ms = 3_600_000;

type MoveTo = (due_at: Date) => Promise<void>;

export interface Runner {
  /** Runs everything due until `until` (business time), in order of due moment. */
  runDue(until: Date, moveTo?: MoveTo): Promise<number>;
  list(): Promise<{ name: string; due_at: string }[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
  nudge(): void;
}

/**
 * The runner of one process, with the outbox of its consumers; claims keep several processes from
 * doing the same job.
 */
export function makeRunner(
  services: Services,
  definitions: readonly JobDefinition[],
  consumers: readonly OutboxConsumer[] = [],
): Runner {
  const outbox = makeOutbox(services, consumers);
  const known = new Map(definitions.map((definition) => [definition.name, definition]));
  const context = () => systemContext(services, services.ids.next());
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;
  // One chain: the ticker and the sandbox's clock never run jobs at the same time.
  let busy: Promise<unknown> = Promise.resolve();

  async function runDue(until: Date, moveTo?: MoveTo, isOver = () => false): Promise<number> {
    const done = busy.then(() => drain(until, isOver, moveTo));
    busy = done.catch(() => undefined);
    return await done;
  }

  async function drain(until: Date, isOver: () => boolean, moveTo?: MoveTo): Promise<number> {
    let count = 0;
    for (;;) {
      // Between two jobs: the safe point at which a process may end.
      if (isOver()) return count;
      // What has happened is told before business time moves on.
      if (moveTo) await outbox.settle();
      const job = await claim(context(), until, [...known.keys()]);
      if (!job) return count;
      if (moveTo && job.due_at > services.clock.now()) await moveTo(job.due_at);
      await runOne(context(), known.get(job.name) as JobDefinition, job);
      count++;
    }
  }

  function tick() {
    if (stopped) return;
    runDue(services.clock.now(), undefined, () => stopped)
      .catch((error) => services.log.error({ err: error }, 'the job runner failed'))
      .finally(() => arm(idle_ms));
  }

  function arm(after_ms: number) {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(tick, after_ms);
  }

  return {
    runDue: (until, moveTo) => runDue(until, moveTo),
    list: () => list(context()),
    async start() {
      for (const definition of definitions) {
        for (const job of (await definition.standing?.(context())) ?? []) {
          await schedule(context(), { name: definition.name, ...job });
        }
      }
      stopped = false;
      arm(0);
      outbox.start();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const ends = definitions.map((definition) => definition.stop?.(context()));
      await Promise.all([busy, outbox.stop(), ...ends]);
    },
    nudge: () => arm(0),
  };
}

async function list(context: Context): Promise<{ name: string; due_at: string }[]> {
  const { rows } = await sql<{ name: string; due_at: Date }>`
    select name, due_at from job order by due_at, id limit 200`.execute(connect(context));
  return rows.map((row) => ({ name: row.name, due_at: row.due_at.toISOString() }));
}

function claimEnd(context: Context): Date {
  return new Date(context.clock.real().getTime() + claim_seconds * 1000);
}

/** Keeps the claim of a running job; gives the end of it. */
function keepClaim(context: Context, job: JobRow): () => void {
  const renew = () =>
    sql`update job set claimed_until = ${claimEnd(context)}
      where id = ${job.id} and claimed_until is not null`
      .execute(connect(context))
      .catch((error: unknown) => context.log.warn({ err: error }, 'a claim was not renewed'));
  const timer = setInterval(renew, renew_every_ms);
  return () => clearInterval(timer);
}

async function claim(context: Context, until: Date, names: string[]): Promise<JobRow | undefined> {
  const real = context.clock.real();
  const { rows } = await sql<JobRow>`update job set claimed_until = ${claimEnd(context)}
    where id = (select id from job where due_at <= ${until} and name = any(${names})
      and (claimed_until is null or claimed_until < ${real})
      order by due_at, id limit 1 for update skip locked)
    returning id, name, key, merchant_id, payload, due_at, attempt_count, asked_count`.execute(
    connect(context),
  );
  return rows[0];
}

async function runOne(context: Context, definition: JobDefinition, job: JobRow): Promise<void> {
  const query = connect(context);
  const letGo = keepClaim(context, job);
  try {
    const next = await definition.run(context, job).finally(letGo);
    // Whoever asked for it while it ran may have come too late to be served: it runs once more.
    await sql`with finished as (
        delete from job where id = ${job.id} and ${next}::timestamptz is null
          and asked_count = ${job.asked_count} returning id)
      update job set claimed_until = null, attempt_count = 0, last_error = '',
        due_at = case when asked_count = ${job.asked_count} then ${next}::timestamptz
          else ${context.clock.now()}::timestamptz end
      where id = ${job.id} and not exists (select from finished)`.execute(query);
  } catch (error) {
    context.log.error({ err: error, job: job.name, key: job.key }, 'a job failed');
    const wait_ms = Math.min(first_retry_ms * 2 ** job.attempt_count, longest_retry_ms);
    const due_at = new Date(
      Math.max(context.clock.now().getTime(), job.due_at.getTime()) + wait_ms,
    );
    await sql`update job set due_at = ${due_at}, claimed_until = null,
      attempt_count = attempt_count + 1, last_error = ${String(error).slice(0, 500)}
      where id = ${job.id}`.execute(query);
  }
}
