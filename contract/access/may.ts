// What takes a right, a role or a switch of the account: the one table that calls, menus and
// disabled controls are read from. Kept free of schemas, so that the sign-in page stays light.
import { account_types, type SignedInRule, signedIn } from './access.ts';

const merchant = ['merchant'] as const;
const payment_rights = [
  'process_sale',
  'process_authorization',
  'process_verification',
  'process_credit',
] as const;
/** Screens that a merchant's users open with the admin role alone (spec 1 §2, §6). */
const settings = { merchant_role: 'admin' } as const;

/** `says` begins the sentence that says why not: "Refunds require the “…” permission." */
export const may = {
  /** Which right it takes depends on the type (process_sale, process_credit …): the verb asks. */
  pay: signedIn(merchant, {
    scope: payment_rights,
    says: 'Payments require',
  }),
  sale: signedIn(merchant, { permission: 'process_sale', says: 'Sales require' }),
  authorize: signedIn(merchant, {
    permission: 'process_authorization',
    says: 'Authorizations require',
  }),
  verification: signedIn(merchant, {
    permission: 'process_verification',
    says: 'Card verifications require',
  }),
  credit: signedIn(merchant, {
    permission: 'process_credit',
    account_permission: 'support_blind_credits',
    says: 'Credits without an earlier payment require',
  }),
  /** The payer is there with the card, so the switch of blind credits is not asked. */
  credit_on_terminal: signedIn(merchant, {
    permission: 'process_credit',
    account_permission: 'allow_terminal_credits',
    says: 'Credits on a terminal require',
  }),
  use_terminal: signedIn(merchant, {
    scope: 'no_limited_key',
    account_permission: 'allow_virtual_terminal_session',
    says: 'The virtual terminal requires',
  }),
  capture: signedIn(merchant, { permission: 'process_capture', says: 'Captures require' }),
  void: signedIn(merchant, { permission: 'process_void', says: 'Voids require' }),
  refund: signedIn(merchant, { permission: 'process_refund', says: 'Refunds require' }),
  adjust_tip: signedIn(merchant, { permission: 'process_sale', says: 'Tips require' }),
  approve: signedIn(merchant, {
    permission: 'process_capture',
    says: 'Approving flagged payments requires',
  }),
  decline: signedIn(merchant, {
    permission: 'process_void',
    says: 'Declining flagged payments requires',
  }),
  /** A partner or the office decides by the same rights as the merchant itself. */
  approve_below: signedIn(['partner', 'admin'], {
    permission: 'process_capture',
    scope: 'review_flagged_payments',
    says: 'Approving flagged payments requires',
  }),
  decline_below: signedIn(['partner', 'admin'], {
    permission: 'process_void',
    scope: 'review_flagged_payments',
    says: 'Declining flagged payments requires',
  }),
  pay_with_customer: signedIn(merchant, {
    scope: payment_rights,
    account_permission: 'allow_customer_vault_access',
    says: 'Paying with a saved customer requires',
  }),
  see_customers: signedIn(merchant, {
    scope: 'view_customers',
    account_permission: 'allow_customer_vault_access',
    says: 'Saved customers require',
  }),
  see_card_updates: signedIn(merchant, {
    scope: 'view_customers',
    account_permission: 'allow_automatic_account_updater',
    says: 'The account updater requires',
  }),
  save_customers: signedIn(merchant, {
    permission: 'vault_create',
    account_permission: 'allow_customer_vault_access',
    says: 'Saving customers requires',
  }),
  look_up_cards: signedIn(merchant, {
    scope: 'calculate_amounts',
    account_permission: 'allow_ibx_bin_lookup',
    says: 'Card lookups require',
  }),
  see_totals: signedIn(merchant, {
    scope: 'view_transactions',
    account_permission: 'allow_transaction_reporting_totals',
    says: 'Search totals require',
  }),
  see_statistics: signedIn(account_types, {
    scope: 'view_transactions',
    account_permission: 'allow_dashboard_stats',
    says: 'Dashboard figures require',
  }),
  see_settlements: signedIn(account_types, {
    permission: 'view_settlement_batches',
    says: 'Settlements and balances require',
  }),
  manage_webhooks: signedIn(account_types, {
    permission: 'manage_webhooks',
    says: 'Managing webhooks requires',
  }),
  manage_users: signedIn(account_types, {
    permission: 'manage_users',
    ...settings,
    says: 'Managing users and roles requires',
  }),
  make_users: signedIn(account_types, {
    permission: 'manage_users',
    ...settings,
    not_while_acting: true,
    says: 'Creating users and changing roles requires',
  }),
  manage_users_below: signedIn(['admin', 'partner'], {
    permission: 'manage_users',
    not_while_acting: true,
    says: 'Managing the users of a merchant requires',
  }),
  see_users: signedIn(account_types, {
    permission: 'manage_users',
    ...settings,
    says: 'Viewing users and roles requires',
  }),
  /** Standard users reach standard users alone: the verb asks for the role of whom it is about. */
  close_login: signedIn(['admin', 'partner'], {
    permission: 'manage_users',
    says: 'Disabling and enabling logins requires',
  }),
  /** Second factor, address and password of somebody else. */
  reset_access: signedIn(['admin'], {
    permission: 'manage_users',
    says: 'Resetting the access of other users requires',
  }),
  act_as: signedIn(['admin', 'partner'], {
    permission: 'manage_users',
    session_only: true,
    not_while_acting: true,
    says: 'Acting as a user requires',
  }),
  view_as: signedIn(account_types, {
    permission: 'manage_users',
    ...settings,
    session_only: true,
    not_while_acting: true,
    says: 'Viewing as another user requires',
  }),
  manage_api_keys: signedIn(account_types, {
    permission: 'manage_api_keys',
    not_while_acting: true,
    says: 'Creating and changing API keys requires',
  }),
  see_api_keys: signedIn(account_types, {
    scope: 'manage_api_keys',
    ...settings,
    says: 'Viewing API keys requires',
  }),
  see_audit: signedIn(account_types, {
    scope: 'view_audit_log',
    ...settings,
    says: 'The audit log requires',
  }),
  /** Links in mails set passwords: who reads them can sign in as anybody. */
  read_mail: signedIn(['admin'], {
    scope: 'no_limited_key',
    role: 'admin',
    not_while_acting: true,
    says: 'Reading the sandbox mailbox requires',
  }),
  manage_accounts: signedIn(['admin', 'partner'], {
    scope: 'manage_accounts',
    role: 'admin',
    says: 'Creating and changing partners and merchants requires',
  }),
  /** Mails link to the brand's domain, so whoever sets it is sent the codes that set passwords. */
  brand_partner: signedIn(['admin', 'partner'], {
    scope: 'no_limited_key',
    role: 'admin',
    not_while_acting: true,
    says: 'Changing the branding of a partner requires',
  }),
  brand_installation: signedIn(['admin'], {
    scope: 'manage_settings',
    role: 'admin',
    says: 'Changing the branding of the installation requires',
  }),
  change_custom_fields: signedIn(merchant, {
    scope: 'manage_settings',
    role: 'admin',
    says: 'Changing custom fields and groups requires',
  }),
  see_settings: signedIn(account_types, {
    scope: 'manage_settings',
    ...settings,
    says: 'Viewing account settings requires',
  }),
  change_settings: signedIn(account_types, {
    scope: 'manage_settings',
    role: 'admin',
    says: 'Changing account settings requires',
  }),
  change_merchant: signedIn(account_types, {
    scope: 'manage_accounts',
    role: 'admin',
    says: 'Changing account settings requires',
  }),
  see_apple_pay: signedIn(merchant, {
    scope: 'manage_settings',
    ...settings,
    says: 'Viewing Apple Pay settings requires',
  }),
  manage_apple_pay: signedIn(merchant, {
    scope: 'manage_settings',
    role: 'admin',
    says: 'Changing Apple Pay settings requires',
  }),
  /** Moving business time runs every job that falls due: settlement, renewals, removals. */
  move_clock: signedIn(['admin'], {
    scope: 'manage_sandbox',
    role: 'admin',
    says: 'Moving the sandbox clock requires',
  }),
  manage_processors: signedIn(['partner', 'admin'], {
    scope: 'manage_processors',
    role: 'admin',
    says: 'Creating and changing processors requires',
  }),
  /** Whoever takes payments chooses one of them. */
  see_terminals: signedIn(account_types, {
    scope: [...payment_rights, 'process_refund', 'manage_terminals'],
    says: 'Viewing terminals requires',
  }),
  see_own_terminals: signedIn(merchant, {
    scope: [...payment_rights, 'process_refund', 'manage_terminals'],
    says: 'Viewing terminals requires',
  }),
  set_up_terminals: signedIn(['partner', 'admin'], {
    permission: 'manage_terminals',
    says: 'Setting up terminals requires',
  }),
  /** Merchants change a few members of theirs: the verb says which. */
  manage_terminals: signedIn(account_types, {
    permission: 'manage_terminals',
    says: 'Changing terminals requires',
  }),
  manage_devices: signedIn(account_types, {
    permission: 'manage_terminals',
    says: 'Managing card readers requires',
  }),
  settle_terminals: signedIn(merchant, {
    permission: 'manage_terminals',
    says: 'Settling terminals requires',
  }),
  cancel_at_terminal: signedIn(merchant, {
    permission: 'process_sale',
    says: 'Canceling payments at a terminal requires',
  }),
  decide_unresolved: signedIn(['admin'], {
    scope: 'resolve_payments',
    role: 'admin',
    says: 'Resolving payments requires',
  }),
  resolve_batch: signedIn(['admin'], {
    scope: 'resolve_payments',
    role: 'admin',
    says: 'Accepting batch differences requires',
  }),
  manage_settlement_exceptions: signedIn(['admin'], {
    scope: 'resolve_payments',
    role: 'admin',
    says: 'Settlement exceptions require',
  }),
  manage_parked_events: signedIn(['admin'], {
    scope: 'resolve_payments',
    role: 'admin',
    says: 'Failed events require',
  }),
} as const satisfies Record<string, SignedInRule>;
