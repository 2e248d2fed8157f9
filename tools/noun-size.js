// `npm run noun-size groups`: the five files of a plain noun, and whether they stay small.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fail, root } from './ensure.js';

const most_lines = 250;
const noun = process.argv[2] ?? fail('Say which noun: npm run noun-size groups');

/** Where each of the five stands: contract, migration, server, its test, panel. */
const places = [
  ['contract', `${noun}.ts`],
  ['server/db/migrations', `_${noun.replaceAll('-', '_')}.sql`],
  ['server', `${noun}.ts`],
  ['server', `${noun}.test.ts`],
  ['panel', `${noun}.tsx`],
];

function find([folder, ending]) {
  const all = readdirSync(path.join(root, folder), { recursive: true });
  const fits = (name) =>
    ending.startsWith('_') ? name.endsWith(ending) : path.basename(name) === ending;
  const found = all.filter(fits).map((name) => path.posix.join(folder, name));
  return found.length === 1 ? found[0] : fail(`${folder}: ${found.length} files end in ${ending}.`);
}

const files = places.map(find);
const counts = files.map(
  (name) => readFileSync(path.join(root, name), 'utf8').split('\n').length - 1,
);
for (const [n, name] of files.entries()) {
  console.log(`${String(counts[n]).padStart(4)} ${name}`);
}
const total = counts.reduce((sum, count) => sum + count, 0);
console.log(`${String(total).padStart(4)} lines in ${files.length} files (at most ${most_lines})`);
if (total > most_lines) process.exitCode = 1;
