// Sudden death and orderly ends under traffic: whoever was answered "paid" has paid, and once.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { placesIn, readPostmaster, urlOf } from '../../server/db/embedded/embedded-process.ts';
import { differences, openLabBook } from '../../server/testing/kill/books.ts';
import { firstJobsDone, type Product, removeProduct, startIn } from '../stage/product.ts';
import { startTraffic, type Traffic } from '../stage/traffic.ts';

let product: Product;

beforeAll(async () => {
  product = await startIn(undefined, {}, 'tools/start.js');
  // A job that dies with its process is held until its lease ends, and the clock with it.
  await firstJobsDone(product);
});
afterAll(() => removeProduct(product));

const key = () => product.credentials.merchant.private_key;
const owned = !process.env.DATABASE_URL;

/** The server below the launcher; 0 while there is none. */
function serverPid(): number {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    if (!existsSync(`/proc/${name}/stat`)) continue;
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent === product.pid) return Number(name);
  }
  return 0;
}

const postgres = () => placesIn(path.join(product.data_dir, 'postgres'));

/** A connection of the owner, who looks behind every wall. */
async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const port = Number(readFileSync(postgres().port, 'utf8'));
  const owner = new pg.Client({ connectionString: await urlOf(postgres(), port) });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

async function until(done: () => boolean | Promise<boolean>, limit_ms: number): Promise<number> {
  const started = performance.now();
  while (!(await done())) {
    if (performance.now() - started > limit_ms) throw new Error('It did not come in time.');
    await sleep(20);
  }
  return performance.now() - started;
}

/** Whether everything that was sent has its end; recovery's deadlines are passed by the clock. */
async function recovered(): Promise<void> {
  const { admin } = product.credentials;
  await product.call('POST', '/sandbox/clock', admin.private_key, { advance_seconds: 180 });
  const open = async () => {
    const { rows } = await asOwner((owner) =>
      owner.query("select 1 from transaction where status in ('pending', 'unknown')"),
    );
    return rows.length === 0;
  };
  await until(open, 60_000);
}

/** The three journals: what customers were answered, our rows, the processor's book. */
async function compare(traffics: readonly Traffic[]): Promise<void> {
  const paid = traffics.flatMap((traffic) => traffic.paid.map(({ id }) => id));
  await asOwner(async (owner) => {
    const { rows } = await owner.query(
      `select id from transaction
      where id = any($1) and status in ('pending_settlement', 'settled')`,
      [paid],
    );
    expect(rows).toHaveLength(paid.length);
    const book = openLabBook(product.data_dir);
    expect(await differences(owner, book)).toEqual([]);
  });
}

it('is back at the same address when its server is killed under traffic', async () => {
  const traffic = startTraffic(product.origin, key(), 8);
  await until(() => traffic.paid.length > 20, 30_000);
  const before = serverPid();
  process.kill(before, 'SIGKILL');
  const killed_ms = performance.now();
  // Answers of the killed one may still be on their way.
  await until(() => serverPid() !== 0 && serverPid() !== before, 30_000);
  const paid = traffic.paid.length;
  await until(() => traffic.paid.length > paid, 30_000);
  const back_ms = performance.now() - killed_ms;
  console.log(`kill -9 of the server, first payment after ${back_ms.toFixed(0)} ms`);
  await traffic.stop();
  expect(traffic.wrong).toEqual([]);
  await recovered();
  await compare([traffic]);
});

it.runIf(owned)('is back by itself when PostgreSQL is killed under traffic', async () => {
  // Beside the quick ones some whose processor takes 2.5 s: they are under way when it happens.
  const quick = startTraffic(product.origin, key(), 8);
  const slow = startTraffic(product.origin, key(), 4, '4000003000000253');
  await until(() => quick.paid.length > 20 && slow.paid.length > 0, 30_000);
  await sleep(800);
  const pidOf = async () => (await readPostmaster(postgres()))?.pid;
  const killed = (await pidOf()) as number;
  process.kill(killed, 'SIGKILL');
  const paid = quick.paid.length;
  const slow_paid = slow.paid.length;
  // Whoever waits patiently may be sent away or not: that depends on how soon it is back.
  await until(async () => ((await pidOf()) ?? killed) !== killed, 30_000);
  const back_ms = await until(() => quick.paid.length > paid + 12, 30_000);
  console.log(`kill -9 of PostgreSQL, payments again after ${back_ms.toFixed(0)} ms`);
  await until(() => slow.paid.length > slow_paid, 30_000);
  await Promise.all([quick.stop(), slow.stop()]);
  expect([...quick.wrong, ...slow.wrong]).toEqual([]);
  expect(quick.broken + slow.broken).toBe(0);
  await recovered();
  await compare([quick, slow]);
});

it.runIf(owned)('is closed while PostgreSQL has no connection to give', async () => {
  const hogs = await takeConnections();
  try {
    const answer = await product.call('GET', '/user', key());
    expect([answer.status, answer.body.status]).toEqual([503, 'failed']);
    expect(answer.body.msg).toContain(answer.headers.get('x-correlation-id'));
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await Promise.all(hogs.map((hog) => hog.end()));
  }
  await until(async () => (await product.call('GET', '/user', key())).status === 200, 10_000);
});

/** Takes every connection PostgreSQL has, those of the product included. */
async function takeConnections(): Promise<pg.Client[]> {
  const port = Number(readFileSync(postgres().port, 'utf8'));
  const connectionString = await urlOf(postgres(), port);
  const hogs: pg.Client[] = [];
  const isFull = async () => {
    const hog = new pg.Client({ connectionString, application_name: 'hog' });
    hog.on('error', () => undefined);
    return await hog.connect().then(
      () => hogs.push(hog) === 0,
      () => true,
    );
  };
  for (let empty = 0; empty < 3; ) {
    while (!(await isFull()));
    const { rowCount } = (await hogs[0]?.query(`select pg_terminate_backend(pid)
      from pg_stat_activity where application_name <> 'hog' and usename is not null`)) ?? {
      rowCount: 0,
    };
    empty = rowCount ? 0 : empty + 1;
    await sleep(50);
  }
  return hogs;
}

it.runIf(owned)('is closed while a disk is full, and open when it is not', async () => {
  const disk = mkdtempSync(path.join(os.tmpdir(), 'penstock-disk-'));
  const small = process.getuid?.() === 0 && mounted(disk);
  const { uid, gid } = statSync(postgres().cluster);
  const place = path.join(disk, 'space');
  mkdirSync(place, { mode: 0o700 });
  if (small) chownSync(place, uid, gid);
  const move = (to: string) => `alter table idempotency set tablespace ${to}`;
  try {
    await asOwner(async (owner) => {
      // Where no small disk can be had, PostgreSQL is made to say what it says on a full one.
      await owner.query(small ? `create tablespace small location '${place}'` : says_disk_full);
      // Each new row wants a block of its own.
      if (small) await owner.query('alter table idempotency set (fillfactor = 10)');
      if (small) await owner.query(move('small'));
    });
    if (small) fill(path.join(disk, 'filler'));
    const sent_away = await pay();
    expect([sent_away.status, sent_away.body.status]).toEqual([503, 'failed']);
    expect(Number(sent_away.headers.get('retry-after'))).toBeGreaterThan(0);
    rmSync(path.join(disk, 'filler'), { force: true });
    if (!small) await asOwner((owner) => owner.query('drop function disk_full cascade'));
    const { body } = await pay();
    expect(body.data.status).toBe('pending_settlement');
    await compare([]);
  } finally {
    if (small) {
      await asOwner(async (owner) => {
        await owner.query(move('pg_default'));
        await owner.query('alter table idempotency reset (fillfactor)');
        await owner.query('drop tablespace small');
      });
      execFileSync('umount', ['-l', disk]);
    }
    rmSync(disk, { recursive: true, force: true });
  }
});

const says_disk_full = `create function disk_full() returns trigger language plpgsql as
  $$ begin raise exception using errcode = '53100'; end $$;
  create trigger disk_full before insert on idempotency execute function disk_full()`;

function mounted(disk: string): boolean {
  const options = ['-t', 'tmpfs', '-o', 'size=4m', 'none', disk];
  return spawnSync('mount', options, { stdio: 'ignore' }).status === 0;
}

function fill(file: string): void {
  for (const size of [65_536, 4_096]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch {
      // Full, to the last block of this size.
    }
  }
}

const pay = () =>
  product.call('POST', '/transaction', key(), {
    type: 'sale',
    amount: 1310,
    idempotency_key: 'on-a-full-disk',
    payment_method: { card: { number: '4111111111111111', expiration_date: '12/30', cvc: '999' } },
  });

it('ends on SIGTERM without failing anybody, and is there again', async () => {
  const quick = startTraffic(product.origin, key(), 16);
  const slow = startTraffic(product.origin, key(), 4, '4000003000000253');
  await until(() => quick.paid.length > 50 && slow.paid.length > 0, 30_000);
  const slow_paid = slow.paid.length;
  await sleep(500);
  // A busy machine may shed load before; what is asked here is that the end itself fails nobody.
  const [quick_shed, slow_shed] = [quick.sent_away.length, slow.sent_away.length];
  const stopping = product.stop();
  await until(() => quick.refused > 0, 20_000);
  await Promise.all([stopping, quick.stop(), slow.stop()]);
  // Its PostgreSQL has ended with it.
  const orphan = path.join(product.data_dir, 'postgres/cluster/postmaster.pid');
  expect(existsSync(orphan)).toBe(false);
  expect(quick.broken + slow.broken).toBe(0);
  const sent_away = [...quick.sent_away.slice(quick_shed), ...slow.sent_away.slice(slow_shed)];
  expect(sent_away).toEqual([]);
  expect([...quick.wrong, ...slow.wrong]).toEqual([]);
  // Those who were waiting for their processor have their answer.
  expect(slow.paid.length).toBeGreaterThanOrEqual(slow_paid + 4);
  product = await startIn(product.data_dir, {}, 'tools/start.js');
  await compare([quick, slow]);
});
