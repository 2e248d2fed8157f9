// After a migration every connection plans anew: one refusal is enough for all of them.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Context, nobody, systemContext } from '../../context.ts';
import { bareServices } from '../../testing/bare-services.ts';
import { emptyDatabase, type TestDatabase } from '../../testing/database.ts';
import { connect, type Database, inTransaction } from '../database.ts';
import { pipeline } from './pipeline.ts';

const connections = 8;
let database: TestDatabase;
let opened: Database;
let owner: pg.Client;
let context: Context;

beforeAll(async () => {
  database = await emptyDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query('create table job (name text); insert into job values (1);');
  await owner.query('grant all on job to penstock_app');
  const { services } = bareServices(database.url, connections);
  opened = services.database;
  context = { ...systemContext(services, 'test'), actor: nobody };
});
afterAll(async () => {
  await opened?.close();
  await owner?.end();
  await database?.drop();
});

const all = Array.from({ length: connections }, (_, n) => n);
const reading = () => connect(context).selectFrom('job').selectAll();

it('no transaction meets more than one stale plan', async () => {
  let tries = 0;
  const work = () =>
    inTransaction(context, null, async (tx) => {
      tries += 1;
      await pipeline(tx, [reading().compile(), reading().compile()]);
    });
  await Promise.all(all.map(work));
  await owner.query('alter table job add column more int');
  tries = 0;
  await Promise.all(all.map(work));
  expect(tries).toBeLessThanOrEqual(2 * connections);
});

it('a statement that stands alone is done again where it stands', async () => {
  await Promise.all(all.map(() => reading().execute()));
  await owner.query('alter table job alter column more type bigint');
  const rows = await Promise.all(all.map(() => reading().execute()));
  expect(rows).toEqual(all.map(() => [{ name: '1', more: null }]));
});
