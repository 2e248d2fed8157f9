// Payments per second on a large table ÷ on a fresh one (P24), measured by turns.
import { dataset } from './harness/dataset.ts';
import { load } from './harness/load.ts';
import { type Pair, reportPairs } from './harness/measure.ts';
import { type Stage, setStage } from './harness/stage.ts';

const clients = 16;
const seconds = 5;
const rounds = 3;

async function rate(stage: Stage, round: number, time = seconds): Promise<number> {
  const sale = {
    origin: stage.origin,
    path: '/api/transaction',
    key: stage.private_key,
    body: (n: number) =>
      JSON.stringify({
        type: 'sale',
        amount: 1299,
        order_id: `G${round}-${n}`,
        payment_method: {
          card: { number: '4012000077777777', expiration_date: '12/30', cvc: '999' },
        },
      }),
  };
  const { per_second, failures } = await load(sale, clients, time);
  if (failures > 0) throw new Error(`${failures} payments failed under load`);
  return per_second;
}

/** Prints P24. */
export async function benchGrowth(rows: number): Promise<void> {
  const large = await setStage({ data_dir: await dataset(rows) });
  const fresh = await setStage();
  const pairs: Pair[] = [];
  try {
    for (const stage of [large, fresh]) await rate(stage, -1, 2);
    for (let round = 0; round < rounds; round++) {
      const ours = await rate(large, round);
      pairs.push({ ours, yardstick: await rate(fresh, round) });
    }
  } finally {
    await large.close();
    await fresh.close();
  }
  const bar = { unit: '/s', better: 'more', floor: 0.9, goal: 0.9 } as const;
  reportPairs({ ...bar, name: `P24 payments at ${rows} rows ÷ on a fresh table` }, pairs);
}
