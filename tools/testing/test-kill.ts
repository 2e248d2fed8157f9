// `npm run test:kill`: kills the product around every I/O; `--storm 60` kills by the clock.
import { openCluster } from '../../server/testing/kill/cluster.ts';
import { type KillWorker, openKillWorker } from '../../server/testing/kill/kill-worker.ts';
import { operations } from '../../server/testing/kill/operations.ts';
import {
  allPoints,
  drawn,
  nameOf,
  type Result,
  runPoints,
} from '../../server/testing/kill/points.ts';
import { buildProduct } from '../../server/testing/kill/product.ts';
import { storm } from '../../server/testing/kill/storm.ts';

interface Wish {
  storm_seconds: number;
  workers: number;
  seed: number;
  /** Deaths after which it ends; all points where 0. */
  points: number;
  operations: string[];
}

/** `[--storm SECONDS] [--workers 2] [--seed N] [--points N] [operation …]`. */
function readWish(args: string[]): Wish {
  const wish: Wish = { storm_seconds: 0, workers: 2, seed: 1, points: 0, operations: [] };
  const names = { '--storm': 'storm_seconds', '--workers': 'workers', '--seed': 'seed' } as const;
  for (let n = 0; n < args.length; n++) {
    const arg = args[n] as string;
    const name = arg === '--points' ? 'points' : names[arg as keyof typeof names];
    if (!name) wish.operations.push(arg);
    else wish[name] = Number(args[++n]);
  }
  const known = operations.map((operation) => operation.name);
  const unknown = wish.operations.find((name) => !known.includes(name));
  if (unknown) throw new Error(`There is no operation "${unknown}": ${known.join(', ')}.`);
  return wish;
}

function print(results: readonly Result[], seconds: number): void {
  const line = (cells: (string | number)[]) =>
    console.log(
      cells.map((cell, n) => String(cell)[n ? 'padStart' : 'padEnd'](n ? 9 : 20)).join(''),
    );
  line(['operation', 'points', 'died', 'green']);
  const rows = [...new Set(results.map(({ point }) => point.operation))].map((operation) => {
    const own = results.filter(({ point }) => point.operation === operation);
    const died = own.filter((result) => result.died).length;
    return [operation.name, own.length, died, own.filter((one) => one.faults.length === 0).length];
  });
  for (const row of rows) line(row);
  const sum = (column: number) => rows.reduce((total, row) => total + Number(row[column]), 0);
  line(['all', sum(1), sum(2), sum(3)]);
  console.log(`${seconds} s; a point that nobody died at was an I/O of the counting run alone`);
}

async function killPoints(wish: Wish): Promise<boolean> {
  const started = performance.now();
  const [bundle, cluster] = await Promise.all([buildProduct(), openCluster()]);
  const workers: KillWorker[] = [];
  try {
    for (let n = 0; n < wish.workers; n++) workers.push(await openKillWorker(cluster, bundle));
    const points = await allPoints(workers[0] as KillWorker, wish.operations);
    console.log(`${points.length} points, drawn by seed ${wish.seed}`);
    const enough = wish.points || Number.POSITIVE_INFINITY;
    const tell = ({ point, faults }: Result) => {
      if (faults.length > 0) console.log(`RED ${nameOf(point)}\n    ${faults.join('\n    ')}`);
    };
    const results = await runPoints(workers, drawn(points, wish.seed), tell, enough);
    print(results, Math.round((performance.now() - started) / 1000));
    return results.every(({ faults }) => faults.length === 0);
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
    await cluster.stop();
    bundle.remove();
  }
}

const wish = readWish(process.argv.slice(2));
const good =
  wish.storm_seconds > 0 ? await storm(wish.storm_seconds, wish.seed) : await killPoints(wish);
process.exitCode = good ? 0 : 1;
