// What screens offer: settings whose room exists, and nothing that does nothing (Q22).
import { expect, it } from 'vitest';
import { default_groups } from './default-values.ts';
import { isOfferedGrant, isOfferedGroup, isOfferedRequired } from './offered.ts';
import { required_groups } from './requireds.ts';

it('groups of rooms that do not exist are not offered', () => {
  expect(default_groups.filter((group) => !isOfferedGroup(group))).toEqual([
    'invoices',
    'recurring',
    'vault',
  ]);
  expect(required_groups.filter(isOfferedRequired)).toEqual(['default']);
});

it('permissions and flags that payments read are offered, those of no room are not', () => {
  const read = ['allow_surcharge', 'allow_dual_pricing_v2', 'support_blind_credits'];
  const unavailable = [
    'allow_cart_access',
    'allow_invoice_access',
    'allow_recurring_billing_access',
  ];
  expect(read.every((name) => isOfferedGrant('permissions', name))).toBe(true);
  expect(unavailable.some((name) => isOfferedGrant('permissions', name))).toBe(false);
  expect(isOfferedGrant('flags', 'surcharge_enabled')).toBe(true);
  expect(isOfferedGrant('flags', 'skip_billing')).toBe(false);
});
