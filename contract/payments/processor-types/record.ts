// What a processor type declares about itself, and short ways to write it down (rails 4.2, 5.4).
export type Availability = 'live' | 'internal' | 'configure_only';
export type Environment = 'dev' | 'sandbox' | 'production';
export type Rail = 'card' | 'ach' | 'cash' | 'apm' | 'debit' | 'ebt' | 'terminal';

export type CredentialKind =
  | 'text'
  | 'secret'
  | 'integer'
  | 'boolean'
  | 'select'
  | 'multiselect'
  | 'map'
  | 'url'
  | 'timezone'
  | 'money';

export interface Credential {
  readonly name: string;
  readonly label: string;
  readonly kind: CredentialKind;
  readonly required: boolean;
  /** Written once, encrypted, never answered. */
  readonly secret: boolean;
  /** Shortest and longest text, or smallest and largest number. */
  readonly min?: number;
  readonly max?: number;
  readonly options?: readonly string[];
  readonly default?: string | number | boolean;
  readonly help?: string;
  /** Of a map: the fields of each of its values. */
  readonly item?: readonly Credential[];
}

export type Operation =
  | 'test_credentials'
  | 'sale'
  | 'authorize'
  | 'capture'
  | 'void'
  | 'reverse'
  | 'refund'
  | 'credit'
  | 'verify'
  | 'adjust_tip'
  | 'increment'
  | 'inquire'
  | 'list_batches'
  | 'close_batch';

export type SettlementModel = 'host_capture' | 'gateway_batch' | 'file' | 'none';

export interface Capabilities {
  readonly ops: readonly Operation[];
  readonly partial_auth: boolean;
  readonly partial_capture: boolean;
  readonly multi_capture: boolean;
  /** How far a capture may pass the authorized amount, for tips. */
  readonly over_capture_percent: number;
  /** False: a refund before settlement is a void. */
  readonly refund_unsettled: boolean;
  readonly refund_partial: boolean;
  /** Days after settlement; 0 is no limit. */
  readonly refund_window_days: number;
  readonly void_after_capture: boolean;
  readonly reverse_by_reference: boolean;
  readonly inquire_by_reference: boolean;
  readonly blind_credit: boolean;
  readonly zero_auth: boolean;
  readonly tip_adjust: boolean;
  readonly surcharge_field: boolean;
  readonly level2: boolean;
  /** Most lines of Level 3 data; 0 is none. */
  readonly level3_lines: number;
  readonly three_ds_passthrough: boolean;
  readonly network_tokens: boolean;
  readonly apple_pay_encrypted: boolean;
  readonly google_pay_encrypted: boolean;
  readonly stored_credential_framework: boolean;
  readonly track_data: boolean;
  readonly emv: boolean;
  readonly debit_pin: boolean;
  readonly ebt: boolean;
  readonly ach: {
    readonly sec_codes: readonly string[];
    readonly credits: boolean;
    readonly prenote: boolean;
    readonly same_day: boolean;
  } | null;
  readonly soft_descriptor: boolean;
  readonly account_updater: 'none' | 'batch' | 'in_band';
  readonly funding_report: boolean;
  readonly dispute_feed: boolean;
  readonly idempotency: 'native_key' | 'duplicate_window' | 'none';
  /** Capture, void and tip may be sent again: each leaves its target as the first one would. */
  readonly follow_ups_repeatable: boolean;
  /** Minor units. */
  readonly min_amount: number;
  readonly max_amount: number;
}

/** Limits of one call (rails 5.5). */
export interface Timeouts {
  readonly connect_seconds: number;
  readonly first_byte_seconds: number;
  readonly total_seconds: number;
  readonly inline_recovery_seconds: number;
  /** How long the processor may not yet see what it was sent (rails 5.7). */
  readonly visibility_lag_seconds: number;
}

export interface Settlement {
  readonly model: SettlementModel;
  /** Local time a batch closes where the processor record names none. */
  readonly default_settle_at: string;
}

/** What our reference may look like at this processor. */
export interface ReferenceRules {
  readonly max_length: number;
  readonly alphabet: string;
}

export interface ProcessorType {
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly availability: Availability;
  /** Where a processor of this type takes payments; it may be stored everywhere. */
  readonly environments: readonly Environment[];
  /** Set where payments outside production go to the rail lab (rails 4.1, Q12). */
  readonly sandbox_transport?: 'lab';
  /** Where the lab plays this host, below its address; '' where paths say it themselves. */
  readonly lab_prefix?: string;
  readonly rails: readonly Rail[];
  readonly currencies: readonly string[];
  readonly credentials: readonly Credential[];
  /** Where one of several sets of credentials is enough: each set complete. */
  readonly credential_sets?: readonly (readonly string[])[];
  readonly capabilities: Capabilities;
  readonly timeouts: Timeouts;
  readonly settlement: Settlement;
  readonly reference_rules: ReferenceRules;
}

type Extra = Partial<Omit<Credential, 'name' | 'kind' | 'secret'>>;

const spelled: Readonly<Record<string, string>> = {
  api: 'API',
  ach: 'ACH',
  bin: 'BIN',
  dba: 'DBA',
  did: 'DID',
  dl: 'Driver’s License',
  ebt: 'EBT',
  entityID: 'Entity ID',
  hmac: 'HMAC',
  id: 'ID',
  mcc: 'MCC',
  mid: 'MID',
  mvv: 'MVV',
  nachaid: 'NACHA ID',
  odfi: 'ODFI',
  pin: 'PIN',
  sec: 'SEC',
  ssl: 'SSL',
  tid: 'TID',
  tpn: 'TPN',
  url: 'URL',
};

function labelOf(name: string): string {
  return name
    .split('_')
    .map((word) => spelled[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function field(name: string, kind: CredentialKind, extra: Extra): Credential {
  return { name, label: labelOf(name), kind, required: false, secret: kind === 'secret', ...extra };
}

export const text = (name: string, extra: Extra = {}) => field(name, 'text', { max: 64, ...extra });
/** A text without which nothing can be sent. */
export const needed = (name: string, extra: Extra = {}) =>
  text(name, { required: true, min: 1, ...extra });
/** Written once, never answered. */
export const secret = (name: string, extra: Extra = {}) =>
  field(name, 'secret', { required: true, min: 1, max: 255, ...extra });
export const integer = (name: string, extra: Extra = {}) => field(name, 'integer', extra);
export const money = (name: string, extra: Extra = {}) =>
  field(name, 'money', { min: 0, ...extra });
export const boolean = (name: string, extra: Extra = {}) =>
  field(name, 'boolean', { default: false, ...extra });
export const timezone = (name: string, extra: Extra = {}) => field(name, 'timezone', extra);
export const select = (name: string, options: readonly string[], extra: Extra = {}) =>
  field(name, 'select', { options, ...extra });
/** Several of the options; without options any codes. */
export const multiselect = (name: string, options?: readonly string[]) =>
  field(name, 'multiselect', { options });
export const map = (name: string, item: readonly Credential[], extra: Extra = {}) =>
  field(name, 'map', { item, ...extra });

export const classifications = ['ecomm', 'moto', 'retail', 'ivr', 'healthcare'] as const;
export const every_environment = ['dev', 'sandbox', 'production'] as const;

/** A type that can do nothing: what a stored configuration without a driver is. */
export const no_capabilities: Capabilities = {
  ops: [],
  partial_auth: false,
  partial_capture: false,
  multi_capture: false,
  over_capture_percent: 0,
  refund_unsettled: false,
  refund_partial: false,
  refund_window_days: 0,
  void_after_capture: false,
  reverse_by_reference: false,
  inquire_by_reference: false,
  blind_credit: false,
  zero_auth: false,
  tip_adjust: false,
  surcharge_field: false,
  level2: false,
  level3_lines: 0,
  three_ds_passthrough: false,
  network_tokens: false,
  apple_pay_encrypted: false,
  google_pay_encrypted: false,
  stored_credential_framework: false,
  track_data: false,
  emv: false,
  debit_pin: false,
  ebt: false,
  ach: null,
  soft_descriptor: false,
  account_updater: 'none',
  funding_report: false,
  dispute_feed: false,
  idempotency: 'none',
  follow_ups_repeatable: false,
  min_amount: 1,
  max_amount: 99_999_999,
};

export const card_timeouts: Timeouts = {
  connect_seconds: 5,
  first_byte_seconds: 35,
  total_seconds: 45,
  inline_recovery_seconds: 15,
  visibility_lag_seconds: 60,
};

export const usual_references: ReferenceRules = { max_length: 20, alphabet: '0-9a-v' };

type Declared = Pick<ProcessorType, 'key' | 'label' | 'rails' | 'credentials'> &
  Partial<Pick<ProcessorType, 'currencies' | 'credential_sets'>>;

/** A type we keep the settings of and do not drive: it refuses every payment (rails 1, Q15). */
export function configureOnly(declared: Declared): ProcessorType {
  return {
    description: 'Settings can be saved; payments are refused because no driver is installed.',
    availability: 'configure_only',
    environments: [],
    currencies: ['usd'],
    capabilities: no_capabilities,
    timeouts: card_timeouts,
    settlement: { model: 'none', default_settle_at: '22:00:00' },
    reference_rules: usual_references,
    ...declared,
  };
}
