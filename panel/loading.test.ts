// The loading indicator stands while calls are under way and 1 s longer.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginLoading, loading } from './loading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('it hides 1 second after completion, not before', () => {
  const end = beginLoading();
  expect(loading.get()).toBe(true);
  end();
  vi.advanceTimersByTime(900);
  expect(loading.get()).toBe(true);
  vi.advanceTimersByTime(200);
  expect(loading.get()).toBe(false);
});

test('a second call keeps it, whichever of the two ends first; ending twice counts once', () => {
  const [first, second] = [beginLoading(), beginLoading()];
  first();
  first();
  vi.advanceTimersByTime(2000);
  expect(loading.get()).toBe(true);
  second();
  vi.advanceTimersByTime(1100);
  expect(loading.get()).toBe(false);
});
