// The side menu shows what the user may follow.
import { IconScale } from '@tabler/icons-react';
import { expect, test, vi } from 'vitest';

vi.stubGlobal('navigator', { userAgent: 'test', language: 'en-US' });
vi.stubGlobal('document', { documentElement: { style: {} } });
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} });
vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} });
const { shownEntries } = await import('./side-menu.tsx');

test('an entry that takes a right comes with the right, and not before it is known', () => {
  const all = { label: 'Transactions', to: '/merchant/transaction', icon: IconScale };
  const some = { ...all, label: 'Balances', permission: 'view_settlement_batches' };
  const labels = (permissions?: Record<string, boolean>) =>
    shownEntries([all, some], permissions).map(({ label }) => label);
  expect(labels()).toEqual(['Transactions']);
  expect(labels({ view_settlement_batches: false })).toEqual(['Transactions']);
  expect(labels({ view_settlement_batches: true })).toEqual(['Transactions', 'Balances']);
});
