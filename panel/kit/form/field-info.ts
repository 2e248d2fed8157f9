// What a form knows of one of its fields, read off the schema that its call takes.
import type { z } from 'zod';
import { type FieldMeta, metaOf } from '../../../contract/field-meta.ts';
import { sentence } from '../format/sentence.ts';

export interface FieldInfo extends FieldMeta {
  label: string;
  /** Characters of a text; null where there is no limit. */
  max_length: number | null;
  /** It may be left empty. */
  optional: boolean;
  /** The values of a choice. */
  choices: readonly string[];
}

interface Definition {
  type: string;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
  shape?: Readonly<Record<string, z.core.$ZodType>>;
  valueType?: z.core.$ZodType;
  entries?: Readonly<Record<string, string>>;
  values?: readonly unknown[];
}

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition;

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
function layersOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const next = behind(schema);
  return [schema, ...(next ? layersOf(next) : [])];
}

/** The schema of a member, `primary_contact.city`; undefined where there is none of the name. */
export function memberOf(schema: z.core.$ZodType, name: string): z.core.$ZodType | undefined {
  return name.split('.').reduce<z.core.$ZodType | undefined>((held, part) => {
    const core = held && layersOf(held).at(-1);
    const { shape, valueType } = core ? definitionOf(core) : {};
    return shape?.[part] ?? valueType;
  }, schema);
}

function takes(schema: z.core.$ZodType, value: unknown): boolean {
  return (schema as z.ZodType).safeParse(value).success;
}

export function fieldInfo(schema: z.core.$ZodType, name: string): FieldInfo {
  const named = sentence(name.split('.').at(-1) ?? name);
  const member = memberOf(schema, name);
  if (member === undefined) {
    return { label: named, max_length: null, optional: true, choices: [] };
  }
  const layers = layersOf(member);
  const meta = Object.assign({}, ...layers.map(metaOf).reverse()) as FieldMeta;
  const core = layers.at(-1) as z.core.$ZodType;
  const { type, entries = {} } = definitionOf(core);
  return {
    label: named,
    ...meta,
    max_length: type === 'string' ? (core as z.ZodString).maxLength : null,
    optional: takes(member, '') || takes(member, undefined),
    choices: Object.values(entries),
  };
}
