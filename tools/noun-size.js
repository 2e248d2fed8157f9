// `npm run noun-size groups`: the five files of a plain noun, and whether they stay small.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fail, root } from './ensure.js';

const most_lines = 250;
const noun = process.argv[2] ?? fail('Say which noun: npm run noun-size groups');

/** Where each of the five stands: contract, server, its test, panel, and the table's migration. */
const places = [
  ['contract', `${noun}.ts`],
  ['server', `${noun}.ts`],
  ['server', `${noun}.test.ts`],
  ['panel', `${noun}.tsx`],
];

function find([folder, name]) {
  const all = readdirSync(path.join(root, folder), { recursive: true });
  const found = all.filter((file) => path.basename(file) === name);
  if (found.length !== 1) fail(`${folder}: ${found.length} files are named ${name}.`);
  return path.posix.join(folder, found[0]);
}

const read = (name) => readFileSync(path.join(root, name), 'utf8');
const linesOf = (text) => text.trimEnd().split('\n').length;

/** The paragraph that makes the table, in the schema file of its room. */
function tablePart(table) {
  const folder = 'server/db/migrations';
  for (const file of readdirSync(path.join(root, folder))) {
    const parts = read(`${folder}/${file}`).split(/\n\n+/);
    const part = parts.find((text) => text.includes(`create table ${table} (`));
    if (part) return [`${folder}/${file} (${table})`, linesOf(part)];
  }
  return fail(`No migration makes the table ${table}.`);
}

const files = places.map(find);
const stored = files.map((name) => /\bstore<\w+>\('(\w+)'/.exec(read(name))?.[1]).find(Boolean);
const sizes = files.map((name) => [name, linesOf(read(name))]);
sizes.splice(1, 0, tablePart(stored ?? fail(`server: ${noun}.ts names no table by store().`)));
for (const [name, count] of sizes) console.log(`${String(count).padStart(4)} ${name}`);
const total = sizes.reduce((sum, [, count]) => sum + count, 0);
console.log(`${String(total).padStart(4)} lines in ${sizes.length} files (at most ${most_lines})`);
if (total > most_lines) process.exitCode = 1;
