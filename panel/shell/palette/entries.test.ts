// What the palette offers, to whom, and how typed text finds it.
import { IconScale, IconUsers } from '@tabler/icons-react';
import { expect, test, vi } from 'vitest';
import { may } from '../../../contract/access/may.ts';

vi.stubGlobal('navigator', { userAgent: 'test', language: 'en-US' });
vi.stubGlobal('document', { documentElement: { style: {} } });
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} });
vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} });
const { grouped, matching, pagesAndActions, screenActions } = await import('./entries.ts');
const { chordsOf } = await import('./chords.ts');

const menu = [
  { label: 'Transactions', to: '/merchant/transaction/search', icon: IconScale },
  { label: 'Users', to: '/merchant/users', icon: IconUsers, needs: may.see_users },
  { label: 'Settings', to: '/merchant/settings/defaults', icon: IconScale },
];
const who = (role: string) =>
  ({
    kind: 'session',
    account_type: 'merchant',
    role,
    permissions: { manage_users: true },
  }) as const;
const labels = (role: string) =>
  pagesAndActions('merchant', menu, who(role)).map(({ label }) => label);

test('nothing is offered that the person may not do', () => {
  expect(labels('admin')).toEqual(expect.arrayContaining(['Users', 'New user', 'Branding']));
  const clerk = labels('standard');
  for (const one of ['Users', 'New user', 'New role', 'Branding', 'API keys', 'New API key']) {
    expect(clerk).not.toContain(one);
  }
  expect(clerk).toEqual(expect.arrayContaining(['Transactions', 'Change Password']));
});

test('a switch of the account that is off takes its page away', () => {
  const terminal = { label: 'Terminal', to: '/t', icon: IconScale, needs: may.use_terminal };
  const shown = (on: boolean) =>
    pagesAndActions('merchant', [terminal], {
      ...who('admin'),
      account_permissions: { allow_virtual_terminal_session: on },
    }).some(({ label }) => label === 'Terminal');
  expect([shown(true), shown(false)]).toEqual([true, false]);
});

test('a page that two lists name is offered once', () => {
  const names = labels('admin').map((label) => label.toLowerCase());
  expect(names.filter((name) => name === 'api keys')).toHaveLength(1);
});

test('every word has to occur; what begins with it comes first', () => {
  const entries = pagesAndActions('merchant', menu, who('admin'));
  const found = matching(entries, 'us').map(({ label }) => label);
  expect(found[0]).toBe('Users');
  expect(found).toContain('New user');
  expect(matching(entries, 'user new').map(({ label }) => label)).toEqual(['New user']);
  expect(matching(entries, 'zzz')).toEqual([]);
  expect(matching(entries, ' ')).toHaveLength(entries.length);
});

test('groups stand together in the order of their best entry', () => {
  const entries = pagesAndActions('merchant', menu, who('admin'));
  const shuffled = [entries.at(-1), ...entries.slice(0, -1)].flatMap((one) => one ?? []);
  expect(grouped(shuffled).map(({ group }) => group)).toEqual(['Actions', 'Pages']);
});

test('keys of rows and pairs of keys are no actions of the screen', () => {
  const run = () => undefined;
  const keys = [
    { key: 'j', label: 'next row', run },
    { key: 't', after: 'g', label: 'go to Transactions', run },
    { key: 'n', label: 'new sale', run },
  ];
  expect(screenActions(keys)).toMatchObject([{ label: 'New sale', keys: 'N' }]);
});

test('a letter is the first of the label that is free, whatever is hidden', () => {
  const chords = chordsOf([...menu, { label: 'Usage', to: '/usage' }]);
  expect([...chords.values()]).toEqual(['t', 'u', 's', 'a']);
  const office = chordsOf([{ label: 'Unresolved', to: '/unresolved' }, ...menu]);
  expect([office.get('/merchant/users'), office.get('/unresolved')]).toEqual(['u', 'n']);
});
