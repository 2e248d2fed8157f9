// Payments per second beside the same minimal writes in two commits, and our own time at half load.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { reportFootprint } from './footprint.ts';
import { load } from './harness/load.ts';
import {
  type Bar,
  median,
  type Pair,
  percentile,
  reportFigure,
  reportPairs,
} from './harness/measure.ts';
import { rested, type Stage } from './harness/stage.ts';

const clients = 16;
const seconds = 6;
const rounds = 3;

/**
 * The rows of one card sale with the columns and indexes of the product's own tables, from
 * payment.sql: the intent in the first commit, the outcome in the second.
 */
function minimalWrites(stage: Stage): { first: string[]; second: string[] } {
  const text = readFileSync(path.join(import.meta.dirname, 'payment.sql'), 'utf8')
    .replaceAll(/^--.*\n/gm, '')
    .replaceAll(':merchant', `'${stage.merchant_id}'`)
    .replaceAll(':processor', `'${stage.card_processor_id}'`);
  const [first, second] = text.split('commit;').map((part) =>
    part
      .split(';')
      .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
      .filter((statement) => statement !== ''),
  );
  return { first: first ?? [], second: second ?? [] };
}

function hasPgbench(): boolean {
  return spawnSync('pgbench', ['--version']).status === 0;
}

function pgbench(stage: Stage): number {
  const { first, second } = minimalWrites(stage);
  const script = path.join(stage.data_dir, 'payment.sql');
  const lines = ['\\set n random(1, 9000000000000000)', 'begin;', ...first.map((s) => `${s};`)];
  writeFileSync(
    script,
    [...lines, 'end;', 'begin;', ...second.map((s) => `${s};`), 'end;', ''].join('\n'),
  );
  const url = new URL(stage.database_url);
  const args = ['-n', '-M', 'prepared', '-f', script, '-c', String(clients), '-j', '2'];
  const out = execFileSync(
    'pgbench',
    [
      ...args,
      '-T',
      String(seconds),
      '-h',
      url.hostname,
      '-p',
      url.port,
      '-U',
      url.username,
      url.pathname.slice(1),
    ],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) }, encoding: 'utf8' },
  );
  return Number(/tps = ([\d.]+)/.exec(out)?.[1]);
}

/** The same SQL through `pg` where there is no pgbench (Q26). */
async function throughPg(stage: Stage): Promise<number> {
  const { first, second } = minimalWrites(stage);
  const until = performance.now() + seconds * 1000;
  let done = 0;
  const worker = async () => {
    const client = new pg.Client({ connectionString: stage.database_url });
    await client.connect();
    while (performance.now() < until) {
      const n = Math.floor(Math.random() * 9e15);
      for (const part of [first, second]) {
        const statements = part.map((text) => text.replaceAll(':n', String(n)));
        await client.query(['begin', ...statements, 'commit'].join(';'));
      }
      done++;
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: clients }, worker));
  return done / seconds;
}

/** A card sale of the bench's merchant. */
export function sale(stage: Pick<Stage, 'origin' | 'private_key'>) {
  return {
    origin: stage.origin,
    path: '/api/transaction',
    key: stage.private_key,
    body: (n: number) =>
      JSON.stringify({
        type: 'sale',
        amount: 1299,
        order_id: `B${n}`,
        payment_method: {
          card: { number: '4012000077777777', expiration_date: '12/30', cvc: '999' },
        },
      }),
  };
}

/** Prints the payment lines; gives false where a floor is not kept. */
export async function benchPayments(stage: Stage): Promise<boolean> {
  const yardstick = hasPgbench() ? async () => pgbench(stage) : () => throughPg(stage);
  await load(sale(stage), clients, 3);
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    const ours = await load(sale(stage), clients, seconds);
    if (ours.failures > 0) throw new Error(`${ours.failures} payments failed under load`);
    pairs.push({ ours: ours.per_second, yardstick: await yardstick() });
  }
  const floor = 0.35;
  const note = hasPgbench() ? 'pgbench' : 'no pgbench here: the same SQL through pg';
  const bar = { name: 'payments', unit: '/s', floor, goal: 0.6, better: 'more', note } as const;
  const ratio = reportPairs(bar, pairs);
  // What the yardstick wrote is vacuumed first: it is no payment's.
  await rested(stage);
  const half = Math.max(...pairs.map((pair) => pair.ours)) / 2;
  await reportHalfLoad(stage, half);
  // Last, so that what the start and the seed still had to write is written.
  await reportFootprint(stage, async () => {
    const result = await load(sale(stage), clients, seconds);
    return result.latencies_ms.length;
  });
  return ratio >= floor;
}

/** Behind the answer of a request its row is in the log. */
const logged_after_ms = 1_000;

/**
 * One round: in whole milliseconds by the server's clock, without and with the time between the
 * request to the processor and its answer; and as the client saw it.
 */
interface HalfLoad {
  own_ms: number[];
  whole_ms: number[];
  seen_ms: number[];
}

async function halfLoad(stage: Stage, per_second: number): Promise<HalfLoad> {
  const begun = new Date();
  const { latencies_ms: seen_ms } = await load(sale(stage), clients, seconds, per_second);
  await sleep(logged_after_ms);
  const rows = await stage.query<{ duration_ms: number; processor_ms: number }>(
    `select duration_ms, processor_ms from request_log
      where method = 'POST' and path = '/api/transaction' and recorded_at >= $1`,
    [begun],
  );
  if (rows.length !== seen_ms.length) {
    throw new Error(`${rows.length} of ${seen_ms.length} payments were logged`);
  }
  const own_ms = rows.map((row) => row.duration_ms - row.processor_ms);
  return { own_ms, whole_ms: rows.map((row) => row.duration_ms), seen_ms };
}

/**
 * The product's own time at half load: the server's without the processor's (quality P2), medians
 * of the rounds.
 */
async function reportHalfLoad(stage: Stage, per_second: number): Promise<void> {
  const done: HalfLoad[] = [];
  for (let round = 0; round < rounds; round++) done.push(await halfLoad(stage, per_second));
  const report = (share: number, bar: Pick<Bar, 'name' | 'floor' | 'goal'>) => {
    const each = (times: (round: HalfLoad) => readonly number[]) =>
      done.map((round) => percentile(times(round), share));
    const formatted = (values: readonly number[]) => values.map((ms) => ms.toFixed(1)).join('/');
    const own_ms = each((round) => round.own_ms);
    const whole = formatted(each((round) => round.whole_ms));
    const seen = formatted(each((round) => round.seen_ms));
    const note = `${formatted(own_ms)}; with the processor ${whole}; its client saw ${seen}`;
    reportFigure({ ...bar, unit: 'ms', better: 'less', note }, median(own_ms));
  };
  report(0.5, { name: 'P2 own time of a payment at half load, p50', floor: 8, goal: 4 });
  report(0.99, { name: 'P2 own time of a payment at half load, p99', floor: 25, goal: 15 });
}
