// What a form needs to know of a member beside its rules; it never shows on the wire.
import { z } from 'zod';

/** How a value is typed: the keyboard a phone offers, and the look of its field. */
type TypedAs =
  | 'email'
  | 'phone'
  | 'url'
  | 'password'
  | 'code'
  | 'whole'
  | 'percent'
  | 'date'
  | 'long';

export interface FieldMeta {
  /** Where it is not the member's own name in words. */
  label?: string;
  /** Beside the label, in a quieter tone. */
  hint?: string;
  typed_as?: TypedAs;
  /** What the browser may fill in; nothing where it is left out. */
  autocomplete?: string;
}

const entries = z.registry<FieldMeta>();

/** The schema itself, which forms now know this of; what is made from it (`.max(80)`) too. */
export function described<S extends z.ZodType>(schema: S, meta: FieldMeta): S {
  entries.add(schema, meta);
  return schema;
}

export function metaOf(schema: z.core.$ZodType): FieldMeta {
  return entries.get(schema as z.ZodType) ?? {};
}
