// A large table to search in: the demo merchant's sales copied to a million rows or ten, made once
// and kept outside the repository.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Stage, setStage } from './stage.ts';

/** Raised when the rows are made in another way, so that old folders are not taken. */
const edition = 5;

function folderOf(rows: number): string {
  const home = process.env.PENSTOCK_BENCH_DATA || path.join(os.homedir(), '.cache/penstock-bench');
  return path.join(home, `rows-${rows}-v${edition}`);
}

/** `1m`, `250k` or plain digits. */
export function rowsOf(text: string): number {
  const [, digits, unit] = /^(\d+)([km]?)$/i.exec(text) ?? [];
  if (!digits) throw new Error(`--rows takes a number such as 100000, 250k or 10m, not ${text}`);
  const factor = { k: 1_000, m: 1_000_000 }[(unit ?? '').toLowerCase()] ?? 1;
  return Number(digits) * factor;
}

/**
 * The folder of a database in which the demo merchant has this many transactions over two years.
 * Made on the first call, which takes minutes for ten million; taken as it is afterwards. Its sums
 * are those that the product makes anew of rows without any.
 */
export async function dataset(rows: number): Promise<string> {
  const folder = folderOf(rows);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const started = performance.now();
  const stage = await setStage({ data_dir: draft, durable: false });
  await fill(stage, rows);
  await sumDays(stage);
  await stage.close();
  renameSync(draft, folder);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`made ${rows} transactions in ${folder} in ${seconds} s`);
  return folder;
}

async function fill(stage: Stage, rows: number): Promise<void> {
  const indexes = await stage.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = 'transaction' and indexname <> 'transaction_pkey'`,
  );
  for (const { name } of indexes) await stage.query(`drop index ${name}`);
  await copyRows(stage, rows);
  await together(
    stage,
    indexes.map(({ definition }) => ({ text: definition })),
  );
  await stage.query('vacuum analyze transaction');
  await stage.query('checkpoint');
}

interface Statement {
  text: string;
  values?: unknown[];
}

/** Runs the statements on as many connections as there are cores, each as soon as one is free. */
async function together(stage: Stage, statements: readonly Statement[]): Promise<void> {
  const left = [...statements];
  const work = async () => {
    const client = new pg.Client({ connectionString: stage.database_url });
    await client.connect();
    // Foreign keys are checked by triggers: the copies hang where their models hang.
    await client.query(
      "set session_replication_role = replica; set maintenance_work_mem = '512MB'",
    );
    for (let one = left.shift(); one; one = left.shift()) await client.query(one.text, one.values);
    await client.end();
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
}

/** The server sums the days of a merchant that has no sums when it starts. */
async function sumDays(stage: Stage): Promise<void> {
  for (const sums_table of ['day', 'hour', 'kind_day', 'kind_hour', 'day_due', 'day_state']) {
    await stage.query(`delete from transaction_${sums_table}`);
  }
  await stage.restart();
  await daysAreSummed(stage);
  await stage.query('vacuum analyze');
}

/** Waits until the sums of days lag behind nothing: they are work of their own, not a payment's. */
export async function daysAreSummed(stage: Stage): Promise<void> {
  for (;;) {
    const [left] = await stage.query<{ count: number }>(
      `select (select count(*) from transaction_day_due)::int
         + (select count(*) from account a where account_type = 'merchant'
           and exists (select 1 from transaction where merchant_id = a.id)
           and not exists (select 1 from transaction_day_state where merchant_id = a.id))::int
         as count`,
    );
    if (left?.count === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** So many are copied by one statement. */
const rows_a_slice = 100_000;

async function copyRows(stage: Stage, rows: number): Promise<void> {
  const columns = await stage.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = 'transaction' order by ordinal_position`,
  );
  // Number n is the n-th youngest; ids rise with time, as the product's do.
  const moved = (name: string) => `made.at + (t.${name} - t.created_at)`;
  const changed: Record<string, string> = {
    id: "lpad(to_hex($2::bigint - n), 20, '0')",
    order_id: "'O' || n",
    // As many payers as there are four digits, one after the other.
    card_last_four:
      "case when t.card_last_four <> '' then lpad((n % 10000)::text, 4, '0') else '' end",
    created_at: 'made.at',
    updated_at: moved('updated_at'),
    captured_at: moved('captured_at'),
    settled_at: moved('settled_at'),
  };
  const names = columns.map((column) => column.name);
  const values = names.map((name) => changed[name] ?? `t.${name}`);
  await stage.query(
    `create unlogged table bench_model as
     select row_number() over (order by id) - 1 as place, t.*
     from transaction t where merchant_id = $1`,
    [stage.merchant_id],
  );
  const [model] = await stage.query<{ count: number; now: Date }>(
    'select count(*)::int as count, now() as now from bench_model',
  );
  const [have, now] = [model?.count ?? 0, model?.now];
  const text = `insert into transaction (${names.join(', ')})
     select ${values.join(', ')}
     from generate_series($4::bigint, $5::bigint) as n
     cross join lateral (
       select date_trunc('milliseconds', $1::timestamptz - n * (interval '730 days' / $2::float8))
         as at
     ) as made
     join bench_model t on t.place = n % $3::bigint`;
  const slices = Array.from({ length: Math.ceil((rows - have) / rows_a_slice) }, (_, at) => {
    const last = Math.min((at + 1) * rows_a_slice, rows - have);
    return { text, values: [now, rows, have, at * rows_a_slice + 1, last] };
  });
  await together(stage, slices);
  await stage.query('drop table bench_model');
}
