// Reading one transaction per second beside a thin server with the same SELECT (P5).
import path from 'node:path';
import { startChild } from './harness/child.ts';
import { moreKeys } from './harness/keys.ts';
import { load } from './harness/load.ts';
import { type Pair, reportPairs } from './harness/measure.ts';
import type { Stage } from './harness/stage.ts';

const clients = 16;
const seconds = 5;
const rounds = 3;
const key_count = 120;

/** Prints P5. */
export async function benchRead(stage: Stage): Promise<void> {
  const [row] = await stage.query<{ id: string }>(
    `select id from transaction where merchant_id = $1 and payment_type = 'card' limit 1`,
    [stage.merchant_id],
  );
  const id = row?.id ?? '';
  const keys = await moreKeys(stage, key_count);
  const get = { method: 'GET', body: () => '' } as const;
  const ours = {
    ...get,
    origin: stage.origin,
    path: `/api/transaction/${id}`,
    key: (n: number) => keys[n % key_count] as string,
  };
  const thin_server = path.join(import.meta.dirname, 'harness/thin.ts');
  const thin_args = ['--import', 'tsx', thin_server, stage.database_url];
  const { child, first_line: origin } = await startChild(thin_args);
  const thin = { ...get, origin, path: `/${stage.merchant_id}/${id}`, key: '' };
  const pairs: Pair[] = [];
  try {
    for (const call of [ours, thin]) await load(call, clients, 1);
    for (let round = 0; round < rounds; round++) {
      const mine = await load(ours, clients, seconds);
      if (mine.failures > 0) throw new Error(`${mine.failures} reads failed under load`);
      pairs.push({
        ours: mine.per_second,
        yardstick: (await load(thin, clients, seconds)).per_second,
      });
    }
  } finally {
    child.kill();
  }
  const note = 'a thin Fastify with the same SELECT';
  const bar = { unit: '/s', better: 'more', floor: 0.6, goal: 0.8, note } as const;
  reportPairs({ ...bar, name: 'P5 reading a transaction' }, pairs);
}
