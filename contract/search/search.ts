// Searchable fields: their kinds, the operators each kind takes, and the input schema they make.
import { z } from 'zod';
import { blankable, currency_codes, id, instant, ip_address } from '../fields.ts';
import { noteSecretFilters } from './secret-filters.ts';

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
  /** The search box of a list looks it up as a whole, not by a part as names. */
  readonly is_reference?: boolean;
  /** A filter on it sets the currency of the search's amounts. */
  readonly of_currency?: boolean;
}
export type FieldGroup = { readonly [name: string]: SearchField };
export interface SearchFields {
  readonly [name: string]: SearchField | FieldGroup;
}

const any_length = 255;
/** Each merchant digests under a key of its own; a search by number reaches no more than these. */
export const max_digests = 500;

/** Free text; `%` means "contains", in any case. */
export function text(label: string, max_length = any_length): SearchField {
  const value = z.string().min(1).max(any_length);
  return { kind: 'text', label, operators: ['=', '!=', '%'], value, max_length };
}
export function idField(label: string): SearchField {
  return { kind: 'id', label, operators: ['=', '!='], value: id, max_length: 20 };
}
/** A reference as typed: any text up to the panel's limit, whole or a part of it (spec 2 §5). */
export function reference(label: string, max_length: number): SearchField {
  return { ...text(label, max_length), is_reference: true };
}
/** A text that is only found as a whole. */
export function exact(label: string, max_length: number): SearchField {
  return { ...text(label, max_length), operators: ['=', '!='] };
}
/** A reference of letters and digits. */
export function code(label: string, max_length: number): SearchField {
  return { ...reference(label, max_length), alphanumeric: true };
}
/** A transaction's id as it may be typed: 4 to 20 letters and digits (spec 2 §5, decisions G31). */
export function transactionId(label: string): SearchField {
  const value = z.string().regex(/^[0-9A-Za-z]{4,20}$/);
  const operators = ['=', '!=', '%'] as const;
  return { kind: 'text', label, operators, value, max_length: 20, alphanumeric: true };
}
export function digits(label: string, length: number): SearchField {
  const value = z.string().regex(new RegExp(`^\\d{${length}}$`));
  return { kind: 'text', label, operators: ['=', '!='], value, max_length: length };
}
export function choice(label: string, choices: readonly string[]): SearchField {
  const value = z.enum(choices as [string, ...string[]]);
  return { kind: 'choice', label, operators: ['=', '!='], value, choices };
}
/** A choice that is found in capitals, too. */
export function anyCase(label: string, choices: readonly string[]): SearchField {
  const field = choice(label, choices);
  const lower = (v: unknown) => (typeof v === 'string' ? v.toLowerCase() : v);
  return { ...field, value: z.preprocess(lower, field.value) };
}
/** The currency of what is searched (search-amounts.ts). */
export function currencyChoice(label: string): SearchField {
  const labels = Object.fromEntries(currency_codes.map((code) => [code, code.toUpperCase()]));
  return { ...anyCase(label, currency_codes), choice_labels: labels, of_currency: true };
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
/** A card number's digest at each merchant. */
export const number_digests = z
  .record(id, z.string().regex(/^[0-9a-f]{20}$/))
  .refine((digests) => Object.keys(digests).length <= max_digests);

/** What is kept of a number that is searched by: its mask, and what finds its rows. */
export const saved_number = z.object({
  operator: z.preprocess((v) => v ?? '=', z.literal('=')),
  value: z.string().regex(/^(\d{6}•{3,9}|•{8})\d{4}$/),
  digests: z.preprocess((v) => v ?? {}, number_digests),
});
export type SavedNumber = z.output<typeof saved_number>;

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
  /** Of a number that was kept: its digest by merchant; the value is its mask. */
  digests?: Readonly<Record<string, string>>;
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

const isBlank = (value: unknown) => value === null || value === undefined || value === '';
/** The moment that Go clients send where none was set (gateway-api 1.4). */
const unset_moment = /^0001-01-01T00:00:00(\.0+)?Z$/;

/**
 * A filter without the members that were not set; undefined where nothing else is left. With an
 * operator that was sent empty, 0 and false are values that were not set either (gateway-api 1.6).
 */
function withoutUnset(filter: unknown, keeps_empty: boolean): unknown {
  if (isBlank(filter)) return undefined;
  if (typeof filter !== 'object' || Array.isArray(filter)) return filter;
  const members = Object.entries(filter as Record<string, unknown>);
  const unset = members.some(([key, part]) => key === 'operator' && isBlank(part));
  const set_members = members.filter(([key, part]) => {
    if (key === 'value' && part === '' && keeps_empty && !unset) return true;
    if (unset && (part === 0 || part === false)) return false;
    return !isBlank(part) && !(typeof part === 'string' && unset_moment.test(part));
  });
  if (set_members.every(([key]) => key === 'operator')) return undefined;
  // A real value with an empty operator is kept, so that the schema refuses the operator.
  return Object.fromEntries(
    unset && 'value' in filter ? [...set_members, ['operator', '']] : set_members,
  );
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
  const typed = z.object({ operator, value: field.value });
  return field.kind === 'secret' ? z.union([typed, saved_number]) : typed;
}

function optionalFilter(field: SearchField): z.ZodType {
  if (field.kind === 'custom_fields') return customFilters();
  const keeps_empty = field.kind === 'money';
  return z.preprocess((v) => withoutUnset(v, keeps_empty), filterSchema(field).optional());
}

function customFilters(): z.ZodType {
  const one = z.object({ operator: z.string().optional(), value: z.string() });
  const all = z.record(z.string().max(64), one);
  return z.preprocess((value) => {
    if (isBlank(value)) return undefined;
    if (typeof value !== 'object' || Array.isArray(value)) return value;
    const entries = Object.entries(value as object)
      .map(([name, filter]) => [name, withoutUnset(filter, false)] as const)
      .filter(([, filter]) => filter !== undefined);
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }, all.optional());
}

/** Input schema of a search over these fields; gives a `Search` (gateway-api 1.5). */
export function searchInput(
  fields: SearchFields,
  limits: { max: number; min: number; fallback: number } = { min: 1, max: 100, fallback: 10 },
) {
  noteSecretFilters(fields);
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    shape[name] = isGroup(field)
      ? z.preprocess((v) => (isBlank(v) ? undefined : v), z.object(shapeOf(field)).optional())
      : optionalFilter(field);
  }
  const paging = {
    limit: z.preprocess(
      (v) => (isBlank(v) ? undefined : v),
      z.int().min(limits.min).max(limits.max).default(limits.fallback),
    ),
    offset: z.preprocess((v) => (isBlank(v) ? undefined : v), z.int().min(0).default(0)),
    sort: blankable(
      z.object({ field: z.string(), direction: z.enum(['asc', 'desc']).default('desc') }),
    ),
    directOnly: blankable(z.boolean()),
  };
  return z.object({ ...shape, ...paging }).transform((body): Search => {
    const { limit, offset, sort, directOnly, ...rest } = body as Record<string, never> & Search;
    const read = Object.entries(rest as Record<string, unknown>).map(([name, value]) => {
      const field = fields[name];
      return [name, field && isGroup(field) ? setMembers(value) : value] as const;
    });
    const filters = (setMembers(Object.fromEntries(read)) ?? {}) as Search['filters'];
    return { filters, limit, offset, ...(sort && { sort }), ...(directOnly && { directOnly }) };
  });
}

/** The members that are set; undefined where none is. */
function setMembers(value: unknown): Record<string, unknown> | undefined {
  const entries = Object.entries(value ?? {}).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function shapeOf(group: FieldGroup): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(group).map(([name, field]) => [name, optionalFilter(field)]),
  );
}
