// Migrations: read in order, applied once and whole, and never changed behind our back.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../testing/database.ts';
import { openDatabase, openOwner } from '../testing/worlds/open-world.ts';
import { analyze, migrate, readMigrations, withPreparationLock } from './migrate.ts';

const database = openDatabase(emptyDatabase);
const client = openOwner(() => database.url);

const all = readMigrations();
const first = all[0]?.name as string;
const applied = async () =>
  (await client.query('select name from migration order by name')).rows.map(({ name }) => name);

test('are the SQL files of a folder in order, each with its checksum', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'penstock-migrations-'));
  for (const name of ['2.sql', '1.sql', 'notes.md']) writeFileSync(path.join(folder, name), 'abc');
  const checksum = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(readMigrations(folder)).toEqual([
    { name: '1.sql', sql: 'abc', checksum },
    { name: '2.sql', sql: 'abc', checksum },
  ]);
  rmSync(folder, { recursive: true });
});

test('that fail are named, and leave nothing', async () => {
  await client.query('create table account (id text)');
  const failing = `Migration ${first} failed: relation "account" already exists`;
  await expect(migrate(database.url, new Set([first]))).rejects.toThrow(failing);
  expect(await applied()).toEqual([]);
  await client.query('drop table account');
});

test('are applied once: those that are named, then the others', async () => {
  expect(await migrate(database.url, new Set([first]))).toEqual([first]);
  expect(await applied()).toEqual([first]);
  expect(await migrate(database.url)).toEqual(all.slice(1).map(({ name }) => name));
  expect(await migrate(database.url)).toEqual([]);
  expect(await applied()).toEqual(all.map(({ name }) => name));
});

test('that were changed after they were applied stop everything', async () => {
  const change = (checksum: string) =>
    client.query('update migration set checksum = $2 where name = $1', [first, checksum]);
  await change('another');
  const changed = `Migration ${first} was changed after it had been applied.`;
  await expect(migrate(database.url)).rejects.toThrow(changed);
  await change(all[0]?.checksum as string);
});

test('give the planner its numbers', async () => {
  const counted = () => client.query("select reltuples from pg_class where relname = 'migration'");
  expect((await counted()).rows).toEqual([{ reltuples: -1 }]);
  await analyze(database.url);
  expect((await counted()).rows).toEqual([{ reltuples: all.length }]);
});

test('two that prepare at one moment do so one after the other', async () => {
  const lines: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const one = withPreparationLock(database.url, async () => {
    lines.push('one begins');
    await gate;
    lines.push('one ends');
    return 1;
  });
  await expect.poll(() => lines).toEqual(['one begins']);
  const two = withPreparationLock(database.url, async () => lines.push('two'));
  const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
  open();
  expect(await one).toBe(1);
  await two;
  expect(lines).toEqual(['one begins', 'one ends', 'two']);
});
