// Which settings a screen offers: those of features that exist (Q22). All are stored and answered;
// the lines of a feature are removed here when it is built.
import type { DefaultGroup } from './default-values.ts';
import type { RequiredGroup, RequiredKey } from './field-requirements.ts';
import type { Flag } from './flags.ts';
import type { Permission } from './permissions.ts';

/** Permissions of rooms that do not exist: nothing reads them. */
const unavailable_permissions: ReadonlySet<Permission> = new Set<Permission>([
  'allow_rule_engine_access',
  'allow_advanced_rule_engine_features',
  'allow_invoice_access',
  'allow_recurring_billing_access',
  'allow_cart_access',
  'allow_developer_hub_link',
  'allow_billing_access',
  'allow_file_batch',
  'allow_midigator',
  'allow_simple_payments_access',
]);
/** Flags of billing, routing and saved cards, which do not exist. */
const unavailable_flags: ReadonlySet<Flag> = new Set<Flag>([
  'per_processor_billing',
  'skip_billing',
  'token_locking',
]);
const unavailable_groups: ReadonlySet<DefaultGroup> = new Set<DefaultGroup>([
  'invoices',
  'recurring',
]);
/** Values of groups that are offered, for rooms that do not exist: rules, notices. */
const unavailable_defaults: ReadonlySet<string> = new Set([
  'virtual_terminal.bypass_rule_engine',
  'merchant.batch_notification_custom_format',
]);
const unavailable_required: ReadonlySet<RequiredGroup> = new Set<RequiredGroup>(['invoice']);
/** Fields and ways to pay that no payment takes yet. */
const unavailable_keys: ReadonlySet<RequiredKey> = new Set<RequiredKey>(['payment_method_mail']);

/** Whether a screen offers this permission or flag. */
export function isOfferedGrant(document: 'permissions' | 'flags', name: string): boolean {
  const unavailable: ReadonlySet<string> =
    document === 'permissions' ? unavailable_permissions : unavailable_flags;
  return !unavailable.has(name);
}

export function isOfferedGroup(group: DefaultGroup): boolean {
  return !unavailable_groups.has(group);
}

export function isOfferedRequired(group: RequiredGroup): boolean {
  return !unavailable_required.has(group);
}

/** Whether a screen offers this value of a group of defaults. */
export function isOfferedDefault(group: DefaultGroup, name: string): boolean {
  return isOfferedGroup(group) && !unavailable_defaults.has(`${group}.${name}`);
}

/** Whether a screen offers to require, allow or hide this field of a payment. */
export function isOfferedKey(key: RequiredKey): boolean {
  return !unavailable_keys.has(key);
}
