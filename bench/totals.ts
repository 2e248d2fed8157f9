// The totals strip over a month and over all time (P10), checked against the rows themselves.
import { ask, newestOf } from './harness/ask.ts';
import { percentile, reportFigure } from './harness/measure.ts';
import type { Stage } from './harness/stage.ts';

const rounds = 30;
const path = '/transaction/search/totals';

async function p95(stage: Stage, body: object): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < rounds; n++) times.push((await ask(stage, path, body)).ms);
  return percentile(times.slice(rounds / 4), 0.95);
}

/** Throws where the strip says something else than the transactions of the interval. */
async function check(stage: Stage, body: object, since: Date): Promise<void> {
  const totals = JSON.parse((await ask(stage, path, body)).text).data.by_currency;
  const [row] = await stage.query<{ captured: string }>(
    `select coalesce(sum(amount_captured), 0) as captured from transaction
     where merchant_id = $1 and created_at >= $2 and type in ('sale', 'authorize', 'capture')
       and status not in ('pending', 'unknown', 'declined', 'voided', 'returned')`,
    [stage.merchant_id, since],
  );
  const sum = totals.reduce((all: number, one: { captured_amount: number }) => {
    return all + one.captured_amount;
  }, 0);
  if (sum !== Number(row?.captured)) throw new Error(`totals ${sum}, rows ${row?.captured}`);
}

/** Prints P10. */
export async function benchTotals(stage: Stage): Promise<void> {
  const month = new Date((await newestOf(stage)).getTime() - 30 * 86_400_000);
  const always = new Date(0);
  const less = { unit: 'ms', better: 'less' } as const;
  for (const [name, since, floor, goal] of [
    ['P10 totals of 30 days, p95', month, 40, 20],
    ['P10 totals of all time, p95', always, 60, 10],
  ] as const) {
    const body = { created_at: { start_date: since.toISOString() } };
    await check(stage, body, since);
    reportFigure({ ...less, name, floor, goal }, await p95(stage, body));
  }
}
