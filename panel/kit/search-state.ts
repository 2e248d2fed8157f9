// A list's state as it stands in the address and as the API takes it: filters, page, sort.
import type {
  Duration,
  FieldGroup,
  Operator,
  SearchField,
  SearchFields,
  Sort,
} from '../../contract/search.ts';

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
}
/** Days `YYYY-MM-DD`, both inclusive, counted in UTC (spec 2 §5). */
export interface DaysFilter {
  name: string;
  start_date: string;
  end_date: string;
}
export interface DurationFilter {
  name: string;
  duration: Duration;
}
export type ActiveFilter = ValueFilter | DaysFilter | DurationFilter;

export interface ListState {
  filters: ActiveFilter[];
  /** From 1. */
  page: number;
  per_page: number;
  sort: Sort | null;
}

/** Rows per page that a person may choose, and the one to begin with (spec 1 §9). */
export const per_page_choices = [10, 20, 50, 100] as const;
export const default_per_page = 10;

export const operator_words: Readonly<Record<Operator, string>> = {
  '=': '=',
  '!=': '≠',
  '<': '<',
  '>': '>',
  '%': 'contains',
};

const in_address: Readonly<Record<Operator, string>> = {
  '=': 'is',
  '!=': 'not',
  '<': 'under',
  '>': 'over',
  '%': 'has',
};
const operators_by_word = new Map(
  Object.entries(in_address).map(([operator, word]) => [word, operator as Operator]),
);

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

function readFilter({ name, field }: NamedField, text: string): ActiveFilter | null {
  const [word = '', ...rest] = text.split(':');
  const value = rest.join(':');
  if (word === 'between') {
    const [start_date = '', end_date = ''] = value.split('..');
    return field.kind === 'date' ? { name, start_date, end_date } : null;
  }
  if (word === 'during') return { name, duration: value as Duration };
  const operator = operators_by_word.get(word);
  if (operator === undefined || !field.operators.includes(operator)) return null;
  return { name, operator, value };
}

function writeFilter(filter: ActiveFilter): string {
  if ('duration' in filter) return `during:${filter.duration}`;
  if ('operator' in filter) return `${in_address[filter.operator]}:${filter.value}`;
  return `between:${filter.start_date}..${filter.end_date}`;
}

/** Reads the address; what it does not understand is left out. */
export function readState(search: URLSearchParams, fields: readonly NamedField[]): ListState {
  const by_name = new Map(fields.map((named) => [named.name, named]));
  const filters = [...search].flatMap(([name, text]) => {
    const named = by_name.get(name);
    // A secret in an address would stand in the history and in logs.
    const filter = named && named.field.kind !== 'secret' ? readFilter(named, text) : null;
    return filter === null ? [] : [filter];
  });
  const page = Number(search.get('page') ?? 1);
  const per_page = Number(search.get('per_page') ?? default_per_page);
  const [field = '', direction] = (search.get('sort') ?? '').split(':');
  return {
    filters,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    per_page: (per_page_choices as readonly number[]).includes(per_page)
      ? per_page
      : default_per_page,
    sort: field === '' ? null : { field, direction: direction === 'asc' ? 'asc' : 'desc' },
  };
}

/** The address of a state; what is as it begins is left out. */
export function writeState(state: ListState): URLSearchParams {
  const search = new URLSearchParams();
  for (const filter of state.filters) search.set(filter.name, writeFilter(filter));
  if (state.page > 1) search.set('page', String(state.page));
  if (state.per_page !== default_per_page) search.set('per_page', String(state.per_page));
  if (state.sort !== null) search.set('sort', `${state.sort.field}:${state.sort.direction}`);
  return search;
}

function wireFilter(filter: ActiveFilter, field: SearchField | undefined): unknown {
  if ('duration' in filter) return { duration: filter.duration };
  if (!('operator' in filter)) {
    return {
      start_date: `${filter.start_date}T00:00:00Z`,
      end_date: `${filter.end_date}T23:59:59.999Z`,
    };
  }
  const numeric = field?.kind === 'money' || field?.kind === 'integer';
  const value = numeric ? Number(filter.value) : filter.value;
  return { operator: filter.operator, value };
}

/** Filters as a search body takes them: `{status: {operator, value}}`, groups nested. */
export function wireFilters(
  filters: readonly ActiveFilter[],
  fields: readonly NamedField[],
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const filter of filters) {
    const field = fields.find((named) => named.name === filter.name)?.field;
    const [outer = '', inner] = filter.name.split('.');
    const wire = wireFilter(filter, field);
    body[outer] =
      inner === undefined ? wire : { ...(body[outer] as Record<string, unknown>), [inner]: wire };
  }
  return body;
}

/** The days a quick filter means: the last `days` up to and with `today`, in UTC. */
export function lastDays(name: string, days: number, today: Date): DaysFilter {
  const first = new Date(today.getTime() - (days - 1) * 86_400_000);
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
