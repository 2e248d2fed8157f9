// `npm test`: every kind of test once, journeys included, closed by one line of sums.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, fail, root, run } from '../ensure.js';

/** By their cost: without windows and tabs a browser takes a third less of the journeys' time. */
const browser_names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
const browser_packages = ['chromium-headless-shell', 'chromium'];

const filters = process.argv.slice(2);
await ensureInstalled();
const browser = await ensureBrowser();
await ensureBuilt();

const folder = mkdtempSync(path.join(tmpdir(), 'penstock-test-'));
const result = path.join(folder, 'result.json');
const reporters = [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${result}`,
  '--reporter=./tools/testing/test-times.js',
];
const code = await run(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...filters],
  { env: { ...process.env, CHROMIUM: browser } },
);
const { passed, failed } = sums(result);
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Adds up the run; what never came to a test (a file, a set-up, a journey) counts as failed. */
function sums(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { testResults = [], numPassedTests = 0 } = JSON.parse(readFileSync(file, 'utf8'));
  let bad = 0;
  let journeys = 0;
  for (const { name, status, assertionResults } of testResults) {
    const lost = assertionResults.filter((test) => test.status === 'failed').length;
    const is_journey = path.relative(root, name).startsWith(`e2e${path.sep}`);
    const left_out = assertionResults.filter((test) => !/^(passed|failed)$/.test(test.status));
    if (is_journey) journeys += assertionResults.length;
    if (is_journey && left_out.length > 0) {
      console.error(`${path.relative(root, name)}: a journey may not be skipped.`);
      bad += left_out.length;
    }
    bad += lost === 0 && status === 'failed' ? 1 : lost;
  }
  if (journeys === 0 && filters.length === 0) {
    console.error('No journey ran: e2e/ holds none.');
    bad += 1;
  }
  return { passed: numPassedTests, failed: bad === 0 && code !== 0 ? 1 : bad };
}

async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  const can_install =
    works('apt-get', ['--version']) && (!sudo[0] || works('sudo', ['-n', 'true']));
  if (can_install) {
    console.log(`Installing Chromium for the journeys (apt-get install ${browser_packages[0]}) …`);
    await aptGet('update', '-q');
    for (const name of browser_packages) {
      if ((await aptGet('install', '-y', '-q', name)) === 0) break;
    }
  }
  return (
    findBrowser() ??
    fail(
      'The journeys need a browser and none was found: install Chromium ' +
        '("apt-get install chromium") or set CHROMIUM to the path of one.',
    )
  );
}

function aptGet(...args) {
  const [file, ...rest] = [...sudo, 'apt-get', ...args];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return run(file, rest, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

function findBrowser() {
  const { CHROMIUM, PATH = '' } = process.env;
  if (CHROMIUM) {
    return works(CHROMIUM, ['--version']) ? CHROMIUM : fail(`CHROMIUM=${CHROMIUM} does not run.`);
  }
  const folders = [...PATH.split(path.delimiter), '/usr/bin'];
  return browser_names
    .flatMap((name) => folders.map((place) => path.join(place, name)))
    .find((place) => existsSync(place) && works(place, ['--version']));
}

function works(file, args) {
  return spawnSync(file, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;
}
