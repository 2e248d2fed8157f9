// Runs work that has fallen due in business time, in order, one job at a time, each claimed first.
import { sql } from 'kysely';
import { type Context, type Services, systemContext } from '../context.ts';
import { connect } from '../db/database.ts';

export interface JobRow {
  id: string;
  name: string;
  key: string;
  merchant_id: string;
  payload: Record<string, unknown>;
  due_at: Date;
  attempt_count: number;
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
}

/** Puts a job on the list; a job of the same name and key stays as it is, or comes earlier. */
export async function schedule(
  context: Context,
  job: {
    name: string;
    key: string;
    due_at: Date;
    merchant_id?: string;
    payload?: Record<string, unknown>;
  },
): Promise<void> {
  await sql`insert into job (id, name, key, merchant_id, payload, due_at, created_at)
    values (${context.ids.next()}, ${job.name}, ${job.key}, ${job.merchant_id ?? ''},
      ${JSON.stringify(job.payload ?? {})}, ${job.due_at}, ${context.clock.now()})
    on conflict (name, key) do update set due_at = least(job.due_at, excluded.due_at)`.execute(
    connect(context),
  );
  context.nudge();
}

const claim_seconds = 300;
const idle_ms = 1_000;
/** After a failure: 5 s, 10 s, 20 s … at most an hour, in business time. */
const first_retry_ms = 5_000;
const longest_retry_ms = 3_600_000;

export interface Runner {
  /** Runs everything due until `until` (business time), in order of due moment. */
  runDue(until: Date, moveTo?: (due_at: Date) => Promise<void>): Promise<number>;
  list(): Promise<{ name: string; due_at: string }[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
  nudge(): void;
}

/** The runner of one process; claims keep several processes from doing the same job. */
export function makeRunner(services: Services, definitions: readonly JobDefinition[]): Runner {
  const known = new Map(definitions.map((definition) => [definition.name, definition]));
  const context = () => systemContext(services, services.ids.next());
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;
  // One chain: the ticker and the sandbox's clock never run jobs at the same time.
  let busy: Promise<unknown> = Promise.resolve();

  async function runDue(until: Date, moveTo?: (due_at: Date) => Promise<void>): Promise<number> {
    const done = busy.then(() => drain(until, moveTo));
    busy = done.catch(() => undefined);
    return await done;
  }

  async function drain(until: Date, moveTo?: (due_at: Date) => Promise<void>): Promise<number> {
    let count = 0;
    for (;;) {
      const job = await claim(context(), until, [...known.keys()]);
      if (!job) return count;
      if (moveTo && job.due_at > services.clock.now()) await moveTo(job.due_at);
      await runOne(context(), known.get(job.name) as JobDefinition, job);
      count++;
    }
  }

  function tick() {
    if (stopped) return;
    runDue(services.clock.now())
      .catch((error) => services.log.error({ err: error }, 'the job runner failed'))
      .finally(() => arm(idle_ms));
  }

  function arm(after_ms: number) {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(tick, after_ms);
  }

  return {
    runDue,
    async list() {
      const { rows } = await sql<{ name: string; due_at: Date }>`
        select name, due_at from job order by due_at, id limit 200`.execute(connect(context()));
      return rows.map((row) => ({ name: row.name, due_at: row.due_at.toISOString() }));
    },
    async start() {
      for (const definition of definitions) {
        for (const job of (await definition.standing?.(context())) ?? []) {
          await schedule(context(), { name: definition.name, ...job });
        }
      }
      stopped = false;
      arm(0);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await busy;
    },
    nudge: () => arm(0),
  };
}

async function claim(context: Context, until: Date, names: string[]): Promise<JobRow | undefined> {
  const real = context.clock.real();
  const claimed_until = new Date(real.getTime() + claim_seconds * 1000);
  const { rows } = await sql<JobRow>`update job set claimed_until = ${claimed_until}
    where id = (select id from job where due_at <= ${until} and name = any(${names})
      and (claimed_until is null or claimed_until < ${real})
      order by due_at, id limit 1 for update skip locked)
    returning id, name, key, merchant_id, payload, due_at, attempt_count`.execute(connect(context));
  return rows[0];
}

async function runOne(context: Context, definition: JobDefinition, job: JobRow): Promise<void> {
  const query = connect(context);
  try {
    const next = await definition.run(context, job);
    if (next === null) await sql`delete from job where id = ${job.id}`.execute(query);
    else {
      await sql`update job set due_at = ${next}, claimed_until = null, attempt_count = 0,
        last_error = '' where id = ${job.id}`.execute(query);
    }
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
