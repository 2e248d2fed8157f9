// Once before all tests: a PostgreSQL to clone databases on, and a migrated template database.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import { bundleLab } from './lab-bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server's maintenance database, as its owner. */
    server_url: string;
    /** Name of the migrated database that test files clone. */
    template_name: string;
    /** How databases are copied: on our own server, which syncs nothing, by its files. */
    copy_strategy: '' | 'strategy file_copy';
    /** Folder of the demo world that journeys copy; the first of them fills it and its database. */
    journey_world: string;
    /** The bundled rail lab, for Node to run. */
    lab_program: string;
  }
}

/** The same server, another database. */
export function urlOf(server_url: string, database: string): string {
  const url = new URL(server_url);
  url.pathname = `/${database}`;
  return url.toString();
}

/** Makes the migrated database that test files clone, unless it stands; gives its name. */
export async function makeTemplate(server_url: string): Promise<string> {
  const sums = readMigrations().map((migration) => migration.checksum);
  const digest = createHash('sha256').update(sums.join()).digest('hex').slice(0, 12);
  const name = `penstock_test_${digest}`;
  const client = new pg.Client({ connectionString: server_url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      // Made under another name, so that a template cut short is never taken for a whole one.
      const making = `${name}_${process.pid}`;
      await client.query(`create database ${making} template template0`);
      await migrate(urlOf(server_url, making));
      await client.query(`alter database ${making} rename to ${name}`);
    }
  } finally {
    await client.end();
  }
  return name;
}

/** With DATABASE_URL the tests run on that server, in databases of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.DATABASE_URL;
  const data_dir = mkdtempSync(path.join(os.tmpdir(), 'penstock-test-'));
  const [lab, embedded] = await Promise.all([
    bundleLab(),
    url ? null : startEmbedded({ data_dir, durable: false, log: () => undefined }),
  ]);
  const server_url = url ?? (embedded?.url as string);
  project.provide('server_url', server_url);
  project.provide('template_name', await makeTemplate(server_url));
  // Writing every page to the log as well takes two to ten times as long.
  project.provide('copy_strategy', url ? '' : 'strategy file_copy');
  const world = mkdtempSync(path.join(os.tmpdir(), 'penstock-demo-'));
  project.provide('journey_world', world);
  project.provide('lab_program', lab.program);
  return async () => {
    if (url) await dropDemo(url, path.join(world, 'whole/database-url'));
    await embedded?.stop();
    lab.remove();
    for (const folder of [data_dir, world]) rmSync(folder, { recursive: true, force: true });
  };
}

/** A server that stays keeps nothing of the demo world that journeys copied. */
async function dropDemo(server_url: string, file: string): Promise<void> {
  if (!existsSync(file)) return;
  const client = new pg.Client({ connectionString: server_url });
  await client.connect();
  const name = new URL(readFileSync(file, 'utf8')).pathname.slice(1);
  await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
}
