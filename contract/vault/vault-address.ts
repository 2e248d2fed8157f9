// Addresses of saved customers: as payments have them, but with line_1 and line_2 (gateway-api 5).
import { z } from 'zod';
import { blankable, country, email, fax, limited, phone, postal_code } from '../fields.ts';

const upper = z.string().transform((text) => text.toUpperCase());

const vault_address_members = z.object({
  first_name: limited(50),
  last_name: limited(50),
  company: limited(100),
  line_1: limited(100),
  line_2: limited(100),
  city: limited(50),
  state: limited(50),
  postal_code: blankable(postal_code),
  country: blankable(upper.pipe(country)),
  email: blankable(email),
  phone: blankable(phone),
  fax: blankable(fax),
});

/** In the order in which they are read, written and hashed. */
export const vault_address_fields = Object.keys(
  vault_address_members.shape,
) as (keyof typeof vault_address_members.shape)[];

/** Older clients send the lines by the names that payments have (gateway-api 5). */
export const vault_address_input = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null) return value;
  const { address_line_1, address_line_2, ...members } = value as Record<string, unknown>;
  return {
    ...(address_line_1 !== undefined && { line_1: address_line_1 }),
    ...(address_line_2 !== undefined && { line_2: address_line_2 }),
    ...members,
  };
}, vault_address_members);
export type VaultAddressInput = z.output<typeof vault_address_members>;

const text = z.string();
export const vault_address = z.object({
  id: text,
  hash: text,
  first_name: text,
  last_name: text,
  company: text,
  line_1: text,
  line_2: text,
  city: text,
  state: text,
  postal_code: text,
  country: text,
  email: text,
  phone: text,
  fax: text,
});
export type VaultAddress = z.output<typeof vault_address>;
