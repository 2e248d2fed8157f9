// A sign-in beside a change that ends the user's sessions: no session is made that outlives it.
import type pg from 'pg';
import { expect, test } from 'vitest';
import { connect } from '../../db/database.ts';
import { besideChange, pastChange } from '../../testing/beside.ts';
import { resetBudgets } from '../../testing/budgets.ts';
import { type Person, tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

const post = (body: object) => {
  resetBudgets(world.services);
  return world.call('POST', '/token-auth', { body });
};
const signIn = ({ user: { username } }: Person) => post({ username, password: tenant_password });
const sessionsOf = ({ user }: Person) =>
  connect(world.system)
    .selectFrom('user_session')
    .select('id')
    .where('user_id', '=', user.id)
    .execute();
const lastTry = ({ user }: Person) =>
  connect(world.system)
    .selectFrom('sign_in_event')
    .select('outcome')
    .where('user_id', '=', user.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

type Column = readonly [column: string, value: string];
const set = (owner: pg.Client, { user }: Person, [column, value]: Column) =>
  owner.query(`update user_account set ${column} = $2 where id = $1`, [user.id, value]);

/** Changes the user as another request does, and commits while the call is under way. */
const beside = <T>(person: Person, changed: Column, call: () => Promise<T>) =>
  pastChange(world.database_url, (owner) => set(owner, person, changed), call);
const setBack = (person: Person, before: Column) =>
  pastChange(
    world.database_url,
    (owner) => set(owner, person, before),
    async () => undefined,
  );

const refused = [401, 'invalid credentials'];

test.each([
  ['a new password', 'password_hash', 'another'],
  ['a disabled user', 'status', 'disabled'],
  ['another role', 'role', 'standard'],
  ['a custom role', 'custom_role_id', 'another'],
  ['a disabled login', 'access_restrictions', '{"disable_user_login": true}'],
  ['a second factor', 'two_factor_enabled', 'true'],
])('%s beside a sign-in leaves no session', async (_what, column, value) => {
  const person = t.m1.boss;
  const row = await connect(world.system)
    .selectFrom('user_account')
    .selectAll()
    .where('id', '=', person.user.id)
    .executeTakeFirstOrThrow();
  const stored: unknown = row[column as keyof typeof row];
  const before = typeof stored === 'object' ? JSON.stringify(stored) : String(stored);
  const answer = await beside(person, [column, value], () => signIn(person));
  await setBack(person, [column, before]);
  expect([answer.status, answer.body.msg]).toEqual(refused);
  expect(await sessionsOf(person)).toEqual([]);
  expect((await lastTry(person)).outcome).toBe('user_changed');
});

test('a factor added to others beside a sign-in leaves no session', async () => {
  const person = t.m1a.boss;
  const add = (owner: pg.Client) =>
    // As each change of a factor does, with its user locked.
    owner.query(
      `with locked as (update user_account set updated_at = now() where id = $1 returning id)
      insert into user_factor (user_id, id, kind, name, confirmed_at, created_at)
      select id, 'added', 'passkey', 'Key', now(), now() from locked`,
      [person.user.id],
    );
  const answer = await pastChange(world.database_url, add, () => signIn(person));
  expect([answer.status, answer.body.msg]).toEqual(refused);
  expect(await sessionsOf(person)).toEqual([]);
});

test('nor does a key to act as a user whose role changes beside it', async () => {
  const credential = `Bearer ${(await signIn(t.p1.boss)).body.token}`;
  const person = t.m1.clerk;
  const made = await world.call('GET', `/user/loginas/${person.user.id}`, { credential });
  const { key: auth_key } = made.body.data;
  const answer = await beside(person, ['role', 'admin'], () => post({ auth_key }));
  expect([answer.status, answer.body.msg]).toEqual(refused);
  expect(await sessionsOf(person)).toEqual([]);
});

test('what ends no session is waited for and does not keep the user out', async () => {
  const person = t.m2.boss;
  const change = (owner: pg.Client) => set(owner, person, ['timezone', 'Europe/Berlin']);
  const answer = await besideChange(world.database_url, change, () => signIn(person));
  expect(answer.status, answer.text).toBe(200);
  expect(await sessionsOf(person)).toHaveLength(1);
});
