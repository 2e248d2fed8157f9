// Time zones by name: what runtime and database know, and what a database that is gone cannot say.
import { expect, it } from 'vitest';
import { openDatabase } from '../../../db/database.ts';
import { openSearchWorld } from '../../../testing/worlds/search-world.ts';
import { isTimeZone } from './report-stream.ts';

const world = openSearchWorld();

it('a zone is known to both, or it is none', async () => {
  expect(await isTimeZone(world.system, 'America/Havana')).toBe(true);
  expect(await isTimeZone(world.system, 'No/Where')).toBe(false);
  // The database reads this as three hours behind; the runtime knows no such zone.
  expect(await isTimeZone(world.system, 'XYZ+3')).toBe(false);
});

it('a database that cannot be asked does not make a zone unknown', async () => {
  const database = openDatabase(world.database_url, world.services.log, 1);
  await database.close();
  await expect(isTimeZone({ ...world.system, database }, 'UTC')).rejects.toThrow('the pool');
});
