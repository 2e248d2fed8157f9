// `npm run test:mutants [room …] [--draw N] [--seed S] [--workers 2] [--tests PATH]`: makes
// mutants of the product and reports how many its tests notice, or else its compiler.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbedded } from '../../server/db/embedded/embedded.ts';
import { makeTemplate } from '../../server/testing/global-setup.ts';
import { makeAffinity } from '../mutants/affinity.ts';
import { type Coverage, makeCoverage, recordCoverage } from '../mutants/coverage.ts';
import { type Copy, type Mutant, makeCopy, rooms } from '../mutants/instrument.ts';
import {
  type Entry,
  isArgued,
  type Journal,
  openJournal,
  readArguments,
} from '../mutants/journal.ts';
import { openWorker, share, type Worker } from '../mutants/pool.ts';
import { openTypeCheck } from '../mutants/type-check.ts';

const root = path.resolve(import.meta.dirname, '../..');
const reports = path.join(root, 'reports/mutants');
/** A mutant that this many test files do not notice has survived. */
const max_tests = 20;

interface Wish {
  rooms: string[];
  /** How many mutants to draw at random; 0 for all. */
  draw: number;
  seed: number;
  workers: number;
  /** Only test files whose path begins with this are run. */
  tests: string;
}

function readWish(args: string[]): Wish {
  const wish: Wish = { rooms: [], draw: 0, seed: 1, workers: 2, tests: '' };
  const names = { '--draw': 'draw', '--seed': 'seed', '--workers': 'workers' } as const;
  for (let n = 0; n < args.length; n++) {
    const arg = (args[n] as string).replace(/\/$/, '');
    const name = names[arg as keyof typeof names];
    if (name) wish[name] = Number(args[++n]);
    else if (arg === '--tests') wish.tests = args[++n] as string;
    else if (rooms.some((room) => `${arg}/`.startsWith(`${room}/`))) wish.rooms.push(arg);
    else throw new Error(`There is no room "${arg}": ${rooms.join(', ')}, or a path inside one.`);
  }
  return wish;
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function choose(all: readonly Mutant[], wish: Wish): Mutant[] {
  const inside = all.filter(
    ({ file }) => wish.rooms.length === 0 || wish.rooms.some((room) => file.startsWith(room)),
  );
  if (wish.draw === 0) return inside;
  const random = randomFrom(wish.seed);
  const drawn = inside.map((mutant) => ({ mutant, ticket: random() }));
  drawn.sort((a, b) => a.ticket - b.ticket);
  return drawn.slice(0, wish.draw).map(({ mutant }) => mutant);
}

/** Runs one test file after another until one notices the mutant. */
async function judge(
  mutant: Mutant,
  worker: Worker,
  coverage: Coverage,
): Promise<Pick<Entry, 'verdict' | 'by'>> {
  const tests = coverage.testsOf(mutant);
  if (tests.length === 0) return { verdict: 'uncovered', by: '' };
  for (const test of tests.slice(0, max_tests)) {
    const hit_limit = 100 * test.hits + 10_000;
    const order = { file: test.name, mutant: mutant.id, hit_limit, coverage: null };
    const answer = await worker.attempt(order, 60_000 + 6 * test.ms);
    if (answer.outcome !== 'failed' && answer.outcome !== 'hung') continue;
    coverage.note(mutant, test.name);
    const verdict = answer.outcome === 'failed' ? 'killed' : 'hung';
    return { verdict, by: `${test.name} ${answer.test}`.trim() };
  }
  return { verdict: 'survived', by: '' };
}

function tell(mutant: Mutant, { verdict, by }: Pick<Entry, 'verdict' | 'by'>): void {
  const { file, line, mutator, original, replacement } = mutant;
  const change = `${original.slice(0, 300)} → ${replacement.slice(0, 300)}`;
  console.log(`${verdict.padEnd(9)} ${file}:${line} ${mutator} ¦ ${change} ¦ ${by}`);
}

const isLost = (verdict: Entry['verdict'] | undefined) =>
  verdict === 'survived' || verdict === 'uncovered';

function printScore(chosen: readonly Mutant[], journal: Journal, argued: Set<Mutant>): boolean {
  console.log(`${'room'.padEnd(18)} mutants    tests   types  argued    left   score`);
  let is_good = true;
  for (const room of [...rooms, 'all']) {
    const here = chosen.filter((mutant) => room === 'all' || mutant.room === room);
    if (here.length === 0) continue;
    const countOf = (...verdicts: Entry['verdict'][]) =>
      here.filter((mutant) => verdicts.some((one) => one === journal.of(mutant)?.verdict)).length;
    const [by_tests, by_types] = [countOf('killed', 'hung'), countOf('refused')];
    const excused = here.filter((mutant) => argued.has(mutant)).length;
    const noticed = by_tests + by_types;
    const left = here.length - noticed - excused;
    const score = `${((100 * noticed) / here.length).toFixed(1)} %`;
    const numbers = [here.length, by_tests, by_types, excused, left];
    const cells = numbers.map((cell) => String(cell).padStart(7));
    console.log(`${room.padEnd(18)}${cells.join(' ')} ${score.padStart(7)}`);
    if (room === 'all') is_good = left === 0 && noticed >= 0.9 * here.length;
  }
  return is_good;
}

async function tryAll(copy: Copy, wish: Wish, workers: Worker[]): Promise<boolean> {
  const excuses = readArguments(path.join(root, 'tools/mutants/argued.txt'));
  const stale = excuses.filter((one) => !copy.mutants.some((mutant) => isArgued(mutant, one)));
  for (const { file, original } of stale) {
    console.log(`An argued mutant no longer exists: ${file} ${original}`);
  }
  const journal = openJournal(path.join(reports, 'journal.jsonl'), copy);
  const chosen = choose(copy.mutants, wish);
  const argued = new Set(chosen.filter((mutant) => excuses.some((one) => isArgued(mutant, one))));
  const open = chosen.filter((mutant) => !argued.has(mutant) && !journal.of(mutant));
  console.log(`${copy.mutants.length} mutants, ${chosen.length} chosen, ${open.length} to try`);
  const cache = path.join(reports, 'coverage');
  const found = await recordCoverage(copy, cache, workers, wish.tests);
  const names = found.map(({ name }) => name);
  const coverage = makeCoverage(found, makeAffinity(root, names));
  for (const mutant of copy.mutants) {
    const known = journal.of(mutant);
    const test = known?.verdict === 'refused' ? '' : known?.by.split(' ')[0];
    if (test) coverage.note(mutant, test);
  }
  const typeCheck = openTypeCheck(root);
  await share(open, workers, async (mutant, worker) => {
    const judged = await judge(mutant, worker, coverage);
    const refusal = isLost(judged.verdict) ? typeCheck(mutant) : null;
    const entry = refusal ? ({ verdict: 'refused', by: refusal } as const) : judged;
    journal.write(mutant, entry);
    tell(mutant, entry);
  });
  const lost = chosen.filter(
    (mutant) => !argued.has(mutant) && isLost(journal.of(mutant)?.verdict),
  );
  console.log(`\n${lost.length} mutants that nothing noticed:`);
  for (const mutant of lost) tell(mutant, journal.of(mutant) as Entry);
  return printScore(chosen, journal, argued) && stale.length === 0;
}

async function main(): Promise<void> {
  const wish = readWish(process.argv.slice(2));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'penstock-mutants-'));
  // Root's tests start PostgreSQL as another user, who must be able to read its programs.
  chmodSync(folder, 0o755);
  const copy = await makeCopy(root, path.join(folder, 'copy'));
  const database = await startEmbedded({
    data_dir: path.join(folder, 'database'),
    durable: false,
    log: () => undefined,
  });
  const workers = Array.from({ length: wish.workers }, () => openWorker(copy.folder, database.url));
  const stop = async () => {
    for (const worker of workers) worker.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  }
  try {
    await makeTemplate(database.url);
    process.exitCode = (await tryAll(copy, wish, workers)) ? 0 : 1;
  } finally {
    await stop();
  }
}

await main();
