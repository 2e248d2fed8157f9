// `npm run test:planted [name …]`: plants each fault in a copy and sees a suite catch it.
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'server/testing/planted');
/** What each fault must be found within. */
const limit_seconds = 60;

interface Fault {
  name: string;
  /** What the patch breaks, in one sentence: its first line. */
  what: string;
  /** The test file that must fail, and for a slow file the test's name. */
  found_by: string[];
  patch: string;
}

/** A patch opens with `What: …` and `Found by: file [-t "name"]`; the diff follows. */
function readFault(file: string): Fault {
  const patch = path.join(folder, file);
  const text = readFileSync(patch, 'utf8');
  const what = /^What: (.+)$/m.exec(text)?.[1];
  const found_by = /^Found by: (.+)$/m.exec(text)?.[1];
  if (!what || !found_by) throw new Error(`${file} does not say what it is or what finds it.`);
  const [test = '', title] = found_by.split(' -t ');
  const named = title ? ['-t', title.replaceAll('"', '')] : [];
  return { name: file.replace(/\.patch$/, ''), what, found_by: [test, ...named], patch };
}

/** The tracked and new files of the project in a folder of their own, with our dependencies. */
function copyProject(): string {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'penstock-planted-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root });
  for (const name of listed.toString().split('\n').filter(Boolean)) {
    const to = path.join(scratch, name);
    mkdirSync(path.dirname(to), { recursive: true });
    copyFileSync(path.join(root, name), to);
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(scratch, 'node_modules'));
  return scratch;
}

function apply(scratch: string, fault: Fault, ...more: string[]): void {
  execFileSync('git', ['apply', ...more, fault.patch], { cwd: scratch, stdio: 'pipe' });
}

const isJourney = ({ found_by }: Fault) => found_by[0]?.startsWith('e2e/') ?? false;

/** Journeys walk through what was built, so the fault is built first. */
async function build(scratch: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['tools/build.js'], { cwd: scratch });
}

/**
 * Whether tests, or what stands around them, failed; a file that cannot be loaded did not. Around a
 * journey stands a product, which may fail to start for reasons of its own.
 */
function isFound(report: string, fault: Fault): boolean {
  const count = (name: string) => Number(new RegExp(`"${name}":(\\d+)`).exec(report)?.[1] ?? 0);
  const has_loaded = count('numTotalTests') > 0;
  const around = isJourney(fault) ? 0 : count('numFailedTestSuites');
  return has_loaded && count('numFailedTests') + around > 0;
}

/** Runs the named test; gives whether it failed by assertions of its own, and the seconds. */
function runTest(scratch: string, fault: Fault): Promise<{ caught: boolean; seconds: number }> {
  const begun = performance.now();
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', ...fault.found_by];
  const child = spawn(process.execPath, args, {
    cwd: scratch,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 3 * limit_seconds * 1000,
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  return new Promise((resolve) => {
    child.once('close', () => {
      const text = Buffer.concat(parts).toString();
      const seconds = (performance.now() - begun) / 1000;
      resolve({ caught: isFound(text, fault), seconds });
    });
  });
}

type Verdict = 'found' | 'slow' | 'missed';

/** Plants it in the copy, sees whether it is found, and takes it out again; prints the verdict. */
async function tryOut(scratch: string, fault: Fault): Promise<Verdict> {
  apply(scratch, fault);
  if (isJourney(fault)) await build(scratch);
  const { caught, seconds } = await runTest(scratch, fault);
  apply(scratch, fault, '--reverse');
  const verdict = !caught ? 'missed' : seconds <= limit_seconds ? 'found' : 'slow';
  const shown = verdict === 'found' ? verdict : verdict.toUpperCase();
  const time = `${seconds.toFixed(0).padStart(3)} s`;
  console.log(`${shown.padEnd(6)} ${time}  ${fault.name}: ${fault.what}`);
  return verdict;
}

interface Open {
  fault: Fault;
  verdict: Verdict;
}

/** Takes one fault after another, in a copy of its own, and gives those not found in time. */
async function work(left: Fault[]): Promise<Open[]> {
  const open: Open[] = [];
  const scratch = copyProject();
  try {
    for (let fault = left.shift(); fault; fault = left.shift()) {
      const verdict = await tryOut(scratch, fault);
      if (verdict !== 'found') open.push({ fault, verdict });
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return open;
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const faults = readdirSync(folder)
    .filter((file) => file.endsWith('.patch'))
    .sort()
    .map(readFault)
    .filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
  const left = [...faults];
  const copies = Math.min(os.availableParallelism(), faults.length);
  const open = (await Promise.all(Array.from({ length: copies }, () => work(left)))).flat();
  // One that is slow beside others is tried alone; one that is missed is missed.
  const slow = open.filter(({ verdict }) => verdict === 'slow').map(({ fault }) => fault);
  const still_slow = slow.length === 0 ? [] : await work(slow);
  const lost = [...open.filter(({ verdict }) => verdict === 'missed'), ...still_slow];
  for (const { fault } of lost) console.log(`not found: ${fault.name}`);
  console.log(`${faults.length - lost.length} of ${faults.length} planted faults found`);
  process.exitCode = lost.length === 0 && faults.length > 0 ? 0 : 1;
}

await main();
