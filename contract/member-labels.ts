// The label of a member: what its schema says, else its name in words. Forms and refusals share it.
import type { z } from 'zod';
import { type FieldMeta, metaOf } from './field-meta.ts';
import { fieldLabel, labelOfPath } from './fields.ts';

interface Definition {
  type: string;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
  shape?: Readonly<Record<string, z.core.$ZodType>>;
  valueType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  entries?: Readonly<Record<string, string>>;
  values?: readonly unknown[];
}

export const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition;

const isEmptyText = (schema: z.core.$ZodType) => {
  const { type, values = [] } = definitionOf(schema);
  return type === 'literal' && values.includes('');
};

/** What stands behind a schema that only lets more in: blanks, absence, another case. */
function behind(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { type, innerType, in: typed, out, options } = definitionOf(schema);
  if (innerType) return innerType;
  if (type === 'union') return options?.find((one) => !isEmptyText(one));
  if (type !== 'pipe' || !typed) return undefined;
  return definitionOf(typed).type === 'transform' ? out : typed;
}

/** The schema with all that stands behind it, the outermost first. */
export function layersOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const next = behind(schema);
  return [schema, ...(next ? layersOf(next) : [])];
}

/** The schema of a member by its path; undefined where there is none of the name. */
export function memberOf(
  schema: z.core.$ZodType,
  path: readonly PropertyKey[],
): z.core.$ZodType | undefined {
  return path.reduce<z.core.$ZodType | undefined>((held, part) => {
    const core = held && layersOf(held).at(-1);
    const { shape, valueType, element } = core ? definitionOf(core) : {};
    return shape?.[String(part)] ?? valueType ?? element;
  }, schema);
}

/** What is known of a member; what an outer layer says comes before what it wraps. */
export function metaOfMember(member: z.core.$ZodType | undefined): FieldMeta {
  const layers = member ? layersOf(member) : [];
  return Object.assign({}, ...layers.map(metaOf).reverse()) as FieldMeta;
}

/** `local_tax_rate` reads "Local tax rate", `vat_registration_number` "VAT registration number". */
export function sentence(name: string): string {
  const [first = '', ...rest] = fieldLabel(name).split(' ');
  return [first, ...rest.map((word) => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase()))]
    .join(' ')
    .replace(/\bapple pay\b/i, 'Apple Pay');
}

/** How messages name the member at this path. */
export function memberLabel(schema: z.core.$ZodType, path: readonly PropertyKey[]): string {
  return metaOfMember(memberOf(schema, path)).label ?? sentence(labelOfPath(path));
}
