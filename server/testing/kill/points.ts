// Counts the I/Os of each operation, dies at each of them, and compares three journals after it.
import { audited, differences } from './books.ts';
import type { Side } from './gate-messages.ts';
import type { HttpAnswer } from './http-client.ts';
import type { KillWorker } from './kill-worker.ts';
import { type Operation, operations, type Planned } from './operations.ts';

/** Longer than what a request leaves to be written behind it: its line in the request log. */
const tail_ms = 320;

/** The start of a process and what was prepared have had their I/O before the counting begins. */
const settled_ms = 40;

export interface Point {
  operation: Operation;
  /** Which I/O, from 1. */
  at: number;
  side: Side;
  /** What the I/O was in the counting run. */
  label: string;
}

export interface Result {
  point: Point;
  faults: string[];
  /** Whether the process really died there. */
  died: boolean;
}

/** Every point of an operation: both sides of each I/O of a run that nobody kills. */
export async function pointsOf(worker: KillWorker, operation: Operation): Promise<Point[]> {
  const planned = await operation.prepare(worker);
  await worker.product.untilQuiet(settled_ms);
  await worker.product.watch(0, 'before');
  const first = await worker.ask(planned.call);
  await worker.product.hasDied(planned.tail_ms ?? tail_ms);
  const labels = await worker.product.labels();
  const faults = await afterwards(worker, planned, first);
  if (faults.length > 0) {
    throw new Error(`${operation.name} is wrong before anybody dies: ${faults.join('; ')}`);
  }
  return labels.flatMap((label, n) =>
    (['before', 'after'] as const).map((side) => ({ operation, at: n + 1, side, label })),
  );
}

/** Recovery, repetition by the client, and the comparison of what everybody has written down. */
async function afterwards(
  worker: KillWorker,
  planned: Planned,
  first: HttpAnswer | null,
): Promise<string[]> {
  await worker.revive();
  const faults: string[] = [];
  const add = (words: string | null) => {
    if (words) faults.push(words);
  };
  add(await worker.bringToRest());
  const again = await repeated(worker, planned, first, add);
  add(await worker.bringToRest());
  if (again) add(await planned.judge({ first, again }));
  const found = [
    ...(await differences(worker.fixture.owner, worker.book)),
    ...(await audited(worker.fixture)),
  ];
  const fresh = found.filter((fault) => !worker.known.has(fault));
  for (const fault of fresh) worker.known.add(fault);
  return [...faults, ...fresh.slice(0, 8)];
}

async function repeated(
  worker: KillWorker,
  planned: Planned,
  first: HttpAnswer | null,
  add: (words: string) => void,
): Promise<HttpAnswer | null> {
  const again = await worker.ask(planned.call);
  if (!again) {
    add('the repeated request got no answer');
    return null;
  }
  if (!planned.has_key) return again;
  if (first && first.text !== again.text) {
    add(
      `the repetition was answered ${again.text.slice(0, 200)}, first ${first.text.slice(0, 200)}`,
    );
  }
  const third = await worker.ask(planned.call);
  if (third?.text !== again.text) add(`a third request was answered ${third?.text.slice(0, 200)}`);
  return again;
}

/** One death and everything after it. */
export async function runPoint(worker: KillWorker, point: Point): Promise<Result> {
  try {
    await worker.revive();
    const planned = await point.operation.prepare(worker);
    await worker.product.untilQuiet(settled_ms);
    await worker.product.watch(point.at, point.side);
    const first = await worker.ask(planned.call);
    const died = await worker.product.hasDied(planned.tail_ms ?? tail_ms);
    if (!died) await worker.product.labels();
    return { point, died, faults: await afterwards(worker, planned, first) };
  } catch (error) {
    const output = worker.product.output().slice(-1_500);
    await worker.product.kill();
    await worker.revive();
    const words = `the harness: ${String(error).slice(0, 500)} ${output}`;
    return { point, died: false, faults: [words] };
  }
}

/** Works the points off on all workers at once; `enough` deaths end it early. */
export async function runPoints(
  workers: readonly KillWorker[],
  points: readonly Point[],
  report: (result: Result) => void = () => undefined,
  enough = Number.POSITIVE_INFINITY,
): Promise<Result[]> {
  const waiting = [...points];
  const results: Result[] = [];
  const work = async (worker: KillWorker) => {
    for (let point = waiting.shift(); point; point = waiting.shift()) {
      if (results.filter(({ died }) => died).length >= enough) return;
      const result = await runPoint(worker, point);
      results.push(result);
      report(result);
    }
  };
  await Promise.all(workers.map(work));
  return results;
}

/** All points of all operations, counted on one worker. */
export async function allPoints(
  worker: KillWorker,
  names: readonly string[] = [],
): Promise<Point[]> {
  const points: Point[] = [];
  const wanted = operations.filter(({ name }) => names.length === 0 || names.includes(name));
  // What a product does for the first time it does by more I/Os: that run is not the one counted.
  if (wanted[0]) await pointsOf(worker, wanted[0]);
  for (const operation of wanted) {
    points.push(...(await pointsOf(worker, operation)));
  }
  return points;
}

/** Numbers from a seed, so that a drawn sample can be drawn again. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The points in an order drawn by the seed, the operations alternating. */
export function drawn(points: readonly Point[], seed: number): Point[] {
  const roll = dice(seed);
  const of = new Map<Operation, Point[]>();
  for (const point of points) of.set(point.operation, [...(of.get(point.operation) ?? []), point]);
  const order: Point[] = [];
  while ([...of.values()].some((left) => left.length > 0)) {
    for (const left of of.values()) {
      order.push(...left.splice(Math.floor(roll() * left.length), left.length > 0 ? 1 : 0));
    }
  }
  return order;
}

/** One line of words on a point. */
export function nameOf({ operation, at, side, label }: Point): string {
  return `${operation.name}, ${side} I/O ${at} (${label})`;
}
