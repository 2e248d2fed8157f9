// A filter while it is typed, and how it becomes one that can be searched by.
import { formatPlain, parseMoney } from '../../contract/money.ts';
import type { Duration, Operator } from '../../contract/search.ts';
import { formatMessage, requiredMessage } from './rules.ts';
import type { ActiveFilter, NamedField } from './search-state.ts';

export interface Draft {
  name: string;
  operator: Operator;
  /** As typed; a choice or a duration as chosen. */
  text: string;
  /** Days `YYYY-MM-DD` of a date field. */
  start_date: string;
  end_date: string;
}

/** A draft on a field: what is filtered by already, or nothing yet. */
export function draftOf({ name, field }: NamedField, given: ActiveFilter | undefined): Draft {
  const operator = field.operators[0] ?? '=';
  const empty = { name, operator, text: '', start_date: '', end_date: '' };
  if (given === undefined || field.kind === 'secret') return empty;
  if ('duration' in given) return { ...empty, text: given.duration };
  if (!('operator' in given)) return { ...empty, ...given };
  const text = field.kind === 'money' ? formatPlain(Number(given.value), 'usd') : given.value;
  return { ...empty, operator: given.operator, text };
}

type Read = { filter: ActiveFilter } | { fault: string };

/** The filter a draft means, or what is missing; an empty amount counts as 0 (decisions G51). */
export function readDraft(draft: Draft, { field }: NamedField): Read {
  const { name, operator } = draft;
  const text = draft.text.trim();
  if (field.kind === 'date') return readDays(draft, field.label);
  if (field.kind === 'money') {
    const minor = parseMoney(text === '' ? '0' : text, 'usd');
    if (minor === null) return { fault: formatMessage(field.label) };
    return { filter: { name, operator, value: String(minor) } };
  }
  if (text === '') return { fault: requiredMessage(field.label) };
  if (field.kind === 'duration') return { filter: { name, duration: text as Duration } };
  const value = field.kind === 'integer' ? Number(text) : text;
  if (!field.value.safeParse(value).success) return { fault: formatMessage(field.label) };
  return { filter: { name, operator, value: text } };
}

/** One day alone is a range of that day; an end before its start is turned round (spec 1 §4). */
function readDays({ name, start_date, end_date }: Draft, label: string): Read {
  const start = start_date || end_date;
  const end = end_date || start_date;
  if (start === '') return { fault: requiredMessage(label) };
  return start <= end
    ? { filter: { name, start_date: start, end_date: end } }
    : { filter: { name, start_date: end, end_date: start } };
}
