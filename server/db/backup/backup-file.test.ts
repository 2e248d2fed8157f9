// The form of a backup: what is written part by part is read the same, wherever its bytes are cut.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBackup, writeBackup } from './backup-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'penstock-form-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const opening = { table: 'account', columns: ['id'] };

async function readAll(file: string): Promise<unknown[]> {
  const reader = readBackup(file);
  const read: unknown[] = [await reader.line()];
  let rows = '';
  for await (const part of reader.rows()) rows += part;
  read.push(rows, await reader.line());
  reader.close();
  return read;
}

test.each<[string, string[]]>([
  ['none', []],
  ['whole lines', ['a\n', 'b\n']],
  ['lines in pieces', ['a', '\nb', '\n']],
  ['lines like the mark', ['x\\.\n', '\\.x\n', '\\\\.\n']],
  ['many', Array.from({ length: 40_000 }, (_, n) => `row ${n}\t${'x'.repeat(n % 90)}\n`)],
])('rows: %s', async (name, parts) => {
  const file = path.join(folder, name);
  const writer = writeBackup(file);
  await writer.line(opening);
  const text = parts.join('');
  const digest = createHash('sha256').update(text).digest('hex');
  expect(await writer.rows(Readable.from(parts.map((part) => Buffer.from(part))))).toBe(digest);
  await writer.line({ end: true, table_count: 1 });
  await writer.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await readAll(file)).toEqual([opening, text, { end: true, table_count: 1 }]);
});

test.each<[string, Buffer, string]>([
  ['without an end', gzipSync('{"table":'), 'is cut off.'],
  ['of other words', gzipSync('words\n'), 'is not a backup of this product, or it is damaged.'],
  ['not packed', Buffer.from('{}\n'), 'cannot be read: '],
])('a file %s is refused by its name', async (name, bytes, sentence) => {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  await expect(readAll(file)).rejects.toThrow(`${file} ${sentence}`);
});

test('a file that stands already is left as it is', async () => {
  const file = path.join(folder, 'stands');
  writeFileSync(file, 'mine');
  const writer = writeBackup(file);
  await expect(writer.close()).rejects.toThrow('EEXIST');
  expect(statSync(file).size).toBe(4);
});

test('who gives up writes no more', async () => {
  const file = path.join(folder, 'given up');
  const writer = writeBackup(file);
  await writer.line(opening);
  await writer.abort();
  await expect(writer.line(opening)).rejects.toThrow();
  expect(existsSync(file) ? statSync(file).size : 0).toBe(0);
});

test('whoever writes the next part hears that the file could not be written', async () => {
  const file = path.join(folder, 'stands already');
  writeFileSync(file, 'x');
  const writer = writeBackup(file);
  const code = () =>
    writer.line(opening).then(
      () => '',
      (error: NodeJS.ErrnoException) => error.code,
    );
  await expect.poll(code).toBe('EEXIST');
});
