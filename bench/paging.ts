// Pages far from the first, and the number of rows beside each page (P8, P9).
import { ask, newestOf } from './harness/ask.ts';
import { median, percentile, reportFigure } from './harness/measure.ts';
import type { Stage } from './harness/stage.ts';

const rounds = 40;
const all_time = { created_at: { start_date: '2000-01-01T00:00:00Z' } };
const day_ms = 86_400_000;

async function times(stage: Stage, body: object): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < rounds; n++) found.push((await ask(stage, '/transaction/search', body)).ms);
  return found.slice(rounds / 4);
}

/** Where the page after or before a deep one begins: the moment of a row 9/10 down the table. */
async function deepMoment(stage: Stage): Promise<string> {
  const [row] = await stage.query<{ at: Date }>(
    `select min(created_at) + (max(created_at) - min(created_at)) * 0.1 as at
     from transaction where merchant_id = $1`,
    [stage.merchant_id],
  );
  return (row?.at ?? new Date(0)).toISOString();
}

async function benchDepth(stage: Stage): Promise<void> {
  const first = median(await times(stage, { ...all_time, limit: 10 }));
  const end_date = await deepMoment(stage);
  const next = { created_at: { start_date: '2000-01-01', end_date }, limit: 10 };
  const deep = median(await times(stage, next));
  const ratio = { unit: '×', better: 'less', floor: 1.5, goal: 1.5 } as const;
  const note = 'a page by its date, nine tenths down';
  reportFigure({ ...ratio, name: 'P8 a deep page ÷ page 1', note }, deep / first);
  const far = await times(stage, { ...all_time, limit: 10, offset: 900_000 });
  const less = { unit: 'ms', better: 'less', floor: 250, goal: 250 } as const;
  reportFigure({ ...less, name: 'P8 offset 900,000' }, median(far));
}

async function benchCounts(stage: Stage): Promise<void> {
  const newest = (await newestOf(stage)).getTime();
  const since = (days: number) => new Date(newest - days * day_ms).toISOString();
  const less = { unit: 'ms', better: 'less' } as const;
  const p95 = async (body: object) => percentile(await times(stage, { ...body, limit: 0 }), 0.95);
  const amount = { operator: '>', value: 100 };
  const [row] = await stage.query<{ days: number }>(
    `select 9000 / (count(*) / 730.0) as days from transaction where merchant_id = $1`,
    [stage.merchant_id],
  );
  const below = { created_at: { start_date: since(Number(row?.days)) }, amount };
  const exact = await p95(below);
  reportFigure({ ...less, name: 'P9 count below 10,000, p95', floor: 25, goal: 8 }, exact);
  const by_days = { created_at: { start_date: since(400) }, status: is('settled') };
  const summed = JSON.parse((await ask(stage, '/transaction/search', by_days)).text);
  if (summed.count_estimated) throw new Error('a count by status and date is estimated');
  const name = 'P9 exact count above 10,000 by date and status, p95';
  reportFigure({ ...less, name, floor: 25, goal: 25 }, await p95(by_days));
  const other = { created_at: { start_date: since(400) }, amount };
  const guessed = 'P9 estimated count above 10,000, p95';
  reportFigure({ ...less, name: guessed, floor: 25, goal: 25 }, await p95(other));
}

const is = (value: string) => ({ operator: '=', value });

/** Prints P8 and P9. */
export async function benchPaging(stage: Stage): Promise<void> {
  await benchDepth(stage);
  await benchCounts(stage);
}
