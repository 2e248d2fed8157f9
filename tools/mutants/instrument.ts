// Makes a copy of the project that holds every mutant behind a switch, all of them off.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { leftOut, type Mutator, type NodePath, own_mutators } from './mutators.ts';

export const rooms = [
  'contract',
  'server/payments',
  'server/ledger',
  'server/identity',
  'server/vault',
  'server/db',
];

export interface Mutant {
  /** The number its switch waits for in this copy. */
  id: number;
  /** The same in every run as long as its file stays as it is. */
  key: string;
  room: string;
  file: string;
  line: number;
  mutator: string;
  original: string;
  replacement: string;
  /** The replacement as it is written, and where, for the compiler. */
  replaced: { text: string; start: Place; end: Place };
}

export interface Copy {
  folder: string;
  mutants: Mutant[];
  /** Digest of all mutated files; results of another copy hold only where it is the same. */
  digest: string;
  /** Digest of each test file by its path. */
  tests: Map<string, string>;
}

export const digestOf = (text: string) =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Strings are left out: names are held by their types, sentences by the specification. */
const options = {
  plugins: [],
  excludedMutations: ['StringLiteral'],
  ignorers: [{ shouldIgnore: (found: unknown) => leftOut(found as NodePath) }],
  noHeader: true,
};

/** Replaces the library's switches by comparisons of numbers, which cost hot loops nothing. */
const header = `var stryState = globalThis.__stryker__, stryOn = stryState
  ? stryState.active : Number(globalThis.process?.env.MUTANT ?? 0);
function stryHit() { return stryState?.hit() ?? true; }
function stryCov(...ids) { stryState?.cover(ids); }
`;

function withSwitches(content: string): string {
  const switched = content
    .replace(/stryMutAct_9fa48\("(\d+)"\)/g, '(stryOn === $1 && stryHit())')
    .replace(/stryCov_9fa48\(([^)]*)\)/g, (_, ids: string) => {
      return `stryOn === -1 && stryCov(${ids.replaceAll('"', '')})`;
    });
  return switched === content ? content : header + switched;
}

const quiet = {
  ...Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map(silent)),
  ...Object.fromEntries(
    ['Trace', 'Debug', 'Info', 'Warn', 'Error', 'Fatal'].map((name) => [
      `is${name}Enabled`,
      () => false,
    ]),
  ),
};

function silent(name: string): [string, () => void] {
  return [name, () => undefined];
}

/** The library reads its mutators from one list; ours are put beside them. */
async function addOwnMutators(): Promise<void> {
  const entry = import.meta.resolve('@stryker-mutator/instrumenter');
  const list = await import(new URL('./mutators/mutate.js', entry).href);
  const all: Mutator[] = list.allMutators;
  for (const mutator of own_mutators) if (!all.includes(mutator)) all.push(mutator);
}

const isMutated = (name: string) =>
  rooms.some((room) => name.startsWith(`${room}/`)) &&
  name.endsWith('.ts') &&
  !/\.(test|generated)\.ts$|\/testing\//.test(name);

function textAt(lines: readonly string[], from: Place, to: Place): string {
  const cut = lines.slice(from.line, to.line + 1);
  cut[cut.length - 1] = (cut.at(-1) ?? '').slice(0, to.column);
  cut[0] = (cut[0] ?? '').slice(from.column);
  return cut.join('\n');
}

/** From 0. */
interface Place {
  line: number;
  column: number;
}

/** Writes the copy into `folder`, which must be new; the dependencies are ours. */
export async function makeCopy(root: string, folder: string): Promise<Copy> {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root });
  const names = listed.toString().split('\n').filter(Boolean).sort();
  const tests = new Map<string, string>();
  for (const name of names) {
    const to = path.join(folder, name);
    mkdirSync(path.dirname(to), { recursive: true });
    copyFileSync(path.join(root, name), to);
    if (/\.test\.[jt]sx?$/.test(name)) tests.set(name, digestOf(readFileSync(to, 'utf8')));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await addOwnMutators();
  const files = names.filter(isMutated).map((name) => ({
    name,
    mutate: true,
    content: readFileSync(path.join(root, name), 'utf8'),
  }));
  const made = await new Instrumenter(quiet as never).instrument(files, options as never);
  for (const { name, content } of made.files) {
    writeFileSync(path.join(folder, name), withSwitches(content));
  }
  const lines = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  const digest = digestOf(files.map(({ name, content }) => name + content).join('\0'));
  const active = made.mutants.filter((mutant) => mutant.status !== 'Ignored');
  const mutants = active.map((mutant) => describe(mutant, lines));
  return { folder, digest, tests, mutants };
}

type Made = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number];

function describe(mutant: Made, lines: ReadonlyMap<string, string[]>): Mutant {
  const { fileName: file, location, mutatorName: mutator } = mutant;
  const of_file = lines.get(file) ?? [];
  const original = oneLine(textAt(of_file, location.start, location.end));
  const replacement = oneLine(mutant.replacement);
  const places = [location.start, location.end].map(({ line, column }) => `${line}:${column}`);
  const key = [file, digestOf(of_file.join('\n')), ...places, mutator, replacement].join(' ');
  const room = rooms.find((name) => file.startsWith(`${name}/`)) as string;
  const line = location.start.line + 1;
  const replaced = { text: mutant.replacement, ...location };
  return { id: Number(mutant.id), key, room, file, line, mutator, original, replacement, replaced };
}
