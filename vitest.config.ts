// The kinds of tests: rules, verbs and sweeps side by side, then journeys one at a time.
import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const sweeps = ['server/testing/sweeps/**/*.test.ts', 'server/testing/**/*.sweep.test.ts'];
const database = './server/testing/global-setup.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    watch: false,
    maxWorkers: 2,
    passWithNoTests: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    // Once for the whole run: every kind of test that needs a database clones the same template.
    globalSetup: existsSync(new URL(database, import.meta.url)) ? [database] : [],
    projects: [
      project('rules', ['{contract,panel,tools}/**/*.test.{ts,tsx,js}']),
      project('verbs', ['{server,lab}/**/*.test.ts'], sweeps),
      project('sweeps', sweeps),
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          pool: 'forks',
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

function project(name: string, include: string[], exclude: string[] = []) {
  return {
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', ...exclude],
      pool: 'forks' as const,
      maxWorkers: 2,
      sequence: { groupOrder: 0 },
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  };
}
