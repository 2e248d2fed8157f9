// The compiler's verdict on a mutant, in a project of one file.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTypeCheck } from './type-check.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'penstock-types-'));
const file = 'server/sums.ts';
const lines = ['export const sums: number[] =', '  [];', 'export const many = sums.length > 3;'];

beforeAll(() => {
  mkdirSync(path.join(root, 'server'));
  const settings = { compilerOptions: { strict: true, lib: ['ES2023'], types: [] } };
  writeFileSync(path.join(root, 'server/tsconfig.json'), JSON.stringify(settings));
  writeFileSync(path.join(root, file), lines.join('\n'));
});
afterAll(() => rmSync(root, { recursive: true }));

const mutant = (line: number, original: string, text: string) => {
  const column = (lines[line] as string).indexOf(original);
  const end = { line, column: column + original.length };
  return { file, replaced: { text, start: { line, column }, end } };
};

it('refuses what does not compile, and each mutant for itself', () => {
  const check = openTypeCheck(root);
  expect(check(mutant(1, '[]', "['a']"))).toBe("Type 'string' is not assignable to type 'number'.");
  expect(check(mutant(1, '[]', '[7]'))).toBeNull();
  expect(check(mutant(2, 'sums.length > 3', 'true'))).toBeNull();
  expect(check(mutant(2, 'sums', 'sum'))).toBe("Cannot find name 'sum'. Did you mean 'sums'?");
});
