// The kinds of tests: rules, verbs and sweeps side by side, then journeys.
import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const sweeps = ['server/testing/sweeps/**/*.test.ts', 'server/testing/**/*.sweep.test.ts'];
const quick = {
  maxWorkers: 2,
  sequence: { groupOrder: 0 },
  testTimeout: 20_000,
  hookTimeout: 60_000,
};
const journeys = {
  maxWorkers: 2,
  isolate: false,
  sequence: { groupOrder: 1 },
  testTimeout: 180_000,
  // The first of them makes the demo world, and the second one waits for it.
  hookTimeout: 240_000,
};
/** The longest journeys are the smallest files, which would come last: one worker would wait. */
class SweepsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSweep = ({ moduleId }: TestSpecification) => moduleId.includes('/e2e/routes/');
    const sorted = await super.sort(files);
    return [...sorted.filter(isSweep), ...sorted.filter((file) => !isSweep(file))];
  }
}

/** They replace modules: no file that shares their worker may find them replaced, or loaded. */
const replacing = [
  'server/identity/sign-in/alike.test.ts',
  'server/db/embedded/embedded-binaries.test.ts',
];
const database = './server/testing/global-setup.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    watch: false,
    maxWorkers: 2,
    passWithNoTests: false,
    sequence: { sequencer: SweepsFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    // Once for the whole run: every kind of test that needs a database clones the same template.
    globalSetup: existsSync(new URL(database, import.meta.url)) ? [database] : [],
    projects: [
      project('rules', { ...quick, isolate: false }, [
        '{contract,panel,tools}/**/*.test.{ts,tsx,js}',
      ]),
      project(
        'verbs',
        { ...quick, isolate: false },
        ['{server,lab,bridge}/**/*.test.ts'],
        [...sweeps, ...replacing],
      ),
      project('replacing', quick, replacing),
      project('sweeps', quick, sweeps),
      project('journeys', journeys, ['e2e/**/*.test.ts']),
    ],
  },
});

function project(name: string, kind: object, include: string[], exclude: string[] = []) {
  const left_out = ['**/node_modules/**', ...exclude];
  // A state that is waited for may come late on a busy machine; that it never comes is the fault.
  const patient = { expect: { poll: { timeout: 10_000 } } };
  return {
    test: { name, include, exclude: left_out, pool: 'forks' as const, ...patient, ...kind },
  };
}
