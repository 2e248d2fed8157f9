// The product in this process, watched: when each racer reached the database and when it committed.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { makeApp } from '../../app.ts';
import type { Exchange, ExchangeRequest } from '../../context.ts';
import { flush } from '../../http/request-log.ts';
import { jobs } from '../../job-list.ts';
import { makeRunner } from '../../jobs/runner.ts';
import { type LabBook, openLabBook } from '../kill/books.ts';
import { type Fixture, type FixtureOptions, makeFixture } from '../kill/fixture.ts';
import { type Bursts, openBursts, racer_header } from './bursts.ts';

/** What one racer does to the database; milliseconds of the monotonic clock. */
export interface Racer {
  /** A request's first transaction (else its first statement); a job's first statement. */
  reached_ms: number;
  is_job: boolean;
  has_begun: boolean;
  /** The end of its first transaction, else of the whole request. */
  ended_ms: number;
  /** Waits here before it sends to the processor, and says so. */
  park: { here(): void; until: Promise<void> } | null;
}

export interface RaceWorld {
  fixture: Fixture;
  book: LabBook;
  bursts: Bursts;
  /** Racers of the round, by name. */
  racers: Map<string, Racer>;
  /** Runs work that is no request as a racer. */
  asRacer<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** The next exchange of requests with this key dies after it reached the processor. */
  dying: Set<string>;
  /** Business time, the lab's with it. */
  advance(seconds: number): Promise<void>;
  close(): Promise<void>;
}

export const newRacer = (is_job = false): Racer => ({
  is_job,
  reached_ms: Number.POSITIVE_INFINITY,
  has_begun: false,
  ended_ms: 0,
  park: null,
});

/** Enough connections that a race is not a queue. */
const connections = 24;

export async function openRaceWorld(options: FixtureOptions): Promise<RaceWorld> {
  const timing = { inline_inquiries_ms: [20, 40, 60] };
  const fixture = await makeFixture({ pool_size: connections, timing, ...options });
  const { services, clock } = fixture;
  const running = new AsyncLocalStorage<Racer>();
  const racers = new Map<string, Racer>();
  const dying = new Set<string>();
  watchDatabase(services.database.pool, running);
  await fill(services.database.pool);
  const real = services.egress;
  services.egress = { exchange: (request) => exchange(request) };
  const runner = makeRunner(services, jobs);
  const { app } = makeApp({ services, movable_clock: clock, runner: () => runner });
  app.addHook('onRequest', (request, _reply, done) => {
    const racer = racers.get(String(request.headers[racer_header] ?? ''));
    if (racer) running.run(racer, done);
    else done();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });

  async function exchange(request: ExchangeRequest): Promise<Exchange> {
    const park = running.getStore()?.park;
    if (park) {
      park.here();
      await park.until;
    }
    const answer = await real.exchange(request);
    // The process dies here, as far as this payment goes: nothing after commit 1 is written.
    if (dying.delete('next')) throw new Error('killed');
    return answer;
  }

  return {
    fixture: fixture,
    book: openLabBook(fixture.data_dir),
    bursts: openBursts((app.server.address() as AddressInfo).port),
    racers,
    dying,
    asRacer: (name, work) => running.run(racers.get(name) ?? newRacer(), work),
    async advance(seconds) {
      clock.setOffset(clock.offset_ms + seconds * 1000);
      await fixture.owner.query(keep_offset, [clock.offset_ms]);
      await tellLab(fixture);
    },
    close: () => close(fixture, app, real),
  };
}

/** Audit queries read business time here. */
const keep_offset = `insert into sandbox_clock (id, offset_ms, moved_at)
  values ('clock', $1, clock_timestamp())
  on conflict (id) do update set offset_ms = excluded.offset_ms`;

async function tellLab({ lab, clock }: Fixture): Promise<void> {
  const body = JSON.stringify({ now: clock.now().toISOString() });
  const answer = await fetch(`${lab.url}/control/clock`, { method: 'POST', body });
  if (!answer.ok) throw new Error('The lab does not take the time.');
}

async function close(
  fixture: Fixture,
  app: FastifyInstance,
  egress: Fixture['services']['egress'],
) {
  fixture.services.egress = egress;
  app.server.closeAllConnections();
  await app.close();
  await flush(fixture.services);
  await fixture.close();
}

/** Opens every connection and keeps it: whoever has to connect first comes too late to race. */
async function fill(pool: pg.Pool): Promise<void> {
  (pool as unknown as { options: pg.PoolConfig }).options.idleTimeoutMillis = 0;
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  for (const client of clients) client.release();
}

type Told = (error: unknown, result: unknown) => void;
/** A text, its config, or a query object that is called back. */
type QueryConfig = string | { text: string; callback?: Told };
type Query = (config: QueryConfig, values?: unknown[]) => unknown;

/** When it is answered: promised by `query`, or given to the callback. */
function sent(query: Query, config: QueryConfig, values?: unknown[]): [unknown, Promise<unknown>] {
  const callback = typeof config === 'string' ? undefined : config.callback;
  if (!callback || typeof config === 'string') {
    const answer = query(config, values) as Promise<unknown>;
    return [answer, answer];
  }
  const answered = new Promise((resolve, reject) => {
    config.callback = (error, result) => {
      callback(error, result);
      if (error) reject(error);
      else resolve(result);
    };
  });
  return [query(config, values), answered];
}

/** Notes on the running racer when its statements leave and when its transaction is over. */
function watchDatabase(pool: pg.Pool, running: AsyncLocalStorage<Racer>): void {
  const watched = new WeakSet<object>();
  pool.on('connect', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as unknown as Query;
    const noted: Query = (config, values) => {
      const [returned, answer] = sent(query, config, values);
      answer.catch(() => undefined);
      const racer = running.getStore();
      if (racer) note(racer, typeof config === 'string' ? config : config.text, answer);
      return returned;
    };
    client.query = noted as unknown as typeof client.query;
  });
}

function note(racer: Racer, text: string, answer: Promise<unknown>): void {
  const now_ms = performance.now();
  if (text.startsWith('begin') && !racer.has_begun && !racer.is_job) {
    racer.has_begun = true;
    racer.reached_ms = now_ms;
  }
  racer.reached_ms = Math.min(racer.reached_ms, now_ms);
  if ((text !== 'commit' && text !== 'rollback') || racer.ended_ms > 0) return;
  const over = () => {
    racer.ended_ms ||= performance.now();
  };
  answer.then(over, over);
}
