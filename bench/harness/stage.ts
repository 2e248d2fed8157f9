// The stage of a bench: a durable PostgreSQL of its own, the built server on it, one merchant's
// key.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../../server/db/embedded/embedded.ts';
import { startProcessor } from './processor.ts';

/** Whose key a call is made with. */
export type Person = 'merchant' | 'partner' | 'admin';

export interface Stage {
  root: string;
  data_dir: string;
  database_url: string;
  origin: string;
  pid: number;
  private_key: string;
  keys: Record<Person, string>;
  merchant_id: string;
  card_processor_id: string;
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** Starts the server anew and gives the milliseconds to its first answer. */
  restart(): Promise<number>;
  close(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');

interface Server {
  child: ChildProcess;
  origin: string;
  first_answer_ms: number;
}

async function startServer(env: Record<string, string>): Promise<Server> {
  const started = performance.now();
  const child = spawn(process.execPath, [path.join(root, 'dist/server/main.js')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'fatal', PORT: '0', ...env },
  });
  const origin = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (part: Buffer) => {
      printed += part.toString();
      const ready = /Penstock is ready: (http:\/\/\S+)/.exec(printed);
      if (ready) resolve((ready[1] as string).replace(/\/$/, ''));
    });
    child.once('exit', () => reject(new Error(`The server ended: ${printed}`)));
  });
  await (await fetch(`${origin}/api/fphc`)).text();
  return { child, origin, first_answer_ms: performance.now() - started };
}

async function stopServer(server: Server): Promise<void> {
  const gone = new Promise((resolve) => server.child.once('exit', resolve));
  server.child.kill('SIGINT');
  await gone;
}

interface StageOptions {
  /** A folder to work in and to leave as it is; without one a new folder is made and removed. */
  data_dir?: string;
  durable?: boolean;
}

/** Sets the stage with the demo world; close() takes it down. */
export async function setStage(options: StageOptions = {}): Promise<Stage> {
  const data_dir = options.data_dir ?? mkdtempSync(path.join(os.tmpdir(), 'penstock-bench-'));
  const database = await startEmbedded({
    data_dir: path.join(data_dir, 'bench-postgres'),
    durable: options.durable ?? true,
    log: () => undefined,
  });
  const processor = await startProcessor();
  const env = {
    DATA_DIR: data_dir,
    DATABASE_URL: database.url,
    RAIL_TSYS_SIERRA_URL: processor.url,
  };
  let server = await startServer(env);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const demo = JSON.parse(readFileSync(path.join(data_dir, 'demo-credentials.json'), 'utf8'));
  const stage: Stage = {
    root,
    data_dir,
    database_url: database.url,
    origin: server.origin,
    pid: server.child.pid as number,
    private_key: demo.merchant.private_key,
    keys: {
      merchant: demo.merchant.private_key,
      partner: demo.partner.private_key,
      admin: demo.admin.private_key,
    },
    merchant_id: demo.merchant.id,
    card_processor_id: demo.processors.card,
    query: async (text, values) => (await client.query(text, values)).rows,
    async restart() {
      await stopServer(server);
      server = await startServer(env);
      stage.origin = server.origin;
      stage.pid = server.child.pid as number;
      return server.first_answer_ms;
    },
    async close() {
      await stopServer(server);
      processor.close();
      await client.end();
      await database.stop();
      if (!options.data_dir) rmSync(data_dir, { recursive: true, force: true });
    },
  };
  // After the chores of a first start (audits, seals) the files of the log are used again, as in a
  // server that runs for a while: a new one is filled with zeros first.
  await rested(stage);
  await stage.query('checkpoint');
  return stage;
}

const looks = 10;
const look_every_ms = 200;

/** Waits until nothing works in the database: no chore, no vacuum. */
export async function rested(stage: Stage): Promise<void> {
  const busy = `select count(*)::int as count from pg_stat_activity where pid <> pg_backend_pid()
    and (state <> 'idle' or backend_type = 'autovacuum worker')`;
  for (let quiet = 0; quiet < looks; ) {
    const [row] = await stage.query<{ count: number }>(busy);
    quiet = row?.count === 0 ? quiet + 1 : 0;
    await sleep(look_every_ms);
  }
}
