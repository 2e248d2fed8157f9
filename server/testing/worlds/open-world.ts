// The opening of a test that calls verbs: a world, and the accounts it is called as.
import pg from 'pg';
import { cloneDatabase, type TestDatabase } from '../database.ts';
import { opened } from '../opened.ts';
import { makeTenants, type Tenants } from '../tenants.ts';
import { makeWorld, type World, type WorldOptions } from './world.ts';

/**
 * The world of a test file; to be called at its top. What another opening gives, such as a database
 * to share, is read when this one is made: `() => options`.
 */
export function openWorld(options: WorldOptions | (() => WorldOptions) = {}): World {
  return opened(
    () => makeWorld(typeof options === 'function' ? options() : options),
    (world) => world.close(),
  );
}

/** Tenants in a world opened above. */
export const openTenants = (world: World): Tenants => opened(() => makeTenants(world));

/** A database of its own for a test file, migrated or as `make` gives it; called at its top. */
export const openDatabase = (make: () => Promise<TestDatabase> = cloneDatabase): TestDatabase =>
  opened(make, (database) => database.drop());

/** A connection as the database's owner, for whom the walls between tenants do not stand. */
export type Owner = Pick<pg.Client, 'query'>;

/** For the tests of a file; to be called at its top. */
export function openOwner(url: () => string): Owner {
  const make = async () => {
    const client = await connected(url());
    return { query: client.query.bind(client) as Owner['query'], end: () => client.end() };
  };
  return opened(make, (owner) => owner.end());
}

/** Runs statements as the database's owner. */
export async function asOwner(url: string, statements: string): Promise<void> {
  const client = await connected(url);
  await client.query(statements).finally(() => client.end());
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
