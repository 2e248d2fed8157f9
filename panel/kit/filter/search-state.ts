// A list's state, and its filters as the API takes them: operators, days, groups nested.
import type {
  Duration,
  FieldGroup,
  Operator,
  SearchField,
  SearchFields,
  Sort,
} from '../../../contract/search/search.ts';

/** A searchable field by its path, `billing_address.city`. */
export interface NamedField {
  name: string;
  field: SearchField;
}

/** Text as typed; minor units for money. */
export interface ValueFilter {
  name: string;
  operator: Operator;
  value: string;
  /** Of a card number that was saved: what finds its rows; the value is its mask. */
  digests?: Record<string, string>;
}
/** Days `YYYY-MM-DD`, both inclusive, counted in UTC (spec 2 §5). */
export interface DaysFilter {
  name: string;
  start_date: string;
  end_date: string;
}
/** Exact moments, RFC 3339, both inclusive: days of another zone, as reports count them. */
export interface MomentsFilter {
  name: string;
  start_at: string;
  end_at: string;
}
export interface DurationFilter {
  name: string;
  duration: Duration;
}
/** From so many days before today up to today, whenever that is: it stays relative when kept. */
export interface LastDaysFilter {
  name: string;
  last_days: number;
}
export type ActiveFilter =
  | ValueFilter
  | DaysFilter
  | MomentsFilter
  | DurationFilter
  | LastDaysFilter;

export interface ListState {
  filters: ActiveFilter[];
  /** From 1. */
  page: number;
  per_page: number;
  sort: Sort | null;
  /** Keys of the columns shown, in order; absent: all of the list's own. */
  columns?: string[];
  /** Only accounts directly below the caller's (spec 1 §3). */
  direct_only?: boolean;
}

/** Rows per page that a person may choose, and the one to begin with (spec 1 §9). */
export const per_page_choices = [10, 20, 50, 100] as const;
export const default_per_page = 10;

/** How the Global Search box looks a field up: a reference as a whole, a name by a part of it. */
export function boxOperator(field: SearchField | undefined): Operator {
  return !field?.is_reference && field?.operators.includes('%') ? '%' : '=';
}

/** Whether a filter is what the box says; one with another operator is a chip like the others. */
export function isInBox(
  filter: ActiveFilter,
  { global_field, fields }: { global_field: string; fields: readonly NamedField[] },
): boolean {
  if (filter.name !== global_field || !('operator' in filter)) return false;
  const field = fields.find(({ name }) => name === global_field)?.field;
  return filter.operator === boxOperator(field);
}

export const operator_labels: Readonly<Record<Operator, string>> = {
  '=': '=',
  '!=': '≠',
  '<': '<',
  '>': '>',
  '%': 'contains',
};

function isGroup(field: SearchField | FieldGroup): field is FieldGroup {
  return typeof (field as SearchField).label !== 'string';
}

/** Every field one level flat, groups under dotted names. */
export function flatFields(fields: SearchFields): NamedField[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    isGroup(field)
      ? Object.entries(field).map(([inner, one]) => ({ name: `${name}.${inner}`, field: one }))
      : [{ name, field }],
  );
}

function wireFilter(
  filter: ActiveFilter,
  field: SearchField | undefined,
  today: Date,
): Record<string, unknown> {
  if ('duration' in filter) return { duration: filter.duration };
  if ('last_days' in filter) {
    return wireFilter(daysOf(filter.name, filter.last_days, today), field, today);
  }
  if ('start_at' in filter) return { start_date: filter.start_at, end_date: filter.end_at };
  if (!('operator' in filter)) {
    return {
      start_date: `${filter.start_date}T00:00:00Z`,
      end_date: `${filter.end_date}T23:59:59.999Z`,
    };
  }
  const numeric = field?.kind === 'money' || field?.kind === 'integer';
  const value = numeric ? Number(filter.value) : filter.value;
  const { operator, digests } = filter;
  return { operator, value, ...(digests && { digests }) };
}

/**
 * Filters as a search body takes them: `{status: {operator, value}}`, groups nested; relative days
 * become those that end with `today`.
 */
export function wireFilters(
  filters: readonly ActiveFilter[],
  fields: readonly NamedField[],
  today: Date,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const filter of filters) {
    const field = fields.find((named) => named.name === filter.name)?.field;
    const [outer = '', inner] = filter.name.split('.');
    const wire = wireFilter(filter, field, today);
    body[outer] =
      inner === undefined ? wire : { ...(body[outer] as Record<string, unknown>), [inner]: wire };
  }
  return body;
}

/** From so many days before `today` up to and with it, in UTC. */
export function daysOf(name: string, days: number, today: Date): DaysFilter {
  const first = new Date(today.getTime() - days * 86_400_000);
  return { name, start_date: dayOf(first), end_date: dayOf(today) };
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The same filters with this one put in, in place of one on the same field. */
export function withFilter(filters: readonly ActiveFilter[], filter: ActiveFilter) {
  const at = filters.findIndex((one) => one.name === filter.name);
  return at < 0 ? [...filters, filter] : filters.map((one, index) => (index === at ? filter : one));
}

/** The sentence that refuses to remove the last filter of a partner's list (spec 3 §2). */
export function keepLast(section: string): string {
  return `${section} search requires one search filter`;
}
