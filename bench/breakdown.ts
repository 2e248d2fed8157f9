// Where the bytes of a payment go: by table in files, by table and kind of record in the log.
import type { Stage } from './harness/stage.ts';

interface Size extends Record<string, unknown> {
  table: string;
  rows: number;
  indexes: number;
}

interface Before {
  lsn: string;
  sizes: Size[];
  images: number;
}

const lines_shown = 14;

/** Files of a table and of its indexes; long values count as rows. */
const sizes_sql = `
select relname as table, pg_table_size(oid)::float8 as rows, pg_indexes_size(oid)::float8 as indexes
from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;

// A record belongs to the table of its first page, or to the table that its index is of.
const log_sql = `
with record as (
  select start_lsn, resource_manager || ' ' || record_type as kind, record_length::float8 as bytes
  from pg_get_wal_records_info($1, $2)
), page as (
  select distinct on (start_lsn) start_lsn, coalesce(t.relname, c.relname) as table
  from pg_get_wal_block_info($1, $2, false) b
  join pg_class c on pg_relation_filenode(c.oid) = b.relfilenode
  left join pg_index x on x.indexrelid = c.oid
  left join pg_class t on t.oid = x.indrelid
  order by start_lsn, block_id
)
select coalesce(p.table, 'commits and the rest') as table, count(*)::float8 as count,
  sum(bytes)::float8 as bytes,
  coalesce(sum(bytes) filter (where kind ~ '^Btree'), 0)::float8 as indexes,
  coalesce(sum(bytes) filter (where kind ~ 'SPLIT'), 0)::float8 as splits
from record left join page p using (start_lsn) group by 1 order by 3 desc`;

interface Logged extends Record<string, unknown> {
  table: string;
  count: number;
  bytes: number;
  indexes: number;
  splits: number;
}

async function images(stage: Stage): Promise<number> {
  const [row] = await stage.query<{ count: number }>(
    'select wal_fpi::float8 as count from pg_stat_wal',
  );
  return row?.count ?? 0;
}

/** What stands before the payments that are looked at. */
export async function beforeBreakdown(stage: Stage): Promise<Before> {
  await stage.query('create extension if not exists pg_walinspect');
  const sizes = await stage.query<Size>(sizes_sql);
  const [at] = await stage.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  return { lsn: at?.lsn ?? '0/0', sizes, images: await images(stage) };
}

/** Prints what `count` payments have written since, the largest first. */
export async function printBreakdown(stage: Stage, before: Before, count: number): Promise<void> {
  const [at] = await stage.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  const logged = await stage.query<Logged>(log_sql, [before.lsn, at?.lsn]);
  const sizes = await stage.query<Size>(sizes_sql);
  const each = (bytes: number) => (bytes / count).toFixed(0).padStart(6);
  const pages = ((await images(stage)) - before.images) / count;
  console.log(
    `bytes of ${count} payments, each; whole pages after a checkpoint: ${pages.toFixed(2)}`,
  );
  console.log(`${'log'.padEnd(24)}   all, indexes, of these splits, records`);
  for (const { table, bytes, indexes, splits, count: records } of logged.slice(0, lines_shown)) {
    const rest = `${each(indexes)} ${each(splits)} ${(records / count).toFixed(1).padStart(6)}`;
    console.log(`  ${table.padEnd(22)}${each(bytes)} ${rest}`);
  }
  const grown = sizes
    .map(({ table, rows, indexes }) => {
      const was = before.sizes.find((one) => one.table === table);
      return { table, rows: rows - (was?.rows ?? 0), indexes: indexes - (was?.indexes ?? 0) };
    })
    .filter(({ rows, indexes }) => rows + indexes !== 0)
    .sort((a, b) => b.rows + b.indexes - a.rows - a.indexes);
  console.log(`${'files'.padEnd(24)}  rows, indexes`);
  for (const { table, rows, indexes } of grown.slice(0, lines_shown)) {
    console.log(`  ${table.padEnd(22)}${each(rows)} ${each(indexes)}`);
  }
}
