// A new password beside another change of its user: what was decided while the hash was made stays.
import { expect, test } from 'vitest';
import { connect, inTransaction } from '../../db/database.ts';
import { besideChange } from '../../testing/beside.ts';
import { resetBudgets } from '../../testing/budgets.ts';
import { type Person, tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import { makeCode } from '../sign-in/codes.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

const new_password = 'Bcdefg2@yz';
const own = { current_password: tenant_password, new_password };
const change = ({ private_key: credential }: Person) => {
  resetBudgets(world.services);
  return world.call('POST', '/user/change-password', { credential, body: own });
};
const stored = ({ user }: Person) =>
  connect(world.system)
    .selectFrom('user_account')
    .select(['password_hash', 'access_restrictions'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();

/** Sets a column of the user as another process does, and commits once the call waits for it. */
const beside = <T>({ user }: Person, column: string, value: string, call: () => Promise<T>) =>
  besideChange(
    world.database_url,
    (owner) =>
      owner.query(`update user_account set ${column} = $2 where id = $1`, [user.id, value]),
    call,
  );

const shut = { ip: '203.0.113.9', disable_user_login: true };
const required = JSON.stringify({ ...shut, password_change_required: true });

test('a change of one’s own does not undo a disabled login or an address', async () => {
  const person = t.m1.clerk;
  const before = await stored(person);
  const answer = await beside(person, 'access_restrictions', required, () => change(person));
  expect(answer.status, answer.text).toBe(200);
  const after = await stored(person);
  expect(after.password_hash).not.toBe(before.password_hash);
  expect(after.access_restrictions).toEqual({ ...shut, password_change_required: false });
});

test('nor does a reset by the code of a mail', async () => {
  const person = t.m1.boss;
  const { id: user_id, account_type_id } = person.user;
  const reset_code = await inTransaction(world.system, account_type_id, (tx) =>
    makeCode(tx, world.system, { kind: 'reset_password', user_id }),
  );
  const body = { reset_code, password: new_password };
  const answer = await beside(person, 'access_restrictions', required, () =>
    world.call('POST', '/user/forgot-password/reset', { body }),
  );
  expect(answer.status, answer.text).toBe(200);
  const { access_restrictions } = await stored(person);
  expect(access_restrictions).toEqual({ ...shut, password_change_required: false });
});

test('of two new passwords the later one is refused, and the earlier one stays', async () => {
  const person = t.m2.clerk;
  const answer = await beside(person, 'password_hash', 'another', () => change(person));
  expect([answer.status, answer.body.msg]).toEqual([
    400,
    'bad request error: the password was changed meanwhile: please try again',
  ]);
  expect((await stored(person)).password_hash).toBe('another');
});
