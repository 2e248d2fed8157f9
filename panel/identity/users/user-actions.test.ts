// What the menu of a user's row offers to whom (spec 1 §6), and what of its forms is sent.
import { describe, expect, test, vi } from 'vitest';
import { user_permissions } from '../../../contract/accounts/documents/user-permissions.ts';
import type { CallerRecord, UserRecord } from '../../../contract/identity/users.ts';

vi.stubGlobal('navigator', { userAgent: 'test' });
const { userActions } = await import('./user-actions.ts');
const { problemsIn } = await import('../../kit/form/problems.ts');
const { users } = await import('../../../contract/identity/user-endpoints.ts');
const { changeOf, inputOf, new_user, no_extras, valuesOf } = await import('./user-values.ts');

const user = (more: Partial<UserRecord> = {}) =>
  ({
    id: 'user',
    username: 'clerk_one',
    name: 'Clerk',
    phone: '',
    timezone: 'UTC',
    dateformat: 'MM/DD/YYYY',
    account_type: 'merchant',
    account_type_id: 'merchant_one',
    role: 'standard',
    custom_role_id: '',
    status: 'active',
    permissions: user_permissions.parse({}),
    notifications: { admin: {}, partner: {}, merchant: {} },
    access_restrictions: { ip: null, password_change_required: false, disable_user_login: false },
    two_factor_enabled: false,
    supress_email_notification: false,
    ...more,
  }) as UserRecord;

const viewer = (account_type: UserRecord['account_type'], more: Partial<CallerRecord> = {}) =>
  ({
    ...user({ id: 'viewer', account_type, account_type_id: `${account_type}_own`, role: 'admin' }),
    permissions: user_permissions.parse({ manage_users: true }),
    acting_user_name: '',
    ...more,
  }) as CallerRecord;

const labels = (of: UserRecord, by: CallerRecord) =>
  userActions(of, by, () => undefined)
    .flat()
    .map(({ label }) => label);
const managing = ['Edit', 'Copy', 'View as', 'Resend Welcome Email', 'Delete'];
const office = ['Request password change', 'Reset IP Restriction', 'Disable Auth'];

describe('the menu of a user', () => {
  test('offers a merchant what manage_users allows, and nothing without it', () => {
    const by = viewer('merchant', { account_type_id: 'merchant_one' });
    expect(labels(user(), by)).toEqual(managing);
    expect(labels(user(), { ...by, permissions: user_permissions.parse({}) })).toEqual([]);
  });

  test('offers a partner the way in, and an administrator the rest', () => {
    const way = ['Request Login', 'Disable user login'];
    expect(labels(user(), viewer('partner'))).toEqual([...managing, ...way]);
    expect(labels(user(), viewer('admin'))).toEqual([...managing, ...way, ...office]);
  });

  test('hides Request Login while the login is disabled, and offers to enable it', () => {
    const shut = { ip: null, password_change_required: true, disable_user_login: true };
    const shown = labels(user({ access_restrictions: shut }), viewer('admin'));
    expect(shown).not.toContain('Request Login');
    expect(shown).toEqual(expect.arrayContaining(['Enable user login', 'Dismiss password change']));
  });

  test('has no welcome and no login for users of an office', () => {
    const shown = labels(user({ account_type: 'admin' }), viewer('admin'));
    expect(shown).not.toContain('Resend Welcome Email');
    expect(shown).not.toContain('Request Login');
  });

  test('offers nothing on others without manage_users, whoever one is', () => {
    for (const type of ['partner', 'admin'] as const) {
      const by = viewer(type, { role: 'standard', permissions: user_permissions.parse({}) });
      expect(labels(user(), by)).toEqual([]);
    }
  });

  test('leaves users with the admin role to those who have it, and says so', () => {
    for (const type of ['partner', 'admin'] as const) {
      const by = viewer(type, { role: 'standard' });
      const shown = userActions(user({ role: 'admin' }), by, () => undefined).flat();
      const free = shown.filter(({ reason }) => typeof reason !== 'string');
      expect(free.map(({ label }) => label)).toEqual(['Edit', 'View as']);
      expect(shown.map(({ label }) => label)).not.toContain('Request Login');
      expect(shown.find(({ label }) => label === 'Disable user login')?.reason).toMatch(
        /admin role/,
      );
      expect(labels(user(), by)).toContain('Request Login');
    }
  });

  test('disables Delete for oneself and says why', () => {
    const by = viewer('merchant');
    const own = userActions({ ...by, id: by.id }, by, () => undefined).flat();
    expect(own.find(({ label }) => label === 'Delete')?.reason).toBe('You cannot delete yourself.');
  });
});

describe('the forms of a user', () => {
  test('say what the specification says', () => {
    const begun = { ...new_user, ...no_extras };
    const input = (values: typeof begun) => inputOf(values, 'merchant');
    const says = (typed: Partial<typeof begun>) =>
      problemsIn({ schema: users.create.input, input }, { ...begun, ...typed });
    expect(says({})).toEqual({
      username: 'The Username field is required.',
      name: 'The Name field is required.',
      email: 'The Email field is required.',
    });
    const person = { username: 'abcdefg', name: 'A', email: 'a@b.co' };
    expect(says(person)).toEqual({});
    expect(says({ ...person, username: '1abcdefg', email: 'nope', phone: '(0) 1' })).toEqual({
      username: 'The Username field format is invalid.',
      email: 'The email provided for Email must be valid.',
      phone: 'The Phone field format is invalid.',
    });
    expect(says({ ...person, name: 'x'.repeat(101) })).toEqual({
      name: 'The Name field must not contain more than 100 characters.',
    });
  });

  test('send what differs and nothing else', () => {
    const one = user();
    const access_restrictions = { ip: '10.0.0.1' };
    const values = { ...valuesOf(one), phone: '5551234567', access_restrictions };
    const permissions = { ...values.permissions, process_void: true };
    expect(changeOf(one, valuesOf(one))).toEqual({});
    expect(changeOf(one, { ...values, permissions })).toEqual({
      phone: '5551234567',
      access_restrictions: { ip: '10.0.0.1' },
      permissions: { process_void: true },
    });
  });

  test('send no rights beside a role of the account, which decides them', () => {
    const one = user();
    const permissions = { ...one.permissions, process_void: true };
    const values = { ...valuesOf(one), permissions, custom_role_id: 'role' };
    expect(changeOf(one, values)).toEqual({ custom_role_id: 'role' });
  });
});
