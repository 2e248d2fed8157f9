// Validation messages for the values of a form, in the words of the specification (spec 1 §5).
import type { z } from 'zod';
import { flatIssues, sizeMessage } from '../../../contract/faults.ts';
import { formatMessage, requiredMessage } from '../../../contract/field-messages.ts';
import { fieldInfo } from './field-info.ts';

/** Messages by field name; valid fields are absent. */
export type Problems = Readonly<Record<string, string>>;

export interface FormRules<V> {
  /** The type of the input that is sent. */
  schema: z.ZodType;
  /** Converts the values to the input that is sent. */
  input: (values: V) => unknown;
  /** Required fields that are optional in the call. */
  required?: readonly string[];
  /** Rules beyond the schema: two fields that must agree, an amount that is left. */
  rules?: (values: V) => Problems;
  /** The screen's label of a field; the schema's label is the default. */
  labelOf?: (name: string) => string | undefined;
}

type Held = Readonly<Record<string, unknown>>;
const isPlain = (value: unknown): value is Held =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function valueAt(values: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((held, part) => (isPlain(held) ? held[part] : undefined), values);
}

/** The field that holds the value at a path of the input: a list is one field. */
export function nameOf(values: unknown, path: readonly PropertyKey[]): string {
  const held: string[] = [];
  let at: unknown = values;
  for (const part of path.map(String)) {
    if (!isPlain(at)) break;
    held.push(part);
    at = at[part];
  }
  return held.join('.');
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

export function problemsIn<V>(form: FormRules<V>, values: V): Problems {
  const { schema, required = [], rules, labelOf } = form;
  const label = (name: string) => labelOf?.(name) ?? fieldInfo(schema, name).label;
  const found: Record<string, string> = {};
  for (const name of required) {
    if (isBlank(valueAt(values, name))) found[name] = requiredMessage(label(name));
  }
  const read = schema.safeParse(form.input(values));
  for (const { issue, path } of flatIssues(read.error?.issues ?? [])) {
    const name = nameOf(values, path);
    const blank = isBlank(valueAt(values, name));
    const size = () => sizeMessage(issue, label(name));
    found[name] ??= blank ? requiredMessage(label(name)) : size() || formatMessage(label(name));
  }
  const more = Object.entries(rules?.(values) ?? {}).filter(([, text]) => text !== '');
  return { ...found, ...Object.fromEntries(more) };
}
