// A database of its own for a test file, cloned from the migrated template.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { urlOf } from './global-setup.ts';

export interface TestDatabase {
  /** Address as the owner; the product steps down to penstock_app by itself. */
  url: string;
  drop(): Promise<void>;
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject('server_url') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Clones the migrated template, or another one; the caller drops it. */
export function cloneDatabase(template = inject('template_name')): Promise<TestDatabase> {
  return makeDatabase(template);
}

/** A database without a table; the caller drops it. */
export function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase('template0');
}

async function makeDatabase(template: string): Promise<TestDatabase> {
  const name = `penstock_t_${randomBytes(6).toString('hex')}`;
  const copied = `template ${template} ${inject('copy_strategy')}`;
  await onServer((client) => client.query(`create database ${name} ${copied}`));
  const url = urlOf(inject('server_url'), name);
  return { url, drop: () => dropDatabase(url) };
}

/** Drops a database of this server by its address. */
export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
}
