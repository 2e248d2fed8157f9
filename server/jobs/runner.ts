// Runs work that is due in business time, in order within its queue, each job claimed first.
import { type RawBuilder, sql } from 'kysely';
import { type Context, type Services, systemContext } from '../context.ts';
import { connect, type Query, type Tx } from '../db/database.ts';
import { type PeriodicWork, runPeriodically } from '../process/periodic.ts';
import { claim, type JobRow, runClaimed } from './claims.ts';
import { makeQueues, makeSerialQueue, type Queues } from './job-queues.ts';
import { makeOutbox, type Outbox, type OutboxConsumer } from './outbox.ts';

/**
 * Jobs of one queue run one after the other and queues side by side, so that a long job delays only
 * its own queue (decision 18).
 */
export const queues = ['money', 'mail', 'webhooks', 'bulk', 'nightly'] as const;
export type Queue = (typeof queues)[number];

export interface JobDefinition {
  name: string;
  queue: Queue;
  /**
   * Does the work. Gives the next moment it falls due, or null when it is finished. It may run
   * again after a crash, so it must find what is already done.
   */
  run(context: Context, job: JobRow): Promise<Date | null>;
  /** Jobs that must exist from the start, by key, with their first due moment. */
  standing?(context: Context): Promise<{ key: string; merchant_id?: string; due_at: Date }[]>;
  /**
   * Polled in real time by each process, and schedules the job where there is something to do.
   * Moving the sandbox clock adds no polls.
   */
  watch?: { every_ms: number; look(context: Context): Promise<void> };
  /** Ends what the job has begun and does not wait for, when the process ends. */
  stop?(context: Context): Promise<void>;
}

export interface JobRequest {
  name: string;
  key: string;
  due_at: Date;
  merchant_id?: string;
  payload?: Record<string, unknown>;
}

type JobRequestInside = Omit<JobRequest, 'due_at'> & { due_at: Date | RawBuilder<Date> };

/**
 * Puts a job on the list, for a statement that does so where `wanted`; one of the same name and key
 * comes earlier.
 */
export function enqueueStatement(
  context: Context,
  job: JobRequestInside,
  wanted: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  return sql`insert into job (id, name, key, merchant_id, payload, due_at, created_at)
    select ${context.ids.next()}, ${job.name}, ${job.key}, ${job.merchant_id ?? ''},
      ${JSON.stringify(job.payload ?? {})}::jsonb, ${job.due_at}::timestamptz,
      ${context.clock.now()}::timestamptz
    where ${wanted}
    on conflict (name, key) do update set due_at = least(job.due_at, excluded.due_at),
      request_count = job.request_count + 1`;
}

/** Puts a job on the list in the caller's commit. */
export async function enqueue(query: Query | Tx, context: Context, job: JobRequest): Promise<void> {
  await enqueueStatement(context, job).execute(query);
}

/** Puts a job on the list by itself and wakes the runner. */
export async function schedule(context: Context, job: JobRequest): Promise<void> {
  await enqueue(connect(context), context, job);
  context.nudge();
}

const reconnect_poll_ms = 1_000;
const reconnect_tries = 3_600;

/** For a job that could not be enqueued while the database was unavailable: once it is back. */
function scheduleLater(context: Context, job: JobRequest, looks = reconnect_tries): void {
  const again = () => schedule(context, job).catch(() => scheduleLater(context, job, looks - 1));
  if (looks > 0) setTimeout(again, reconnect_poll_ms).unref();
}

/**
 * For work that a commit has stored: that it is not on the list yet changes nothing of the answer.
 * It is put there once that is possible, and by `standing` or `watch` of its job where this process
 * ends before.
 */
export async function scheduleCommitted(context: Context, job: JobRequest): Promise<void> {
  try {
    await schedule(context, job);
  } catch (error) {
    const { request_id, log } = context;
    log.warn({ err: error, job: job.name, request_id }, 'a job is put on the list later');
    scheduleLater(context, job);
  }
}

const idle_ms = 1_000;
type MoveTo = (due_at: Date) => Promise<void>;

export interface Runner {
  /** Runs everything due until `until` (business time), in order of due moment. */
  runDue(until: Date, moveTo?: MoveTo): Promise<number>;
  list(): Promise<{ name: string; due_at: string }[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
  nudge(): void;
}

/** Calls `look` at the earliest moment requested, so that a later one never replaces a nudge. */
function makeAlarm({ clock }: Services, look: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let due_ms = Number.POSITIVE_INFINITY;
  return {
    arm(after_ms: number) {
      const at_ms = clock.monotonicMs() + after_ms;
      if (at_ms >= due_ms) return;
      clearTimeout(timer);
      due_ms = at_ms;
      timer = setTimeout(() => {
        due_ms = Number.POSITIVE_INFINITY;
        look();
      }, after_ms);
    },
    clear: () => clearTimeout(timer),
  };
}

/** Begins what the jobs watch for; it ends when it is stopped. */
function watchAround(services: Services, definitions: readonly JobDefinition[]): PeriodicWork[] {
  return definitions.flatMap(({ name, watch }) => {
    if (!watch) return [];
    const look = () =>
      watch
        .look(systemContext(services, services.ids.next()))
        .catch((error) =>
          services.log.warn({ err: error, job: name }, 'the check whether a job is due failed'),
        );
    return [runPeriodically(look, watch.every_ms)];
  });
}

async function putStanding(context: Context, definitions: readonly JobDefinition[]): Promise<void> {
  for (const definition of definitions) {
    for (const job of (await definition.standing?.(context)) ?? []) {
      await schedule(context, { name: definition.name, ...job });
    }
  }
}

/** Everything due, of all queues in one order: as if time had really passed. */
async function inOneOrder(options: {
  services: Services;
  outbox: Outbox;
  names: string[];
  queued: Queues;
  until: Date;
  moveTo?: MoveTo;
}): Promise<number> {
  const { services, outbox, names, queued, until, moveTo } = options;
  const context = () => systemContext(services, services.ids.next());
  for (let count = 0; ; count++) {
    // Before business time moves on, others end their jobs and consumers hear of every event.
    await queued.standStill(until, moveTo !== undefined);
    if (moveTo) await outbox.drain();
    const job = await claim(context(), until, names);
    if (!job) return count;
    if (moveTo && job.due_at > services.clock.now()) await moveTo(job.due_at);
    await queued.run(job, until);
  }
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
  let stopped = true;
  let ended = false;
  /** Behind a move of the clock one look is enough, however many jobs it ends. */
  let tick_waits = false;
  let watching: PeriodicWork[] = [];
  // While the sandbox's clock runs jobs, the queues begin none.
  const { enqueue, drained } = makeSerialQueue();

  const work = (job: JobRow) =>
    runClaimed(context(), job, (known.get(job.name) as JobDefinition).run);
  const queued = makeQueues(services, definitions, {
    claimNext: (names) => claim(context(), services.clock.now(), names),
    work,
    freed: () => arm(0),
    isStopped: () => stopped,
  });

  async function drain(until: Date, moveTo?: MoveTo): Promise<number> {
    const names = [...known.keys()];
    return await inOneOrder({ services, outbox, names, queued, until, ...(moveTo && { moveTo }) });
  }

  function tick() {
    if (stopped || tick_waits) return;
    tick_waits = true;
    enqueue(() => {
      tick_waits = false;
      return queued.fill();
    })
      .catch((error) => services.log.error({ err: error }, 'the job runner failed'))
      .finally(() => arm(idle_ms));
  }

  const alarm = makeAlarm(services, tick);
  const arm = (after_ms: number) => {
    if (!stopped) alarm.arm(after_ms);
  };

  return {
    runDue: (until, moveTo) => enqueue(() => drain(until, moveTo)),
    list: () => list(context()),
    async start() {
      await putStanding(context(), definitions);
      // A process that is ended while it starts begins nothing more.
      if (ended) return;
      if (stopped) watching = watchAround(services, definitions);
      stopped = false;
      arm(0);
      outbox.start();
    },
    async stop() {
      ended = true;
      stopped = true;
      alarm.clear();
      const ends = definitions.map((definition) => definition.stop?.(context()));
      const watches = watching.map((one) => one.stop());
      await drained();
      await Promise.all([queued.done(), outbox.stop(), ...ends, ...watches]);
    },
    nudge: () => arm(0),
  };
}

async function list(context: Context): Promise<{ name: string; due_at: string }[]> {
  const { rows } = await sql<{ name: string; due_at: Date }>`
    select name, due_at from job order by due_at, id limit 200`.execute(connect(context));
  return rows.map((row) => ({ name: row.name, due_at: row.due_at.toISOString() }));
}
