// Counts the I/Os of each operation, dies at each of them, and compares three journals after it.
import { audited, differences } from './books.ts';
import type { Side } from './gate-words.ts';
import type { Told } from './http-client.ts';
import type { Lane } from './lane.ts';
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
export async function pointsOf(lane: Lane, operation: Operation): Promise<Point[]> {
  const planned = await operation.prepare(lane);
  await lane.product.untilQuiet(settled_ms);
  await lane.product.watch(0, 'before');
  const first = await lane.ask(planned.call);
  await lane.product.hasDied(planned.tail_ms ?? tail_ms);
  const labels = await lane.product.labels();
  const faults = await afterwards(lane, planned, first);
  if (faults.length > 0) {
    throw new Error(`${operation.name} is wrong before anybody dies: ${faults.join('; ')}`);
  }
  return labels.flatMap((label, n) =>
    (['before', 'after'] as const).map((side) => ({ operation, at: n + 1, side, label })),
  );
}

/** Recovery, repetition by the client, and the comparison of what everybody has written down. */
async function afterwards(lane: Lane, planned: Planned, first: Told | null): Promise<string[]> {
  await lane.revive();
  const faults: string[] = [];
  const add = (words: string | null) => {
    if (words) faults.push(words);
  };
  add(await lane.bringToRest());
  const again = await repeated(lane, planned, first, add);
  add(await lane.bringToRest());
  if (again) add(await planned.judge({ first, again }));
  const found = [
    ...(await differences(lane.ground.owner, lane.book)),
    ...(await audited(lane.ground)),
  ];
  const fresh = found.filter((fault) => !lane.known.has(fault));
  for (const fault of fresh) lane.known.add(fault);
  return [...faults, ...fresh.slice(0, 8)];
}

async function repeated(
  lane: Lane,
  planned: Planned,
  first: Told | null,
  add: (words: string) => void,
): Promise<Told | null> {
  const again = await lane.ask(planned.call);
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
  const third = await lane.ask(planned.call);
  if (third?.text !== again.text) add(`a third request was answered ${third?.text.slice(0, 200)}`);
  return again;
}

/** One death and everything after it. */
export async function runPoint(lane: Lane, point: Point): Promise<Result> {
  try {
    await lane.revive();
    const planned = await point.operation.prepare(lane);
    await lane.product.untilQuiet(settled_ms);
    await lane.product.watch(point.at, point.side);
    const first = await lane.ask(planned.call);
    const died = await lane.product.hasDied(planned.tail_ms ?? tail_ms);
    if (!died) await lane.product.labels();
    return { point, died, faults: await afterwards(lane, planned, first) };
  } catch (error) {
    const said = lane.product.said().slice(-1_500);
    await lane.product.kill();
    await lane.revive();
    const words = `the harness: ${String(error).slice(0, 500)} ${said}`;
    return { point, died: false, faults: [words] };
  }
}

/** Works the points off on all lanes at once; `enough` deaths end it early. */
export async function runPoints(
  lanes: readonly Lane[],
  points: readonly Point[],
  told: (result: Result) => void = () => undefined,
  enough = Number.POSITIVE_INFINITY,
): Promise<Result[]> {
  const waiting = [...points];
  const results: Result[] = [];
  const work = async (lane: Lane) => {
    for (let point = waiting.shift(); point; point = waiting.shift()) {
      if (results.filter(({ died }) => died).length >= enough) return;
      const result = await runPoint(lane, point);
      results.push(result);
      told(result);
    }
  };
  await Promise.all(lanes.map(work));
  return results;
}

/** All points of all operations, counted on one lane. */
export async function allPoints(lane: Lane, names: readonly string[] = []): Promise<Point[]> {
  const points: Point[] = [];
  const wanted = operations.filter(({ name }) => names.length === 0 || names.includes(name));
  // What a product does for the first time it does by more I/Os: that run is not the one counted.
  if (wanted[0]) await pointsOf(lane, wanted[0]);
  for (const operation of wanted) {
    points.push(...(await pointsOf(lane, operation)));
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

/** The points in an order drawn by the seed, all operations taking turns. */
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
