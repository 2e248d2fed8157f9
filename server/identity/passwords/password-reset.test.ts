// Recovery mails requested before sign-in: what becomes of them when their reader goes away.
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { connect } from '../../db/database.ts';
import { besideChange } from '../../testing/beside.ts';
import { tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const tenants = openTenants(world);

const removal = (id: string) => async (owner: pg.Client) => {
  await owner.query('delete from api_key where user_id = $1', [id]);
  await owner.query('delete from user_session where user_id = $1', [id]);
  await owner.query('delete from user_account where id = $1', [id]);
};

const lettersTo = async (email: string) =>
  (
    await connect(world.system)
      .selectFrom('outgoing_mail')
      .select('kind')
      .where('recipient', '=', email)
      .where('kind', '=', 'reset_password')
      .execute()
  ).length;

it('a user who is removed while the letter is written gets none, and the job is done', async () => {
  const { user } = tenants.m1.clerk;
  const body = { username: user.username };
  expect((await world.call('POST', '/user/forgot-password', { body })).status).toBe(200);
  await besideChange(world.database_url, removal(user.id), () =>
    world.runner.runDue(world.services.clock.now()),
  );
  const { rows } = await sql`select last_error from job where name = 'recovery_letter'`.execute(
    connect(world.system),
  );
  expect(rows).toEqual([]);
  expect(await lettersTo(user.email)).toBe(0);
});

it('a letter greets by the user name where there is no other', async () => {
  const { boss, clerk } = tenants.m1a;
  const greeting = async () => {
    const body = { username: clerk.user.username };
    expect((await world.call('POST', '/user/forgot-password', { body })).status).toBe(200);
    await world.runner.runDue(world.services.clock.now());
    const { body_text } = await connect(world.system)
      .selectFrom('outgoing_mail')
      .select('body_text')
      .where('recipient', '=', clerk.user.email)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return body_text.split('\n')[0];
  };
  expect(await greeting()).toBe(`Hello ${clerk.user.username},`);
  const renaming = { credential: boss.private_key, body: { name: 'Clara' } };
  expect((await world.call('POST', `/user/${clerk.user.id}`, renaming)).status).toBe(200);
  expect(await greeting()).toBe('Hello Clara,');
});

it('a user who is disabled while the letter is written gets none', async () => {
  const { user } = tenants.p1.clerk;
  const body = { username: user.username };
  expect((await world.call('POST', '/user/forgot-password', { body })).status).toBe(200);
  const disabled = "update user_account set status = 'disabled' where id = $1";
  await besideChange(
    world.database_url,
    (owner) => owner.query(disabled, [user.id]),
    () => world.runner.runDue(world.services.clock.now()),
  );
  expect(await lettersTo(user.email)).toBe(0);
});

it('who is removed while signing in gets the answer that strangers get', async () => {
  const { username, id } = tenants.m2.clerk.user;
  const body = { username, password: tenant_password };
  const answer = await besideChange(world.database_url, removal(id), () =>
    world.call('POST', '/token-auth', { body }),
  );
  expect([answer.status, answer.body.msg]).toEqual([401, 'invalid credentials']);
});

it('the terms in force are the newest, and where there are none nobody finds any', async () => {
  const owner = new pg.Client({ connectionString: world.database_url });
  await owner.connect();
  const terms = async () => (await world.call('GET', '/tos')).body;
  expect((await terms()).data.version).toBe(1);
  await owner.query("insert into terms_version values (2, 'New terms', '2026-02-01T00:00:00Z')");
  expect((await terms()).data).toEqual({
    ...{ version: 2, body: 'New terms', published_at: '2026-02-01T00:00:00.000Z' },
  });
  await owner.query('truncate terms_version cascade');
  expect((await terms()).msg).toBe('not found');
  await owner.end();
});
