// What a merchant account may use (gateway-api 17, spec 2 §6): a map of booleans, absent means no.
import { z } from 'zod';
import type { DocumentOf } from './entries.ts';
import { documentChange, fullDocument, toggle } from './entries.ts';

export const permission_entries = {
  support_blind_credits: toggle('Send money to a payer without an earlier payment.'),
  allow_rule_engine_access: toggle('Set up rules that flag or decline payments.'),
  allow_advanced_rule_engine_features: toggle('Use every kind of fraud rule.'),
  allow_invoice_access: toggle('Create and send invoices.'),
  allow_customer_vault_access: toggle('Save customers and their payment methods.'),
  allow_recurring_billing_access: toggle('Charge customers on a schedule.'),
  allow_cart_access: toggle('Sell products through hosted carts.'),
  allow_developer_hub_link: toggle('Show a link to the developer pages.'),
  allow_advanced_fields: toggle('Payments can carry tax, order and line item details.'),
  enable_terminal_debit_transactions: toggle('Terminals accept debit cards with a PIN.'),
  allow_terminal_credits: toggle('Send money to a card on a terminal.'),
  allow_defaults_population: toggle('Forms start with the stored default values.'),
  allow_billing_access: toggle('See what the gateway bills the merchant.'),
  allow_dashboard_stats: toggle('Show figures and charts on the dashboard.'),
  allow_file_batch: toggle('Upload files of payments.'),
  allow_automatic_account_updater: toggle('Saved cards are kept up to date by the card brands.'),
  allow_ibx_bin_lookup: toggle('Look up card details by BIN. Required for surcharges.'),
  allow_surcharge: toggle('Add a fee to credit card payments.'),
  allow_dual_pricing: toggle('Card payments cost more than the entered price.'),
  allow_dual_pricing_v2: toggle(
    'The entered price is the card price. Cash and ACH payments cost less.',
  ),
  allow_cash_discount_v2: toggle(
    'The listed price includes the card fee; cash payments cost less.',
  ),
  allow_consumer_choice: toggle('The payer chooses how to pay the fee.'),
  allow_midigator: toggle('Disputes are prevented through a third party.'),
  allow_transaction_reporting_totals: toggle('Show totals above the transaction list.'),
  allow_simple_payments_access: toggle('Take payments on hosted pages with a fixed link.'),
  allow_virtual_terminal_session: toggle('Enter payments in the virtual terminal.'),
  enforce_2fa_requirement: toggle('Users must log in with two-factor authentication.'),
  require_2fa_for_user_access: toggle('Managing users requires a recent two-factor login.'),
} as const;

export type Permission = keyof typeof permission_entries;
export type Permissions = DocumentOf<typeof permission_entries>;

export const permission_names = Object.keys(permission_entries) as Permission[];

// Older clients still send the updater's former name.
const former_names: Readonly<Record<string, Permission>> = {
  allow_card_sync: 'allow_automatic_account_updater',
};

/** Writes former names of permissions as they are called now; the present name wins. */
export function presentNames(document: Record<string, unknown>): Record<string, unknown> {
  const renamed = Object.entries(document).map(([name, value]) => [
    former_names[name] ?? name,
    value,
  ]);
  return { ...Object.fromEntries(renamed), ...document };
}

/** Every permission with its value; what is absent is false, what is unknown is dropped. */
export const permissions = fullDocument(permission_entries);
/** Permissions named in an update; the others keep their value. */
export const permissions_change = documentChange(permission_entries);
/** The same as sent: the former name of a permission counts as the present one. */
export const permissions_input = z
  .preprocess(
    (value) => (typeof value === 'object' ? presentNames(value as Record<string, unknown>) : value),
    permissions_change,
  )
  .nullish();
