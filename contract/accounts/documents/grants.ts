// Permissions and flags of an account as screens show them: in groups, by the names of things.
import type { Flag } from './flags.ts';
import { isOfferedGrant } from './offered.ts';
import type { Permission } from './permissions.ts';

export type GrantName =
  | { document: 'permissions'; name: Permission; label: string }
  | { document: 'flags'; name: Flag; label: string };

export interface GrantGroup {
  title: string;
  grants: readonly GrantName[];
}

type Labels = { readonly [N in Permission | Flag]?: string };

function group(title: string, permissions: Labels, flags: Labels = {}): GrantGroup {
  const named = (document: 'permissions' | 'flags', labels: Labels) =>
    Object.entries(labels).map(([name, label]) => ({ document, name, label }) as GrantName);
  return { title, grants: [...named('permissions', permissions), ...named('flags', flags)] };
}

/** Every permission and flag once, in the order of the screens. */
export const grant_groups: readonly GrantGroup[] = [
  group('Taking payments', {
    allow_virtual_terminal_session: 'Virtual terminal',
    allow_simple_payments_access: 'Simple payment pages',
    allow_advanced_fields: 'Level 2 and 3 fields',
    allow_defaults_population: 'Default values in forms',
    support_blind_credits: 'Credits without an earlier payment',
    allow_file_batch: 'File batches',
    enable_terminal_debit_transactions: 'PIN debit on terminals',
    allow_terminal_credits: 'Credits on terminals',
  }),
  group(
    'Surcharges and discounts',
    {
      allow_surcharge: 'Surcharge',
      allow_dual_pricing: 'Dual pricing, entered price for cash',
      allow_dual_pricing_v2: 'Dual pricing, entered price for cards',
      allow_cash_discount_v2: 'Cash discount, listed price with card fee',
      allow_consumer_choice: 'Payer chooses the fee',
      allow_ibx_bin_lookup: 'BIN lookup',
    },
    {
      surcharge_enabled: 'Surcharge in use',
      cash_discount_enabled: 'Cash discount in use',
      generic_cash_discount: 'Cash discount, basic',
    },
  ),
  group(
    'Processor routing',
    {},
    {
      split_payment_adjustment: 'Separate processor for service fees',
      surcharge_fallback: 'Separate processor for cards without surcharge',
      it_fallback: 'Separate processor for international cards',
    },
  ),
  group(
    'Customers and billing',
    {
      allow_customer_vault_access: 'Saved customers',
      allow_invoice_access: 'Invoices',
      allow_recurring_billing_access: 'Plans and subscriptions',
      allow_cart_access: 'Products and carts',
      allow_automatic_account_updater: 'Account updater',
    },
    { token_locking: 'Saved cards locked to the merchant' },
  ),
  group('Risk and login', {
    allow_rule_engine_access: 'Fraud rules',
    allow_advanced_rule_engine_features: 'Advanced fraud rules',
    allow_midigator: 'Dispute prevention',
    enforce_2fa_requirement: 'Two-factor authentication at login',
    require_2fa_for_user_access: 'Two-factor authentication for managing users',
  }),
  group(
    'Reports and gateway fees',
    {
      allow_transaction_reporting_totals: 'Totals above transactions',
      allow_dashboard_stats: 'Dashboard figures',
      allow_billing_access: 'Gateway bills',
      allow_developer_hub_link: 'Developer pages',
    },
    {
      per_processor_billing: 'Gateway fees for each processor',
      skip_billing: 'No gateway fees',
    },
  ),
];

/** The groups with what a screen offers of them; one without anything is left out. */
export const offered_grants: readonly GrantGroup[] = grant_groups
  .map(({ title, grants }) => ({
    title,
    grants: grants.filter(({ document, name }) => isOfferedGrant(document, name)),
  }))
  .filter(({ grants }) => grants.length > 0);
