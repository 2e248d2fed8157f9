// A filter while it is typed, and how it becomes one that can be searched by.
import {
  formatMessage,
  maxLengthMessage,
  requiredMessage,
} from '../../../contract/field-messages.ts';
import type {
  Duration,
  FieldKind,
  Operator,
  SearchField,
} from '../../../contract/search/search.ts';
import { readAmount, typedAmount } from '../../../contract/search/search-amounts.ts';
import { max_phone_digits, phoneMask } from '../format/masks.ts';
import type { ActiveFilter, NamedField } from './search-state.ts';

export interface Draft {
  name: string;
  operator: Operator;
  /** As typed; a choice as chosen; of a date field its period, '' for days from the calendar. */
  text: string;
  /** Days `YYYY-MM-DD` of a date field. */
  start_date: string;
  end_date: string;
}

/** Periods of a date field that count back from today: `last_7`. */
export const last_periods: Readonly<Record<string, number>> = {
  last_7: 7,
  last_14: 14,
  last_30: 30,
  last_90: 90,
};

/** A draft on a field: what is filtered by already, or nothing yet; amounts in `currency`. */
export function draftOf(
  { name, field }: NamedField,
  active: ActiveFilter | undefined,
  currency: string,
): Draft {
  const operator = field.operators[0] ?? '=';
  const empty = { name, operator, text: '', start_date: '', end_date: '' };
  if (active === undefined || field.kind === 'secret') return empty;
  if ('duration' in active) return { ...empty, text: active.duration };
  if ('last_days' in active) {
    const period = Object.keys(last_periods).find((key) => last_periods[key] === active.last_days);
    return { ...empty, text: period ?? '' };
  }
  if ('start_at' in active) {
    // The calendar knows days of UTC: what is chosen there takes the place of exact moments.
    const [start_date = '', end_date = ''] = [active.start_at, active.end_at].map((at) =>
      at.slice(0, 10),
    );
    return { ...empty, start_date, end_date };
  }
  if (!('operator' in active)) return { ...empty, ...active };
  return {
    ...empty,
    operator: active.operator,
    text: typedText(field.kind, active.value, currency),
  };
}

function typedText(kind: FieldKind, value: string, currency: string): string {
  if (kind === 'money') return typedAmount(Number(value), currency);
  return kind === 'phone' ? phoneMask(value, max_phone_digits) : value;
}

type Read = { filter: ActiveFilter } | { fault: string };

/**
 * The filter a draft means, or what is missing. An amount need not be there: an empty one is 0
 * (spec 2 §5, decisions G51).
 */
export function readDraft(draft: Draft, { field }: NamedField, currency: string): Read {
  const { name, operator } = draft;
  const text = draft.text.trim();
  if (field.kind === 'date') return readDate(draft, field.label);
  if (field.kind === 'money') {
    const minor = text === '' ? 0 : readAmount(text, currency);
    if (minor === null) return { fault: formatMessage(field.label) };
    return { filter: { name, operator, value: String(minor) } };
  }
  if (text === '') return { fault: requiredMessage(field.label) };
  if (field.kind === 'duration') return { filter: { name, duration: text as Duration } };
  const value = field.kind === 'phone' ? text.replace(/\D/g, '') : text;
  const fault = faultOf(value, field);
  return fault === '' ? { filter: { name, operator, value } } : { fault };
}

/** What the panel has against a value; '' where nothing. */
function faultOf(value: string, { kind, label, ...field }: SearchField): string {
  const { max_length, alphanumeric } = field;
  if (max_length !== undefined && value.length > max_length) {
    return maxLengthMessage(label, max_length);
  }
  const whole = kind !== 'integer' || /^-?\d+$/.test(value);
  const plain = !alphanumeric || /^[0-9A-Za-z]+$/.test(value);
  const read = field.value.safeParse(kind === 'integer' ? Number(value) : value);
  return whole && plain && value !== '' && read.success ? '' : formatMessage(label);
}

/** A period, or both days: 'between' needs either end (spec 1 §5). */
function readDate({ name, text, start_date, end_date }: Draft, label: string): Read {
  const last_days = last_periods[text];
  if (last_days !== undefined) return { filter: { name, last_days } };
  if (text !== '') return { filter: { name, duration: text as Duration } };
  if (start_date === '' && end_date === '') return { fault: requiredMessage(label) };
  if (start_date === '') return { fault: requiredMessage('start', label) };
  if (end_date === '') return { fault: requiredMessage('end', label) };
  return start_date <= end_date
    ? { filter: { name, start_date, end_date } }
    : { filter: { name, start_date: end_date, end_date: start_date } };
}
