// Generated from the migrated database by `npm run generate`; do not edit.
import type { ColumnType } from 'kysely';

/** A column that may be left out of an insert. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;
/** The document of each jsonb column, declared by the room that writes it. */
// biome-ignore lint/suspicious/noEmptyInterface: rooms add their members to it
export interface JsonDocuments {}
type DocumentOf<C extends string> = C extends keyof JsonDocuments ? JsonDocuments[C] : unknown;
/** Documents are written as JSON text and read as values. */
export type Json<C extends string> =
  ColumnType<DocumentOf<C>, string | null, string | null>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface Account {
  id: string;
  account_type: string;
  parent_id: string | null;
  name: string;
  status: string;
  timezone: Generated<string>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface AccountClosure {
  account_id: string;
  descendant_id: string;
  descendant_type: string;
  depth: number;
}

export interface AccountTree {
  id: string;
}

export interface ApiKey {
  id: string;
  user_id: string;
  account_type: string;
  account_id: string;
  type: string;
  name: string;
  key_hash: string;
  hint: string;
  last_used_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  scopes: Generated<Json<'api_key.scopes'>>;
  allowed_addresses: Generated<Json<'api_key.allowed_addresses'>>;
  allowed_origins: Generated<Json<'api_key.allowed_origins'>>;
  expires_at: Timestamp | null;
  rotated_from: Generated<string>;
  public_value: Generated<string>;
}

export interface ApplePayCertificate {
  merchant_id: string;
  id: string;
  registration_id: string;
  kind: string;
  status: string;
  public_key_hash: string;
  sealed_key: string;
  signing_request: string;
  certificate: Generated<string>;
  valid_from: Timestamp | null;
  expires_at: Timestamp | null;
  warned_days: number | null;
  created_at: Timestamp;
}

export interface ApplePayDomain {
  domain_name: string;
  registration_id: string;
}

export interface ApplePayRegistration {
  merchant_id: string;
  id: string;
  type: string;
  apple_pay_merchant_id: string;
  display_name: string;
  domain_name: string;
  domain_file: Generated<string>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface AttemptProposal {
  merchant_id: string;
  id: string;
  decision: string;
  processor_transaction_id: Generated<string>;
  reason: string;
  user_id: string;
  user_name: string;
  created_at: Timestamp;
}

export interface AuditFinding {
  merchant_id: string;
  id: string;
  run_id: string;
  audit: string;
  sentence: string;
  row_count: number;
  sample: Json<'audit_finding.sample'>;
  found_at: Timestamp;
}

export interface AuditLog {
  merchant_id: string;
  id: string;
  verb: string;
  noun: string;
  noun_id: string;
  account_type: string;
  account_id: string;
  user_id: string;
  user_name: string;
  credential: string;
  ip_address: string;
  request_id: string;
  before: Json<'audit_log.before'> | null;
  after: Json<'audit_log.after'> | null;
  created_at: Timestamp;
  recorded_at: Generated<Timestamp>;
  acting_user_id: Generated<string>;
  acting_user_name: Generated<string>;
}

export interface AuditLogDigest {
  merchant_id: string | null;
  id: string | null;
  recorded_at: Timestamp | null;
  digest: Buffer | null;
}

export interface AuditRun {
  id: string;
  kind: string;
  started_at: Timestamp;
  finished_at: Timestamp;
  audit_count: number;
  wrong_count: number;
  sealed_through: Timestamp;
  sealed_count: number;
  mac: string;
}

export interface AuditSeal {
  merchant_id: string;
  sequence: number;
  audit_id: string;
  hash: Buffer;
  mac: Generated<string>;
  sealed_at: Generated<Timestamp>;
}

export interface BotCheckUsed {
  proof_hash: string;
  expires_at: Timestamp;
}

export interface Branding {
  id: string;
  domain: string;
  partner_id: string | null;
  title: string;
  brand_name: string;
  address: Generated<string>;
  support_email: Generated<string>;
  support_phone: Generated<string>;
  styles: Generated<Json<'branding.styles'>>;
  products: Generated<Json<'branding.products'>>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  logo_url: Generated<string>;
  colorado_cap: Generated<boolean>;
}

export interface BrandingLogo {
  id: string;
  branding_id: string;
  content_type: string;
  bytes: Buffer;
  created_at: Timestamp;
}

export interface CardCheck {
  merchant_id: string;
  transaction_id: string;
}

export interface CardUpdate {
  merchant_id: string;
  id: string;
  run_id: string | null;
  transaction_id: Generated<string>;
  customer_id: string;
  payment_method_id: string;
  result: string;
  card_type: string;
  masked_before: string;
  masked_after: string;
  expired_on: string;
  expires_on: string;
  created_at: Timestamp;
}

export interface CardUpdateRun {
  merchant_id: string;
  id: string;
  due_on: string;
  processor_id: string;
  card_count: Generated<number>;
  updated_count: Generated<number>;
  flagged_count: Generated<number>;
  error: Generated<string>;
  created_at: Timestamp;
  finished_at: Timestamp | null;
}

export interface ClockLease {
  id: string;
  offset_ms: number;
  seen_at: Timestamp;
}

export interface CustomField {
  merchant_id: string;
  id: string;
  name: string;
  group_name: string | null;
  type: string;
  required: boolean;
  validation_type: string;
  choices: Json<'custom_field.choices'> | null;
  default_value: string;
  position: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Timestamp | null;
}

export interface CustomOutput {
  merchant_id: string;
  id: string;
  user_id: string;
  type: string;
  name: string;
  field_list: Json<'custom_output.field_list'>;
  shared: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CustomOutputDefault {
  merchant_id: string;
  id: string;
  type: string;
  user_id: string;
  custom_output_id: string;
}

export interface CustomRole {
  merchant_id: string;
  id: string;
  name: string;
  description: Generated<string>;
  permissions: Generated<Json<'custom_role.permissions'>>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface Customer {
  merchant_id: string;
  id: string;
  description: Generated<string>;
  notes: Generated<string>;
  flags: Generated<Json<'customer.flags'>>;
  processor_id: Generated<string>;
  shared: Generated<boolean>;
  do_not_share: Generated<boolean>;
  custom_fields: Generated<Json<'customer.custom_fields'>>;
  payment_method_id: Generated<string>;
  payment_method_type: Generated<string>;
  billing_address_id: Generated<string>;
  shipping_address_id: Generated<string>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CustomerAddress {
  merchant_id: string;
  id: string;
  customer_id: string;
  hash: string;
  first_name: string;
  last_name: string;
  company: string;
  line_1: string;
  line_2: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
  email: string;
  phone: string;
  fax: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CustomerMerge {
  merchant_id: string;
  kind: string;
  id: string;
  customer_id: string;
  kept_id: string;
  merged_at: Timestamp;
}

export interface CustomerWord {
  merchant_id: string;
  word: string;
  customer_id: string;
}

export interface DataKey {
  merchant_id: string;
  id: string;
  purpose: string;
  wrapped: Buffer;
  created_at: Timestamp;
  key_id: Generated<string>;
  made_under: Generated<string>;
  retired_at: Timestamp | null;
}

export interface Device {
  merchant_id: string;
  id: string;
  friendly_name: string;
  manufacturer: Generated<string>;
  part_number: Generated<string>;
  serial_number: Generated<string>;
  status: Generated<string>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface EmailEvent {
  merchant_id: string;
  id: string;
  mail_id: string;
  transaction_id: Generated<string>;
  event: string;
  response: string;
  email: string;
  created_at: Timestamp;
}

export interface FieldGroup {
  merchant_id: string;
  id: string;
  name: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface Idempotency {
  merchant_id: string;
  key: string;
  operation: string;
  fingerprint: string;
  transaction_id: string;
  state: string;
  http_status: Generated<number>;
  answer: Generated<string>;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface Job {
  id: string;
  name: string;
  key: string;
  merchant_id: Generated<string>;
  payload: Generated<Json<'job.payload'>>;
  due_at: Timestamp;
  attempt_count: Generated<number>;
  claimed_until: Timestamp | null;
  last_error: Generated<string>;
  created_at: Timestamp;
  request_count: Generated<number>;
  claim_token: Generated<number>;
}

export interface KnownDevice {
  user_id: string;
  device_hash: string;
  user_agent: string;
  first_seen_at: Timestamp;
  last_seen_at: Timestamp;
}

export interface LedgerAccount {
  owner_id: string;
  id: string;
  owner_type: string;
  book: string;
  kind: string;
  party: Generated<string>;
  currency: string;
  created_at: Generated<Timestamp>;
}

export interface LedgerBalance {
  owner_id: string | null;
  owner_type: string | null;
  book: string | null;
  kind: string | null;
  party: string | null;
  currency: string | null;
  amount: number | null;
}

export interface LedgerDay {
  owner_id: string;
  account_id: string;
  effective_on: string;
  kind: string;
  debit: number;
  credit: number;
  entry_count: number;
}

export interface LedgerEntry {
  owner_id: string;
  posting_id: string;
  line: number;
  account_id: string;
  currency: string;
  amount: number;
  recorded_at: Timestamp;
}

export interface LedgerKind {
  kind: string;
  book: string;
  owner_types: string;
  normal_side: string;
  party: string;
}

export interface LedgerLine {
  owner_id: string | null;
  posting_id: string | null;
  posting_kind: string | null;
  key: string | null;
  source_type: string | null;
  source_id: string | null;
  effective_on: string | null;
  period: string | null;
  recorded_at: Timestamp | null;
  owner_type: string | null;
  book: string | null;
  kind: string | null;
  party: string | null;
  line: number | null;
  account_id: string | null;
  currency: string | null;
  amount: number | null;
}

export interface LedgerPeriod {
  owner_id: string;
  period: string;
  state: string;
  closing_at: Timestamp | null;
  closed_at: Timestamp | null;
  control: Json<'ledger_period.control'> | null;
}

export interface LedgerPosting {
  owner_id: string;
  id: string;
  kind: string;
  key: string;
  source_type: string;
  source_id: string;
  effective_on: string;
  period: string;
  recorded_at: Generated<Timestamp>;
  request_id: Generated<string>;
}

export interface LedgerSnapshot {
  owner_id: string;
  account_id: string;
  through_at: Timestamp;
  balance: number;
  entry_count: number;
}

export interface LimitCounter {
  merchant_id: string;
  processor_id: string;
  kind: string;
  period: string;
  currency: string;
  amount: number;
}

export interface Merchant {
  merchant_id: string;
  description: Generated<string>;
  website: Generated<string>;
  phone: Generated<string>;
  phone_ext: Generated<string>;
  receipt_email: Generated<string>;
  fee_schedule_id: Generated<string>;
  logo_url: Generated<string>;
  permissions: Generated<Json<'merchant.permissions'>>;
  flags: Generated<Json<'merchant.flags'>>;
  requireds: Generated<Json<'merchant.requireds'>>;
  default_values: Generated<Json<'merchant.default_values'>>;
  primary_contact: Generated<Json<'merchant.primary_contact'>>;
  billing_contact: Generated<Json<'merchant.billing_contact'>>;
  billing_details: Generated<Json<'merchant.billing_details'>>;
  tos_accepted_by: Generated<string>;
  tos_accepted_by_username: Generated<string>;
  tos_last_accepted_at: Timestamp | null;
  styles: Generated<Json<'merchant.styles'>>;
  billing_account_number: Generated<string>;
  limits: Generated<Json<'merchant.limits'>>;
}

export interface MerchantLogo {
  merchant_id: string;
  id: string;
  content_type: string;
  bytes: Buffer;
  created_at: Timestamp;
}

export interface Migration {
  name: string;
  checksum: string;
  applied_at: Generated<Timestamp>;
}

export interface NewsItem {
  merchant_id: string;
  id: string;
  title: string;
  message: string;
  author_name: string;
  visibility: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface OneTimeCode {
  id: string;
  kind: string;
  user_id: string;
  code_hash: string;
  made_by_user_id: Generated<string>;
  made_by_session_id: Generated<string>;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface Outbox {
  merchant_id: string;
  id: string;
  kind: string;
  resource_id: string;
  sequence: number;
  payload: Json<'outbox.payload'>;
  created_at: Timestamp;
  delivered_at: Timestamp | null;
  next_attempt_at: Timestamp;
  request_id: Generated<string>;
}

export interface OutboxLock {
  merchant_id: string;
}

export interface OutboxRetry {
  merchant_id: string;
  id: string;
  consumer: string;
  resource_id: string;
  sequence: number;
  state: string;
  attempt_count: Generated<number>;
  next_attempt_at: Timestamp;
  error: Generated<string>;
  error_id: Generated<string>;
  created_at: Timestamp;
  parked_at: Timestamp | null;
}

export interface OutgoingMail {
  merchant_id: string;
  id: string;
  transaction_id: Generated<string>;
  kind: string;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
  has_code: Generated<boolean>;
  state: string;
  attempt_count: Generated<number>;
  next_attempt_at: Timestamp;
  last_error: Generated<string>;
  created_at: Timestamp;
  sent_at: Timestamp | null;
  request_id: Generated<string>;
}

export interface Partner {
  id: string;
  description: Generated<string>;
  website: Generated<string>;
  phone: Generated<string>;
  phone_ext: Generated<string>;
  email: Generated<string>;
  fee_schedule_id: Generated<string>;
  primary_contact: Generated<Json<'partner.primary_contact'>>;
  billing_contact: Generated<Json<'partner.billing_contact'>>;
  default_values: Generated<Json<'partner.default_values'>>;
  permissions: Json<'partner.permissions'> | null;
  flags: Json<'partner.flags'> | null;
  available_processors: Json<'partner.available_processors'> | null;
}

export interface PasskeyChallenge {
  challenge_hash: string;
  purpose: string;
  user_id: Generated<string>;
  rp_id: string;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface PasswordHistory {
  user_id: string;
  id: string;
  password_hash: string;
  created_at: Timestamp;
}

export interface PaymentToken {
  merchant_id: string;
  token_hash: string;
  type: string;
  sealed: string;
  uses: Generated<number>;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface Processor {
  merchant_id: string;
  id: string;
  type: string;
  name: string;
  description: Generated<string>;
  status: string;
  tag: Generated<string>;
  default_card: Generated<boolean>;
  default_ach: Generated<boolean>;
  default_apm: Generated<boolean>;
  default_cash: Generated<boolean>;
  timezone: string;
  settle_at: string;
  max_daily: Generated<number>;
  max_monthly: Generated<number>;
  payment_adj_type: Generated<string>;
  payment_adj_value: Generated<number>;
  settings: Generated<Json<'processor.settings'>>;
  secrets: Generated<Json<'processor.secrets'>>;
  features: Generated<Json<'processor.features'>>;
  limits: Generated<Json<'processor.limits'>>;
  supported_currencies: Generated<Json<'processor.supported_currencies'>>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface RailAttempt {
  merchant_id: string;
  id: string;
  transaction_id: string;
  operation: string;
  processor_id: string;
  processor_type: string;
  reference: string;
  parent_reference: Generated<string>;
  fingerprint: string;
  amount: number;
  currency: string;
  state: string;
  outcome: Generated<string>;
  response_code: Generated<number>;
  answer: Generated<Json<'rail_attempt.answer'>>;
  context: Generated<Json<'rail_attempt.context'>>;
  recovery_of: Generated<string>;
  inquiry_count: Generated<number>;
  next_inquiry_at: Timestamp | null;
  deadline_at: Timestamp;
  created_at: Timestamp;
  answered_at: Timestamp | null;
  recorded_at: Generated<Timestamp>;
  fencing_token: Generated<number>;
  request_id: Generated<string>;
  claimed_id: Generated<string>;
}

export interface RecoveryCode {
  user_id: string;
  code_hash: string;
  created_at: Timestamp;
  used_at: Timestamp | null;
}

export interface ReportExport {
  merchant_id: string;
  id: string;
  kind: string;
  request: Json<'report_export.request'>;
  actor: Json<'report_export.actor'>;
  state: string;
  content_type: Generated<string>;
  filename: Generated<string>;
  expected_row_count: number;
  row_count: Generated<number>;
  byte_count: Generated<number>;
  sha256: Generated<string>;
  failure: Generated<string>;
  attempt_count: Generated<number>;
  claimed_until: Timestamp | null;
  as_of: Timestamp | null;
  created_at: Timestamp;
  finished_at: Timestamp | null;
  expires_at: Timestamp;
  manifest: Json<'report_export.manifest'> | null;
  marks: Generated<Json<'report_export.marks'>>;
}

export interface RequestLog {
  id: string;
  account_type: string;
  account_id: string;
  user_id: string;
  method: string;
  path: string;
  status: number;
  ip_address: string;
  input: Json<'request_log.input'> | null;
  message: string;
  duration_ms: number;
  recorded_at: Timestamp;
  processor_ms: Generated<number>;
}

export interface SandboxClock {
  id: string;
  offset_ms: number;
  moved_at: Timestamp;
}

export interface SavedMethod {
  merchant_id: string;
  id: string;
  customer_id: string;
  type: string;
  sealed_number: string;
  digest: string;
  masked: string;
  last_four: string;
  card_type: Generated<string>;
  expires_on: string | null;
  routing_number: Generated<string>;
  account_type: Generated<string>;
  sec_code: Generated<string>;
  check_number: Generated<string>;
  flags: Generated<Json<'saved_method.flags'>>;
  processor_id: Generated<string>;
  initial_transaction_id: Generated<string>;
  network_transaction_id: Generated<string>;
  checked_at: Timestamp | null;
  event_count: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface SavedMethodDraft {
  merchant_id: string;
  transaction_id: string;
  customer_id: string;
  is_new_customer: boolean;
  method_id: string;
  type: string;
  sealed_number: string;
  digest: string;
  masked: string;
  last_four: string;
  card_type: Generated<string>;
  expires_on: string | null;
  routing_number: Generated<string>;
  account_type: Generated<string>;
  sec_code: Generated<string>;
  check_number: Generated<string>;
  expires_at: Timestamp | null;
}

export interface SavedSearch {
  merchant_id: string;
  id: string;
  user_id: string;
  section: string;
  name: string;
  data: Json<'saved_search.data'>;
  columns: Generated<Json<'saved_search.columns'>>;
  sort: Json<'saved_search.sort'> | null;
  shared: Generated<boolean>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface SettingMark {
  merchant_id: string;
  id: string;
  by_account_type: string;
  by_account_id: string;
  by_user_id: string;
  by_user_name: string;
  set_at: Timestamp;
}

export interface SettingsVersion {
  id: number;
  version: number;
}

export interface SettlementBatch {
  merchant_id: string;
  id: string;
  processor_id: string;
  processor_name: string;
  processor_type: string;
  state: string;
  currency: string;
  batch_on: string;
  batch_date: Timestamp;
  batch_number: string;
  host_batch_number: number | null;
  num_transactions: number;
  amount_captured: number;
  amount_credit: number;
  net_deposit: number;
  response_code: number;
  response_message: string;
  event_count: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface SignInEvent {
  id: string;
  user_id: string;
  username: string;
  outcome: string;
  ip_address: string;
  user_agent: string;
  request_id: string;
  recorded_at: Timestamp;
  fingerprint: Generated<string>;
}

export interface SignInTry {
  name_hash: string;
  place: string;
  fail_count: number;
  first_at: Timestamp;
  blocked_until: Timestamp | null;
}

export interface TerminalLock {
  merchant_id: string;
  processor_id: string;
  attempt_id: string;
  transaction_id: string;
  user_name: string;
  created_at: Timestamp;
  deadline_at: Timestamp;
}

export interface TermsAcceptance {
  user_id: string;
  version: number;
  accepted_at: Timestamp;
  ip_address: string;
}

export interface TermsVersion {
  version: number;
  body: string;
  published_at: Timestamp;
}

export interface Transaction {
  merchant_id: string;
  id: string;
  version: Generated<number>;
  type: string;
  status: string;
  response: string;
  response_code: number;
  currency: string;
  amount: number;
  base_amount: number;
  amount_authorized: Generated<number>;
  amount_captured: Generated<number>;
  amount_settled: Generated<number>;
  amount_refunded: Generated<number>;
  refund_reserved: Generated<number>;
  open_attempt_id: Generated<string>;
  payment_adjustment: Generated<number>;
  tip_amount: Generated<number>;
  surcharge: Generated<number>;
  service_fee: Generated<number>;
  discount_amount: Generated<number>;
  tax_amount: Generated<number>;
  shipping_amount: Generated<number>;
  national_tax_amount: Generated<number>;
  duty_amount: Generated<number>;
  tax_exempt: Generated<boolean>;
  payment_method: string;
  payment_type: string;
  transaction_source: string;
  user_id: string;
  user_name: string;
  merchant_name: string;
  processor_id: string;
  processor_type: string;
  processor_name: string;
  order_id: Generated<string>;
  po_number: Generated<string>;
  customer_id: Generated<string>;
  subscription_id: Generated<string>;
  settlement_batch_id: Generated<string>;
  referenced_transaction_id: Generated<string>;
  terminal_id: Generated<string>;
  terminal_description: Generated<string>;
  group_name: Generated<string>;
  ip_address: Generated<string>;
  email_address: Generated<string>;
  description: Generated<string>;
  email_receipt: Generated<boolean>;
  idempotency_key: Generated<string>;
  idempotency_time: Generated<number>;
  method_digest: Generated<string>;
  card_first_six: Generated<string>;
  card_last_four: Generated<string>;
  card_funding: Generated<string>;
  response_body: Generated<Json<'transaction.response_body'>>;
  billing_address: Generated<Json<'transaction.billing_address'>>;
  shipping_address: Generated<Json<'transaction.shipping_address'>>;
  custom_fields: Generated<Json<'transaction.custom_fields'>>;
  line_items: Json<'transaction.line_items'> | null;
  features: Generated<Json<'transaction.features'>>;
  detail: Generated<Json<'transaction.detail'>>;
  created_at: Timestamp;
  updated_at: Timestamp;
  captured_at: Timestamp | null;
  settled_at: Timestamp | null;
  captured_parts: Json<'transaction.captured_parts'> | null;
}

export interface TransactionDay {
  merchant_id: string;
  day: string;
  currency: string;
  processor_id: string;
  source: string;
  type: string;
  status: string;
  transaction_count: number;
  amount: number;
  amount_authorized: number;
  amount_captured: number;
  tax_amount: number;
  shipping_amount: number;
  duty_amount: number;
  tip_amount: number;
  surcharge: number;
  service_fee: number;
  discount_amount: number;
}

export interface TransactionDayDue {
  merchant_id: string;
  day: string;
  due_at: Timestamp;
}

export interface TransactionDayState {
  merchant_id: string;
  time_zone: string;
}

export interface TransactionEvent {
  merchant_id: string;
  transaction_id: string;
  sequence: number;
  from_status: string;
  to_status: string;
  verb: string;
  user_id: string;
  user_name: string;
  request_id: string;
  created_at: Timestamp;
}

export interface TransactionHour {
  merchant_id: string;
  hour_at: Timestamp;
  day: string;
  currency: string;
  response_code: number;
  transaction_amount_sum: number;
  refund_sum: number;
  authorized_sum: number;
  service_fee_sum: number;
  surcharge_sum: number;
  tip_sum: number;
  discount_amount_sum: number;
  tax_amount_sum: number;
  national_tax_amount_sum: number;
  transaction_count: number;
  captured_count: number;
  attempt_count: number;
  declined_attempt_count: number;
  open_attempt_count: number;
  declined_count: number;
  sale_count: number;
  authorize_count: number;
  verification_count: number;
  credit_count: number;
  capture_count: number;
  void_count: number;
  refund_count: number;
  authorized_count: number;
  shipping_count: number;
  tip_count: number;
  discount_amount_count: number;
  billing_country_count: number;
  billing_state_count: number;
  billing_city_count: number;
  shipping_country_count: number;
  shipping_state_count: number;
  shipping_city_count: number;
}

export interface TransactionKindDay {
  merchant_id: string;
  day: string;
  currency: string;
  processor_id: string;
  type: string;
  status: string;
  payment_type: string;
  card_brand: string;
  response_code: number;
  transaction_count: number;
  captured_count: number;
  amount: number;
  amount_captured: number;
}

export interface TransactionKindHour {
  merchant_id: string;
  day: string;
  currency: string;
  processor_id: string;
  type: string;
  status: string;
  payment_type: string;
  card_brand: string;
  response_code: number;
  transaction_count: number;
  captured_count: number;
  amount: number;
  amount_captured: number;
  hour_at: Timestamp;
}

export interface UserAccount {
  id: string;
  account_type: string;
  account_id: string;
  username: string;
  username_key: string;
  name: string;
  email: string;
  phone: string;
  password_hash: string;
  role: string;
  status: string;
  timezone: string | null;
  dateformat: Generated<string>;
  permissions: Generated<Json<'user_account.permissions'>>;
  flags: Generated<Json<'user_account.flags'>>;
  notifications: Generated<Json<'user_account.notifications'>>;
  defaults: Generated<Json<'user_account.defaults'>>;
  access_restrictions: Generated<Json<'user_account.access_restrictions'>>;
  supress_email_notification: Generated<boolean>;
  two_factor_enabled: Generated<boolean>;
  tos_accepted_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  custom_role_id: Generated<string>;
  password_changed_at: Timestamp | null;
  news_read_at: Timestamp | null;
}

export interface UserFactor {
  user_id: string;
  id: string;
  kind: string;
  name: string;
  secret: Generated<string>;
  last_step: Generated<number>;
  credential_id: string | null;
  public_key: Generated<string>;
  sign_count: Generated<number>;
  transports: Generated<Json<'user_factor.transports'>>;
  confirmed_at: Timestamp | null;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
  rp_id: Generated<string>;
}

export interface UserSession {
  id: string;
  user_id: string;
  token_hash: string;
  ip_address: string;
  user_agent: string;
  created_at: Timestamp;
  seen_at: Timestamp;
  ends_at: Timestamp;
  ended_at: Timestamp | null;
  acting_user_id: Generated<string>;
  acting_user_name: Generated<string>;
  ended_because: Generated<string>;
  made_by_session_id: Generated<string>;
  factor_at: Timestamp | null;
}

export interface WaitingReturn {
  merchant_id: string;
  processor_id: string;
  reference: string;
  kind: string;
  code: string;
  effective_on: string;
  transaction_id: Generated<string>;
  created_at: Timestamp;
  recorded_at: Generated<Timestamp>;
  try_count: Generated<number>;
  next_try_at: Timestamp | null;
  last_error: Generated<string>;
  error_id: Generated<string>;
}

export interface Webhook {
  merchant_id: string;
  id: string;
  type: string;
  url: string;
  limit_per_second: Generated<number>;
  status: string;
  available_subtypes: Generated<Json<'webhook.available_subtypes'>>;
  secret: string;
  previous_secret: Generated<string>;
  previous_until: Timestamp | null;
  failing_since: Timestamp | null;
  next_send_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface WebhookDelivery {
  merchant_id: string;
  id: string;
  webhook_id: string;
  event_id: string;
  resource_id: string;
  sequence: number;
  replay: Generated<boolean>;
  state: string;
  attempt_count: Generated<number>;
  attempts: Generated<Json<'webhook_delivery.attempts'>>;
  last_status: Generated<number>;
  last_error: Generated<string>;
  first_attempt_at: Timestamp | null;
  next_attempt_at: Timestamp;
  claimed_by: Generated<string>;
  claimed_until: Timestamp | null;
  created_at: Timestamp;
  delivered_at: Timestamp | null;
}

export interface WebhookEvent {
  merchant_id: string;
  id: string;
  kind: string;
  resource_id: string;
  sequence: number;
  body: string;
  created_at: Timestamp;
}

export interface DB {
  account: Account;
  account_closure: AccountClosure;
  account_tree: AccountTree;
  api_key: ApiKey;
  apple_pay_certificate: ApplePayCertificate;
  apple_pay_domain: ApplePayDomain;
  apple_pay_registration: ApplePayRegistration;
  attempt_proposal: AttemptProposal;
  audit_finding: AuditFinding;
  audit_log: AuditLog;
  audit_log_digest: AuditLogDigest;
  audit_run: AuditRun;
  audit_seal: AuditSeal;
  bot_check_used: BotCheckUsed;
  branding: Branding;
  branding_logo: BrandingLogo;
  card_check: CardCheck;
  card_update: CardUpdate;
  card_update_run: CardUpdateRun;
  clock_lease: ClockLease;
  custom_field: CustomField;
  custom_output: CustomOutput;
  custom_output_default: CustomOutputDefault;
  custom_role: CustomRole;
  customer: Customer;
  customer_address: CustomerAddress;
  customer_merge: CustomerMerge;
  customer_word: CustomerWord;
  data_key: DataKey;
  device: Device;
  email_event: EmailEvent;
  field_group: FieldGroup;
  idempotency: Idempotency;
  job: Job;
  known_device: KnownDevice;
  ledger_account: LedgerAccount;
  ledger_balance: LedgerBalance;
  ledger_day: LedgerDay;
  ledger_entry: LedgerEntry;
  ledger_kind: LedgerKind;
  ledger_line: LedgerLine;
  ledger_period: LedgerPeriod;
  ledger_posting: LedgerPosting;
  ledger_snapshot: LedgerSnapshot;
  limit_counter: LimitCounter;
  merchant: Merchant;
  merchant_logo: MerchantLogo;
  migration: Migration;
  news_item: NewsItem;
  one_time_code: OneTimeCode;
  outbox: Outbox;
  outbox_lock: OutboxLock;
  outbox_retry: OutboxRetry;
  outgoing_mail: OutgoingMail;
  partner: Partner;
  passkey_challenge: PasskeyChallenge;
  password_history: PasswordHistory;
  payment_token: PaymentToken;
  processor: Processor;
  rail_attempt: RailAttempt;
  recovery_code: RecoveryCode;
  report_export: ReportExport;
  request_log: RequestLog;
  sandbox_clock: SandboxClock;
  saved_method: SavedMethod;
  saved_method_draft: SavedMethodDraft;
  saved_search: SavedSearch;
  setting_mark: SettingMark;
  settings_version: SettingsVersion;
  settlement_batch: SettlementBatch;
  sign_in_event: SignInEvent;
  sign_in_try: SignInTry;
  terminal_lock: TerminalLock;
  terms_acceptance: TermsAcceptance;
  terms_version: TermsVersion;
  transaction: Transaction;
  transaction_day: TransactionDay;
  transaction_day_due: TransactionDayDue;
  transaction_day_state: TransactionDayState;
  transaction_event: TransactionEvent;
  transaction_hour: TransactionHour;
  transaction_kind_day: TransactionKindDay;
  transaction_kind_hour: TransactionKindHour;
  user_account: UserAccount;
  user_factor: UserFactor;
  user_session: UserSession;
  waiting_return: WaitingReturn;
  webhook: Webhook;
  webhook_delivery: WebhookDelivery;
  webhook_event: WebhookEvent;
}
