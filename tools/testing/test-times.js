// Where the seconds of a test run went: its slowest files, and what a file costs before its tests.
import path from 'node:path';
import { root } from '../ensure.js';

const shown = 10;

/** A reporter of vitest's, for `npm test`. */
export default class Times {
  onTestRunEnd(modules) {
    const files = modules.map(timesOf);
    console.log(`\nSlowest files (in all, and of that before and around their tests):`);
    const slowest = [...files].sort((a, b) => b.all_ms - a.all_ms).slice(0, shown);
    for (const file of slowest) print(seconds(file.all_ms), seconds(file.fixed_ms), file.name);
    console.log('By kind (in all, fixed cost a file):');
    for (const kind of new Set(files.map((file) => file.kind))) {
      const own = files.filter((file) => file.kind === kind);
      const fixed_ms = sum(own, 'fixed_ms') / own.length;
      print(seconds(sum(own, 'all_ms')), seconds(fixed_ms), `${kind}: ${own.length} files`);
    }
  }
}

/** Importing a file and its hooks are fixed; tests that run side by side have no share in it. */
function timesOf(module) {
  const { collectDuration, duration, environmentSetupDuration, prepareDuration, setupDuration } =
    module.diagnostic();
  const before_ms = collectDuration + environmentSetupDuration + prepareDuration + setupDuration;
  let tests_ms = 0;
  for (const test of module.children.allTests()) tests_ms += test.diagnostic()?.duration ?? 0;
  return {
    name: path.relative(root, module.moduleId),
    kind: module.project.name,
    all_ms: before_ms + duration,
    fixed_ms: before_ms + Math.max(0, duration - tests_ms),
  };
}

const sum = (files, what) => files.reduce((total, file) => total + file[what], 0);
const seconds = (ms) => (ms / 1000).toFixed(1);
const print = (all, fixed, name) =>
  console.log(`${all.padStart(8)}${fixed.padStart(8)} s  ${name}`);
