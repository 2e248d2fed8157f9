// What a payment writes to the disk: write-ahead log, tables with their indexes, fsyncs (P4).
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeBreakdown, printBreakdown } from './breakdown.ts';
import { daysAreSummed } from './harness/dataset.ts';
import { reportFigure } from './harness/measure.ts';
import type { Stage } from './harness/stage.ts';

interface Written {
  wal_bytes: number;
  table_bytes: number;
  fsyncs: number;
}

/** Backends hand in their counters once a second. */
const counters_late_ms = 1_500;

const written_sql = `
select (pg_current_wal_lsn() - '0/0')::float8 as wal_bytes,
  (select sum(pg_total_relation_size(oid))::float8 from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace) as table_bytes,
  (select sum(fsyncs)::float8 from pg_stat_io where object = 'wal') as fsyncs`;

async function written(stage: Stage): Promise<Written> {
  await sleep(counters_late_ms);
  const [row] = await stage.query<Written & Record<string, unknown>>(written_sql);
  if (!row) throw new Error('no counters');
  return row;
}

/** Prints what each payment of `pay` writes; `pay` gives their number. */
export async function reportFootprint(stage: Stage, pay: () => Promise<number>): Promise<void> {
  await daysAreSummed(stage);
  const parts = await beforeBreakdown(stage);
  const before = await written(stage);
  const count = await pay();
  const after = await written(stage);
  const each = (name: keyof Written) => (after[name] - before[name]) / count;
  const less = { better: 'less' } as const;
  reportFigure(
    { ...less, name: 'WAL a payment', unit: 'KB', floor: 8, goal: 5 },
    each('wal_bytes') / 1024,
  );
  reportFigure(
    { ...less, name: 'table and index bytes a payment', unit: 'KB', floor: 5, goal: 3.5 },
    each('table_bytes') / 1024,
  );
  reportFigure(
    { ...less, name: 'fsyncs a payment', unit: '', floor: 0.5, goal: 0.35 },
    each('fsyncs'),
  );
  await printBreakdown(stage, parts, count);
}
