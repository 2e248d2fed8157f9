// Seeded random numbers for the demo world: the same seed makes the same sales.

export interface Dice {
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True with this chance. */
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** A roughly bell-shaped factor around 1. */
  bell(spread: number): number;
  /** This many characters [0-9a-v]. */
  letters(count: number): string;
}

const alphabet = '0123456789abcdefghijklmnopqrstuv';

/** Mulberry32: 32 bits of state, good enough for believable days. */
export function makeDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: <T>(from: readonly T[]) => from[Math.floor(next() * from.length)] as T,
    bell: (spread) => 1 + spread * (next() + next() + next() - 1.5),
    letters: (count) =>
      Array.from({ length: count }, () => alphabet[Math.floor(next() * 32)]).join(''),
  };
}
