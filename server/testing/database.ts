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

/** Clones the template; the caller drops it. */
export function cloneDatabase(): Promise<TestDatabase> {
  return makeDatabase(inject('template_name'));
}

/** A database without a table; the caller drops it. */
export function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase('template0');
}

async function makeDatabase(template: string): Promise<TestDatabase> {
  const name = `penstock_t_${randomBytes(6).toString('hex')}`;
  const copied = `template ${template} ${inject('copy_strategy')}`;
  await onServer((client) => client.query(`create database ${name} ${copied}`));
  return {
    url: urlOf(inject('server_url'), name),
    drop: () =>
      onServer(async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}
