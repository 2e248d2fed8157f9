// Field schemas with the specification's patterns (spec 1 §5, spec 2 §5) and how lenient we read
// them.
import { z } from 'zod';
import { described } from './field-meta.ts';

/**
 * 20 characters `[0-9a-v]`, time-ordered; seed ids may use any letter or digit (gateway-api 1.4).
 */
export const id = z.string().regex(/^[0-9A-Za-z]{20}$/);
export const email = described(
  z
    .string()
    .trim()
    .max(254)
    .regex(/^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]{2,}$/),
  { typed_as: 'email' },
);
/**
 * 2 to 15 digits not starting with 0; formatted numbers are stripped to digits (gateway-api 1.6).
 */
export const phone = described(
  z
    .string()
    .transform((text) => text.replace(/\D/g, ''))
    .pipe(z.string().regex(/^[1-9]\d{1,14}$/)),
  { typed_as: 'phone' },
);
/** Fax numbers: digits, any reasonable length (gateway-api 1.6). */
export const fax = z
  .string()
  .transform((text) => text.replace(/\D/g, ''))
  .pipe(z.string().max(15));
export const country = z.string().regex(/^[A-Z]{2}$/);
export const region = z.string().regex(/^[A-Z0-9]{1,3}$/);
/** With or without its scheme, and no scheme but the web's: it is shown as a link. */
export const website = described(
  z
    .string()
    .max(100)
    .regex(/^(https?:\/\/)?[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d{1,5})?([/?#][^\s<>"'`\\]*)?$/iu),
  { typed_as: 'url' },
);
/** The panel keeps 3-8 (spec 1 §5); the server takes ZIP+4 as well (decisions G23). */
export const postal_code = z
  .string()
  .trim()
  .regex(/^[0-9A-Za-z][0-9A-Za-z -]{2,9}$/);
export const panel_postal_code = z.string().regex(/^[0-9A-Za-z -]{3,8}$/);
export const day = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
/** RFC 3339 with or without a fraction, or a day alone, which counts from its first instant. */
export const instant = described(
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/)
    .refine((text) => !text.startsWith('0000') && !Number.isNaN(Date.parse(text))),
  { typed_as: 'date' },
);
/** As typed in the panel: up to two digits, up to three decimals (decisions G24). */
export const percentage = z.string().regex(/^\d{1,2}(\.\d{1,3})?$/);
/** The merchant's own name of a customer (spec 1 §5). */
export const customer_id = z.string().min(2).max(40);
/** An ID that a merchant chooses for a customer; it is made of what paths carry. */
export const chosen_customer_id = customer_id.regex(/^[\w.^~:@-]+$/);
export const ip_address = described(z.union([z.ipv4(), z.ipv6()]), { label: 'IP address' });
/** Starts with a letter, then 6 to 50 letters, digits or underscores (spec 1 §5, G11). */
export const username = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{6,50}$/);
/** The largest amount in minor units, stated or computed: 90,000 of them still sum exactly. */
export const largest_amount = 99_999_999_999;
/** Amount in minor units, never negative and never beyond what a total may reach. */
export const amount = z.int().min(0).max(largest_amount);
export const currency_codes = [
  'usd',
  'cad',
  'mxn',
  'eur',
  'aud',
  'gbp',
  'sek',
  'php',
  'nok',
  'dkk',
  'jpy',
  'cny',
  'rub',
  'pln',
  'inr',
] as const;
/** ISO 4217 in either case; kept and answered lower case (gateway-api 3.2). */
export const currency = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(currency_codes));
export const timezone = described(
  z
    .string()
    .min(2)
    .max(64)
    .regex(/^[A-Za-z0-9_+\-/]+$/),
  { label: 'Time zone' },
);
/** A moment as answered: RFC 3339 UTC. */
export const moment = z.string();
export const nullable_moment = z.string().nullable();

/** An object, list or switch that may be left out or null. */
export const omittable = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => value ?? undefined, schema.optional());

/** Null and "" are absent: how old clients send unset fields (gateway-api 1.6, Q20). */
export const absentIfBlank = (value: unknown) =>
  value === null || value === '' ? undefined : value;

/** A field that may be left out, or be sent blank. */
export function blankable<S extends z.ZodType>(schema: S) {
  return z.preprocess(absentIfBlank, schema.optional());
}

/** `xid_type_last4`: a fresh id, the kind of the method and its last digits (gateway-api 5). */
export const customer_id_format = blankable(z.literal('xid_type_last4'));

/** A text of at most `length` characters, blankable. */
export const limited = (length: number) => blankable(z.string().max(length));

/** Reads null, "", 0 and false as absent (gateway-api 1.6, Q20). */
export function absentable<S extends z.ZodType>(schema: S) {
  return z.preprocess(
    (value) =>
      value === null || value === '' || value === 0 || value === false ? undefined : value,
    schema.optional(),
  );
}

/** Absentable; the unset form that some clients send, `{type: "", value: 0}`, is absent too. */
export function settable<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => {
    if (typeof value !== 'object' || value === null || !('type' in value)) return value;
    return value.type || ('value' in value && value.value) ? value : undefined;
  }, absentable(schema));
}

const spelled: Record<string, string> = {
  id: 'ID',
  ip: 'IP',
  po: 'PO',
  cvc: 'CVC',
  ach: 'ACH',
  csv: 'CSV',
  url: 'URL',
  sec: 'SEC',
  vat: 'VAT',
  cc: 'CC',
  ebt: 'EBT',
  ksn: 'KSN',
  tpn: 'TPN',
};

/** `postal_code` reads "Postal Code": how messages and labels name a field. */
export function fieldLabel(name: string): string {
  return name
    .split(/[_\s.]/)
    .filter((word) => word !== '')
    .map((word) => spelled[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

const unnamed = new Set(['value', 'operator', 'start_date', 'end_date', 'duration']);

/** The field a validation path speaks of: its last part that names something. */
export function labelOfPath(path: readonly PropertyKey[]): string {
  const named = path.filter((part) => typeof part === 'string' && !unnamed.has(part));
  const last = named.at(-1);
  if (typeof last !== 'string') return 'request';
  // "Type" alone could be any of several: the member that holds it is named too.
  const holder = last === 'type' ? named.at(-2) : undefined;
  return fieldLabel(typeof holder === 'string' ? `${holder}_${last}` : last);
}

/** A number of a card or account as digits, however it was spaced. */
export const account_digits = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).replace(/[\s-]/g, ''));
