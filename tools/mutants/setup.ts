// Before each test file: wakes the mutant that is named and notes which ones were passed.
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, inject } from 'vitest';

export interface Trial {
  /** Wakes; none where null. */
  mutant: number | null;
  /** Passed more often than this, it runs for ever and is stopped. */
  hit_limit: number;
  /** Where to write what was passed; not at all where null. */
  coverage: string | null;
}

declare module 'vitest' {
  interface ProvidedContext {
    trial: Trial;
  }
}

const trial = inject('trial');
/** One place a mutant: a copy has some ten thousand. */
const loaded = new Uint32Array(100_000);
const ran = new Uint32Array(100_000);
let passed = loaded;
let hits = 0;

Object.assign(globalThis, {
  __stryker__: {
    active: trial.coverage === null ? trial.mutant : -1,
    hit() {
      hits += 1;
      if (hits > trial.hit_limit) throw new Error('The mutant runs for ever.');
      return true;
    },
    cover(ids: number[]) {
      for (const id of ids) passed[id]! += 1;
    },
  },
});
// What a test starts as a process of its own meets the same mutant.
if (trial.mutant !== null) process.env.MUTANT = String(trial.mutant);

if (trial.coverage !== null) {
  const file = trial.coverage;
  beforeAll(() => {
    // Until here files were loaded; from here on tests run.
    passed = ran;
  });
  afterAll(() => {
    writeFileSync(file, JSON.stringify({ loaded: hitsOf(loaded), ran: hitsOf(ran) }));
  });
}

function hitsOf(counts: Uint32Array): Record<string, number> {
  return Object.fromEntries([...counts.entries()].filter(([, count]) => count > 0));
}
