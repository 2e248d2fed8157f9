// The questions before a right is changed: their order, their verdicts, their words.
import { expect, test } from 'vitest';
import { shown_rights, user_permission_names } from '../accounts/documents/user-permissions.ts';
import { type Granter, grantSteps, type RightsHolder, whyNotGranted } from './rights.ts';

const holder = (more: Partial<RightsHolder> = {}): RightsHolder => ({
  id: 'one',
  name: 'Priya',
  role: 'standard',
  custom_role_id: '',
  permissions: {},
  ...more,
});
const boss: Granter = {
  ...holder({ id: 'boss', role: 'admin' }),
  account_type: 'partner',
  permissions: { manage_users: true, process_void: true },
};

test('a right is given by who holds it, and by nobody else', () => {
  expect(whyNotGranted(boss, holder(), 'process_void')).toBe('');
  expect(whyNotGranted(boss, holder(), 'process_refund')).toBe(
    'You do not have “Refund after settlement” yourself: ask a user who has it to turn this on.',
  );
});

test('a right that the viewer lacks can be taken away all the same', () => {
  const user = holder({ permissions: { process_refund: true } });
  expect(whyNotGranted(boss, user, 'process_refund')).toBe('');
});

test('the first check that fails is the last that is made', () => {
  const own = grantSteps(boss, boss, 'process_refund').map(({ verdict }) => verdict);
  expect(own).toEqual(['passes', 'fails', 'not_checked', 'not_checked', 'not_checked']);
});

test('nobody below the admin role changes users with the admin role', () => {
  const clerk = { ...boss, role: 'standard' };
  expect(whyNotGranted(clerk, holder({ role: 'admin' }), 'process_void')).toMatch(
    /^Priya has the admin role/,
  );
});

test('a merchant’s users are changed by its admin role alone', () => {
  const clerk: Granter = { ...boss, account_type: 'merchant', role: 'standard' };
  expect(whyNotGranted(clerk, holder(), 'process_void')).toMatch(/^You do not have the admin role/);
  expect(whyNotGranted({ ...clerk, role: 'admin' }, holder(), 'process_void')).toBe('');
});

test('a custom role sets the permissions of its users', () => {
  const user = holder({ custom_role_id: 'role' });
  expect(whyNotGranted(boss, user, 'process_void')).toMatch(/^A custom role sets the permissions/);
});

test('every right that is shown exists, and stands in one group', () => {
  const names = shown_rights.flatMap(({ rights }) => rights.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !user_permission_names.includes(name))).toEqual([]);
});

const explained = (viewer: Granter, user: RightsHolder) =>
  grantSteps(viewer, user, 'process_void').map(({ verdict, says, note }) => [verdict, says, note]);
const passed = [
  ['passes', 'You have the manage_users permission', 'you can change permissions here'],
  ['passes', 'Priya is another user', 'you cannot change your own permissions'],
  ['passes', 'The user has no custom role', 'permissions are set for the user alone'],
  ['passes', 'Your role is sufficient', 'only the admin role can change users with the admin role'],
  ['passes', 'You have “Void before settlement” yourself', 'you can grant it to others'],
];

test('every question that passes says why', () => {
  expect(explained(boss, holder())).toEqual(passed);
  expect(explained(boss, holder({ role: 'admin' }))).toEqual(passed);
  expect(explained({ ...boss, role: 'standard' }, holder())).toEqual(passed);
  const takes_away = explained(boss, holder({ permissions: { process_void: true } }));
  expect(takes_away).toEqual([
    ...passed.slice(0, 4),
    ['passes', 'The permission would be removed', 'you do not need it yourself to remove it'],
  ]);
});

test('who does not manage users learns what is missing, and nothing else is checked', () => {
  const clerk = { ...boss, permissions: { process_void: true } };
  const [first, ...rest] = explained(clerk, holder());
  const note = 'a user with the admin role can grant it to you';
  expect(first).toEqual(['fails', 'You do not have the manage_users permission', note]);
  expect(rest).toEqual(passed.slice(1).map(([, says]) => ['not_checked', says, '']));
  expect(whyNotGranted(clerk, holder(), 'process_void')).toBe(
    `You do not have the manage_users permission: ${note}.`,
  );
});

test('nobody changes their own rights', () => {
  expect(whyNotGranted(boss, boss, 'process_void')).toBe(
    'These are your own permissions: ask another user to change them.',
  );
});
