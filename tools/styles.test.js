// Sheets beside their components: each class is used, each class that is used exists.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { at } from './ensure.js';

const files = readdirSync(at('panel'), { recursive: true }).map((file) => at(`panel/${file}`));
const textOf = (file) => readFileSync(file, 'utf8');
const sheets = files.filter((file) => file.endsWith('.css'));
const components = files.filter((file) => file.endsWith('.tsx'));

/** Without comments, declarations and what a sheet says is global. */
function classesOf(text) {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/:global\([^)]*\)/g, '');
  const selectors = bare.replace(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name));
}

/** By sheet, what the components take of it. */
function usedClasses() {
  const used = new Map(sheets.map((file) => [file, new Set()]));
  for (const file of components) {
    const text = textOf(file);
    const body = text.replace(/(from|import) '[^']*'/g, '');
    for (const [, name, sheet] of text.matchAll(/^import (\w+) from '(\S+\.module\.css)';$/gm)) {
      const taken = used.get(path.resolve(path.dirname(file), sheet));
      for (const [, one] of body.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) taken.add(one);
    }
  }
  return used;
}

it('defines every class that a component takes, and no other', () => {
  const used = usedClasses();
  for (const file of sheets.filter((one) => one.endsWith('.module.css'))) {
    const both = [used.get(file), classesOf(textOf(file))].map((names) => [...names].sort());
    expect([file, both[0]]).toEqual([file, both[1]]);
  }
});

it('keeps classes of our own out of the sheets that are global', () => {
  // The payment fields are a document apart, whose classes merchants' pages name in their styles.
  const panel = sheets.filter((file) => !file.includes('/panel/tokenizer/'));
  const shared = panel.filter((file) => !file.endsWith('.module.css'));
  expect(shared.length).toBeGreaterThan(0);
  const named = shared.flatMap((file) => [...classesOf(textOf(file))]);
  expect(named.filter((name) => !name.startsWith('mantine-'))).toEqual([]);
});

it('finds no class given by its name in quotes', () => {
  const quoted = components.filter((file) => /className=\{?["'`][a-z]/.test(textOf(file)));
  expect(quoted).toEqual([]);
});
