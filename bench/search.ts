// Page 1 of searches by five filters, in two sizes of the table, beside the same SQL (P6, P7).
import pg from 'pg';
import { ask, newestOf } from './harness/ask.ts';
import { dataset } from './harness/dataset.ts';
import { percentile, reportFigure } from './harness/measure.ts';
import { type Stage, setStage } from './harness/stage.ts';

const small_rows = 100_000;
const searches = 300;
const warm_up = 40;
const day_ms = 86_400_000;

/** A seeded generator: every run asks the same. */
function makeDice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

type Filters = Record<string, unknown>;
const is = (value: string | number) => ({ operator: '=', value });

/** Forty shapes: three filters of columns by turns, an amount, and a range of days. */
function shapeOf(n: number, newest: Date): Filters {
  const dice = makeDice(n + 1);
  const from = newest.getTime() - (2 + dice(700)) * day_ms;
  const days = [1, 7, 30, 90][n % 4] as number;
  const shared = {
    amount: { operator: n % 2 ? '>' : '<', value: n % 2 ? 500 + dice(5_000) : 90_000 },
    created_at: {
      start_date: new Date(from).toISOString(),
      end_date: new Date(from + days * day_ms).toISOString(),
    },
  };
  const kinds: Filters[] = [
    { status: is('settled'), type: is('sale'), payment_type: is('card') },
    { status: is('declined'), type: is('sale'), currency_iso_code: is('usd') },
    { status: { operator: '!=', value: 'settled' }, type: is('sale'), payment_method: is('card') },
    { type: is('refund'), payment_type: is('card'), currency_iso_code: is('usd') },
    { status: is('settled'), payment_type: is('ach'), transaction_source: is('api') },
    { status: is('settled'), type: is('authorize'), payment_method: is('card') },
    { cc_last_four: is('7777'), type: is('sale'), status: is('settled') },
    { status: is('refunded'), type: is('sale'), payment_type: is('card') },
    { transaction_source: is('cp'), type: is('sale'), status: is('settled') },
    { payment_method: is('card'), status: is('voided'), currency_iso_code: is('usd') },
  ];
  return { ...kinds[n % kinds.length], ...shared };
}

interface Measured {
  ours_ms: number;
  raw_ms: number;
  batches_ms: number;
}

/** The SQL of a shape: its page and its capped count, one after the other on one connection. */
async function rawSearch(client: pg.Client, stage: Stage, filters: Filters): Promise<number> {
  const columns: Record<string, string> = {
    currency_iso_code: 'currency',
    cc_last_four: 'card_last_four',
  };
  const conditions = Object.entries(filters).map(([name, filter]) => {
    if (name === 'created_at') {
      const { start_date, end_date } = filter as Record<string, string>;
      return `created_at >= '${start_date}' and created_at <= '${end_date}'`;
    }
    const { operator, value } = filter as { operator: string; value: string | number };
    const sign = operator === '!=' ? '<>' : operator;
    return `${columns[name] ?? name} ${sign} ${typeof value === 'number' ? value : `'${value}'`}`;
  });
  const where = [`merchant_id = '${stage.merchant_id}'`, ...conditions].join(' and ');
  const started = performance.now();
  await client.query(
    `select * from transaction where ${where} order by created_at desc, id desc limit 10`,
  );
  await client.query(
    `select count(*) from (select 1 from transaction where ${where} limit 10001) as capped`,
  );
  return performance.now() - started;
}

async function measure(stage: Stage): Promise<Measured> {
  const newest = await newestOf(stage);
  const client = new pg.Client({ connectionString: stage.database_url });
  await client.connect();
  const ours: number[] = [];
  const raw: number[] = [];
  const batches: number[] = [];
  try {
    for (let n = -warm_up; n < searches; n++) {
      const shape = shapeOf(Math.abs(n) % 40, newest);
      const mine = await ask(stage, '/transaction/search', { ...shape, limit: 10 });
      const theirs = await rawSearch(client, stage, shape);
      const batch = await ask(stage, '/settlement/batch/search', { limit: 10 });
      if (n < 0) continue;
      ours.push(mine.ms);
      raw.push(theirs);
      batches.push(batch.ms);
    }
  } finally {
    await client.end();
  }
  const p95 = (times: number[]) => percentile(times, 0.95);
  return { ours_ms: p95(ours), raw_ms: p95(raw), batches_ms: p95(batches) };
}

async function measureAt(rows: number): Promise<Measured> {
  const stage = await setStage({ data_dir: await dataset(rows) });
  try {
    return await measure(stage);
  } finally {
    await stage.close();
  }
}

/** Prints P6 and P7; `rows` is the larger of the two sizes. */
export async function benchSearch(rows: number): Promise<void> {
  const less = { unit: 'ms', better: 'less', floor: 15, goal: 8 } as const;
  const few = await measureAt(small_rows);
  const name = (count: number) => `P6 search page 1, 5 filters, p95 at ${count} rows`;
  reportFigure({ ...less, name: name(small_rows) }, few.ours_ms);
  const many = await measureAt(rows);
  reportFigure({ ...less, name: name(rows) }, many.ours_ms);
  const allowed = 2.5 * many.raw_ms + 3;
  const note = `2.5 × ${many.raw_ms.toFixed(1)} ms + 3 ms`;
  const against = { name: 'P6 the same ÷ what its SQL alone allows', unit: '×', note } as const;
  reportFigure({ ...against, better: 'less', floor: 1, goal: 1 }, many.ours_ms / allowed);
  const growth = { unit: '×', better: 'less', floor: 1.5, goal: 1.2 } as const;
  reportFigure({ ...growth, name: 'P7 growth of the search' }, many.ours_ms / few.ours_ms);
  const batches = many.batches_ms / few.batches_ms;
  reportFigure({ ...growth, name: 'P7 growth of the settlement batches' }, batches);
}
