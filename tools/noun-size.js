// `npm run noun-size [noun …]`: the five files of a noun, and whether they stay small.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fail, root } from './ensure.js';

const max_lines = 250;
const printed = ['groups', 'webhooks', 'api-keys'];
const asked = process.argv.slice(2);

const lister = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true }).map((name) =>
    path.posix.join(folder, name.split(path.sep).join('/')),
  );
const all = ['contract', 'server', 'panel'].flatMap(lister);
const linesIn = (text) => text.split('\n').length - 1;
const read = (name) => readFileSync(path.join(root, name), 'utf8');
const linesOf = (name) => linesIn(read(name));

/** The file of that name, and what lies in a folder of that name: a larger noun is one. */
function files(room, noun, is_wanted) {
  const within = all.filter((name) => name.startsWith(`${room}/`) && is_wanted(name));
  const own = (name) => path.basename(name).startsWith(`${noun}.`);
  return within.filter((name) => own(name) || name.split('/').slice(0, -1).includes(noun));
}

/** The paragraph that makes the noun's table, in the schema file of its room. */
function migration(noun) {
  const folder = 'server/db/migrations/';
  const named = files('server', noun, is_code)
    .map((name) => /\btable: '(\w+)'/.exec(read(name))?.[1])
    .find(Boolean);
  const table = named ?? noun.replaceAll('-', '_').replace(/s$/, '');
  for (const name of all.filter((one) => one.startsWith(folder))) {
    const part = read(name)
      .split(/\n\n+/)
      .find((text) => text.includes(`create table ${table} (`));
    if (part) return { name: `${name} (${table})`, count: linesIn(`${part.trimEnd()}\n`) };
  }
  return { name: `${folder} (none)`, count: 0 };
}

const sum = (counts) => counts.reduce((total, count) => total + count, 0);
const is_test = (name) => /\.test\.tsx?$/.test(name);
const is_code = (name) => /\.(ts|tsx|css)$/.test(name) && !is_test(name);

function row(room, noun, is_wanted) {
  const found = files(room, noun, is_wanted);
  const name = found.length === 1 ? found[0] : `${room}: ${found.length} files`;
  return { name, count: sum(found.map(linesOf)), files: found.length };
}

/** Prints a noun's rows; gives its lines where it is one file a row, and null where it is more. */
function print(noun) {
  const rows = [
    row('contract', noun, is_code),
    { ...migration(noun), files: 1 },
    row('server', noun, is_code),
    row('server', noun, is_test),
    row('panel', noun, is_code),
  ];
  if (sum(rows.map((one) => one.count)) === 0) fail(`No file is named after ${noun}.`);
  const total = sum(rows.map(({ count }) => count));
  const is_plain = rows.every((one) => one.files === 1);
  console.log(noun);
  for (const { name, count } of rows) console.log(`${String(count).padStart(6)} ${name}`);
  const limit = is_plain
    ? ` (at most ${max_lines} where a noun is plain)`
    : ' (more than a plain noun)';
  console.log(`${String(total).padStart(6)} lines${limit}`);
  return is_plain ? total : null;
}

const sizes = (asked.length > 0 ? asked : printed).map((noun) => [noun, print(noun)]);
const wanted = asked.length > 0 ? sizes : sizes.filter(([noun]) => noun === 'groups');
if (wanted.some(([, total]) => total > max_lines)) process.exitCode = 1;
