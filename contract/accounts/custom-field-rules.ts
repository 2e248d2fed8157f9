// What a merchant's custom field takes: one table of rules for forms and server (spec 2 §3, §5).
import { text_patterns } from '../text-patterns.ts';

export const custom_field_types = [
  'text',
  'textarea',
  'hidden',
  'radio',
  'checkbox',
  'select',
  'multiselect',
] as const;
export type CustomFieldType = (typeof custom_field_types)[number];

export const validation_types = ['open', 'alpha', 'alphanumeric', 'sentence', 'numeric'] as const;
export type ValidationType = (typeof validation_types)[number];

/** What is typed in each validation type. */
const patterns: Readonly<Record<ValidationType, RegExp>> = { open: /^.*$/s, ...text_patterns };

/** The form of what is typed in a field of this type, whole. */
export function valuePattern(type: ValidationType): RegExp {
  return patterns[type];
}

export const longest_value = 1_000;

export interface NamedValue {
  name: string;
  value: string;
}

/** As much of a custom field as its values are held against. */
export interface FieldRule {
  id: string;
  name: string;
  group_name: string;
  type: CustomFieldType;
  required: boolean;
  validation_type: ValidationType;
  /** What can be chosen; null where it is typed. */
  values: readonly NamedValue[] | null;
  /** Filled in at first; '' is nothing. */
  default: string;
}

/** Values by field id, as payments carry them (gateway-api 3.2). */
export type CustomValues = Readonly<Record<string, readonly string[]>>;

/** Whether values are chosen from a list rather than typed. */
export function isChosen(type: CustomFieldType): boolean {
  return type === 'radio' || type === 'select' || takesSeveral(type);
}

/** Whether more than one value may be given. */
export function takesSeveral(type: CustomFieldType): boolean {
  return type === 'checkbox' || type === 'multiselect';
}

function fits(field: FieldRule, value: string): boolean {
  if (isChosen(field.type)) return field.values?.some((one) => one.value === value) ?? false;
  return value.length <= longest_value && patterns[field.validation_type].test(value);
}

function isEmpty(value: string): boolean {
  return value.trim() === '';
}

/** What is given without empty values, and without fields that have none (spec 2 §3). */
export function withoutEmpty(values: CustomValues): Record<string, string[]> {
  const filled = Object.entries(values).map(
    ([id, values]) => [id, values.filter((value) => !isEmpty(value))] as const,
  );
  return Object.fromEntries(filled.filter(([, values]) => values.length > 0));
}

/** The fields a payment asks: those of its group, in the merchant's order. */
export function fieldsOf<F extends FieldRule>(fields: readonly F[], group_name: string): F[] {
  return fields.filter((field) => field.group_name === group_name);
}

/** The values a form starts from; a radio without a default takes its first (spec 2 §5). */
export function startingValues(fields: readonly FieldRule[]): Record<string, string[]> {
  const started = fields.map((field) => {
    const first = field.type === 'radio' ? (field.values?.[0]?.value ?? '') : '';
    return [field.id, [field.default || first]] as const;
  });
  return withoutEmpty(Object.fromEntries(started));
}

/** What a form says of the fields it asked, whatever else it holds. */
export function outputOf(
  fields: readonly FieldRule[],
  values: CustomValues,
): Record<string, string[]> {
  return withoutEmpty(Object.fromEntries(fields.map(({ id }) => [id, values[id] ?? []])));
}

export interface ValueFault {
  id: string;
  /** The field's name; its id where no such field is asked. */
  name: string;
  kind: 'required' | 'invalid';
}

/** What is wrong with the values of one field, empty ones left out; null where nothing is. */
function faultOf(field: FieldRule, values: readonly string[]): ValueFault | null {
  const { id, name } = field;
  if (values.length === 0) return field.required ? { id, name, kind: 'required' } : null;
  const several = takesSeveral(field.type) && new Set(values).size === values.length;
  const well = values.every((value) => fits(field, value)) && (values.length === 1 || several);
  return well ? null : { id, name, kind: 'invalid' };
}

/** Everything wrong with the values given to `fields`, the fields of one group, in their order. */
export function valueFaults(fields: readonly FieldRule[], values: CustomValues): ValueFault[] {
  const filled = withoutEmpty(values);
  const known = new Set(fields.map(({ id }) => id));
  const unknown = Object.keys(filled).filter((id) => !known.has(id));
  return [
    ...unknown.map((id): ValueFault => ({ id, name: id, kind: 'invalid' })),
    ...fields.flatMap((field) => faultOf(field, filled[field.id] ?? []) ?? []),
  ];
}

/** A fault as the API words it (gateway-api 1.3, 10). */
export function faultMessage({ name, kind }: ValueFault): string {
  return kind === 'required'
    ? `custom field [${name}] is required`
    : `bad request error: invalid Custom Field [${name}]`;
}

/** Label of what makes a definition impossible: no values to choose, a default nobody may give. */
export function definitionFault(field: FieldRule): 'Values' | 'Default' | null {
  const values = field.values ?? [];
  if (isChosen(field.type)) {
    const distinct = new Set(values.map(({ value }) => value));
    if (values.length === 0 || distinct.size < values.length) return 'Values';
  }
  return field.default === '' || fits(field, field.default) ? null : 'Default';
}
