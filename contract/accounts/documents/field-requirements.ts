// Which fields a payment must, may or must not show, per merchant (gateway-api 17, decisions G37).
import { z } from 'zod';
import { type AddressField, address_fields } from '../../addresses.ts';

export const requirements = ['required', 'optional', 'hidden'] as const;
export type Requirement = (typeof requirements)[number];

export const required_groups = ['default', 'invoice'] as const;
export type RequiredGroup = (typeof required_groups)[number];

export type ContactKey = `${'billing' | 'shipping'}_${AddressField}`;

const plain_meanings = {
  default: 'Every field without a separate setting.',
  type: 'Sale, authorization, verification or credit.',
  amount: 'The amount to charge.',
  currency: 'The currency of the amount.',
  description: 'What the payment is for.',
  order_id: "The merchant's order number.",
  po_number: "The customer's purchase order number.",
  vendor_id: "The merchant's number for a vendor.",
  ip_address: "The payer's IP address.",
  processor_id: 'The processor that takes the payment.',
  email_receipt: 'Whether a receipt is sent by email.',
  email_address: 'Email address of the receipt.',
  allow_partial_payment: 'Whether a partial approval is accepted.',
  create_vault_record: 'Whether the payer is saved as a customer.',
  tax_exempt: 'Whether the payment is free of tax.',
  tax_amount: 'Tax within the amount.',
  shipping_amount: 'Shipping within the amount.',
  discount_amount: 'Discount already deducted from the amount.',
  payment_adjustment: 'A service fee on top of the amount.',
  national_tax_amount: 'National tax within the amount, Level 3.',
  duty_amount: 'Duty within the amount, Level 3.',
  ship_from_postal_code: 'Postal code the goods are sent from, Level 3.',
  summary_commodity_code: 'Commodity code of the payment, Level 3.',
  merchant_vat_registration_number: "The merchant's VAT number, Level 3.",
  customer_vat_registration_number: "The customer's VAT number, Level 3.",
  payment_method_card: 'Payment by card.',
  payment_method_card_cvc: 'The security code of a card.',
  payment_method_ach: 'Payment from a bank account.',
  payment_method_terminal: 'Payment on a terminal.',
  payment_method_customer_token: 'Payment by a saved customer.',
  payment_method_cash: 'Payment in cash.',
  payment_method_mail: 'Payment by a mailed check.',
  drivers_license: "Driver's license of the account holder, ACH.",
  drivers_license_state: "State of the driver's license, ACH.",
  social_security_number_last_4: 'Last four digits of the social security number, ACH.',
  date_of_birth: 'Date of birth of the account holder, ACH.',
  guaranty: 'Check guaranty, ACH. Stored, but never required.',
} as const;

export type PlainKey = keyof typeof plain_meanings;
export type RequiredKey = PlainKey | ContactKey;
export type RequiredFields = Record<RequiredKey, Requirement>;
export type FieldRequirements = Record<RequiredGroup, RequiredFields>;
export type FieldRequirementsChange = Partial<Record<RequiredGroup, Partial<RequiredFields>>>;

function contactMeanings(): Record<ContactKey, string> {
  const sides = ['billing', 'shipping'] as const;
  const rows = sides.flatMap((side) =>
    address_fields.map((field) => {
      const words = field.replaceAll('_', ' ');
      return [`${side}_${field}`, `The ${side} contact's ${words}.`] as const;
    }),
  );
  return Object.fromEntries(rows) as Record<ContactKey, string>;
}

/** Every key with one line of meaning, in the order of the settings screen. */
export const required_meanings: Readonly<Record<RequiredKey, string>> = {
  ...plain_meanings,
  ...contactMeanings(),
};
export const required_keys = Object.keys(required_meanings) as RequiredKey[];

/** The fields of goods and taxes beside a card payment, at level 2 and 3. */
export const level_keys = [
  'national_tax_amount',
  'duty_amount',
  'ship_from_postal_code',
  'summary_commodity_code',
  'merchant_vat_registration_number',
  'customer_vat_registration_number',
] as const satisfies readonly RequiredKey[];
/** Whose bank account it is, and what `accountholder_authentication` calls it (gateway-api 3.3). */
export const holder_members = {
  drivers_license: 'dl_number',
  drivers_license_state: 'dl_state',
  social_security_number_last_4: 'ssn4',
  date_of_birth: 'dob_year',
} as const satisfies Partial<Record<RequiredKey, string>>;
export type HolderKey = keyof typeof holder_members;
export const holder_keys = Object.keys(holder_members) as HolderKey[];
/** What only a bank payment may carry. */
export const bank_keys: readonly RequiredKey[] = [...holder_keys, 'guaranty'];

const requirement = z.enum(requirements);
const unset = (value: unknown) => (value === '' || value === null ? undefined : value);
const choice = z.preprocess(unset, requirement.optional()).optional();
const change = z.object(
  Object.fromEntries(required_keys.map((key) => [key, choice])) as Record<
    RequiredKey,
    typeof choice
  >,
);

/** What holds where nobody chose: a public page asks for the security code (decisions G37). */
const initials: Record<RequiredGroup, Partial<RequiredFields>> = {
  default: {},
  invoice: { payment_method_card_cvc: 'required' },
};

function filled(group: RequiredGroup, input: Partial<RequiredFields>): RequiredFields {
  const rest = input.default ?? 'optional';
  const rows = required_keys.map((key) => [key, input[key] ?? initials[group][key] ?? rest]);
  return Object.fromEntries(rows) as RequiredFields;
}

/** Settings named in an update, both groups optional; the others keep their value. */
export const field_requirements_change = z.object({
  default: change.nullish().transform((value) => value ?? undefined),
  invoice: change.nullish().transform((value) => value ?? undefined),
});

/** The document as read and answered: every key of both groups has a value. */
export const field_requirements = z
  .preprocess((value) => value ?? {}, field_requirements_change)
  .transform(
    (value): FieldRequirements => ({
      default: filled('default', value.default ?? {}),
      invoice: filled('invoice', value.invoice ?? {}),
    }),
  );

/** The stored settings with a change laid over them, group by group. */
export function changedFieldRequirements(
  stored: FieldRequirementsChange,
  changed: FieldRequirementsChange,
): FieldRequirementsChange {
  return {
    default: { ...stored.default, ...defined(changed.default) },
    invoice: { ...stored.invoice, ...defined(changed.invoice) },
  };
}

function defined(input: Partial<RequiredFields> = {}): Partial<RequiredFields> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
