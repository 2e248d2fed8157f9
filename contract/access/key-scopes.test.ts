// What a key of somebody can be narrowed to: areas by account type and role, and held rights.
import { expect, it } from 'vitest';
import { areasOf, scopesOfUser } from './key-scopes.ts';

const everybody = ['view_transactions', 'view_accounts', 'manage_reports', 'view_audit_log'];
const changes = ['manage_accounts', 'manage_settings'];
const merchant = [...everybody, 'send_receipts', 'calculate_amounts', 'view_customers'];
const above = [...everybody, ...changes, 'review_flagged_payments', 'manage_processors'];

it.each([
  ['merchant', 'admin', [...merchant, ...changes]],
  ['merchant', 'standard', merchant],
  ['partner', 'admin', above],
  ['partner', 'standard', above],
  ['admin', 'admin', [...above, 'resolve_payments', 'manage_sandbox']],
  ['admin', 'standard', [...above, 'resolve_payments', 'manage_sandbox']],
] as const)('a user of a %s with the role %s reaches its areas', (account_type, role, areas) => {
  expect(areasOf({ account_type, role }).sort()).toEqual([...areas].sort());
});

it('all that a merchant’s user can do is its rights and its areas', () => {
  const permissions = { process_sale: true, process_void: false, process_refund: undefined };
  const user = { account_type: 'merchant', role: 'standard', permissions } as const;
  expect(scopesOfUser(user)?.sort()).toEqual(['process_sale', ...merchant].sort());
});

it.each(['partner', 'admin'] as const)('no scopes hold all that a user of a %s can do', (type) => {
  expect(scopesOfUser({ account_type: type, role: 'admin', permissions: {} })).toBeNull();
});
