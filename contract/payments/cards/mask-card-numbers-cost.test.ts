// What the search for card numbers costs: a text of a megabyte may not hold up the others.
import { describe, expect, it } from 'vitest';
import { maskCardNumbers } from './mask-card-numbers.ts';

/** Milliseconds of work: a machine that is busy with something else makes none of it. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of up to three, as soon as one is below the bound: that one nobody interrupted. */
function leastBelow(bound: number, ratio: () => number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least >= bound; tries++) least = Math.min(least, ratio());
  return least;
}

describe('a card number in free text', () => {
  const parts = [
    ...['4111<>', '4111, ', '4,111,', '0004'],
    ...['4', '4 ', '4111 1111 ', '4-4.4 ', '4111111111111111, ', '%2534', '4 - 1 - '],
    ...[`4${' '.repeat(15)}`, `4${' '.repeat(16)}`, `4${' '.repeat(17)}`, '4111   1111   1 '],
  ];
  it.each(parts)('is looked for in linear time in many of %j', (part) => {
    const spent = (text: string) => cpuOf(() => maskCardNumbers(text));
    const short = part.repeat(40_000 / part.length);
    // Ten times the text takes ten times as long; a square would take a hundred times.
    const growth = () => spent(short.repeat(10)) / Math.max(spent(short), 2);
    expect(leastBelow(70, growth)).toBeLessThan(70);
  });

  it.each(['4 ', '4. ', '4 . ', '0 ', '4 2 '])(
    'is looked for in a megabyte of %j at the cost of some passes over it',
    (part) => {
      const text = part.repeat(1_000_000 / part.length);
      // Measured beside it: a machine that is slow for the one is slow for the other as well.
      const pass = () => cpuOf(() => text.replace(/\d[ .]*/g, (found) => found));
      const passes = () => cpuOf(() => maskCardNumbers(text)) / Math.max(pass(), 30);
      expect(leastBelow(100, passes)).toBeLessThan(100);
    },
  );
});
