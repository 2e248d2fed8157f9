// A world to test in: database, clock, lab and app of one test file, and accounts to act as.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import type { Endpoint, Method } from '../../../contract/endpoint.ts';
import { makeApp } from '../../app.ts';
import { type MovableClock, makeClock } from '../../clock.ts';
import { type Config, readConfig } from '../../config.ts';
import { type Context, type Services, systemContext } from '../../context.ts';
import { flush } from '../../http/request-log.ts';
import { consumers, jobs } from '../../job-list.ts';
import { type JobDefinition, makeRunner, type Runner } from '../../jobs/runner.ts';
import { keyRing } from '../../keys/keys.ts';
import type { Lab } from '../../lab-process.ts';
import { makeServices } from '../../services.ts';
import type { Timing } from '../../timing.ts';
import { checkAnswer, endpointAt } from '../answer-checks.ts';
import { cloneDatabase } from '../database.ts';
import { startTestLab } from '../test-lab.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  body: any;
  text: string;
  headers: LightMyRequestResponse['headers'];
}

export interface RequestOptions {
  /** A key, `Bearer …`, or empty. */
  credential?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface World {
  services: Services;
  /** The product acting for itself. */
  system: Context;
  app: FastifyInstance;
  endpoints: Endpoint[];
  clock: MovableClock;
  /** Moves real time too: sessions, limits. */
  passRealTime(ms: number): void;
  runner: Runner;
  lab: Lab | null;
  /** Address of the database as its owner, for looking behind the walls. */
  database_url: string;
  /**
   * One call of the API. Its answer is checked against the contract, whatever the test looks at:
   * correlation id, envelope, the reply's schema, an audit row for a write and none for a read.
   */
  call(method: Method, path: string, request_options?: RequestOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface WorldOptions {
  /** Start the rail lab (default true). */
  lab?: boolean;
  config?: Partial<Config>;
  /** Stand on this database, which stays, instead of a new one. */
  database_url?: string;
  /** Where the log goes (default: nowhere, or LOG_LEVEL). */
  log?: pino.Logger;
  /** Leads the product to its database another way than straight. */
  reroute?: (url: string) => string;
  /** Jobs the runner knows (default: all of the product). */
  jobs?: readonly JobDefinition[];
  /** What the product waits for less or longer than usual. */
  timing?: Partial<Timing>;
}

/** Makes a world; call close() in afterAll. */
export async function makeWorld(options: WorldOptions = {}): Promise<World> {
  const database = options.database_url
    ? { url: options.database_url, drop: async () => undefined }
    : await cloneDatabase();
  const data_dir = mkdtempSync(path.join(os.tmpdir(), 'penstock-world-'));
  const config: Config = {
    ...readConfig({ DATA_DIR: data_dir, PENSTOCK_SEED: 'none', LAB_CONTROL: '1' }),
    // Nobody is sent away because the machine is busy with other tests.
    queue_timeout_seconds: 60,
    ...options.config,
  };
  const log = options.log ?? pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const lab = options.lab === false ? null : await startTestLab(config);
  let ahead_ms = 0;
  const clock = makeClock(() => Date.now() + ahead_ms);
  const { services, close } = makeServices({
    config,
    database_url: options.reroute?.(database.url) ?? database.url,
    pool_size: 8,
    clock,
    keys: keyRing(Buffer.alloc(32, 7)),
    log,
    lab_url: () => lab?.url ?? '',
    ...(options.timing && { timing: options.timing }),
  });
  const runner = makeRunner(services, options.jobs ?? jobs, options.jobs ? [] : consumers);
  const { app, endpoints } = makeApp({ services, movable_clock: clock, runner: () => runner });
  await app.ready();
  const system = systemContext(services, services.ids.next());
  return {
    services,
    system,
    app,
    endpoints,
    clock,
    passRealTime: (ms) => {
      ahead_ms += ms;
    },
    runner,
    lab,
    database_url: database.url,
    async call(method, url, request_options = {}) {
      const answer = await call(app, method, url, request_options);
      await checkAnswer(system, endpointAt(endpoints, method, url), answer);
      return answer;
    },
    async close() {
      await app.close();
      await flush(services);
      await close();
      await lab?.stop();
      await database.drop();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

async function call(
  app: FastifyInstance,
  method: Method,
  url: string,
  request_options: RequestOptions,
): Promise<Answer> {
  const answer = await app.inject({
    method,
    url: `/api${url}`,
    headers: {
      ...(request_options.credential && { authorization: request_options.credential }),
      ...(request_options.body !== undefined && { 'content-type': 'application/json' }),
      ...request_options.headers,
    },
    ...(request_options.body !== undefined && { payload: JSON.stringify(request_options.body) }),
  });
  const json = String(answer.headers['content-type'] ?? '').startsWith('application/json');
  return {
    status: answer.statusCode,
    body: json ? JSON.parse(answer.body) : null,
    text: answer.body,
    headers: answer.headers,
  };
}
