// The door: money before what can be repeated, refusals at once, nobody's place kept for waiting.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Cost } from '../../../contract/endpoint.ts';
import { type Admission, makeAdmission, type Place } from './admission.ts';

let door: Admission;
const tell = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  tell.mockReset();
  door = makeAdmission(2, tell);
});
afterEach(() => {
  door.close();
  vi.useRealTimers();
});

/** Enters as often as one can without waiting. */
function fill(cost: Cost): Place[] {
  const places: Place[] = [];
  while (door.counts().waiting === 0) {
    const place = door.enter(cost);
    if (place instanceof Promise) place.catch(() => undefined);
    else places.push(place);
  }
  return places;
}

const seen = async (place: Promise<Place> | Place) => {
  let entered = false;
  Promise.resolve(place).then(
    () => {
      entered = true;
    },
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(0);
  return entered;
};

it('lets a bounded number work; a free place goes to who waits longest', async () => {
  const places = fill('payment');
  expect(places).toHaveLength(12);
  const second = door.enter('payment');
  expect(door.counts()).toEqual({ working: 12, waiting: 2 });
  places[0]?.leave();
  expect(door.counts()).toEqual({ working: 12, waiting: 1 });
  expect(await seen(second)).toBe(false);
  places[1]?.leave();
  expect(await seen(second)).toBe(true);
});

it('sheds at once with 503 and Retry-After when the line is full', () => {
  fill('payment');
  for (let count = 1; count < 96; count++) void door.enter('payment');
  expect(() => door.enter('payment')).toThrowError(
    expect.objectContaining({ kind: 'unavailable', http_status: 503, retry_after_seconds: 1 }),
  );
  // A full line of payments is no reason to turn away a read, and the other way round.
  expect(() => door.enter('read')).not.toThrow();
});

it('says beforehand who would be sent away, and nobody else', () => {
  expect(door.isCrowded('payment')).toBe(false);
  fill('payment');
  for (let count = 1; count < 96; count++) {
    expect(door.isCrowded('payment')).toBe(false);
    void door.enter('payment');
  }
  expect(door.isCrowded('payment')).toBe(true);
  expect([door.isCrowded('read'), door.isCrowded('free')]).toEqual([false, false]);
});

it('tells once a second how many were sent away, and nothing where nobody was', async () => {
  fill('payment');
  await vi.advanceTimersByTimeAsync(400);
  expect(tell).not.toHaveBeenCalled();
  for (let count = 1; count < 96; count++) void door.enter('payment');
  expect(() => door.enter('payment')).toThrow();
  await vi.advanceTimersByTimeAsync(60);
  door.refused();
  door.refused();
  await vi.advanceTimersByTimeAsync(900);
  expect(tell.mock.calls).toEqual([[1]]);
  await vi.advanceTimersByTimeAsync(200);
  expect(tell.mock.calls).toEqual([[1], [2]]);
});

it('sends away at once whoever would join a line that does not move', async () => {
  const places = fill('payment');
  await vi.advanceTimersByTimeAsync(490);
  expect(door.isCrowded('payment')).toBe(false);
  const second = door.enter('payment');
  await vi.advanceTimersByTimeAsync(20);
  expect(door.isCrowded('payment')).toBe(true);
  expect(() => door.enter('payment')).toThrowError(
    expect.objectContaining({ kind: 'unavailable', retry_after_seconds: 1 }),
  );
  // Whoever waits keeps waiting, and when the line moves it takes in others again.
  places[0]?.leave();
  expect(door.isCrowded('payment')).toBe(false);
  places[1]?.leave();
  expect(await seen(second)).toBe(true);
});

it('gives a free place to a payment before everything that came earlier', async () => {
  const places = fill('payment');
  const export_ = door.enter('export');
  const search = door.enter('search');
  places[0]?.leave();
  const payment = door.enter('payment');
  places[1]?.leave();
  expect([await seen(payment), await seen(search), await seen(export_)]).toEqual([
    true,
    false,
    false,
  ]);
});

it.each([
  ['export', 3],
  ['sign_in', 2],
  ['search', 5],
] as const)('keeps room beside a flood of %s', (cost, share) => {
  expect(fill(cost)).toHaveLength(share);
  expect(door.enter('payment')).not.toBeInstanceOf(Promise);
});

it('never keeps a health check waiting', () => {
  fill('payment');
  expect(door.enter('free')).not.toBeInstanceOf(Promise);
});

it('gives the place away while a processor is asked, and never turns the asker away', async () => {
  const places = fill('payment');
  let answer: () => void = () => undefined;
  const asking = places[0]?.outside(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  expect(door.counts()).toEqual({ working: 12, waiting: 0 });
  const late = door.enter('payment');
  expect(await seen(late)).toBe(false);
  answer();
  await asking;
  expect(door.counts().working).toBe(13);
  places[0]?.leave();
  places[0]?.leave();
  expect(door.counts()).toEqual({ working: 12, waiting: 1 });
  places[1]?.leave();
  expect(await seen(late)).toBe(true);
});

it('takes a place back from a request that never gives it back', async () => {
  fill('payment');
  await vi.advanceTimersByTimeAsync(61_000);
  expect(door.counts()).toEqual({ working: 0, waiting: 0 });
});

it('sends away who has waited too long', async () => {
  const places = fill('export');
  const told: unknown[] = [];
  Promise.resolve(door.enter('export')).catch((error: { kind: string }) => told.push(error.kind));
  await vi.advanceTimersByTimeAsync(1_900);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toEqual(['unavailable']);
  for (const place of places) place.leave();
  expect(door.counts()).toEqual({ working: 0, waiting: 0 });
});
