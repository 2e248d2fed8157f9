// How a file of customers is cut into parts.
import { expect, it } from 'vitest';
import { max_import_characters, max_import_rows } from '../../contract/vault/import.ts';
import { importParts, importTemplate } from './import-parts.ts';

it('leaves a small file whole', () => {
  expect(importParts('id\nann\nbo')).toEqual([{ csv: 'id\nann\nbo', first_row: 2 }]);
  expect(importParts('id')).toEqual([{ csv: 'id\n', first_row: 2 }]);
  expect(importParts(importTemplate())).toHaveLength(1);
});

it('cuts between rows, with the header before each part and the row it begins with', () => {
  const rows = Array.from({ length: max_import_rows * 2 + 1 }, (_, n) => `c-${n}\n`);
  const parts = importParts(`id\n${rows.join('')}`);
  expect(parts.map(({ first_row }) => first_row)).toEqual([2, 502, 1002]);
  expect(parts[1]?.csv.split('\n').slice(0, 2)).toEqual(['id', 'c-500']);
  expect(parts.map(({ csv }) => csv.replace('id\n', '')).join('')).toBe(rows.join(''));
});

it('keeps a cell with line ends together, and no part too long', () => {
  const note = `"${'a line\n'.repeat(1_000)}"`;
  const rows = Array.from({ length: 100 }, (_, n) => `c-${n},${note}\n`);
  const parts = importParts(`id,notes\n${rows.join('')}`);
  expect(parts.length).toBeGreaterThan(1);
  for (const { csv } of parts) {
    expect(csv.length).toBeLessThanOrEqual(max_import_characters);
    expect(csv.endsWith('"\n')).toBe(true);
  }
  const count = parts.reduce((sum, { csv }) => sum + (csv.match(/^c-/gm)?.length ?? 0), 0);
  expect(count).toBe(100);
});
