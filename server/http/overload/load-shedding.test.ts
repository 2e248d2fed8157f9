// Load shedding: payments first, refusals at once, no slot held while others are waited for.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RateClass } from '../../../contract/endpoint.ts';
import { type LoadShedder, makeLoadShedder, type Slot } from './load-shedding.ts';

let shedder: LoadShedder;
const tell = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  tell.mockReset();
  shedder = makeLoadShedder(2, tell);
});
afterEach(() => {
  shedder.close();
  vi.useRealTimers();
});

/** Enters as often as one can without waiting. */
function fill(rate_class: RateClass): Slot[] {
  const slots: Slot[] = [];
  while (shedder.counts().waiting === 0) {
    const slot = shedder.acquire(rate_class);
    if (slot instanceof Promise) slot.catch(() => undefined);
    else slots.push(slot);
  }
  return slots;
}

const seen = async (slot: Promise<Slot> | Slot) => {
  let entered = false;
  Promise.resolve(slot).then(
    () => {
      entered = true;
    },
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(0);
  return entered;
};

it('lets a bounded number work; a free slot goes to whoever waits longest', async () => {
  const slots = fill('payment');
  expect(slots).toHaveLength(12);
  const second = shedder.acquire('payment');
  expect(shedder.counts()).toEqual({ working: 12, waiting: 2 });
  slots[0]?.release();
  expect(shedder.counts()).toEqual({ working: 12, waiting: 1 });
  expect(await seen(second)).toBe(false);
  slots[1]?.release();
  expect(await seen(second)).toBe(true);
});

it('sheds at once with 503 and Retry-After when the queue is full', () => {
  fill('payment');
  for (let count = 1; count < 96; count++) void shedder.acquire('payment');
  expect(() => shedder.acquire('payment')).toThrowError(
    expect.objectContaining({ kind: 'unavailable', http_status: 503, retry_after_seconds: 1 }),
  );
  // A full queue of payments is no reason to refuse a read, and the other way round.
  expect(() => shedder.acquire('read')).not.toThrow();
});

it('says beforehand who would be sent away, and nobody else', () => {
  expect(shedder.isOverloaded('payment')).toBe(false);
  fill('payment');
  for (let count = 1; count < 96; count++) {
    expect(shedder.isOverloaded('payment')).toBe(false);
    void shedder.acquire('payment');
  }
  expect(shedder.isOverloaded('payment')).toBe(true);
  expect([shedder.isOverloaded('read'), shedder.isOverloaded('free')]).toEqual([false, false]);
});

it('tells once a second how many were sent away, and nothing where nobody was', async () => {
  fill('payment');
  await vi.advanceTimersByTimeAsync(400);
  expect(tell).not.toHaveBeenCalled();
  for (let count = 1; count < 96; count++) void shedder.acquire('payment');
  expect(() => shedder.acquire('payment')).toThrow();
  await vi.advanceTimersByTimeAsync(60);
  shedder.countShed();
  shedder.countShed();
  await vi.advanceTimersByTimeAsync(900);
  expect(tell.mock.calls).toEqual([[1]]);
  await vi.advanceTimersByTimeAsync(200);
  expect(tell.mock.calls).toEqual([[1], [2]]);
});

it('refuses at once whoever would join a queue that does not move', async () => {
  const slots = fill('payment');
  await vi.advanceTimersByTimeAsync(490);
  expect(shedder.isOverloaded('payment')).toBe(false);
  const second = shedder.acquire('payment');
  await vi.advanceTimersByTimeAsync(20);
  expect(shedder.isOverloaded('payment')).toBe(true);
  expect(() => shedder.acquire('payment')).toThrowError(
    expect.objectContaining({ kind: 'unavailable', retry_after_seconds: 1 }),
  );
  // Whoever waits keeps waiting, and when the queue moves it admits others again.
  slots[0]?.release();
  expect(shedder.isOverloaded('payment')).toBe(false);
  slots[1]?.release();
  expect(await seen(second)).toBe(true);
});

it('gives a free slot to a payment before everything that came earlier', async () => {
  const slots = fill('payment');
  const export_ = shedder.acquire('export');
  const search = shedder.acquire('search');
  slots[0]?.release();
  const payment = shedder.acquire('payment');
  slots[1]?.release();
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
] as const)('keeps room beside a flood of %s', (rate_class, share) => {
  expect(fill(rate_class)).toHaveLength(share);
  expect(shedder.acquire('payment')).not.toBeInstanceOf(Promise);
});

it('never keeps a health check waiting', () => {
  fill('payment');
  expect(shedder.acquire('free')).not.toBeInstanceOf(Promise);
});

it('frees the slot while a processor is asked, and never refuses the asking request', async () => {
  const slots = fill('payment');
  let answer: () => void = () => undefined;
  const asking = slots[0]?.withoutSlot(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  expect(shedder.counts()).toEqual({ working: 12, waiting: 0 });
  const late = shedder.acquire('payment');
  expect(await seen(late)).toBe(false);
  answer();
  await asking;
  expect(shedder.counts().working).toBe(13);
  slots[0]?.release();
  slots[0]?.release();
  expect(shedder.counts()).toEqual({ working: 12, waiting: 1 });
  slots[1]?.release();
  expect(await seen(late)).toBe(true);
});

it('takes a slot back from a request that never gives it back', async () => {
  fill('payment');
  await vi.advanceTimersByTimeAsync(61_000);
  expect(shedder.counts()).toEqual({ working: 0, waiting: 0 });
});

it('sends away who has waited too long', async () => {
  const slots = fill('export');
  const refused: unknown[] = [];
  Promise.resolve(shedder.acquire('export')).catch((error: { kind: string }) =>
    refused.push(error.kind),
  );
  await vi.advanceTimersByTimeAsync(1_900);
  expect(refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(refused).toEqual(['unavailable']);
  for (const slot of slots) slot.release();
  expect(shedder.counts()).toEqual({ working: 0, waiting: 0 });
});
