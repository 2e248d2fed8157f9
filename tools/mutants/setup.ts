// Before each test file: activates the chosen mutant, or records which mutants are executed.
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, inject } from 'vitest';

export interface Trial {
  /** The mutant to activate; null for none. */
  mutant: number | null;
  /** Executed more often than this, the mutant counts as an endless loop and is stopped. */
  hit_limit: number;
  /** File for the recorded hits; null where nothing is recorded. */
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
let recorded = loaded;
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
      for (const id of ids) recorded[id]! += 1;
    },
  },
});
// Processes that a test starts get the same mutant.
if (trial.mutant !== null) process.env.MUTANT = String(trial.mutant);

if (trial.coverage !== null) {
  const file = trial.coverage;
  beforeAll(() => {
    // Until here files were loaded; from here on tests run.
    recorded = ran;
  });
  afterAll(() => {
    writeFileSync(file, JSON.stringify({ loaded: hitsOf(loaded), ran: hitsOf(ran) }));
  });
}

function hitsOf(counts: Uint32Array): Record<string, number> {
  return Object.fromEntries([...counts.entries()].filter(([, count]) => count > 0));
}
