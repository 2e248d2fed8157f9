// Filters as chips read: `Created Date | between | 06/17/2026 – 06/18/2026 UTC`.
import type { SearchField } from '../../../contract/search/search.ts';
import { amountText } from '../../../contract/search/search-amounts.ts';
import { businessNow } from '../../business-time.ts';
import type { Display } from '../format/display.ts';
import { max_phone_digits, phoneMask } from '../format/masks.ts';
import { formatDay, formatMoment, formatTime, zoneName } from '../format/moments.ts';
import {
  type ActiveFilter,
  type DaysFilter,
  daysOf,
  type MomentsFilter,
  operator_labels,
} from './search-state.ts';

export interface FilterText {
  label: string;
  operator: string;
  value: string;
  /** The days a relative period means today. */
  title?: string;
}

/** `pending_settlement` reads `Pending settlement`. */
export function choiceText(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * All but the last four digits: what is searched for is not shown to who looks over a shoulder. A
 * number that was saved is its mask already.
 */
function masked(value: string): string {
  if (value.includes('•')) return value;
  return `•••• ${value.replace(/\D/g, '').slice(-4)}`;
}

/** Words for a choice: its own, or its value made readable. */
export function choiceLabel(field: SearchField, value: string): string {
  const own = field.choice_labels?.[value];
  if (own !== undefined) return own;
  // Codes stay as they are: `ach` is no word.
  return /^[a-z][a-z_]{3,}$/.test(value) ? choiceText(value) : value;
}

function valueText(field: SearchField | undefined, value: string, currency: string): string {
  if (field?.kind === 'money') return amountText(Number(value), currency);
  if (field?.kind === 'secret') return masked(value);
  if (field?.kind === 'phone') return phoneMask(value, max_phone_digits);
  return field?.choices ? choiceLabel(field, value) : value;
}

/** Words of a filter; amounts are in `currency`, days are counted in UTC and say so (visual 7). */
export function filterText(
  filter: ActiveFilter,
  field: SearchField | undefined,
  display: Display,
  currency: string,
): FilterText {
  const label = field?.label ?? filter.name;
  if ('duration' in filter) {
    return { label, operator: '=', value: `${choiceText(filter.duration)} UTC` };
  }
  if ('operator' in filter) {
    const operator = operator_labels[filter.operator];
    return { label, operator, value: valueText(field, filter.value, currency) };
  }
  if ('last_days' in filter) {
    const { name, last_days } = filter;
    const title = daysText(daysOf(name, last_days, businessNow()), display);
    return { label, operator: '=', value: `Last ${last_days} days UTC`, title };
  }
  if ('start_at' in filter) {
    return { label, operator: 'between', value: momentsText(filter, display) };
  }
  return { label, operator: 'between', value: daysText(filter, display) };
}

const operator_texts: Readonly<Record<string, string>> = {
  '=': 'is',
  '≠': 'is not',
  '<': 'is under',
  '>': 'is over',
};

/** `Status is Settled`: a filter as part of a sentence. */
export function filterSentence(...args: Parameters<typeof filterText>): string {
  const { label, operator, value } = filterText(...args);
  return `${label} ${operator_texts[operator] ?? operator} ${value}`;
}

/** Whole days of the reader's zone read as days, other spans with their times. */
function momentsText({ start_at, end_at }: MomentsFilter, display: Display): string {
  const whole =
    formatTime(start_at, display) === '00:00' && formatTime(end_at, display) === '23:59';
  const text = (at: string) => {
    const moment = formatMoment(at, display);
    return whole ? (moment.split(' ')[0] ?? '') : moment;
  };
  const ends = [...new Set([text(start_at), text(end_at)])];
  return `${ends.join(' – ')} ${zoneName(start_at, display)}`;
}

function daysText({ start_date, end_date }: DaysFilter, display: Display): string {
  return `${formatDay(start_date, display)} – ${formatDay(end_date, display)} UTC`;
}
