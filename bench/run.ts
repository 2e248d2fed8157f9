// `npm run bench [-- part …] [-- --rows 10m]`: ours beside a yardstick in one run; ends with 1
// where a floor is not kept.

import { benchCustomers } from './customers.ts';
import { benchDashboard } from './dashboard.ts';
import { benchExport } from './export.ts';
import { benchGrowth } from './growth.ts';
import { dataset, rowsOf } from './harness/dataset.ts';
import { printMachine } from './harness/machine.ts';
import { floorsBroken } from './harness/measure.ts';
import { type Stage, setStage } from './harness/stage.ts';
import { benchLedger } from './ledger.ts';
import { benchOverload } from './overload.ts';
import { benchPaging } from './paging.ts';
import { benchPayments } from './payment.ts';
import { benchPaymentFields } from './payment-fields.ts';
import { benchRead } from './read.ts';
import { benchScreens } from './screens.ts';
import { benchSearch } from './search.ts';
import { benchSockets } from './sockets.ts';
import { benchTotals } from './totals.ts';
import { benchWalls } from './walls.ts';
import { benchWeight } from './weight.ts';

/** On a fresh demo world. */
const small: Record<string, (stage: Stage) => Promise<unknown>> = {
  payments: benchPayments,
  read: benchRead,
  ledger: benchLedger,
  walls: benchWalls,
  weight: benchWeight,
  screens: benchScreens,
  sockets: benchSockets,
  overload: benchOverload,
  fields: benchPaymentFields,
};
/** On many rows; search and growth compare two sizes and set their stages themselves. */
const large: Record<string, (stage: Stage) => Promise<unknown>> = {
  paging: benchPaging,
  totals: benchTotals,
  dashboard: benchDashboard,
  export: benchExport,
};
const compared: Record<string, (rows: number) => Promise<unknown>> = {
  search: benchSearch,
  customers: benchCustomers,
  growth: benchGrowth,
};

async function main(args: readonly string[]): Promise<void> {
  const at = args.indexOf('--rows');
  const rows = rowsOf(at < 0 ? '1m' : (args[at + 1] ?? ''));
  const wanted = at < 0 ? args : args.filter((_, n) => n !== at && n !== at + 1);
  const known = [...Object.keys(small), ...Object.keys(large), ...Object.keys(compared)];
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No part ${unknown.join()}: there are ${known.join()}.`);
  const runs = (name: string) => wanted.length === 0 || wanted.includes(name);
  await printMachine();
  await onStage(small, runs, async () => await setStage());
  await onStage(large, runs, async () => await setStage({ data_dir: await dataset(rows) }));
  for (const [name, bench] of Object.entries(compared)) if (runs(name)) await bench(rows);
  const broken = floorsBroken();
  console.log(broken === 0 ? 'every floor is kept' : `${broken} floors are not kept`);
  if (broken > 0) process.exitCode = 1;
}

async function onStage(
  benches: typeof small,
  runs: (name: string) => boolean,
  set: () => Promise<Stage>,
): Promise<void> {
  const chosen = Object.keys(benches).filter(runs);
  if (chosen.length === 0) return;
  const stage = await set();
  try {
    for (const name of chosen) await benches[name]?.(stage);
  } finally {
    await stage.close();
  }
}

await main(process.argv.slice(2));
