// What clients may send, what they get and what forms say of it, line by line beside this file:
// none changes unseen.
// `npx vitest run contract/wire.test.ts -u` writes the lines anew after a change that was meant.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { formWords } from './testing/form-words.ts';
import { listing } from './testing/listing.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

const modules: Record<string, Record<string, unknown>> = {};
beforeAll(async () => {
  const here = import.meta.dirname;
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name))
    .sort();
  expect(files.length).toBeGreaterThan(80);
  // One after the other: modules that are loaded at once may be made twice, and lose their names.
  for (const name of files) modules[name] = await import(path.join(here, name));
});

it('the contract is what its listing says', async () => {
  await expect(listing(modules, digestOf)).toMatchFileSnapshot('./testing/wire.snapshot.txt');
});

it('forms say of members what their listing says', async () => {
  await expect(formWords(modules)).toMatchFileSnapshot('./testing/form-words.snapshot.txt');
});
