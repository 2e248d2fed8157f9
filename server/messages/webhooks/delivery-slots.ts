// A limited number of concurrent tasks; the others wait.

export interface Slots {
  /** Waits for one slot and takes up to `most` of those that are free then; gives how many. */
  take(most: number): Promise<number>;
  give(count: number): void;
}

export function makeSlots(size: number): Slots {
  let free = size;
  const waiting: (() => void)[] = [];
  return {
    async take(most) {
      while (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      const count = Math.min(most, free);
      free -= count;
      if (free > 0) waiting.shift()?.();
      return count;
    },
    give(count) {
      free += count;
      if (free > 0) waiting.shift()?.();
    },
  };
}
