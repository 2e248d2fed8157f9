// The whole product as a user starts it, in a folder of its own, for a journey to use and to kill.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject, vi } from 'vitest';
import { placesIn, urlOf } from '../../server/db/embedded/embedded-process.ts';
import { cloneDatabase, dropDatabase, emptyDatabase } from '../../server/testing/database.ts';

export interface DemoCredentials {
  base: string;
  merchant: Account & { id: string; public_key: string };
  partner: Account & { id: string; public_key: string };
  admin: Account;
  merchant_standard: Account;
  partner_standard: Account;
  processors: { card: string; ach: string };
}
interface Account {
  username: string;
  password: string;
  private_key: string;
}

export interface Product {
  data_dir: string;
  /** Address of the panel, without a path. */
  origin: string;
  pid: number;
  credentials: DemoCredentials;
  /** Everything the server printed until now. */
  output(): string;
  call(
    method: 'GET' | 'POST' | 'DELETE',
    call_path: string,
    key: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: ApiBody; text: string; headers: Headers }>;
  /** SIGKILL: what a power cut does to the process. */
  kill(): Promise<void>;
  /** SIGINT, and waits until everything it started is gone. */
  stop(): Promise<void>;
}

interface ApiBody {
  status: string;
  msg: string;
  // biome-ignore lint/suspicious/noExplicitAny: journeys look into any answer
  data: any;
  total_count?: number;
}

const root = path.resolve(import.meta.dirname, '../..');

function exited(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
}

const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'penstock-journey-'));

/** Where a folder says that its database stands on a server it does not own. */
const addressIn = (data_dir: string) => path.join(data_dir, 'database-url');

function addressOf(data_dir: string): string | undefined {
  const file = addressIn(data_dir);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The folder of the demo world: made once a run, by the journey that comes first. */
async function demoWorld(): Promise<string> {
  const folder = inject('journey_world');
  const [begun, whole] = [path.join(folder, 'begun'), path.join(folder, 'whole')];
  if (makesFirst(begun)) {
    const making = path.join(folder, 'making');
    mkdirSync(making);
    writeFileSync(addressIn(making), (await cloneDatabase()).url);
    const product = await startIn(making);
    await firstJobsDone(product);
    await product.stop();
    renameSync(making, whole);
  }
  await vi.waitUntil(() => existsSync(whole), { timeout: 200_000, interval: 100 });
  return whole;
}

/** Audits and sums that fall due at the first start are done once, not in every copy. */
export async function firstJobsDone(product: Product): Promise<void> {
  const due = 'select from job where due_at <= clock_timestamp() limit 1';
  await asOwner(product, (owner) =>
    vi.waitUntil(async () => (await owner.query(due)).rowCount === 0, {
      timeout: 150_000,
      interval: 250,
    }),
  );
}

/** Whether this process made the folder; of two at one moment one did. */
function makesFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Starts the built server on a free port, with a copy of the demo world and of its database. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const data_dir = newFolder();
  const world = await demoWorld();
  cpSync(world, data_dir, { recursive: true, verbatimSymlinks: true });
  const template = new URL(addressOf(world) as string).pathname.slice(1);
  writeFileSync(addressIn(data_dir), (await cloneDatabase(template)).url);
  return await startIn(data_dir, env);
}

/**
 * Starts the built server, with a PostgreSQL of its own unless its folder or DATABASE_URL names
 * one; a folder that was used before goes on where it was.
 */
export async function startIn(
  data_dir = newFolder(),
  env: Record<string, string> = {},
  entry = 'dist/server/main.js',
): Promise<Product> {
  const child = spawn(process.execPath, [path.join(root, entry)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: data_dir,
      PORT: '0',
      LAB_CONTROL: '1',
      ...(await databaseFor(data_dir)),
      ...env,
    },
  });
  let printed = '';
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (part: Buffer) => {
      printed += part.toString();
      const ready = /Penstock is ready: (http:\/\/\S+)/.exec(printed);
      if (ready) resolve((ready[1] as string).replace(/\/$/, ''));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`The server ended:\n${printed}`)));
  });
  const credentials = JSON.parse(
    readFileSync(path.join(data_dir, 'demo-credentials.json'), 'utf8'),
  ) as DemoCredentials;
  return {
    data_dir,
    origin,
    pid: child.pid as number,
    credentials,
    output: () => printed,
    call: (method, call_path, key, body, headers) =>
      call(origin, method, call_path, key, body, headers),
    kill: async () => {
      child.kill('SIGKILL');
      await exited(child);
    },
    stop: async () => {
      child.kill('SIGINT');
      await exited(child);
    },
  };
}

/** With DATABASE_URL each folder that names none gets a database of its own on that server. */
async function databaseFor(data_dir: string): Promise<Record<string, string>> {
  const server = process.env.DATABASE_URL;
  if (server && !addressOf(data_dir)) {
    writeFileSync(addressIn(data_dir), (await emptyDatabase()).url);
  }
  const DATABASE_URL = addressOf(data_dir);
  return DATABASE_URL ? { DATABASE_URL } : {};
}

/** Does something to the product's database that no call of its own does. */
export async function asOwner<T>(
  { data_dir }: Product,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const places = placesIn(path.join(data_dir, 'postgres'));
  const { DATABASE_URL: theirs } = await databaseFor(data_dir);
  const url = theirs ?? (await urlOf(places, Number(readFileSync(places.port, 'utf8'))));
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** Ends what is left, and removes its folder and its database. */
export async function removeProduct(product: Product): Promise<void> {
  await product.stop();
  const address = addressOf(product.data_dir);
  if (address) await dropDatabase(address);
  rmSync(product.data_dir, { recursive: true, force: true });
}

async function call(
  origin: string,
  method: string,
  call_path: string,
  key: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${origin}/api${call_path}`, {
    method,
    headers: {
      ...(key && { authorization: key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json = (answer.headers.get('content-type') ?? '').startsWith('application/json');
  const parsed = (json ? JSON.parse(text) : null) as ApiBody;
  return { status: answer.status, body: parsed, text, headers: answer.headers };
}
