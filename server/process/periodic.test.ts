// Work that comes again: never twice at once, whatever it takes, and over when it is stopped.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runPeriodically } from './periodic.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('begins a run only when the one before has ended', async () => {
  const ends: (() => void)[] = [];
  const repeated = runPeriodically(() => new Promise<void>((resolve) => ends.push(resolve)), 100);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(99);
  expect(ends).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await repeated.stop();
});

it('waits for the run under way when it is stopped, and begins no other', async () => {
  let runs = 0;
  let end: () => void = () => undefined;
  const work = () => {
    runs += 1;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  const repeated = runPeriodically(work, 100);
  await vi.advanceTimersByTimeAsync(100);
  let stopped = false;
  const stopping = repeated.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(500);
  expect(stopped).toBe(false);
  end();
  await stopping;
  await vi.advanceTimersByTimeAsync(500);
  expect(runs).toBe(1);
});
