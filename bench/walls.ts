// What row-level security costs a page of a search, in a transaction with the caller's settings
// (P22).
import { type Pair, reportPairs } from './harness/measure.ts';
import type { Stage } from './harness/stage.ts';
import { madeBy, scriptRate } from './harness/yardstick.ts';

const clients = 8;
const seconds = 4;
const rounds = 3;

/** The same statements as a role: the owner is exempt from the policies, the app's role is not. */
function page(stage: Stage, role: string): string[] {
  return [
    'begin',
    `set local role ${role}`,
    `select set_config('app.account_type', 'merchant', true),
      set_config('app.account_id', '${stage.merchant_id}', true)`,
    `select id, status, amount from transaction where merchant_id = '${stage.merchant_id}'
      order by created_at desc, id desc limit 50`,
    'commit',
  ].map((line) => line.replaceAll(/\s+/g, ' '));
}

/** Prints P22. */
export async function benchWalls(stage: Stage): Promise<void> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({
      ours: await scriptRate(stage, page(stage, 'penstock_app'), clients, seconds),
      yardstick: await scriptRate(stage, page(stage, 'postgres'), clients, seconds),
    });
  }
  const note = `without row-level security, ${madeBy('pgbench')}`;
  const bar = { unit: 'pages/s', better: 'more', floor: 0.9, goal: 0.9, note } as const;
  reportPairs({ ...bar, name: 'P22 row-level security' }, pairs);
}
