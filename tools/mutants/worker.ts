// A process that keeps the test runner warm and tries one mutant on one test file at a time.
import { createVitest } from 'vitest/node';
import type { Trial } from './setup.ts';

export interface Order extends Trial {
  file: string;
}

export interface Verdict {
  /** failed: a test, or the file around it; empty: no test ran. */
  outcome: 'passed' | 'failed' | 'empty';
  /** The first test that failed. */
  test: string;
  ms: number;
}

const root = process.argv[2] as string;
const vitest = await createVitest('test', {
  root,
  config: false,
  watch: false,
  pool: 'forks',
  isolate: true,
  maxWorkers: 1,
  fileParallelism: false,
  bail: 1,
  globalSetup: ['server/testing/global-setup.ts'],
  setupFiles: ['tools/mutants/setup.ts'],
  include: ['{contract,server,lab,panel,tools}/**/*.test.{ts,tsx,js}'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
  teardownTimeout: 5000,
  reporters: [{}],
});
const project = vitest.getRootProject();

async function attempt({ file, ...trial }: Order): Promise<Verdict> {
  project.provide('trial', trial);
  const begun = performance.now();
  // The runner keeps earlier results; each attempt must see only its own.
  vitest.state.filesMap.clear();
  const moduleId = `${root}/${file}`;
  const specification = project.createSpecification(moduleId);
  const { testModules: all, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  const testModules = all.filter((found) => found.moduleId === moduleId);
  const tests = testModules.flatMap((found) => [...found.children.allTests()]);
  const failed = tests.find((test) => test.result().state === 'failed');
  const is_good = unhandledErrors.length === 0 && testModules.every((found) => found.ok());
  // A file that cannot even be loaded has failed too: the mutant stops whoever imports it.
  const outcome = !is_good ? 'failed' : tests.length === 0 ? 'empty' : 'passed';
  return { outcome, test: failed?.fullName ?? '', ms: performance.now() - begun };
}

process.on('message', async (order: Order) => {
  const verdict = await attempt(order);
  process.send?.(verdict);
});
// The parent is gone: end the whole process group, busy or not.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.send?.('ready');
