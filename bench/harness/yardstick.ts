// Yardsticks that PostgreSQL itself gives: scripts through pgbench, COPY through psql, or the same
// SQL through `pg` where these programs are absent (Q26).
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Stage } from './stage.ts';

const run = promisify(execFile);

function has(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

/** What a line says of a yardstick: which program it was. */
export function madeBy(program: 'pgbench' | 'psql'): string {
  return has(program) ? program : `no ${program} here: the same SQL through pg`;
}

function connection(stage: Stage) {
  const url = new URL(stage.database_url);
  return {
    args: ['-h', url.hostname, '-p', url.port, '-U', url.username],
    database: url.pathname.slice(1),
    env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) },
  };
}

/** Transactions per second of a script in pgbench's language; `:n` is a random number in both. */
export async function scriptRate(
  stage: Stage,
  script: readonly string[],
  clients: number,
  seconds: number,
): Promise<number> {
  if (!has('pgbench')) return await rateThroughPg(stage, script, clients, seconds);
  const file = path.join(stage.data_dir, 'yardstick.sql');
  const lines = ['\\set n random(1, 9000000000000000)', ...script.map((line) => `${line};`)];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const { args, database, env } = connection(stage);
  const options = ['-n', '-M', 'prepared', '-f', file, '-c', `${clients}`, '-j', '2'];
  const { stdout } = await run('pgbench', [...options, '-T', `${seconds}`, ...args, database], {
    env,
  });
  const failed = Number(/failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0);
  if (failed > 0) throw new Error(`${failed} transactions of the yardstick failed`);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

async function rateThroughPg(
  stage: Stage,
  script: readonly string[],
  clients: number,
  seconds: number,
): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let done = 0;
  const worker = async () => {
    const client = new pg.Client({ connectionString: stage.database_url });
    await client.connect();
    for (; performance.now() < until; done++) {
      const n = String(Math.floor(Math.random() * 9e15));
      await client.query(script.map((line) => line.replaceAll(':n', n)).join(';'));
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: clients }, worker));
  return done / seconds;
}

/** Seconds that COPY takes to hand over the rows of a query as CSV. */
export async function copySeconds(stage: Stage, query: string): Promise<number> {
  const copy = `copy (${query}) to stdout csv header`;
  const started = performance.now();
  if (has('psql')) {
    const { args, database, env } = connection(stage);
    const shell = 'exec psql "$@" > /dev/null';
    await run('sh', ['-c', shell, 'sh', '-q', ...args, '-c', copy, database], { env });
  } else {
    const client = new pg.Client({ connectionString: stage.database_url });
    await client.connect();
    for await (const _ of client.query(copyTo(copy)));
    await client.end();
  }
  return (performance.now() - started) / 1_000;
}
