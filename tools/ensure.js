// Makes sure that Node is new enough, the dependencies are installed and the build is not stale.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const oldest = [20, 19];
const install_stamp = at('node_modules/.penstock-install');

/** What each bundle is made of, and where its stamp stands beside the result. */
const bundles = {
  panel: {
    sources: [
      'panel',
      'contract',
      'vite.config.ts',
      'tools/compressed.ts',
      'tools/lean-contract.ts',
      'tsconfig.json',
      'package-lock.json',
    ],
    result: 'dist/panel/index.html',
    stamp: 'dist/.panel-stamp',
    args: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  },
  tokenizer: {
    sources: [
      'panel',
      'contract',
      'vite.tokenizer.config.ts',
      'tsconfig.json',
      'package-lock.json',
    ],
    result: 'dist/tokenizer/tokenizer.js',
    stamp: 'dist/.tokenizer-stamp',
    args: [
      'node_modules/vite/bin/vite.js',
      'build',
      '--logLevel',
      'warn',
      '--config',
      'vite.tokenizer.config.ts',
    ],
  },
  server: {
    sources: ['server', 'contract', 'lab', 'tools/bundle.js', 'tsconfig.json', 'package-lock.json'],
    result: 'dist/server/main.js',
    stamp: 'dist/.server-stamp',
    args: ['tools/bundle.js'],
  },
};

/** An absolute path inside the project. */
export function at(name) {
  return path.join(root, name);
}

/** Ends the process with a sentence when Node is too old; warns where Node gets no more repairs. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    fail(`Penstock needs Node ${oldest.join('.')} or newer; this is ${process.versions.node}.`);
  }
  if (major < 22) {
    console.warn(
      `Node ${process.versions.node} gets no security repairs any more: use 24 in production.`,
    );
  }
}

/** Prints a sentence and ends with a non-zero code. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Children that still run, for endRun(). */
const runs = new Set();

/** Runs a program in the project's folder; answers its exit code (a signal counts as 1). */
export function run(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: 'inherit', ...options });
    runs.add(child);
    child.once('error', reject);
    child.once('exit', (code) => {
      runs.delete(child);
      resolve(code ?? 1);
    });
  });
}

/** Sends a signal to every program that run() has started and that still runs. */
export function endRun(signal) {
  for (const child of runs) child.kill(signal);
}

/** Installs when node_modules is missing or was installed from another lock file. */
export async function ensureInstalled() {
  checkNode();
  const wanted = digest([readFileSync(at('package-lock.json'))]);
  if (readText(install_stamp) === wanted) return;
  if (!matchesLock()) {
    console.log('Installing the dependencies (npm ci) …');
    const flags = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev'];
    const code = await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', flags);
    if (code !== 0) fail('npm ci failed: its reason stands above.');
  }
  writeFileSync(install_stamp, wanted);
}

/** Builds the named bundles (`panel`, `server`) whose sources changed since the last build. */
export async function ensureBuilt(names = Object.keys(bundles)) {
  for (const name of names) {
    const { sources, result, stamp, args } = bundles[name];
    const wanted = digest(sources.flatMap((source) => contents(at(source))));
    if (existsSync(at(result)) && readText(at(stamp)) === wanted) continue;
    console.log(`Building the ${name} …`);
    // A build that breaks off must not look finished at the next start.
    rmSync(at(stamp), { force: true });
    const env = { ...process.env, NODE_ENV: 'production' };
    if ((await run(process.execPath, args, { env })) !== 0) fail(`The ${name} does not build.`);
    mkdirSync(at('dist'), { recursive: true });
    writeFileSync(at(stamp), wanted);
  }
}

/** Whether npm's own note of what it installed holds every package the lock file asks for. */
function matchesLock() {
  const note = readText(at('node_modules/.package-lock.json'));
  if (!note) return false;
  const installed = JSON.parse(note).packages ?? {};
  const { packages } = JSON.parse(readText(at('package-lock.json')));
  return Object.entries(packages).every(([place, entry]) => {
    if (place === '') return true;
    const there = installed[place];
    if (!there) return entry.optional === true || entry.devOptional === true;
    return there.version === entry.version && there.integrity === entry.integrity;
  });
}

function contents(place) {
  if (!existsSync(place)) return [];
  const own = path.basename(place);
  if (/\.test\.tsx?$|\.sql$|\.md$/.test(own)) return [];
  let names;
  try {
    names = readdirSync(place).sort();
  } catch {
    return [path.relative(root, place), readFileSync(place)];
  }
  return names.flatMap((name) => contents(path.join(place, name)));
}

function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}

function readText(place) {
  return existsSync(place) ? readFileSync(place, 'utf8') : '';
}
