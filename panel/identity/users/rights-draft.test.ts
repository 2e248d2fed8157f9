// Rights that are changed and not saved: what is sent, who gains, which rows and columns are left.
import { expect, test } from 'vitest';
import {
  shown_rights,
  user_permissions,
} from '../../../contract/accounts/documents/user-permissions.ts';
import type { UserRecord } from '../../../contract/identity/users.ts';
import { changedUsers, changeOf, inOrder, narrowed, toggleRight } from './rights-draft.ts';

const person = (name: string, permissions = {}, more: Partial<UserRecord> = {}) =>
  ({
    id: name,
    name,
    username: `${name.toLowerCase()}_user`,
    role: 'standard',
    status: 'active',
    permissions: user_permissions.parse(permissions),
    ...more,
  }) as UserRecord;

const owen = person('Owen', { process_sale: true });
const priya = person('Priya', { process_sale: true, process_void: true });
const state = { groups: shown_rights, users: [owen, priya], draft: {} };
const rows = (shown: ReturnType<typeof narrowed>) =>
  shown.groups.flatMap(({ rights }) => rights.map(({ name }) => name));

test('what was changed is sent, and what was changed back is not', () => {
  let draft = toggleRight({}, owen, 'process_void');
  draft = toggleRight(draft, owen, 'process_sale');
  draft = toggleRight(toggleRight(draft, priya, 'process_void'), priya, 'process_void');
  const changed_users = changedUsers(draft, [owen, priya]);
  expect(changed_users.map(({ user }) => user.name)).toEqual(['Owen']);
  expect(changed_users.map(changeOf)).toEqual([{ process_void: true, process_sale: false }]);
});

test('once a change is saved the same draft has nothing left to send', () => {
  const draft = toggleRight({}, owen, 'process_void');
  const saved = person('Owen', { process_sale: true, process_void: true });
  expect(changedUsers(draft, [saved])).toEqual([]);
});

test('Differences keeps the rights in which the users differ', () => {
  expect(rows(narrowed(state, '', 'differences'))).toEqual(['process_void']);
});

test('Changed keeps the rights that are changed', () => {
  const draft = toggleRight({}, owen, 'process_refund');
  expect(rows(narrowed({ ...state, draft }, '', 'changed'))).toEqual(['process_refund']);
});

test('looking for a user keeps the column, looking for a right the row', () => {
  const by_user = narrowed(state, 'owen', 'all');
  expect(by_user.users.map(({ name }) => name)).toEqual(['Owen']);
  expect(rows(by_user)).toEqual(rows(narrowed(state, '', 'all')));
  const by_right = narrowed(state, 'void', 'all');
  expect(by_right.users).toHaveLength(2);
  expect(rows(by_right)).toEqual(['process_void']);
  expect(rows(narrowed(state, 'nobody and nothing', 'all'))).toEqual([]);
});

test('the admin role stands first, and who is disabled last', () => {
  const zoe = person('Zoe', {}, { role: 'admin' });
  const adam = person('Adam', {}, { status: 'disabled' });
  expect(inOrder([adam, priya, owen, zoe]).map(({ name }) => name)).toEqual([
    'Zoe',
    'Owen',
    'Priya',
    'Adam',
  ]);
});
