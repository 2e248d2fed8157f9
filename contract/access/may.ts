// What takes a right, a role or a switch of the account: the one table that calls, menus and
// disabled controls are read from. Kept free of schemas, so that the sign-in page stays light.
import { account_types, type SignedInRule, signedIn } from './access.ts';

const merchant = ['merchant'] as const;
/** Screens that a merchant's users open with the admin role alone (spec 1 §2, §6). */
const settings = { merchant_role: 'admin' } as const;

/** `says` begins the sentence that says why not: "Refunds take the right process_refund." */
export const may = {
  /** Which right it takes depends on the type (process_sale, process_credit …): the verb asks. */
  pay: signedIn(merchant, {
    scope: ['process_sale', 'process_authorization', 'process_verification', 'process_credit'],
    says: 'Payments take',
  }),
  sale: signedIn(merchant, { permission: 'process_sale', says: 'Sales take' }),
  authorize: signedIn(merchant, { permission: 'process_authorization', says: 'Card holds take' }),
  verification: signedIn(merchant, {
    permission: 'process_verification',
    says: 'Card checks take',
  }),
  credit: signedIn(merchant, {
    permission: 'process_credit',
    account_permission: 'support_blind_credits',
    says: 'Credits without an earlier payment take',
  }),
  use_terminal: signedIn(merchant, {
    scope: 'no_limited_key',
    account_permission: 'allow_virtual_terminal_session',
    says: 'The virtual terminal takes',
  }),
  capture: signedIn(merchant, { permission: 'process_capture', says: 'Captures take' }),
  void: signedIn(merchant, { permission: 'process_void', says: 'Voids take' }),
  refund: signedIn(merchant, { permission: 'process_refund', says: 'Refunds take' }),
  adjust_tip: signedIn(merchant, { permission: 'process_sale', says: 'Tips take' }),
  approve: signedIn(merchant, {
    permission: 'process_capture',
    says: 'Approvals of flagged payments take',
  }),
  decline: signedIn(merchant, {
    permission: 'process_void',
    says: 'Declines of flagged payments take',
  }),
  look_up_cards: signedIn(merchant, {
    scope: 'calculate_amounts',
    account_permission: 'allow_ibx_bin_lookup',
    says: 'Card lookups take',
  }),
  see_totals: signedIn(merchant, {
    scope: 'view_transactions',
    account_permission: 'allow_transaction_reporting_totals',
    says: 'Totals of a search take',
  }),
  see_settlements: signedIn(account_types, {
    permission: 'view_settlement_batches',
    says: 'Settlements and balances take',
  }),
  manage_webhooks: signedIn(account_types, {
    permission: 'manage_webhooks',
    says: 'Webhooks take',
  }),
  manage_users: signedIn(account_types, {
    permission: 'manage_users',
    ...settings,
    says: 'Users and roles take',
  }),
  make_users: signedIn(account_types, {
    permission: 'manage_users',
    ...settings,
    not_while_acting: true,
    says: 'New users and changed roles take',
  }),
  manage_users_below: signedIn(['admin', 'partner'], {
    permission: 'manage_users',
    not_while_acting: true,
    says: 'Users of a merchant below take',
  }),
  see_users: signedIn(account_types, {
    permission: 'manage_users',
    ...settings,
    says: 'The screens of users and roles take',
  }),
  act_as: signedIn(['admin', 'partner'], {
    session_only: true,
    not_while_acting: true,
    says: 'Acting as a user takes',
  }),
  view_as: signedIn(account_types, {
    permission: 'manage_users',
    ...settings,
    session_only: true,
    not_while_acting: true,
    says: 'Viewing as another user takes',
  }),
  manage_api_keys: signedIn(account_types, {
    permission: 'manage_api_keys',
    not_while_acting: true,
    says: 'New and changed API keys take',
  }),
  see_api_keys: signedIn(account_types, {
    scope: 'manage_api_keys',
    ...settings,
    says: 'The screen of API keys takes',
  }),
  see_audit: signedIn(account_types, {
    scope: 'view_audit_log',
    ...settings,
    says: 'The audit log takes',
  }),
  /** Links in mails set passwords: who reads them can sign in as anybody. */
  read_mail: signedIn(['admin'], {
    scope: 'no_limited_key',
    role: 'admin',
    not_while_acting: true,
    says: 'Mails of the sandbox take',
  }),
  manage_accounts: signedIn(['admin', 'partner'], {
    scope: 'manage_accounts',
    role: 'admin',
    says: 'New and changed partners and merchants take',
  }),
  /** Mails link to the brand's domain, so whoever sets it is sent the codes that set passwords. */
  brand_partner: signedIn(['admin', 'partner'], {
    scope: 'no_limited_key',
    role: 'admin',
    not_while_acting: true,
    says: 'Brands of partners take',
  }),
  brand_installation: signedIn(['admin'], {
    scope: 'manage_settings',
    role: 'admin',
    says: 'The brand of the installation takes',
  }),
  change_custom_fields: signedIn(merchant, {
    scope: 'manage_settings',
    role: 'admin',
    says: 'Changes of custom fields and groups take',
  }),
  change_settings: signedIn(account_types, {
    scope: 'manage_settings',
    ...settings,
    says: 'Settings of the account take',
  }),
  change_merchant: signedIn(account_types, {
    scope: 'manage_accounts',
    ...settings,
    says: 'Settings of the account take',
  }),
  /** Moving business time runs every job that falls due: settlement, renewals, removals. */
  move_clock: signedIn(['admin'], {
    scope: 'manage_sandbox',
    role: 'admin',
    says: 'Moves of the clock take',
  }),
  manage_processors: signedIn(['partner', 'admin'], {
    scope: 'manage_processors',
    role: 'admin',
    says: 'New and changed processors take',
  }),
  decide_unresolved: signedIn(['admin'], {
    scope: 'resolve_payments',
    role: 'admin',
    says: 'Decisions about unresolved payments take',
  }),
  resolve_batch: signedIn(['admin'], {
    scope: 'resolve_payments',
    role: 'admin',
    says: 'Decisions about batch differences take',
  }),
  manage_settlement_exceptions: signedIn(['admin'], {
    scope: 'resolve_payments',
    role: 'admin',
    says: 'Settlement exceptions take',
  }),
  manage_parked_events: signedIn(['admin'], {
    scope: 'resolve_payments',
    role: 'admin',
    says: 'Parked events take',
  }),
} as const satisfies Record<string, SignedInRule>;
