// Ids: their form, their order, and what two processes may rely on.
import { expect, it } from 'vitest';
import { makeIds, timePrefix } from './ids.ts';
import { makeRandom } from './random.ts';

const random = makeRandom();

it('are 20 characters of [0-9a-v], all different', () => {
  const ids = makeIds(Date.now, random);
  const made = Array.from({ length: 20_000 }, () => ids.next());
  expect(made.filter((id) => !/^[0-9a-v]{20}$/.test(id))).toEqual([]);
  expect(new Set(made).size).toBe(made.length);
});

it('sort in the order they were made, even when the wall clock goes back', () => {
  let now = 1_800_000_000_000;
  const ids = makeIds(() => now, random);
  const made: string[] = [];
  for (let n = 0; n < 5_000; n++) {
    if (n === 2_000) now += 7;
    if (n === 3_000) now -= 60_000;
    made.push(ids.next());
  }
  expect([...made].sort()).toEqual(made);
});

it('begin with the time, so that a later one sorts after an earlier one of another process', () => {
  const at = (ms: number) => makeIds(() => ms, random).next();
  expect(at(1_800_000_000_001) > at(1_800_000_000_000)).toBe(true);
  expect(at(1_800_000_000_000).startsWith(timePrefix(1_800_000_000_000))).toBe(true);
  expect(timePrefix(0)).toBe('000000000');
});

it('of two processes in the same millisecond differ', () => {
  const first = makeIds(() => 1, random);
  const second = makeIds(() => 1, random);
  const made = Array.from({ length: 500 }, () => [first.next(), second.next()]).flat();
  expect(new Set(made).size).toBe(1_000);
});
