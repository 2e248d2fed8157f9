// A sample of the kill points: the process dies at an I/O, nothing is lost and nothing doubled.
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type KillWorker, openKillWorker } from './kill-worker.ts';
import { operations } from './operations.ts';
import { allPoints, drawn, nameOf, runPoints } from './points.ts';
import { type Bundle, buildProduct } from './product.ts';

const seed = 20_261_121;
const wanted = 24;

let bundle: Bundle;
const workers: KillWorker[] = [];

beforeAll(async () => {
  bundle = await buildProduct();
  const options = { server_url: inject('server_url'), template: inject('template_name') };
  workers.push(
    ...(await Promise.all([openKillWorker(options, bundle), openKillWorker(options, bundle)])),
  );
}, 120_000);
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  bundle?.remove();
}, 60_000);

it('a process killed at one of twenty-four I/Os loses and doubles nothing', async () => {
  const points = await allPoints(workers[0] as KillWorker);
  const counted = new Set(points.map(({ operation }) => operation));
  expect(counted.size).toBe(operations.length);
  const results = await runPoints(workers, drawn(points, seed), undefined, wanted);
  const red = results
    .filter(({ faults }) => faults.length > 0)
    .map(({ point, faults }) => `${nameOf(point)}: ${faults.join(' | ')}`);
  expect(red, `seed ${seed}`).toEqual([]);
  expect(results.filter(({ died }) => died).length).toBeGreaterThanOrEqual(wanted);
}, 400_000);
