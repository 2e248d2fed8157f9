// A saved customer's card or bank account, opened for one payment.
import type { CompiledQuery } from 'kysely';
import { invalid } from '../../../contract/errors.ts';
import type { AddressInput } from '../../../contract/payments/transactions/input.ts';
import type { SavedCustomerInput } from '../../../contract/payments/transactions/saved-customer.ts';
import type { SavedMethodType } from '../../../contract/vault/saved-methods.ts';
import type { Context } from '../../context.ts';
import { type Row, statement } from '../../db/connections/statements.ts';
import { type ResolvedMethod, resolveMethod } from '../resolve.ts';
import { openNumber } from './methods/sealed-numbers.ts';
import {
  type AddressRow,
  expirationOf,
  type MethodRow,
  readCustomer,
  type WholeCustomer,
} from './records.ts';

/** What the vault contributes to a payment, whatever it is paid with. */
export interface SavedCustomer {
  readonly customer_id: string;
  readonly billing_address: AddressInput | undefined;
  readonly shipping_address: AddressInput | undefined;
  /** The IDs of its two addresses; '' for none. */
  readonly billing_address_id: string;
  readonly shipping_address_id: string;
  readonly is_surcharge_exempt: boolean;
}

/** A customer with a saved method: the resolved method with its facts. */
export interface SavedPayment extends SavedCustomer {
  readonly method: ResolvedMethod;
  readonly payment_method_id: string;
  /** The method as it is at this moment. */
  readonly row: MethodRow;
  readonly payment_method_type: SavedMethodType;
  /** Of the method, then of the customer, as far as they name one. */
  readonly processor_ids: readonly string[];
  /** The first payment by the method; '' where there was none yet. */
  readonly initial_transaction_id: string;
  /** The network's name for the first payment; '' if it is not known. */
  readonly network_transaction_id: string;
}

/** The ID that replaced a method or address dropped in a merge. */
function mergedInto({ kept_ids }: WholeCustomer, id: string | undefined): string | undefined {
  return id === undefined ? undefined : (kept_ids?.get(id) ?? id);
}

/** The method that is named, else the default one; 400 where the customer has no such method. */
function methodOf(whole: WholeCustomer, input: SavedCustomerInput): MethodRow {
  const { row, methods } = whole;
  const id = mergedInto(whole, input.payment_method_id) ?? row.payment_method_id;
  const method = methods.find((one) => one.id === id) ?? invalid('Payment Method ID');
  const type = input.payment_method_type;
  if (type !== undefined && type !== method.type) invalid('Payment Method Type');
  return method;
}

/** An address under the names that payments have. */
function paymentAddress(row: AddressRow): AddressInput {
  const { line_1: address_line_1, line_2: address_line_2 } = row;
  const { first_name, last_name, company, city, state, postal_code, country } = row;
  const { email, phone, fax } = row;
  const names = { first_name, last_name, company };
  const place = { address_line_1, address_line_2, city, state, postal_code, country };
  const all = { ...names, ...place, email, phone, fax };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== ''),
  ) as AddressInput;
}

/** The address that is named, else the default one; 400 where it is not the customer's. */
function addressOf(
  whole: WholeCustomer,
  named: string | undefined,
  fallback: string,
  label: string,
): AddressRow | undefined {
  const id = mergedInto(whole, named) ?? fallback;
  if (id === '') return undefined;
  const row = whole.addresses.find((address) => address.id === id);
  if (!row) return named === undefined ? undefined : invalid(label);
  return row;
}

function customerOf(whole: WholeCustomer, input: SavedCustomerInput): SavedCustomer {
  const { id, billing_address_id, shipping_address_id, flags } = whole.row;
  const billing = addressOf(
    whole,
    input.billing_address_id,
    billing_address_id,
    'Billing Address ID',
  );
  const shipping = addressOf(
    whole,
    input.shipping_address_id,
    shipping_address_id,
    'Shipping Address ID',
  );
  const is_surcharge_exempt = flags.includes('surcharge_exempt');
  return {
    customer_id: id,
    billing_address: billing && paymentAddress(billing),
    shipping_address: shipping && paymentAddress(shipping),
    billing_address_id: billing?.id ?? '',
    shipping_address_id: shipping?.id ?? '',
    is_surcharge_exempt,
  };
}

/** The payment's view of a saved customer who pays with something else; 404 where there is none. */
export async function openCustomer(
  context: Context,
  input: SavedCustomerInput,
): Promise<SavedCustomer> {
  return customerOf(await readCustomer(context, input.id), input);
}

/** The payment's view of a saved customer and method of the caller; 404 where there is none. */
export async function openSavedPayment(
  context: Context,
  digest_key: Buffer,
  input: SavedCustomerInput,
): Promise<SavedPayment> {
  const whole = await readCustomer(context, input.id);
  const row = methodOf(whole, input);
  const customer = customerOf(whole, input);
  const number = await openNumber(context, row);
  return {
    ...customer,
    method: resolveMethod(context, digest_key, inputOf(row, number, input)),
    payment_method_id: row.id,
    row,
    payment_method_type: row.type as SavedMethodType,
    processor_ids: [row.processor_id, whole.row.processor_id].filter((id) => id !== ''),
    is_surcharge_exempt: customer.is_surcharge_exempt || row.flags.includes('surcharge_exempt'),
    initial_transaction_id: row.initial_transaction_id,
    network_transaction_id: row.network_transaction_id,
  };
}

const first_use_text = `update saved_method
  set initial_transaction_id = $4, network_transaction_id = $5
  where merchant_id = $1 and id = $2 and digest = $3 and initial_transaction_id = ''`;

/** Records the first payment by a saved method, unless its number has changed since. */
export function recordFirstUse(
  payment: { merchant_id: string; id: string; method_digest: string },
  method_id: string,
  network_transaction_id: string,
): CompiledQuery<Row> {
  const { merchant_id, id, method_digest } = payment;
  const values = [merchant_id, method_id, method_digest, id, network_transaction_id];
  return statement(first_use_text, values);
}

function inputOf(row: MethodRow, number: string, { cvc }: SavedCustomerInput) {
  if (row.type === 'card') {
    return { card: { number, expiration_date: expirationOf(row), ...(cvc && { cvc }) } };
  }
  const { routing_number, account_type, sec_code, check_number } = row;
  const entry = { account_type, sec_code, ...(check_number !== '' && { check_number }) };
  return { ach: { routing_number, account_number: number, ...entry } };
}
