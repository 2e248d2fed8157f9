// Named statements on one connection: described once, their rows the same each time.
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../testing/database.ts';
import { queryNamed } from './described-once.ts';

let database: TestDatabase;
let client: pg.Client;
/** How often rows have been described to us. */
let described = 0;

beforeAll(async () => {
  database = await emptyDatabase();
  client = new pg.Client({ connectionString: database.url, pipeline: true } as pg.ClientConfig);
  await client.connect();
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('rowDescription', () => {
    described += 1;
  });
  await client.query('create table thing (id int, at timestamptz, note jsonb)');
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});
beforeEach(async () => {
  await client.query('truncate thing');
  described = 0;
});

const ask = (name: string, text: string, values: unknown[] = []) =>
  queryNamed(client, { name, text, values });
const add = (id: number) =>
  ask('add', 'insert into thing values ($1, $2, $3)', [id, new Date(id), { id }]);
const all = () => ask('all', 'select * from thing order by id');

it('reads rows of all types alike, whether they were described or not', async () => {
  expect([(await all()).rows, (await add(1)).rowCount, (await add(2)).rowCount]).toEqual([
    [],
    1,
    1,
  ]);
  const expected = [1, 2].map((id) => ({ id, at: new Date(id), note: { id } }));
  expect((await all()).rows).toEqual(expected);
  const [one, two] = await Promise.all([all(), all()]);
  expect([one?.rows, two?.rows]).toEqual([expected, expected]);
  expect(described).toBe(1);
});

it('remembers nothing of a statement that fails, and its fault belongs to it alone', async () => {
  const divide = (by: number) => ask('divide', 'select 6 / $1::int as part', [by]);
  const [failed, fine] = await Promise.allSettled([divide(0), divide(2)]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect(fine).toMatchObject({ value: { rows: [{ part: 3 }] } });
  expect((await divide(1)).rows).toEqual([{ part: 6 }]);
});

it('is refused by the database where the rows would be others', async () => {
  await all();
  await client.query('alter table thing add column more int');
  await expect(all()).rejects.toThrow('cached plan must not change result type');
  expect((await ask('other', 'select count(*)::int as count from thing')).rows).toEqual([
    { count: 0 },
  ]);
});

it('leads with a fault to whoever asked', async () => {
  const error = await ask('nothing', 'select * from nowhere').catch((thrown) => thrown);
  expect(error.stack).toContain('described-once.test');
});
