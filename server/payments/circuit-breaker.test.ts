// The circuit breaker and the slots by themselves: when nothing is sent, and who may try again.
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type Breaker,
  closedBreaker,
  isOpen,
  open_ms,
  report,
  tryRequest,
} from './circuit-breaker.ts';
import { acquireSlot, concurrency_limit, freeSlots, releaseSlot } from './concurrency-limit.ts';

function failing(times: number, from = 0, apart = 100): Breaker {
  const breaker = closedBreaker();
  for (let n = 0; n < times; n++) report(breaker, false, from + n * apart);
  return breaker;
}

describe('a circuit', () => {
  it('opens after five failures in a row, within half a minute', () => {
    expect(isOpen(failing(4), 400)).toBe(false);
    expect(isOpen(failing(5), 400)).toBe(true);
    expect(isOpen(failing(5, 0, 10_000), 40_000)).toBe(false);
  });

  it('counts the failures of half a minute, its last instant too', () => {
    const openAfter = (last: number) => {
      const breaker = closedBreaker();
      for (const at of [10_000, 16_000, 22_000, 28_000, last]) report(breaker, false, at);
      return isOpen(breaker, last);
    };
    expect([openAfter(34_000), openAfter(40_000), openAfter(40_001)]).toEqual([true, true, false]);
  });

  it('stays closed while answers come in between', () => {
    const breaker = failing(4);
    report(breaker, true, 350);
    report(breaker, false, 400);
    expect(isOpen(breaker, 400)).toBe(false);
  });

  it('lets one request through after the pause, and no other until that one is back', () => {
    const breaker = failing(5);
    expect(tryRequest(breaker, 400 + open_ms - 1)).toBe(false);
    expect(tryRequest(breaker, 400 + open_ms)).toBe(true);
    expect(tryRequest(breaker, 400 + open_ms)).toBe(false);
    report(breaker, false, 6_000);
    expect(tryRequest(breaker, 6_000)).toBe(false);
    expect(tryRequest(breaker, 6_000 + open_ms)).toBe(true);
    report(breaker, true, 12_000);
    expect([tryRequest(breaker, 12_000), tryRequest(breaker, 12_000)]).toEqual([true, true]);
  });

  it('sends another probe where the first one was never heard of again', () => {
    const breaker = failing(5);
    expect(tryRequest(breaker, 10_000)).toBe(true);
    expect(tryRequest(breaker, 30_000)).toBe(false);
    expect(tryRequest(breaker, 70_000)).toBe(true);
  });
});

describe('slots', () => {
  afterEach(() => vi.useRealTimers());

  it('let so many in at once, the next ones in turn as others leave', async () => {
    const at = freeSlots();
    const first = Array.from({ length: concurrency_limit.at_once }, () => acquireSlot(at));
    expect(await Promise.all(first)).toEqual(Array(concurrency_limit.at_once).fill(true));
    const order: number[] = [];
    const next = [1, 2].map((n) => acquireSlot(at).then((entered) => entered && order.push(n)));
    releaseSlot(at);
    releaseSlot(at);
    await Promise.all(next);
    expect([order, at.busy]).toEqual([[1, 2], concurrency_limit.at_once]);
  });

  it('turn away whoever has waited long enough, and lose no slot by it', async () => {
    vi.useFakeTimers();
    const at = freeSlots();
    for (let n = 0; n < concurrency_limit.at_once; n++) await acquireSlot(at);
    const late = acquireSlot(at);
    await vi.advanceTimersByTimeAsync(concurrency_limit.wait_ms);
    expect(await late).toBe(false);
    releaseSlot(at);
    expect([at.busy, at.waiting.length]).toEqual([concurrency_limit.at_once - 1, 0]);
  });
});
