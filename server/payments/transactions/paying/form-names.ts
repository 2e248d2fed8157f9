// Field names of the terminal's form: accepted in place of the API's names, and answered where
// used.
import {
  type HolderKey,
  holder_keys,
  holder_members,
} from '../../../../contract/accounts/documents/field-requirements.ts';
import { invalid } from '../../../../contract/errors.ts';
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import type { TransactionDetail } from '../../../../contract/payments/transactions/record.ts';
import {
  type PaymentType,
  payment_types,
} from '../../../../contract/payments/transactions/states.ts';
import type { TransactionRow } from '../reading/read.ts';

type HolderFields = Partial<Record<(typeof holder_members)[HolderKey], string>>;

function filled(fields: HolderFields): HolderFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}

/**
 * The request in the names of the API; where a member is given under both names, the API's wins.
 */
export function normalizeInput(input: CreateInput): CreateInput {
  const named = payment_types.find((type) => type === input.payment_type);
  const { plaid } = input.payment_method;
  if (named && !input.payment_method[named] && !(plaid && named === 'ach')) invalid('Payment Type');
  const { payment_adj_type: type, payment_adj_value: value, ...rest } = input;
  const one = { ...rest, ...(type && value && { payment_adjustment: { type, value } }) };
  if (input.payment_adjustment) one.payment_adjustment = input.payment_adjustment;
  const { ach } = input.payment_method;
  if (!ach) return one;
  const typed = Object.fromEntries(holder_keys.map((key) => [holder_members[key], input[key]]));
  const holder = { ...filled(typed), ...filled(ach.accountholder_authentication ?? {}) };
  if (Object.keys(holder).length === 0) return one;
  const payment_method = { ach: { ...ach, accountholder_authentication: holder } };
  return { ...one, payment_method: { ...one.payment_method, ...payment_method } };
}

/** The type behind the token or saved customer; 400 if the form states another one. */
export function checkedType({ token_payment_type }: CreateInput, found: PaymentType): PaymentType {
  if (token_payment_type && token_payment_type !== found) invalid('Token Payment Type');
  return found;
}

/** The stored fields of the account holder, under the names of the form. */
export function storedHolder(fields: HolderFields | undefined): Record<string, string> {
  const entries = holder_keys.map((key) => [key, fields?.[holder_members[key]] ?? '']);
  return Object.fromEntries(entries.filter(([, value]) => value));
}

const stored_as_sent = [
  'token_payment_type',
  'override_tax_rate',
  'override_national_tax_rate',
] as const;

type Fee = 'payment_adj_type' | 'payment_adj_value';
type SubmittedMembers = Pick<TransactionDetail, Fee | (typeof stored_as_sent)[number] | HolderKey>;

/** Members that a single transaction has and lists do not; absent where nothing was stated. */
export function submittedMembers(row: Pick<TransactionRow, 'detail'>): SubmittedMembers {
  const { payment_adjustment: fee, accountholder, ...detail } = row.detail;
  const as_sent = stored_as_sent.flatMap((name) => (detail[name] ? [[name, detail[name]]] : []));
  const charged = fee && { payment_adj_type: fee.type, payment_adj_value: fee.value };
  return { ...charged, ...Object.fromEntries(as_sent), ...accountholder };
}
