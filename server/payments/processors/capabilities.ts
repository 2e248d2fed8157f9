// What an adapter can do, as flags that router, panel and API read instead of a processor's name.
import type { ProcessorOperation } from './types.ts';

/** How batches close (rails 17.5). */
export type SettlementModel = 'host_capture' | 'gateway_batch' | 'file' | 'none';

/** What an adapter can do (rails 5.4); router, panel and API read these flags alone. */
export interface Capabilities {
  readonly ops: readonly ProcessorOperation[];
  readonly partial_auth: boolean;
  readonly partial_capture: boolean;
  readonly multi_capture: boolean;
  readonly over_capture_percent: number;
  /** False: an unsettled item is voided instead. */
  readonly refund_unsettled: boolean;
  readonly refund_partial: boolean;
  readonly refund_window_days: number | null;
  readonly void_after_capture: boolean;
  readonly reverse_by_reference: boolean;
  readonly inquire_by_reference: boolean;
  readonly blind_credit: boolean;
  readonly zero_auth: boolean;
  readonly tip_adjust: boolean;
  readonly surcharge_field: boolean;
  readonly level2: boolean;
  readonly level3: number;
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
  readonly currencies: readonly string[];
  readonly zero_decimal_currencies: readonly string[];
  readonly soft_descriptor: boolean;
  readonly account_updater: 'none' | 'batch' | 'in_band';
  readonly settlement: SettlementModel;
  readonly funding_report: boolean;
  readonly dispute_feed: boolean;
  readonly idempotency: 'native_key' | 'duplicate_window' | 'none';
  readonly min_amount: number;
  readonly max_amount: number;
}
