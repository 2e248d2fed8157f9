// The profile of a partner or merchant as a form holds it: what is wrong, what is sent.
import type { Contact } from '../../../contract/accounts/contacts.ts';
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import type { PartnerRecord } from '../../../contract/accounts/partners.ts';
import { contact_change, profile_fields } from '../../../contract/accounts/profile.ts';
import {
  formatMessage,
  maxLengthMessage,
  requiredMessage,
} from '../../../contract/field-messages.ts';
import { email, id as id_schema, panel_postal_code, phone } from '../../../contract/fields.ts';
import { sentence } from '../words.ts';

const texts = {
  name: 100,
  description: 254,
  website: 100,
  phone: 20,
  phone_ext: 10,
  email: 254,
  fee_schedule_id: 20,
} as const;
type TextName = keyof typeof texts;

export interface ProfileValues extends Readonly<Record<TextName, string>> {
  timezone: string;
  primary_contact: Contact;
  billing_contact: Contact;
}
export type ContactName = 'primary_contact' | 'billing_contact';
/** Messages by name of the field: `website`, `billing_contact.email`. */
export type Problems = Readonly<Record<string, string>>;

export const no_contact: Contact = {
  first_name: '',
  last_name: '',
  company: '',
  address_line_1: '',
  address_line_2: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
  email: '',
  phone: '',
};

export function newProfile(timezone: string): ProfileValues {
  return {
    name: '',
    description: '',
    website: '',
    phone: '',
    phone_ext: '',
    email: '',
    fee_schedule_id: '',
    timezone: timezone || 'UTC',
    primary_contact: no_contact,
    billing_contact: { ...no_contact },
  };
}

/** The e-mail of a partner is `email`, that of a merchant stands on receipts. */
export function profileOf(record: PartnerRecord | MerchantRecord): ProfileValues {
  return {
    name: record.name,
    description: record.description,
    website: record.website,
    phone: record.phone,
    phone_ext: record.phone_ext,
    email: 'receipt_email' in record ? record.receipt_email : record.email,
    fee_schedule_id: record.fee_schedule_id,
    timezone: record.timezone,
    primary_contact: record.primary_contact,
    billing_contact: record.billing_contact,
  };
}

interface Check {
  safeParse(value: string): { success: boolean };
}
const checks: Readonly<Partial<Record<TextName, Check>>> = {
  website: profile_fields.website,
  phone,
  phone_ext: profile_fields.phone_ext,
  email,
  fee_schedule_id: id_schema,
};

const labels: Readonly<Partial<Record<TextName, string>>> = {
  phone_ext: 'Extension',
  fee_schedule_id: 'Fee schedule ID',
};

export function profileLabel(name: TextName): string {
  return labels[name] ?? sentence(name);
}

function textProblem(name: TextName, value: string): string {
  const label = profileLabel(name);
  const given = value.trim();
  if (name === 'name' && given === '') return requiredMessage(label);
  if (given.length > texts[name]) return maxLengthMessage(label, texts[name]);
  const check = given === '' ? undefined : checks[name];
  return !check || check.safeParse(given).success ? '' : formatMessage(label);
}

function contactProblem(part: keyof Contact, value: string): string {
  const label = sentence(part);
  const given = value.trim();
  if (given === '') return '';
  if (part === 'postal_code') {
    return panel_postal_code.safeParse(given).success ? '' : formatMessage(label);
  }
  const fine = contact_change.shape[part].safeParse(given).success;
  return fine ? '' : formatMessage(label);
}

export function profileProblems(values: ProfileValues): Problems {
  const own = Object.keys(texts).map(
    (name) => [name, textProblem(name as TextName, values[name as TextName])] as const,
  );
  const contacts = (['primary_contact', 'billing_contact'] as const).flatMap((contact) =>
    Object.entries(values[contact]).map(
      ([part, value]) =>
        [`${contact}.${part}`, contactProblem(part as keyof Contact, value)] as const,
    ),
  );
  return Object.fromEntries([...own, ...contacts].filter(([, problem]) => problem !== ''));
}

function differing<T extends object>(before: T, after: T): Partial<T> {
  const entries = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}

/** Members that differ, as they are sent; `email` under the name the account has for it. */
export function profileChange(
  kind: 'partner' | 'merchant',
  before: ProfileValues,
  after: ProfileValues,
): Record<string, unknown> {
  const { email: address, primary_contact, billing_contact, ...rest } = differing(before, after);
  return {
    ...rest,
    ...(address !== undefined && {
      [kind === 'merchant' ? 'receipt_email' : 'email']: address.trim(),
    }),
    ...(primary_contact && {
      primary_contact: differing(before.primary_contact, primary_contact),
    }),
    ...(billing_contact && {
      billing_contact: differing(before.billing_contact, billing_contact),
    }),
  };
}

/** A whole new profile: what was left empty is not sent. */
export function profileInput(kind: 'partner' | 'merchant', values: ProfileValues) {
  return {
    ...profileChange(kind, newProfile(''), values),
    name: values.name.trim(),
    timezone: values.timezone,
  };
}
