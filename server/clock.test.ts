// Business time: an offset to real time that only grows.
import { expect, it } from 'vitest';
import { makeClock } from './clock.ts';

it('runs with the wall, ahead of it by the offset', () => {
  let wall = 1_000;
  const clock = makeClock(() => wall);
  expect([clock.now().getTime(), clock.real().getTime()]).toEqual([1_000, 1_000]);
  clock.setOffset(500);
  wall = 1_100;
  expect([clock.now().getTime(), clock.real().getTime()]).toEqual([1_600, 1_100]);
  expect(clock.offset_ms).toBe(500);
});

it('never goes back', () => {
  const clock = makeClock(() => 0);
  clock.setOffset(500);
  clock.setOffset(500);
  expect(() => clock.setOffset(499)).toThrow('forward only');
  expect(clock.offset_ms).toBe(500);
});

it('measures with a clock of its own', async () => {
  const clock = makeClock(() => 0);
  const start = clock.monotonicMs();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(clock.monotonicMs() - start).toBeGreaterThan(15);
});
