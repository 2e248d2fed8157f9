// What screens offer: settings whose room exists, and nothing that does nothing (Q22).
import { expect, it } from 'vitest';
import { default_groups, default_value_entries } from './default-values.ts';
import { required_groups, required_keys } from './field-requirements.ts';
import {
  isOfferedDefault,
  isOfferedGrant,
  isOfferedGroup,
  isOfferedKey,
  isOfferedRequired,
} from './offered.ts';

it('groups of rooms that do not exist are not offered', () => {
  expect(default_groups.filter((group) => !isOfferedGroup(group))).toEqual([
    'invoices',
    'recurring',
  ]);
  expect(required_groups.filter(isOfferedRequired)).toEqual(['default']);
});

it('permissions and flags that payments read are offered, those of no room are not', () => {
  const read = ['allow_surcharge', 'allow_dual_pricing_v2', 'allow_customer_vault_access'];
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

it('values and fields of rooms that do not exist are not offered inside a group that is', () => {
  const hiddenOf = (group: 'merchant' | 'virtual_terminal' | 'line_items') =>
    Object.keys(default_value_entries[group]).filter((name) => !isOfferedDefault(group, name));
  expect(hiddenOf('virtual_terminal')).toEqual(['bypass_rule_engine']);
  expect(hiddenOf('merchant')).toEqual(['batch_notification_custom_format']);
  expect(hiddenOf('line_items')).toEqual([]);
  expect(required_keys.filter((key) => !isOfferedKey(key))).toEqual(['payment_method_mail']);
});
