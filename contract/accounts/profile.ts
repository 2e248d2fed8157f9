// What partners and merchants have in common as one types it: name, reach, contacts, status.
import { z } from 'zod';
import { account_statuses } from '../access/access.ts';
import { described } from '../field-meta.ts';
import { country, email, id, phone, postal_code, region, timezone, website } from '../fields.ts';
import { choice, date, idField, phoneField, text } from '../search/search.ts';
import { accountStatus } from './statuses.ts';

/** Absent or null keeps the stored value, "" empties it. */
function clearable<S extends z.ZodType<string>>(schema: S) {
  return z.preprocess(
    (value) => (value === null ? undefined : typeof value === 'string' ? value.trim() : value),
    z.union([z.literal(''), schema]).optional(),
  );
}

// No control characters: these texts stand in mails and on receipts.
const line = (max_length: number) =>
  z
    .string()
    .max(max_length)
    .regex(/^\P{Cc}*$/u);
const upper = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .transform((value) => value.toUpperCase())
    .pipe(schema);

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
/** A name of the IANA data base: days and cut-offs are reckoned in it. */
export const known_timezone = timezone.refine(isZone);

/** A change of a contact: members left out keep their value. */
export const contact_change = z.object({
  first_name: clearable(line(100)),
  last_name: clearable(line(100)),
  company: clearable(line(100)),
  address_line_1: clearable(line(100)),
  address_line_2: clearable(line(100)),
  city: clearable(line(50)),
  state: clearable(upper(region)),
  postal_code: clearable(postal_code),
  country: clearable(upper(country)),
  email: clearable(email),
  phone: clearable(phone),
});

export const account_name = line(100).trim().min(1);
export const fee_schedule_id = clearable(id);
export const account_email = clearable(email);
/** `disable` and `disabled` are one (Q4). */
export const account_status = z.preprocess(
  (value) => (typeof value === 'string' ? (accountStatus(value) ?? value) : value),
  z.enum(account_statuses),
);

/** Members that partner and merchant share; each may be left out of a change. */
export const profile_fields = {
  description: clearable(line(254)),
  website: clearable(website),
  phone: clearable(phone),
  phone_ext: described(clearable(z.string().regex(/^\d{1,10}$/)), { label: 'Extension' }),
  timezone: z.preprocess((value) => value || undefined, known_timezone.optional()),
  fee_schedule_id,
  primary_contact: contact_change.nullish(),
  billing_contact: contact_change.nullish(),
};

/** Searchable members that both have; the lists sort by those of `account_sorts`. */
export const account_search_fields = {
  id: idField('ID'),
  name: text('Name', 100),
  status: choice('Status', account_statuses),
  phone: phoneField('Phone'),
  website: text('Website', 100),
  created_at: date('Created'),
  updated_at: date('Updated'),
};
export const account_sorts = ['name', 'status', 'created_at', 'updated_at'] as const;
