// Making users: names, rights, and what of them is ever shown.
import { describe, expect, test } from 'vitest';
import { user_record } from '../../../contract/identity/users.ts';
import { connect } from '../../db/database.ts';
import { openAccounts, test_password } from '../../testing/worlds/accounts-world.ts';
import { openWorld } from '../../testing/worlds/open-world.ts';
import { hashPassword, verifyPassword } from '../passwords/passwords.ts';
import { createUser } from './new-user.ts';
import type { NewUser } from './users.ts';

const world = openWorld({ lab: false });
const accounts = openAccounts(world);

const make = (overrides: Partial<NewUser>) =>
  createUser(world.system, {
    account_type: 'merchant',
    account_id: accounts.merchant.id,
    username: 'new_person',
    password: test_password,
    name: 'New Person',
    email: 'new@example.com',
    role: 'standard',
    ...overrides,
  });

describe('a new user', () => {
  test('has a complete record, and only the rights it was given', async () => {
    const user = await make({ username: 'seller_one', permissions: { process_sale: true } });
    expect(user_record.parse(user)).toEqual(user);
    const granted = Object.entries(user.permissions).filter(([, on]) => on);
    expect(granted).toEqual([['process_sale', true]]);
    expect(user).toMatchObject({ status: 'active', flags: {}, two_factor_enabled: false });
  });

  test('of role admin has every right unless stated otherwise, of role standard none', async () => {
    const admin = await make({ username: 'admin_one', role: 'admin' });
    const standard = await make({ username: 'standard_one' });
    const reduced = await make({ username: 'reduced_one', role: 'admin', permissions: {} });
    expect(Object.values(admin.permissions).every(Boolean)).toBe(true);
    expect(Object.values(standard.permissions).some(Boolean)).toBe(false);
    expect(Object.values(reduced.permissions).some(Boolean)).toBe(false);
  });

  test.each(['abcdef', '1abcdefg', 'abc-defg', `a${'b'.repeat(51)}`])(
    'cannot be called %s',
    async (username) => {
      await expect(make({ username })).rejects.toMatchObject({
        kind: 'invalid',
        message: 'bad request error: invalid Username',
      });
    },
  );

  test('cannot take a name that another has in any case, in any account', async () => {
    const duplicate = make({ username: 'HARBOUR_owner' });
    await expect(duplicate).rejects.toMatchObject({
      kind: 'invalid',
      message: 'bad request error: invalid Username: it is taken',
    });
  });

  test('leaves an audit row that holds no hash', async () => {
    const user = await make({ username: 'audited_one' });
    const row = await connect(world.system)
      .selectFrom('audit_log')
      .selectAll()
      .where('noun_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ verb: 'create', noun: 'user', merchant_id: accounts.merchant.id });
    expect(JSON.stringify(row)).not.toContain('argon2');
  });
});

test('passwords are kept as argon2id with 19 MiB and two passes', async () => {
  const stored = await hashPassword(test_password);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(world.services, stored, test_password)).toBe(true);
  expect(await verifyPassword(world.services, stored, `${test_password} `)).toBe(false);
  expect(await verifyPassword(world.services, null, 'no password fits this')).toBe(false);
});
