// The first required field that a payment request leaves out (gateway-api 17, spec 2 §5).
import { fieldLabel } from '../../fields.ts';
import type { HolderKey, RequiredFields, RequiredKey } from './field-requirements.ts';
import { holder_members, level_keys, required_keys } from './field-requirements.ts';

type Json = Record<string, unknown>;

function part(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? (of as Json)[name] : undefined;
}

function isMissing(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}

/**
 * Tabs of the picker, of which exactly one is used; switches, whose absence says no; and a check
 * guaranty, which is bought of the processor: no payment carries it.
 */
const never_missing = new Set<RequiredKey>([
  'default',
  'tax_exempt',
  'email_receipt',
  'allow_partial_payment',
  'create_vault_record',
  'payment_method_card',
  'payment_method_ach',
  'payment_method_terminal',
  'payment_method_customer_token',
  'payment_method_cash',
  'payment_method_mail',
  'guaranty',
]);

/** Parts of a price, and what describes goods: a verification has neither. */
const priced_only = new Set<RequiredKey>([
  'tax_amount',
  'shipping_amount',
  'discount_amount',
  'payment_adjustment',
  ...level_keys,
]);

/** Whether a payment of this type can be asked for a field; nobody pays a fee on a credit. */
export function isRequiredOf(type: unknown, key: RequiredKey): boolean {
  if (type === 'verification') return !priced_only.has(key);
  return type !== 'credit' || key !== 'payment_adjustment';
}

function lacksSecurityCode(method: unknown): boolean {
  const card = part(method, 'card');
  if (isMissing(card)) return false;
  // A swiped or dipped card has no code to type, and a wallet's none at all.
  if (!isMissing(part(card, 'network_token'))) return false;
  const swiped = ['track_1', 'track_2', 'encrypted_track_1', 'encrypted_track_2', 'encrypted_data'];
  if (part(card, 'entry_type') === 'swiped') return false;
  if (swiped.some((name) => !isMissing(part(card, name)))) return false;
  return isMissing(part(card, 'cvc'));
}

const isHolderKey = (key: RequiredKey): key is HolderKey => key in holder_members;

function lacksHolderFact(key: HolderKey, payload: Json): boolean {
  const ach = part(payload.payment_method, 'ach');
  if (isMissing(ach)) return false;
  const holder_value = part(part(ach, 'accountholder_authentication'), holder_members[key]);
  return isMissing(payload[key]) && isMissing(part(ach, key)) && isMissing(holder_value);
}

function lacks(key: RequiredKey, payload: Json): boolean {
  if (never_missing.has(key) || !isRequiredOf(payload.type, key)) return false;
  // Whoever pays by hand at the panel, or on the telephone, is not seen with an address.
  if (key === 'ip_address' && payload.source === 'cp') return false;
  if (key === 'tax_amount' && payload.tax_exempt === true) return false;
  if (key === 'payment_method_card_cvc') return lacksSecurityCode(payload.payment_method);
  if (isHolderKey(key)) return lacksHolderFact(key, payload);
  // A verification has no amount, and a base amount lets the server find the total.
  if (key === 'amount') {
    const priced = payload.type === 'verification' || !isMissing(payload.base_amount);
    return !priced && isMissing(payload.amount);
  }
  const contact = /^(billing|shipping)_(?!amount$)(.+)$/.exec(key);
  if (contact) return isMissing(part(payload[`${contact[1]}_address`], contact[2] as string));
  return isMissing(payload[key]);
}

function labelOf(key: RequiredKey): string {
  return key === 'payment_method_card_cvc' ? 'CVC' : fieldLabel(key);
}

/**
 * Message of the first field that one group of settings requires and the POST /transaction
 * payload lacks, `bad request error: invalid Billing Postal Code`; null where all are there.
 * Addresses of a saved customer must already be filled in.
 */
export function missingFieldError(settings: RequiredFields, payload: Json): string | null {
  const missing = required_keys.find((key) => settings[key] === 'required' && lacks(key, payload));
  return missing === undefined ? null : `bad request error: invalid ${labelOf(missing)}`;
}

/** Ways to pay by the member of `payment_method` that carries them. */
const method_keys: Readonly<Record<string, RequiredKey>> = {
  card: 'payment_method_card',
  ach: 'payment_method_ach',
  terminal: 'payment_method_terminal',
  customer: 'payment_method_customer_token',
  cash: 'payment_method_cash',
  mail: 'payment_method_mail',
};

/**
 * Message that names a way to pay which the merchant has hidden and the POST /transaction payload
 * uses; null where it uses none.
 */
export function hiddenMethodError(settings: RequiredFields, payload: Json): string | null {
  const hidden = Object.entries(method_keys).find(
    ([member, key]) =>
      settings[key] === 'hidden' && !isMissing(part(payload.payment_method, member)),
  );
  return hidden === undefined ? null : `bad request error: invalid ${fieldLabel(hidden[1])}`;
}
