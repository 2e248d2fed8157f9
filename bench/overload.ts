// Three times what the server can take: what is still finished, how soon the rest is sent away.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Answers, Arrivals } from './harness/arrivals.ts';
import { Connection, type LoadResult, load, requestBytes } from './harness/load.ts';
import { median, type Pair, percentile, reportFigure, reportPairs } from './harness/measure.ts';
import type { Stage } from './harness/stage.ts';
import { sale } from './payment.ts';

const seconds = 6;
const times = 3;
const rounds = 3;

/**
 * `per_second` payments arrive whether or not the earlier ones have been answered. What is measured
 * is the way from when a payment is due to its answer, connecting included, as a process sees it
 * that does nothing else and goes before the others where the system lets it.
 */
async function arrive(stage: Stage, per_second: number): Promise<Answers> {
  const file = path.join(import.meta.dirname, 'harness/arrivals.ts');
  const { origin, private_key } = stage;
  const options: Arrivals = { origin, private_key, per_second, seconds };
  const child = spawn(process.execPath, ['--import', 'tsx', file, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout)) as Answers;
}

/** Sign-ins with a wrong password from many addresses, so that no budget of one stops them. */
function floodSignIns(stage: Stage): () => Promise<void> {
  const { hostname, port, host } = new URL(stage.origin);
  const body = () => JSON.stringify({ username: 'nobody_at_all', password: 'Wrong!2026' });
  const call = { origin: stage.origin, path: '/api/token-auth', key: '', body };
  let over = false;
  const guess = async (_: unknown, n: number) => {
    const address = `127.${1 + (n % 250)}.${1 + Math.floor(n / 250)}.1`;
    const connection = new Connection(Number(port), hostname, address);
    while (!over) {
      await connection.send(requestBytes(call, host, n));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    connection.close();
  };
  const everybody = Promise.all(Array.from({ length: 60 }, guess));
  return async () => {
    over = true;
    await everybody;
  };
}

/** A full load from clients that wait for their answers; at once after it more, who do not wait. */
interface Round {
  peak: LoadResult;
  over: Answers;
}

/** How many clients that wait for their answers get the most payments done. */
async function busiest(stage: Stage): Promise<number> {
  let best = { clients: 0, per_second: 0 };
  for (const clients of [16, 32, 64]) {
    const { per_second } = await load(sale(stage), clients, seconds);
    if (per_second > best.per_second) best = { clients, per_second };
  }
  return best.clients;
}

/** Prints the lines of overload (quality R12, F19); a broken floor counts in floorsBroken(). */
export async function benchOverload(stage: Stage): Promise<void> {
  await load(sale(stage), 16, 2);
  const clients = await busiest(stage);
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const peak = await load(sale(stage), clients, seconds);
    done.push({ peak, over: await arrive(stage, peak.per_second * times) });
  }
  reportFinished(done);
  reportRefused(done.map(({ over }) => over));
  await reportLeftOpen(stage, done);
  await beside(stage, median(done.map(({ peak }) => peak.per_second)) / 2);
}

function reportFinished(done: readonly Round[]): void {
  reportPairs(
    {
      name: `finished at ${times} times saturation ÷ peak`,
      unit: '/s',
      floor: 0.9,
      goal: 0.95,
      better: 'more',
    },
    done.map(({ peak, over }) => ({ ours: over.per_second, yardstick: peak.per_second })),
  );
  reportPairs(
    {
      name: 'admitted p99 at that load ÷ at the peak',
      unit: 'ms',
      floor: 4,
      goal: 3,
      better: 'less',
    },
    done.map(({ peak, over }) => ({
      ours: percentile(over.ok_ms, 0.99),
      yardstick: percentile(peak.latencies_ms, 0.99),
    })),
  );
}

/** Of all rounds together. */
function reportRefused(over: readonly Answers[]): void {
  const refused_ms = over.flatMap((one) => one.refused_ms);
  const late_ms = over.flatMap((one) => one.late_ms);
  const connections = over.reduce((sum, one) => sum + one.connections, 0);
  reportFigure(
    {
      name: 'refused within, p99',
      unit: 'ms',
      better: 'less',
      floor: 50,
      goal: 20,
      note:
        `${refused_ms.length}, p50 ${percentile(refused_ms, 0.5).toFixed(1)} ms, over ` +
        `${connections} connections; the client itself was late by up to ` +
        `${percentile(late_ms, 0.99).toFixed(1)} ms (p99), which is held in it`,
    },
    percentile(refused_ms, 0.99),
  );
}

async function reportLeftOpen(stage: Stage, done: readonly Round[]): Promise<void> {
  const [open] = await stage.query<{ count: number }>(
    "select count(*)::int as count from transaction where status in ('unknown', 'pending')",
  );
  const others = done.flatMap(({ over }) => over.others);
  const wrong = others.reduce((sum, [, count]) => sum + count, 0);
  reportFigure(
    {
      name: 'outcomes left open, wrong answers',
      unit: '',
      better: 'less',
      floor: 0,
      goal: 0,
      note: others.map(([status, count]) => `${count} × ${status}`).join(),
    },
    (open?.count ?? 0) + wrong,
  );
}

async function beside(stage: Stage, per_second: number): Promise<void> {
  const p99 = ({ latencies_ms }: LoadResult) => percentile(latencies_ms, 0.99);
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    const calm = await load(sale(stage), 16, seconds, per_second);
    const end = floodSignIns(stage);
    const flooded = await load(sale(stage), 16, seconds, per_second);
    await end();
    pairs.push({ ours: p99(flooded), yardstick: p99(calm) });
  }
  reportPairs(
    {
      name: 'payment p99 beside a flood of sign-ins ÷ without',
      unit: 'ms',
      floor: 1.2,
      goal: 1.1,
      better: 'less',
    },
    pairs,
  );
}
