// What takes a right, a role or a switch of the account: the one table that calls, menus and
// disabled controls are read from. Kept free of schemas, so that the sign-in page stays light.
import { account_types, type SignedInRule, signedIn } from './access.ts';

const merchant = ['merchant'] as const;
/** Screens that a merchant's users open with the role admin alone (spec 1 §2, §6). */
const settings = { merchant_role: 'admin' } as const;

/** `says` begins the sentence that says why not: "Refunds take the right process_refund." */
export const may = {
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
  see_totals: signedIn(merchant, {
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
  manage_users_below: signedIn(['admin', 'partner'], {
    permission: 'manage_users',
    says: 'Users of a merchant below take',
  }),
  see_users: signedIn(account_types, {
    permission: 'manage_users',
    ...settings,
    says: 'The screens of users and roles take',
  }),
  view_as: signedIn(account_types, {
    permission: 'manage_users',
    ...settings,
    session_only: true,
    in_person: true,
    says: 'Viewing as another user takes',
  }),
  manage_api_keys: signedIn(account_types, {
    permission: 'manage_api_keys',
    in_person: true,
    says: 'New and changed API keys take',
  }),
  see_api_keys: signedIn(account_types, { ...settings, says: 'The screen of API keys takes' }),
  see_audit: signedIn(account_types, { ...settings, says: 'The audit log takes' }),
  read_mail: signedIn(['admin'], { role: 'admin', says: 'Mails of the sandbox take' }),
  manage_accounts: signedIn(['admin', 'partner'], {
    role: 'admin',
    says: 'New and changed partners and merchants take',
  }),
  brand_installation: signedIn(['admin'], {
    role: 'admin',
    says: 'The brand of the installation takes',
  }),
  change_custom_fields: signedIn(merchant, {
    role: 'admin',
    says: 'Changes of custom fields and groups take',
  }),
  change_settings: signedIn(account_types, { ...settings, says: 'Settings of the account take' }),
  decide_unresolved: signedIn(['admin'], {
    role: 'admin',
    says: 'Decisions about unresolved payments take',
  }),
} as const satisfies Record<string, SignedInRule>;
