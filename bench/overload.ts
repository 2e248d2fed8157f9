// Three times what the server can take: what is still finished, how soon the rest is sent away.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Answers, Arrivals } from './arrivals.ts';
import { Connection, load, requestBytes } from './load.ts';
import { percentile, reportFigure } from './measure.ts';
import { sale } from './payment.ts';
import type { Stage } from './stage.ts';

const seconds = 6;
const times = 3;

/**
 * `per_second` payments arrive whether or not the earlier ones have been answered. What is measured
 * is the way from when a payment is due to its answer, connecting included, as a process sees it
 * that does nothing else and goes before the others where the system lets it.
 */
async function arrive(stage: Stage, per_second: number): Promise<Answers> {
  const file = path.join(import.meta.dirname, 'arrivals.ts');
  const { origin, private_key } = stage;
  const given: Arrivals = { origin, private_key, per_second, seconds };
  const child = spawn(process.execPath, ['--import', 'tsx', file, JSON.stringify(given)], {
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

/** Prints the lines of overload (quality R12, F19); a broken floor counts in floorsBroken(). */
export async function benchOverload(stage: Stage): Promise<void> {
  let peak = { per_second: 0, p99: 0 };
  await load(sale(stage), 16, 2);
  for (const clients of [16, 32, 64]) {
    const { per_second, latencies_ms } = await load(sale(stage), clients, seconds);
    if (per_second > peak.per_second) peak = { per_second, p99: percentile(latencies_ms, 0.99) };
  }
  const over = await arrive(stage, peak.per_second * times);
  const peak_text = peak.per_second.toFixed(0);
  const offered = `${times} × the peak of ${peak_text}/s offered`;
  reportFigure(
    {
      name: `finished at ${times} times saturation ÷ peak`,
      unit: '',
      floor: 0.9,
      goal: 0.95,
      better: 'more',
      note: offered,
    },
    over.per_second / peak.per_second,
  );
  const less = { unit: 'ms', better: 'less' } as const;
  reportFigure(
    {
      ...less,
      name: 'refused within, p99',
      floor: 50,
      goal: 20,
      note:
        `${over.refused_ms.length}, p50 ${percentile(over.refused_ms, 0.5).toFixed(1)} ms, over ` +
        `${over.connections} connections; the client itself was late by up to ` +
        `${percentile(over.late_ms, 0.99).toFixed(1)} ms (p99), which is held in it`,
    },
    percentile(over.refused_ms, 0.99),
  );
  reportFigure(
    { ...less, name: 'admitted p99 ÷ p99 at the peak', unit: '', floor: 4, goal: 3 },
    percentile(over.taken_ms, 0.99) / peak.p99,
  );
  const [unknown] = await stage.query<{ count: number }>(
    "select count(*)::int as count from transaction where status in ('unknown', 'pending')",
  );
  const wrong = over.others.map(([status, count]) => `${count} × ${status}`).join();
  reportFigure(
    {
      ...less,
      name: 'outcomes left open, wrong answers',
      unit: '',
      floor: 0,
      goal: 0,
      note: wrong,
    },
    (unknown?.count ?? 0) + over.others.reduce((sum, [, count]) => sum + count, 0),
  );
  await beside(stage, peak.per_second / 2);
}

async function beside(stage: Stage, per_second: number): Promise<void> {
  const calm = await load(sale(stage), 16, seconds, per_second);
  const end = floodSignIns(stage);
  const flooded = await load(sale(stage), 16, seconds, per_second);
  await end();
  const p99 = (one: typeof calm) => percentile(one.latencies_ms, 0.99);
  reportFigure(
    {
      name: 'payment p99 beside a flood of sign-ins ÷ without',
      unit: '',
      floor: 1.2,
      goal: 1.1,
      better: 'less',
      note:
        `p50 ${percentile(calm.latencies_ms, 0.5).toFixed(1)} and ` +
        `${percentile(flooded.latencies_ms, 0.5).toFixed(1)} ms`,
    },
    p99(flooded) / p99(calm),
  );
}
