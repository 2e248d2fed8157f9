// The documents of transactions and attempts as their jsonb columns hold them.
import type { PaymentTypeTotals } from '../../../contract/payments/pricing/method-prices.ts';
import type {
  Address,
  BankLinkRecord,
  ResponseBody,
  TransactionRecord,
} from '../../../contract/payments/transactions/record.ts';
import type { MethodDraft } from '../../vault/customers/save-after-payment.ts';
import type { PayCommand, ProcessorRef } from '../processors/types.ts';
import type { AttemptAnswer, AttemptContext } from './attempts/attempts.ts';
import type { StoredLine } from './paying/lines.ts';
import type { Verdict } from './rules.ts';

/** Members of a payment without a column of their own; absent where nothing was given. */
export interface StoredDetail {
  ship_from_postal_code?: string;
  summary_commodity_code?: string;
  merchant_vat_registration_number?: string;
  customer_vat_registration_number?: string;
  vendor_id?: string;
  customer_payment_type?: string;
  customer_payment_id?: string;
  token_payment_type?: 'card' | 'ach';
  override_tax_rate?: string;
  override_national_tax_rate?: string;
  payment_type_totals?: PaymentTypeTotals;
  payment_adjustment?: { type: 'flat' | 'percentage'; value: number };
  /** Holder of the bank account, under the names of the terminal's form. */
  accountholder?: Record<string, string>;
  bank_link?: BankLinkRecord;
  descriptor?: NonNullable<PayCommand['descriptor']>;
  iias_status?: NonNullable<PayCommand['iias_status']>;
  /** What networks hear of a card that is kept, as the request stated it. */
  billing_method?: 'straight' | 'initial_recurring' | 'recurring';
  card_on_file_indicator?: 'C' | 'R';
  initiated_by?: 'customer' | 'merchant';
  stored_credential_indicator?: 'stored' | 'used';
  initial_transaction_id?: string;
  /** How the card's network calls this payment, and the first one with the same card. */
  network_transaction_id?: string;
  original_network_id?: string;
  /** It only asks about a card: its hold is given back. */
  card_check?: boolean;
  /** How the processor was chosen. */
  routing?: 'named' | 'default';
  /** Processors that were certainly not reached, oldest first. */
  failover?: { at: string; from: string; to: string; why: string }[];
  verdicts?: readonly Verdict[];
  duplicate_of?: string;
  /** The payment method that its approval saves; removed once it is approved or declined. */
  method_draft?: MethodDraft;
  /** The processor's ids of the transaction: what its follow-ups name as their target. */
  processor_ref?: ProcessorRef;
}

export const part_fields = [
  'tax_amount',
  'national_tax_amount',
  'shipping_amount',
  'duty_amount',
  'tip_amount',
  'surcharge',
  'service_fee',
  'discount_amount',
] as const;

/** The parts as the ledger booked them, where they differ from what the row states. */
export type CapturedParts = Record<(typeof part_fields)[number], number>;

/** `address_id` is of the saved customer's address that it was taken from. */
export type StoredAddress = Partial<Address> & { address_id?: string };

declare module '../../db/tables.generated.ts' {
  interface JsonDocuments {
    'rail_attempt.context': Omit<AttemptContext, 'user_id' | 'user_name' | 'idempotency_key'> &
      Partial<AttemptContext>;
    'rail_attempt.answer': AttemptAnswer;
    'transaction.detail': StoredDetail;
    'transaction.response_body': ResponseBody;
    'transaction.billing_address': StoredAddress;
    'transaction.shipping_address': StoredAddress;
    'transaction.custom_fields': TransactionRecord['custom_fields'];
    'transaction.line_items': StoredLine[];
    'transaction.features': string[];
    'transaction.captured_parts': CapturedParts;
  }
}
