// Which settings a screen offers: those whose room exists (Q22). All are stored and answered; one
// that comes takes its lines away here.
import type { DefaultGroup } from './default-values.ts';
import type { Flag } from './flags.ts';
import type { Permission } from './permissions.ts';
import type { RequiredGroup } from './requireds.ts';

/** Permissions of rooms that do not exist: nothing reads them. */
const unavailable_permissions: ReadonlySet<Permission> = new Set<Permission>([
  'allow_rule_engine_access',
  'allow_advanced_rule_engine_features',
  'allow_invoice_access',
  'allow_customer_vault_access',
  'allow_recurring_billing_access',
  'allow_cart_access',
  'allow_developer_hub_link',
  'enable_terminal_debit_transactions',
  'allow_terminal_credits',
  'allow_billing_access',
  'allow_dashboard_stats',
  'allow_file_batch',
  'allow_automatic_account_updater',
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
  'vault',
]);
const unavailable_required: ReadonlySet<RequiredGroup> = new Set<RequiredGroup>(['invoice']);

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
