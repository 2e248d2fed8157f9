// What became of each mutant, one line a verdict, so that a run goes on where the last one ended.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Copy, digestOf, type Mutant } from './instrument.ts';

export interface Entry {
  key: string;
  /** `refused` by the compiler, where no test notices it. */
  verdict: 'killed' | 'hung' | 'refused' | 'survived' | 'uncovered';
  /** The test that noticed it, file and name; or what the compiler says. */
  by: string;
  /** Digest of all test files: a survivor is tried again as soon as any of them has changed. */
  tests: string;
}

export interface Journal {
  of(mutant: Mutant): Entry | undefined;
  write(mutant: Mutant, entry: Pick<Entry, 'verdict' | 'by'>): void;
}

export function openJournal(file: string, copy: Copy): Journal {
  mkdirSync(path.dirname(file), { recursive: true });
  const tests = digestOf([...copy.tests].flat().join('\0'));
  const entries = new Map<string, Entry>();
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const line of text.split('\n').filter(Boolean)) {
    const entry: Entry = JSON.parse(line);
    const is_seen = ['killed', 'hung', 'refused'].includes(entry.verdict);
    if (is_seen || entry.tests === tests) entries.set(entry.key, entry);
  }
  return {
    of: ({ key }) => entries.get(key),
    write({ key }, { verdict, by }) {
      const entry = { key, verdict, by, tests };
      entries.set(key, entry);
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
    },
  };
}

export interface Argument {
  file: string;
  mutator: string;
  original: string;
  replacement: string;
  why: string;
}

/** One line each: `file ¦ mutator ¦ original → replacement ¦ why`; `#` opens a comment. */
export function readArguments(file: string): Argument[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', mutator = '', change = '', why = ''] = line.split(/\s+¦\s+/);
      const [original = '', replacement = ''] = change.split(' → ');
      if (!why) throw new Error(`An argued mutant does not say why: ${line}`);
      return { file: name, mutator, original, replacement, why };
    });
}

export const isArgued = (mutant: Mutant, { file, mutator, original, replacement }: Argument) =>
  mutant.file === file &&
  mutant.mutator === mutator &&
  mutant.original === original &&
  mutant.replacement === replacement;
