// The rights of one user (gateway-api 2.2, spec 2 §6): a map of booleans, absent means no.

import type { DocumentOf } from './entries.ts';
import { documentChange, fullDocument, toggle } from './entries.ts';

export const user_permission_entries = {
  manage_users: toggle('Includes their roles and permissions.'),
  manage_api_keys: toggle('A key acts with the permissions of its user.'),
  manage_terminals: toggle('Settling closes the open batch of a terminal.'),
  manage_rule_engine: toggle('Change fraud rules and card bans.'),
  manage_invoices: toggle('Create, change, send and cancel invoices.'),
  manage_recurring: toggle('Change plans, add-ons, discounts and subscriptions.'),
  manage_carts: toggle('Change products, carts and simple payments.'),
  manage_file_batch: toggle('Upload files of payments.'),
  manage_webhooks: toggle('Webhooks send events of the account to another server.'),
  view_billing_reports: toggle('See what the gateway bills the account.'),
  view_settlement_batches: toggle('See settlement batches.'),
  process_sale: toggle('Authorizes and captures in one step.'),
  process_authorization: toggle('The amount is captured later, or released.'),
  process_capture: toggle('Takes the money of an authorization.'),
  process_void: toggle('The payer is not charged.'),
  process_refund: toggle('In whole or in part, up to the settled amount.'),
  process_credit: toggle('Sends a credit to a card or bank account.'),
  process_verification: toggle('The bank confirms the card and the address.'),
  vault_create: toggle('Saved customers can be charged again.'),
} as const;

export type UserPermission = keyof typeof user_permission_entries;
export type UserPermissions = DocumentOf<typeof user_permission_entries>;

export const user_permission_names = Object.keys(user_permission_entries) as UserPermission[];

/** Every right with its value; what is absent is false, what is unknown is dropped. */
export const user_permissions = fullDocument(user_permission_entries);
/** Rights named in an update; the others keep their value. */
export const user_permissions_change = documentChange(user_permission_entries);

/** All rights on: what a new user with the admin role is given. */
export function allUserPermissions(): UserPermissions {
  const all = user_permission_names.map((name) => [name, true] as const);
  return Object.fromEntries(all) as UserPermissions;
}

export interface RightsGroup {
  title: string;
  /** Each right with the words that a person knows it by. */
  rights: readonly { name: UserPermission; label: string }[];
}

const named = (title: string, labels: Partial<Record<UserPermission, string>>): RightsGroup => ({
  title,
  rights: Object.entries(labels).map(([name, label]) => ({ name: name as UserPermission, label })),
});

/** The words that people know a right by; the key where it is not shown anywhere yet. */
export function rightLabel(name: UserPermission): string {
  const all = shown_rights.flatMap(({ rights }) => rights);
  return all.find((one) => one.name === name)?.label ?? name;
}

/** Rights in the order they are shown. One that nothing reads yet is stored and not shown. */
export const shown_rights: readonly RightsGroup[] = [
  named('Take payments', {
    process_sale: 'Charge a card or bank account',
    process_authorization: 'Hold an amount without capturing it',
    process_verification: 'Check a card without charging it',
    process_credit: 'Send money without an earlier payment',
    vault_create: 'Save customers and their payment methods',
  }),
  named('After the payment', {
    process_capture: 'Capture a held amount',
    process_void: 'Void before settlement',
    process_refund: 'Refund after settlement',
  }),
  named('View', {
    view_settlement_batches: 'See settlements and balances',
  }),
  named('Set up', {
    manage_users: 'Edit, copy and delete users',
    manage_api_keys: 'Create and remove API keys',
    manage_webhooks: 'Set up webhooks',
    manage_terminals: 'Set up terminals and card readers, settle terminals',
  }),
];
