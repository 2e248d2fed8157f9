// `npm run form-size`: every file that a form of the panel is written in, with its lines.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { at } from './ensure.js';

/** What only forms import: their parts, their fields, their rules, the library below them. */
const old_parts = 'form-|fields\\.|money-field|phone-field|address-fields|field-rules|use-touched';
const form_parts = new RegExp(`from '[^']*(/kit/(form/|${old_parts})|react-hook-form)`);
/** What a form keeps beside its screen: values, checks, how they are sent. */
const beside = /-?(values|draft|rules|kind|checks|form|parts|fields)\.tsx?$/;
const local_import = /from '(\.\/[^']+)'/g;

/** A dialog that keeps what is typed by itself. */
const own_state = (text) => /\/kit\/action-dialog/.test(text) && /\buseState\(/.test(text);

const read = (name) => readFileSync(at(name), 'utf8');
const isForm = (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^panel\/kit\//.test(name);
const files = readdirSync(at('panel'), { recursive: true })
  .map((name) => path.posix.join('panel', name))
  .filter(isForm)
  .sort();

const seeds = files.filter((name) => form_parts.test(read(name)) || own_state(read(name)));
const near = seeds.flatMap((name) =>
  [...read(name).matchAll(local_import)]
    .map(([, to]) => path.posix.join(path.posix.dirname(name), to))
    .filter((to) => beside.test(to) && isForm(to)),
);
const found = [...new Set([...seeds, ...near])].sort();

let total = 0;
for (const name of found) {
  const text = read(name);
  const lines = text.split('\n').length - 1;
  const forms = text.match(/<(FormScreen|FormDialog|FormStack|ActionDialog|form)\b/g)?.length ?? 0;
  const fields = text.match(/<(\w+Field|Field)\b/g)?.length ?? 0;
  total += lines;
  const what = forms > 0 ? `  (forms: ${forms}, fields: ${fields})` : '';
  console.log(`${String(lines).padStart(5)} ${name}${what}`);
}
console.log(`${String(total).padStart(5)} lines in ${found.length} files of forms`);
