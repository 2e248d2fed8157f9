// What a change of a partner or merchant writes: only members that differ from what stands.
import type { AccountStatus } from '../../contract/access/access.ts';
import { type Contact, contact } from '../../contract/accounts/contacts.ts';
import { invalid } from '../../contract/errors.ts';

type Members = Readonly<Record<string, unknown>>;
type Change = Record<string, unknown>;

/** 400 for any new id, since there are no fee schedules yet; a stored id may be sent back. */
function checkFeeSchedule(id: unknown, stored: unknown = ''): void {
  if (id && id !== stored) invalid('Fee Schedule ID');
}

/** Members of the input that are given and differ from the row. */
export function changedMembers(row: Members, input: Members, names: readonly string[]): Change {
  if (names.includes('fee_schedule_id')) {
    checkFeeSchedule(input.fee_schedule_id, row.fee_schedule_id);
  }
  const changed = names.filter((name) => {
    const value = input[name];
    return value !== undefined && value !== null && value !== row[name];
  });
  return Object.fromEntries(changed.map((name) => [name, input[name]]));
}

export const profile_names = [
  'description',
  'website',
  'phone',
  'phone_ext',
  'fee_schedule_id',
] as const;

type ContactInput = { [K in keyof Contact]?: Contact[K] | undefined } | null | undefined;

/** A contact with the given members laid over it; what is left out stays. */
export function mergedContact(stored: unknown, changes: ContactInput): Contact {
  const laid = Object.entries(changes ?? {}).filter(([, value]) => value !== undefined);
  return contact.parse({ ...contact.parse(stored), ...Object.fromEntries(laid) });
}

interface ProfileInput {
  name: string;
  status?: AccountStatus | undefined;
  timezone?: string | undefined;
  description?: string | undefined;
  website?: string | undefined;
  phone?: string | undefined;
  phone_ext?: string | undefined;
  fee_schedule_id?: string | undefined;
  primary_contact?: ContactInput;
  billing_contact?: ContactInput;
}

/** What a new partner or merchant starts with; what is left out is empty or the table's own. */
export function newProfile(input: ProfileInput) {
  checkFeeSchedule(input.fee_schedule_id);
  return {
    name: input.name,
    ...(input.status && { status: input.status }),
    ...(input.timezone && { timezone: input.timezone }),
    description: input.description ?? '',
    website: input.website ?? '',
    phone: input.phone ?? '',
    phone_ext: input.phone_ext ?? '',
    fee_schedule_id: input.fee_schedule_id ?? '',
    primary_contact: mergedContact({}, input.primary_contact),
    billing_contact: mergedContact({}, input.billing_contact),
  };
}

/** Contacts that the input changes, whole. */
export function changedContacts(row: Members, input: Members): Change {
  const names = ['primary_contact', 'billing_contact'] as const;
  const laid = names.map((name) => {
    const stored = contact.parse(row[name]);
    return [name, stored, mergedContact(stored, input[name] as ContactInput)] as const;
  });
  return Object.fromEntries(
    laid
      .filter(([, stored, after]) => JSON.stringify(stored) !== JSON.stringify(after))
      .map(([name, , after]) => [name, after]),
  );
}

/** Values for a statement: documents travel as JSON. */
export function asColumns(change: Members): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}

/** The same members of the row, for the audit row's `before`. */
export function before(row: Members, change: Members): Record<string, unknown> {
  return Object.fromEntries(Object.keys(change).map((name) => [name, row[name]]));
}
