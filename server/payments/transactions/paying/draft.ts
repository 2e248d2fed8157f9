// The row of a new payment before anything is sent, with every member of the request that is
// stored.

import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import type {
  BankLinkRecord,
  ResponseBody,
} from '../../../../contract/payments/transactions/record.ts';
import type { Context } from '../../../context.ts';
import type { SavedCustomer, SavedPayment } from '../../../vault/customers/saved-payment.ts';
import type { CardAttributes } from '../../bins.ts';
import { deviceDataOf } from '../../device-data.ts';
import type { MerchantConfig, ProcessorConfig } from '../../merchant-config.ts';
import { newMember, storedBody, unread_terminal_card } from '../outcomes/response-body.ts';
import type { TransactionRow } from '../reading/read.ts';
import type { Verdict } from '../rules.ts';
import { storedHolder } from './form-names.ts';
import type { StoredLine } from './lines.ts';
import {
  type PaidWith,
  type PaymentSource,
  paymentTypeOf,
} from './payment-method/payment-source.ts';
import type { SaveOptions } from './payment-method/save-options.ts';
import { storedAddress } from './payment-method/stored-address.ts';
import type { Priced } from './price.ts';

export interface Drafted extends SaveOptions {
  config: MerchantConfig;
  processor: ProcessorConfig;
  method: PaidWith;
  customer: SavedCustomer | null;
  saved: SavedPayment | null;
  recorded_as: PaymentSource['recorded_as'];
  bank_link: BankLinkRecord | null;
  original_network_id: string;
  card: CardAttributes | null;
  priced: Priced;
  verdicts: readonly Verdict[];
  idempotency: { key: string; seconds: number };
  /** The payment only checks a card: its hold is released. */
  is_check: boolean;
}

type InputLine = NonNullable<CreateInput['line_items']>[number];

function lineOf(line: InputLine): StoredLine {
  const amount = line.amount ?? 0;
  return {
    id: line.id ?? '',
    name: line.name ?? '',
    description: line.description ?? '',
    product_code: line.product_code ?? '',
    commodity_code: line.commodity_code ?? '',
    quantity: line.quantity ?? '',
    quantity_shipped: line.quantity_shipped ?? '',
    unit_price: line.unit_price ?? 0,
    amount,
    unit_of_measure: line.unit_of_measure ?? '',
    tax_amount: line.tax_amount ?? 0,
    tax_rate: line.tax_rate ?? '',
    national_tax_amount: line.national_tax_amount ?? line.national_tax ?? 0,
    national_tax_rate: line.national_tax_rate ?? '',
    local_tax: line.local_tax ?? 0,
    local_tax_rate: line.local_tax_rate ?? '',
    taxable: line.taxable ?? false,
    discount_amount: line.discount_amount ?? 0,
    discount_rate: line.discount_rate ?? '',
    freight_amount: line.freight_amount ?? 0,
    alternate_tax_identifier: line.alternate_tax_identifier ?? '',
    status: line.status ?? '',
    type: line.type ?? '',
    subtotal: line.subtotal ?? 0,
  };
}

const detail_fields = [
  'ship_from_postal_code',
  'summary_commodity_code',
  'merchant_vat_registration_number',
  'customer_vat_registration_number',
  'vendor_id',
  'token_payment_type',
  'override_tax_rate',
  'override_national_tax_rate',
  'billing_method',
  'card_on_file_indicator',
  'initiated_by',
  'stored_credential_indicator',
  'initial_transaction_id',
  'descriptor',
  'iias_status',
] as const;

function detailOf(context: Context, input: CreateInput, drafted: Drafted) {
  const { fingerprint } = context;
  const { priced, verdicts, saved, saving, bank_link, original_network_id } = drafted;
  const named = detail_fields.map((name) => [name, input[name]] as const);
  const entered = Object.fromEntries(named.filter(([, value]) => value !== undefined));
  const { program: name, payment_type_totals } = priced;
  const program = {
    ...(name !== '' && { program: name }),
    ...(payment_type_totals && { payment_type_totals }),
  };
  const adjustment = input.payment_adjustment
    ? { payment_adjustment: input.payment_adjustment }
    : {};
  const hint = fingerprint === '' ? {} : { fingerprint };
  const is_named = input.processor_id !== undefined || drafted.method.kind === 'terminal';
  const routing = is_named ? 'named' : 'default';
  const device = input.fingerprint;
  const submitted = {
    ...(device && {
      device_data: deviceDataOf(context, drafted.config.digest_key, device),
    }),
    ...(verdicts.length > 0 && { verdicts }),
    ...(bank_link && { bank_link }),
    ...(original_network_id !== '' && { original_network_id }),
    ...(drafted.is_check && { card_check: true }),
    ...(saved && {
      customer_payment_type: saved.payment_method_type,
      customer_payment_id: saved.payment_method_id,
    }),
    ...(saving?.expires_at === null && { method_draft: saving.draft }),
  };
  return {
    ...entered,
    ...methodDetail(input),
    ...program,
    ...adjustment,
    ...hint,
    routing,
    ...submitted,
  };
}

/** Members of the method beside its numbers; cvc, track and cavv are never stored. */
function methodDetail({ payment_method: { card, ach } }: CreateInput) {
  const { cavv: _, cryptogram: __, ...proof } = card?.cardholder_authentication ?? {};
  const shown = Object.entries(proof).filter(([, value]) => value !== undefined);
  const funding_speed = ach?.funding_speed;
  const accountholder = storedHolder(ach?.accountholder_authentication);
  return {
    ...(shown.length > 0 && { cardholder_authentication: Object.fromEntries(shown) }),
    ...(funding_speed && { funding_speed }),
    ...(Object.keys(accountholder).length > 0 && { accountholder }),
  };
}

function featuresOf(input: CreateInput, priced: Priced): string[] {
  const found: string[] = [];
  if (priced.surcharge > 0) found.push('surcharge');
  if (priced.program.startsWith('cash_discount')) found.push('cash_discount');
  if (priced.program.startsWith('dual_pricing')) found.push('dual_pricing');
  const on_file = input.card_on_file_indicator ?? input.stored_credential_indicator;
  if (on_file !== undefined) found.push('card_on_file');
  const proof = Object.values(input.payment_method.card?.cardholder_authentication ?? {});
  if (proof.some(Boolean)) found.push('3ds');
  return found;
}

function bodyOf(context: Context, drafted: Drafted, created_at: Date): ResponseBody {
  const { method, card, processor } = drafted;
  const common = {
    ...newMember(context, created_at),
    processor_type: processor.row.type,
    processor_id: processor.row.id,
  };
  if (method.kind === 'cash') return { cash: common };
  if (method.kind === 'terminal') {
    const { id: terminal_id, description: terminal_description } = processor.row;
    return {
      terminal: { ...common, terminal_id, terminal_description, ...unread_terminal_card },
    };
  }
  if (method.kind === 'ach') {
    return {
      ach: {
        ...common,
        sec_code: method.sec_code,
        account_type: method.account_type,
        masked_account_number: method.sensitive.masked,
        routing_number: method.routing_number,
        check_number: method.check_number,
        return_code: '',
      },
    };
  }
  return {
    card: {
      ...common,
      card_type: method.sensitive.brand,
      type: card?.type ?? '',
      first_six: method.sensitive.first_six,
      last_four: method.sensitive.last_four,
      masked_card: method.sensitive.masked,
      expiration_date: method.expiration_date,
      bin_type: card?.bin_type ?? '',
      entry_type: method.entry,
      cardholder_name: method.cardholder_name,
      avs_response_code: '',
      cvv_response_code: '',
    },
  };
}

function cardColumns({ method, card }: Drafted) {
  if (method.kind !== 'card') return { card_first_six: '', card_last_four: '', card_funding: '' };
  const { first_six, last_four } = method.sensitive;
  return { card_first_six: first_six, card_last_four: last_four, card_funding: card?.type ?? '' };
}

/** A payment as commit 1 stores it: pending, nothing authorized. */
export function draft(context: Context, input: CreateInput, drafted: Drafted): TransactionRow {
  const { config, processor, method, customer, recorded_as, priced, idempotency } = drafted;
  const { actor } = context;
  const { program: _, payment_type_totals: __, ...amounts } = priced;
  const now = context.clock.now();
  const row = {
    ...initial_columns,
    ...amounts,
    merchant_id: config.id,
    id: context.ids.next(),
    type: input.type,
    status: 'pending',
    response: 'pending',
    response_code: 0,
    currency: input.currency ?? config.documents.default_values.merchant.currency,
    tax_exempt: input.tax_exempt ?? false,
    payment_method: recorded_as ?? method.kind,
    payment_type: paymentTypeOf(method),
    ...(method.kind === 'terminal' && {
      terminal_id: processor.row.id,
      terminal_description: processor.row.description,
    }),
    customer_id: customer?.customer_id ?? drafted.requested_customer_id,
    transaction_source: input.source ?? (actor.kind === 'session' ? 'cp' : 'api'),
    user_id: actor.user_id,
    user_name: actor.username,
    merchant_name: config.name,
    processor_id: processor.row.id,
    processor_type: processor.row.type,
    processor_name: processor.row.name,
    order_id: input.order_id ?? '',
    po_number: input.po_number ?? '',
    group_name: input.group_name ?? '',
    ip_address: input.ip_address ?? browserOf(context, input),
    email_address: input.email_address ?? '',
    description: input.description ?? '',
    email_receipt: input.email_receipt ?? false,
    idempotency_key: idempotency.key,
    idempotency_time: idempotency.seconds,
    method_digest: method.digest,
    ...cardColumns(drafted),
    response_body: {},
    billing_address: storedAddress(
      input.billing_address,
      customer?.billing_address,
      customer?.billing_address_id,
    ),
    shipping_address: storedAddress(
      input.shipping_address,
      customer?.shipping_address,
      customer?.shipping_address_id,
    ),
    custom_fields: input.custom_fields ?? {},
    line_items: input.line_items?.length ? input.line_items.map(lineOf) : null,
    features: featuresOf(input, priced),
    detail: detailOf(context, input, drafted),
    created_at: now,
    updated_at: now,
  } as TransactionRow;
  return { ...row, response_body: storedBody(row, bodyOf(context, drafted, now)) };
}

/** The IP address of the browser for a payment at the virtual terminal (spec 2 §2). */
function browserOf({ actor, ip }: Context, { source }: CreateInput): string {
  return actor.kind === 'session' && source === 'cp' ? ip : '';
}

/** Initial values of columns, the same for a new row of any type. */
export const initial_columns = {
  version: 1,
  amount_authorized: 0,
  amount_captured: 0,
  amount_settled: 0,
  amount_refunded: 0,
  refund_reserved: 0,
  captured_parts: null,
  open_attempt_id: '',
  customer_id: '',
  subscription_id: '',
  settlement_batch_id: '',
  referenced_transaction_id: '',
  terminal_id: '',
  terminal_description: '',
  captured_at: null,
  settled_at: null,
};
