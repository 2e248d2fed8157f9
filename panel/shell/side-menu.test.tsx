// The side menu shows what the user may follow.
import { IconScale } from '@tabler/icons-react';
import { expect, test, vi } from 'vitest';
import { may } from '../../contract/access/may.ts';

vi.stubGlobal('navigator', { userAgent: 'test', language: 'en-US' });
vi.stubGlobal('document', { documentElement: { style: {} } });
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} });
vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} });
const { menuParts, shownEntries } = await import('./side-menu.tsx');

const who = (permissions: Record<string, boolean>) =>
  ({ kind: 'session', account_type: 'merchant', role: 'standard', permissions }) as const;

test('whoever views as another sees what is hidden from them, and why', () => {
  const users = { label: 'Users', to: '/merchant/users', icon: IconScale, needs: may.see_users };
  expect(shownEntries([users], who({ manage_users: true }))).toEqual([]);
  const [shown] = shownEntries([users], who({ manage_users: true }), true);
  expect(shown?.reason).toMatch(/admin role/);
});

test('parts of the menu stand in their order, whatever order the rooms have', () => {
  const entry = (label: string, group?: 'Accounts' | 'Set up') => ({ label, group });
  const parts = menuParts([
    entry('Processors', 'Set up'),
    entry('Balances'),
    entry('Merchants', 'Accounts'),
    entry('Users', 'Set up'),
  ]);
  expect(parts.map(({ name, entries }) => [name, entries.map(({ label }) => label)])).toEqual([
    [undefined, ['Balances']],
    ['Accounts', ['Merchants']],
    ['Set up', ['Processors', 'Users']],
  ]);
  expect(menuParts([])).toEqual([]);
});

test('an entry that takes a right comes with the right, and not before it is known', () => {
  const all = { label: 'Transactions', to: '/merchant/transaction', icon: IconScale };
  const some = { ...all, label: 'Balances', needs: may.see_settlements };
  const labels = (permissions?: Record<string, boolean>) =>
    shownEntries([all, some], permissions && who(permissions)).map(({ label }) => label);
  expect(labels()).toEqual(['Transactions']);
  expect(labels({ view_settlement_batches: false })).toEqual(['Transactions']);
  expect(labels({ view_settlement_batches: true })).toEqual(['Transactions', 'Balances']);
});
