// A list's state in the address: Back, a reload and a copied link restore it.
import { type Duration, durations, type Operator } from '../../../contract/search/search.ts';
import {
  type ActiveFilter,
  default_per_page,
  type ListState,
  type NamedField,
  per_page_choices,
} from './search-state.ts';

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

/** Members of a state that are no filters. */
const reserved = new Set(['page', 'per_page', 'sort', 'columns', 'direct']);
const day = /^\d{4}-\d{2}-\d{2}$/;
const moment_text = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;
const isMoment = (text: string) => moment_text.test(text) && !Number.isNaN(Date.parse(text));

function readDuration(name: string, value: string): ActiveFilter | null {
  const known = (durations as readonly string[]).includes(value);
  return known ? { name, duration: value as Duration } : null;
}

function readDate(name: string, word: string, value: string): ActiveFilter | null {
  if (word === 'during') return readDuration(name, value);
  if (word === 'last') return /^[1-9]\d{0,3}$/.test(value) ? { name, last_days: +value } : null;
  const [start_date = '', end_date = ''] = value.split('..');
  if (word === 'between' && isMoment(start_date) && isMoment(end_date)) {
    return { name, start_at: start_date, end_at: end_date };
  }
  const whole = word === 'between' && day.test(start_date) && day.test(end_date);
  return whole ? { name, start_date, end_date } : null;
}

function readFilter({ name, field }: NamedField, text: string): ActiveFilter | null {
  const [word = '', ...rest] = text.split(':');
  const value = rest.join(':');
  // A secret in an address would be stored in the history and in logs.
  if (field.kind === 'secret') return null;
  if (field.kind === 'date') return readDate(name, word, value);
  if (field.kind === 'duration') return word === 'during' ? readDuration(name, value) : null;
  const operator = operators_by_word.get(word);
  if (operator === undefined || !field.operators.includes(operator)) return null;
  const numeric = field.kind === 'money' || field.kind === 'integer';
  // A number that is none would go to the server as null.
  if (numeric && !/^-?\d{1,15}$/.test(value)) return null;
  return value === '' ? null : { name, operator, value };
}

function writeFilter(filter: ActiveFilter): string {
  if ('duration' in filter) return `during:${filter.duration}`;
  if ('last_days' in filter) return `last:${filter.last_days}`;
  if ('start_at' in filter) return `between:${filter.start_at}..${filter.end_at}`;
  if ('operator' in filter) return `${in_address[filter.operator]}:${filter.value}`;
  return `between:${filter.start_date}..${filter.end_date}`;
}

/** Reads the address; what it does not understand is left out. */
export function readState(search: URLSearchParams, fields: readonly NamedField[]): ListState {
  const by_name = new Map(fields.map((named) => [named.name, named]));
  const filters = [...search].flatMap(([name, text]) => {
    const named = by_name.get(name);
    const filter = named && !reserved.has(name) ? readFilter(named, text) : null;
    return filter === null ? [] : [filter];
  });
  const page = Number(search.get('page') ?? 1);
  const per_page = Number(search.get('per_page') ?? default_per_page);
  const [field = '', direction] = (search.get('sort') ?? '').split(':');
  const columns = (search.get('columns') ?? '').split(',').filter((key) => key !== '');
  return {
    filters,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    per_page: (per_page_choices as readonly number[]).includes(per_page)
      ? per_page
      : default_per_page,
    sort: field === '' ? null : { field, direction: direction === 'asc' ? 'asc' : 'desc' },
    ...(columns.length > 0 && { columns }),
    ...(search.get('direct') === '1' && { direct_only: true }),
  };
}

/** The address of a state; what is as it begins is left out. */
export function writeState(state: ListState): URLSearchParams {
  const search = new URLSearchParams();
  const { filters, page, per_page, sort, columns = [], direct_only } = state;
  for (const filter of filters) search.set(filter.name, writeFilter(filter));
  if (page > 1) search.set('page', String(page));
  if (per_page !== default_per_page) search.set('per_page', String(per_page));
  if (sort !== null) search.set('sort', `${sort.field}:${sort.direction}`);
  if (columns.length > 0) search.set('columns', columns.join(','));
  if (direct_only) search.set('direct', '1');
  return search;
}
