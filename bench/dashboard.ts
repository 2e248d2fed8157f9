// The first screen on a large table (P19): one call a person, checked against the rows themselves.
import { ask } from './harness/ask.ts';
import { percentile, reportFigure } from './harness/measure.ts';
import type { Person, Stage } from './harness/stage.ts';

const rounds = 60;
const warm = 10;
const people = ['merchant', 'partner', 'admin'] as const satisfies readonly Person[];

interface Home {
  currency: string;
  by_day: { start_at: string; end_at: string; captured_amount: number }[];
}

async function times(stage: Stage, path: string, person: Person): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < rounds; n++) {
    all.push((await ask(stage, path, undefined, stage.keys[person])).ms);
  }
  return all.slice(warm);
}

/** Throws where a day says something else than the transactions made on it. */
async function check(stage: Stage, path: string): Promise<void> {
  const { text } = await ask(stage, path);
  const { by_day, currency } = JSON.parse(text).data as Home;
  for (const { start_at, end_at, captured_amount } of by_day) {
    const [row] = await stage.query<{ captured: string }>(
      `select coalesce(sum(amount_captured), 0) as captured from transaction
       where merchant_id = $1 and created_at >= $2 and created_at <= $3 and currency = $4
         and type in ('sale', 'authorize', 'capture')
         and status not in ('pending', 'unknown', 'declined', 'voided', 'returned')`,
      [stage.merchant_id, start_at, end_at, currency],
    );
    if (captured_amount !== Number(row?.captured)) {
      throw new Error(`${start_at}: the dashboard ${captured_amount}, rows ${row?.captured}`);
    }
  }
}

/** Prints P19 for each person, and the longest period beside it. */
export async function benchDashboard(stage: Stage): Promise<void> {
  const less = { unit: 'ms', better: 'less' } as const;
  for (const days of [14, 90]) {
    const path = `/dashboard/home?days=${days}`;
    await check(stage, path);
    for (const person of people) {
      const all = await times(stage, path, person);
      const note = `p50 ${percentile(all, 0.5).toFixed(1)} ms`;
      const name = `P19 dashboard of ${days} days, ${person}, p95`;
      reportFigure({ ...less, name, floor: 150, goal: 60, note }, percentile(all, 0.95));
    }
  }
  const merchant = stage.merchant_id;
  const account = await times(stage, `/dashboard/account/${merchant}?days=14`, 'admin');
  const note = `p50 ${percentile(account, 0.5).toFixed(1)} ms`;
  const name = "P19 a merchant's statistics, admin, p95";
  reportFigure({ ...less, name, floor: 150, goal: 60, note }, percentile(account, 0.95));
}
