// The profile of a partner or merchant as a form holds it, and what of it is sent.

import type { Contact } from '../../../contract/accounts/contacts.ts';
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import type { PartnerRecord } from '../../../contract/accounts/partners.ts';
import { contact_fields, emptyFields } from '../../../contract/addresses.ts';
import { formatMessage } from '../../../contract/field-messages.ts';
import { panel_postal_code } from '../../../contract/fields.ts';
import { differing } from '../../kit/form/differing.ts';
import type { Kind } from '../paths.ts';

const contact_names = ['primary_contact', 'billing_contact'] as const;
export type ContactName = (typeof contact_names)[number];

export interface ProfileValues extends Readonly<Record<ContactName, Contact>> {
  name: string;
  description: string;
  website: string;
  phone: string;
  phone_ext: string;
  timezone: string;
  /** Of a partner; that of a merchant stands on receipts. */
  email?: string;
  receipt_email?: string;
}

const no_contact: Contact = emptyFields(contact_fields);

export function newProfile(kind: Kind, timezone: string): ProfileValues {
  return {
    ...{ name: '', description: '', website: '', phone: '', phone_ext: '' },
    ...(kind === 'merchant' ? { receipt_email: '' } : { email: '' }),
    timezone: timezone || 'UTC',
    primary_contact: no_contact,
    billing_contact: no_contact,
  };
}

export function profileOf(record: PartnerRecord | MerchantRecord): ProfileValues {
  const { name, description, website, phone, phone_ext, timezone } = record;
  const { primary_contact, billing_contact } = record;
  return {
    ...{ name, description, website, phone, phone_ext, timezone },
    ...('receipt_email' in record
      ? { receipt_email: record.receipt_email }
      : { email: record.email }),
    ...{ primary_contact, billing_contact },
  };
}

/** The panel is stricter than the call about postal codes (spec 1 §5). */
export function profileRules(values: ProfileValues): Record<string, string> {
  const rows = contact_names.map((name) => {
    const code = values[name].postal_code.trim();
    const fine = code === '' || panel_postal_code.safeParse(code).success;
    return [`${name}.postal_code`, fine ? '' : formatMessage('Postal code')];
  });
  return Object.fromEntries(rows);
}

/** Members that differ, as they are sent. */
export function profileChange(before: ProfileValues, after: ProfileValues) {
  const { primary_contact, billing_contact, ...rest } = differing(before, after);
  return {
    ...rest,
    ...(primary_contact && {
      primary_contact: differing(before.primary_contact, primary_contact),
    }),
    ...(billing_contact && {
      billing_contact: differing(before.billing_contact, billing_contact),
    }),
  };
}
