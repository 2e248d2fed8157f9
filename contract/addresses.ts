// The members of an address and of a contact, in the order in which they are read and written.

/** A contact has all of an address but the fax (gateway-api 17). */
export const contact_fields = [
  'first_name',
  'last_name',
  'company',
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'postal_code',
  'country',
  'email',
  'phone',
] as const;

/** All twelve (gateway-api 3.6). */
export const address_fields = [...contact_fields, 'fax'] as const;
export type AddressField = (typeof address_fields)[number];

/** Each of the fields as a form begins with it. */
export function emptyFields<Name extends string>(names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;
}
