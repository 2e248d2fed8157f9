// Searchable fields: their kinds, the operators each kind takes, and the input schema they make.
import { z } from 'zod';
import { id, instant, ip_address } from './fields.ts';

export type Operator = '=' | '!=' | '<' | '>' | '%';

export const durations = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
] as const;
export type Duration = (typeof durations)[number];

export type FieldKind =
  | 'text'
  | 'id'
  | 'choice'
  | 'integer'
  | 'money'
  | 'date'
  | 'duration'
  | 'ip'
  | 'phone'
  | 'secret'
  | 'custom_fields'
  | 'group';

export interface SearchField {
  readonly kind: FieldKind;
  readonly label: string;
  readonly operators: readonly Operator[];
  readonly value: z.ZodType;
  readonly choices?: readonly string[];
  /** Words for choices that do not speak for themselves, by value. */
  readonly choice_labels?: Readonly<Record<string, string>>;
  readonly max_length?: number;
  /** The panel takes letters and digits alone (spec 2 §5); other clients any text. */
  readonly alphanumeric?: boolean;
}
export type FieldGroup = { readonly [name: string]: SearchField };
export interface SearchFields {
  readonly [name: string]: SearchField | FieldGroup;
}

const any_length = 255;

/** Free text; `%` means "contains", in any case. */
export function text(label: string, max_length = any_length): SearchField {
  const value = z.string().min(1).max(any_length);
  return { kind: 'text', label, operators: ['=', '!=', '%'], value, max_length };
}
export function idField(label: string): SearchField {
  return { kind: 'id', label, operators: ['=', '!='], value: id, max_length: 20 };
}
/** A reference as typed: any text up to the panel's limit, found as a whole (spec 2 §5). */
export function reference(label: string, max_length: number): SearchField {
  const value = z.string().min(1).max(any_length);
  return { kind: 'text', label, operators: ['=', '!='], value, max_length };
}
/** A reference of letters and digits. */
export function code(label: string, max_length: number): SearchField {
  return { ...reference(label, max_length), alphanumeric: true };
}
export function digits(label: string, length: number): SearchField {
  const value = z.string().regex(new RegExp(`^\\d{${length}}$`));
  return { kind: 'text', label, operators: ['=', '!='], value, max_length: length };
}
export function choice(label: string, choices: readonly string[]): SearchField {
  const value = z.enum(choices as [string, ...string[]]);
  return { kind: 'choice', label, operators: ['=', '!='], value, choices };
}
export function integer(label: string): SearchField {
  return { kind: 'integer', label, operators: ['=', '!=', '<', '>'], value: z.int() };
}
/** Minor units; an empty value counts as 0 (spec 2 §5, decisions G51). */
export function money(label: string): SearchField {
  const value = z.preprocess((v) => (v === '' || v === null ? 0 : v), z.int());
  return { kind: 'money', label, operators: ['=', '!=', '<', '>'], value };
}
export function date(label: string): SearchField {
  return { kind: 'date', label, operators: [], value: instant };
}
export function duration(label: string): SearchField {
  const value = z.enum(durations);
  return { kind: 'duration', label, operators: ['='], value, choices: durations };
}
export function ip(label: string): SearchField {
  return { kind: 'ip', label, operators: ['=', '!='], value: ip_address };
}
export function phoneField(label: string): SearchField {
  const value = z.string().transform((v) => v.replace(/\D/g, ''));
  return { kind: 'phone', label, operators: ['=', '!=', '%'], value };
}
/** Compared as a keyed digest, never stored and never logged (quality 3.3). */
export function secret(label: string): SearchField {
  const value = z
    .string()
    .transform((v) => v.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{4,19}$/));
  return { kind: 'secret', label, operators: ['='], value };
}
/** Map of custom field id to a text filter. */
export function customFields(label: string): SearchField {
  return { kind: 'custom_fields', label, operators: ['=', '!=', '%'], value: z.string() };
}
export function group(label: string): SearchField {
  return { kind: 'group', label, operators: ['=', '!='], value: z.string().max(64) };
}

export interface ValueFilter {
  operator: Operator;
  value: string | number;
}
export interface DateFilter {
  start_date?: string;
  end_date?: string;
}
export interface DurationFilter {
  duration: Duration;
}
export type Filter = ValueFilter | DateFilter | DurationFilter;
export interface Sort {
  field: string;
  direction: 'asc' | 'desc';
}
/** A search as the server works with it: empty filters are already gone. */
export interface Search {
  filters: Record<string, Filter | Record<string, Filter>>;
  limit: number;
  offset: number;
  sort?: Sort;
  directOnly?: boolean;
}

function isGroup(field: SearchField | FieldGroup): field is FieldGroup {
  return typeof (field as SearchField).label !== 'string';
}

function isEmptyFilter(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (typeof value !== 'object') return false;
  const given = Object.entries(value as Record<string, unknown>).filter(
    ([key]) => key !== 'operator',
  );
  return given.every(([, part]) => part === null || part === undefined || part === '');
}

function filterSchema(field: SearchField): z.ZodType {
  if (field.kind === 'date') {
    const range = z.object({
      start_date: instant.optional(),
      end_date: instant.optional(),
      // A misspelt period or another form must not turn into a search without dates.
      duration: z.undefined().optional(),
      value: z.undefined().optional(),
    });
    // The range takes any object, so the named period is tried first.
    return z.union([z.object({ duration: z.enum(durations) }), range]);
  }
  if (field.kind === 'duration') {
    const spoken = z.object({ duration: field.value });
    const compared = z.object({ operator: z.literal('=').optional(), value: field.value });
    return z.union([spoken, compared.transform(({ value }) => ({ duration: value }))]);
  }
  const operators = field.operators as [Operator, ...Operator[]];
  const operator = z.preprocess((v) => (v === 'like' ? '%' : (v ?? '=')), z.enum(operators));
  return z.object({ operator, value: field.value });
}

function optionalFilter(field: SearchField): z.ZodType {
  const one =
    field.kind === 'custom_fields'
      ? z.record(
          z.string().max(64),
          z.object({ operator: z.string().optional(), value: z.string() }),
        )
      : filterSchema(field);
  const keepsEmpty = field.kind === 'money';
  return z.preprocess(
    (v) => (isEmptyFilter(v) && !(keepsEmpty && hasValue(v)) ? undefined : v),
    one.optional(),
  );
}

function hasValue(v: unknown): boolean {
  return typeof v === 'object' && v !== null && 'value' in v && v.value === '';
}

/** Input schema of a search over these fields; gives a `Search` (gateway-api 1.5). */
export function searchInput(
  fields: SearchFields,
  limits: { max: number; min: number; fallback: number } = { min: 1, max: 100, fallback: 10 },
) {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    shape[name] = isGroup(field)
      ? z.preprocess((v) => v ?? undefined, z.object(shapeOf(field)).optional())
      : optionalFilter(field);
  }
  const paging = {
    limit: z.preprocess(
      (v) => v ?? undefined,
      z.int().min(limits.min).max(limits.max).default(limits.fallback),
    ),
    offset: z.preprocess((v) => v ?? undefined, z.int().min(0).default(0)),
    sort: z.preprocess(
      (v) => (v === null || v === '' ? undefined : v),
      z
        .object({ field: z.string(), direction: z.enum(['asc', 'desc']).default('desc') })
        .optional(),
    ),
    directOnly: z.boolean().nullish(),
  };
  return z.object({ ...shape, ...paging }).transform((given): Search => {
    const { limit, offset, sort, directOnly, ...rest } = given as Record<string, never> & Search;
    const filters = Object.fromEntries(
      Object.entries(rest as Record<string, unknown>).filter(([, value]) => value !== undefined),
    ) as Search['filters'];
    return { filters, limit, offset, ...(sort && { sort }), ...(directOnly && { directOnly }) };
  });
}

function shapeOf(group: FieldGroup): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(group).map(([name, field]) => [name, optionalFilter(field)]),
  );
}
