// The queues of one process, side by side, each with at most one job under way (decision 18).
import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '../../contract/errors.ts';
import { type Services, systemContext } from '../context.ts';
import { claimedJobs, type JobRow } from './claims.ts';

const others_poll_ms = 50;
const lend_every_ms = 250;

/** Runs what it is given one after the other, also after a failure. */
export function makeSerialQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    enqueue<T>(next: () => Promise<T>): Promise<T> {
      const done = last.then(next);
      last = done.catch(() => undefined);
      return done;
    },
    drained: () => last,
  };
}

interface QueueWork {
  claimNext(names: string[]): Promise<JobRow | undefined>;
  work(job: JobRow): Promise<void>;
  /** A queue has ended its job: it may take another. */
  freed(): void;
  /** The process is to end, so no queue begins a job. */
  isStopped(): boolean;
}

/** Whether the work ended within this time. */
async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(ms, false, { signal: timer.signal });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    timer.abort();
  }
}

type QueuedJobs = readonly { name: string; queue: string }[];

interface Waiting {
  work: Promise<unknown>;
  /** Gives free queues their next job. */
  fill: () => Promise<void>;
  /** Names of the jobs under way. */
  claimed: () => Promise<string[]>;
}

/**
 * Waits for a job while all queues stand still. One that takes long has only its own queue: the
 * others go on. Refuses after `job_limit_ms` with the name of a job that has not ended.
 */
async function waitPatiently({ clock, timing }: Services, waiting: Waiting): Promise<void> {
  const limit_ms = clock.monotonicMs() + timing.job_limit_ms;
  let wait_ms = timing.job_patience_ms;
  while (!(await endsWithin(waiting.work, wait_ms))) {
    if (clock.monotonicMs() > limit_ms) {
      const [name = ''] = await waiting.claimed();
      refuse('refused', `The job ${name} has not finished. The clock stopped where it was.`);
    }
    await waiting.fill();
    wait_ms = lend_every_ms;
  }
}

export function makeQueues(
  services: Services,
  definitions: QueuedJobs,
  { claimNext, work, freed, isStopped }: QueueWork,
) {
  const { clock, log } = services;
  const running = new Map<string, Promise<void>>();
  const queueOf = new Map(definitions.map(({ name, queue }) => [name, queue]));
  const names = [...queueOf.keys()];
  const claimed = (until: Date) =>
    claimedJobs(systemContext(services, services.ids.next()), until, names);

  function begin(job: JobRow): Promise<void> {
    const queue = queueOf.get(job.name) as string;
    const worked = work(job);
    const done = worked
      .catch((error) => log.error({ err: error }, 'the end of a job was not written'))
      .finally(() => {
        running.delete(queue);
        freed();
      });
    running.set(queue, done);
    return worked;
  }

  /** Gives each free queue its next job; a queue that has done one looks again at once. */
  async function fill(): Promise<void> {
    await clock.synced?.();
    for (;;) {
      const free = definitions.filter(({ queue }) => !running.has(queue));
      // Between two jobs: the safe point at which a process may end.
      if (isStopped() || free.length === 0) return;
      const job = await claimNext(free.map(({ name }) => name));
      if (!job) return;
      void begin(job);
    }
  }

  const patiently = (work: Promise<unknown>, until: Date) =>
    waitPatiently(services, { work, fill, claimed: () => claimed(until) });

  /** No job is under way here, nor, with the others, one due until then in any process. */
  async function quiet(until: Date, with_others: boolean, signal: AbortSignal): Promise<void> {
    for (;;) {
      await Promise.all(running.values());
      const others = with_others && (await claimed(until)).length > 0;
      if (signal.aborted || (!others && running.size === 0)) return;
      await sleep(others_poll_ms);
    }
  }

  return {
    fill,
    async standStill(until: Date, with_others: boolean): Promise<void> {
      const looking = new AbortController();
      try {
        await patiently(quiet(until, with_others, looking.signal), until);
      } finally {
        looking.abort();
      }
    },
    /** Does a claimed job while the other queues stand still, unless it takes long. */
    run: (job: JobRow, until: Date) => patiently(begin(job), until),
    /** When all jobs under way have ended. */
    done: () => Promise.all(running.values()),
  };
}

export type Queues = ReturnType<typeof makeQueues>;
