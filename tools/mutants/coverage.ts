// Which test files execute which mutants: recorded once for each version of a test file.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Affinity } from './affinity.ts';
import type { Copy, Mutant } from './instrument.ts';
import { share, type Worker } from './pool.ts';

/** How often each mutant was executed, by its id. */
type Hits = Record<string, number>;

interface TestFile {
  name: string;
  ms: number;
  /** While files were loaded. */
  loaded: Hits;
  /** While tests ran. */
  ran: Hits;
}

export interface Coverage {
  /** The test files that execute a mutant, the likeliest to notice it first. */
  testsOf(mutant: Mutant): { name: string; ms: number; hits: number }[];
  /** A test that noticed a mutant of a file is tried first on the next one of that file. */
  note(mutant: Mutant, test: string): void;
}

type Raw = Pick<TestFile, 'loaded' | 'ran'>;

/** Folders whose tests execute mutated code; journeys take too long. */
const watched = /^(contract|server|panel|lab)\//;
/** A test file that takes longer than this without a mutant counts as hung. */
const max_ms = 240_000;

/** Records what the chosen tests execute; files that fail without a mutant are left out. */
export async function recordCoverage(
  copy: Copy,
  cache: string,
  workers: readonly Worker[],
  asked: string,
): Promise<TestFile[]> {
  mkdirSync(cache, { recursive: true });
  const names = [...copy.tests.keys()].filter(
    (name) => name.startsWith(asked) && watched.test(name),
  );
  const placeOf = (name: string) =>
    path.join(cache, `${copy.digest}-${copy.tests.get(name)}-${path.basename(name)}.json`);
  const missing = names.filter((name) => !existsSync(placeOf(name)));
  await share(missing, workers, async (name, worker, index) => {
    const raw = path.join(cache, `raw-${process.pid}-${index}.json`);
    const order = { file: name, mutant: null, hit_limit: Number.MAX_SAFE_INTEGER, coverage: raw };
    const { outcome, test, ms } = await worker.attempt(order, max_ms);
    const nothing: Raw = { loaded: {}, ran: {} };
    const hits: Raw = existsSync(raw) ? JSON.parse(readFileSync(raw, 'utf8')) : nothing;
    rmSync(raw, { force: true });
    console.log(`${outcome} ${(ms / 1000).toFixed(1)} s ${name} ${test}`);
    if (outcome !== 'passed') return;
    writeFileSync(placeOf(name), JSON.stringify({ name, ms, ...hits }));
  });
  return names
    .map(placeOf)
    .filter((place) => existsSync(place))
    .map((place) => JSON.parse(readFileSync(place, 'utf8')));
}

/** A test beside its file is nearest, then one of the same folder, then of the same room. */
function distance(file: string, test: string): number {
  const stem = file.replace(/\.ts$/, '');
  if (test.startsWith(`${stem}.`) || test.startsWith(`${stem}-`)) return 0;
  if (path.dirname(test) === path.dirname(file)) return 1;
  const tail = (name: string) => name.split('/').slice(1);
  if (path.dirname(tail(test).join('/')) === path.dirname(tail(file).join('/'))) return 2;
  return tail(test)[0] === tail(file)[0] ? 3 : 4;
}

export function makeCoverage(found: readonly TestFile[], affinity: Affinity): Coverage {
  const kills = new Map<string, number>();
  return {
    testsOf({ id, file, line }) {
      const seen = found
        .map(({ name, ms, loaded, ran }) => {
          const far = distance(file, name);
          // What stands beside a file may call it while it lists its cases.
          const rank =
            far -
            4 * affinity({ file, line }, name) +
            (ran[id] || far === 0 ? 0 : 10) +
            ms / 10_000 -
            Math.min(3, kills.get(`${file} ${name}`) ?? 0) -
            (ran[id] ? 0 : Math.min(6, kills.get(name) ?? 0));
          return { name, ms, hits: (ran[id] ?? 0) + (loaded[id] ?? 0), rank };
        })
        .filter(({ hits }) => hits > 0);
      if (seen.length > 0) return seen.sort((a, b) => a.rank - b.rank);
      // Code that runs only in processes of its own is not recorded: try the tests beside it.
      return found
        .filter(({ name }) => distance(file, name) <= 1)
        .sort((a, b) => distance(file, a.name) - distance(file, b.name))
        .map(({ name, ms }) => ({ name, ms, hits: 1_000_000 }));
    },
    note({ id, file }, test) {
      const ran = found.find(({ name }) => name === test)?.ran[id];
      // A mutant executed only while files are loaded is mostly noticed by the same few tests.
      for (const one of ran ? [`${file} ${test}`] : [`${file} ${test}`, test]) {
        kills.set(one, (kills.get(one) ?? 0) + 1);
      }
    },
  };
}
