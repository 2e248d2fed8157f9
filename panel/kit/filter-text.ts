// Filters as chips read: `Created Date | between | 06/17/2026 – 06/18/2026 UTC`.
import { formatMoney } from '../../contract/money.ts';
import type { SearchField } from '../../contract/search.ts';
import type { Display } from './display.ts';
import { formatDay } from './moments.ts';
import { type ActiveFilter, operator_words } from './search-state.ts';

export interface FilterWords {
  label: string;
  operator: string;
  value: string;
}

/** `pending_settlement` reads `Pending settlement`. */
export function choiceWord(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** All but the last four digits: what is searched for is not shown to who looks over a shoulder. */
function masked(value: string): string {
  return `•••• ${value.replace(/\D/g, '').slice(-4)}`;
}

function valueText(field: SearchField | undefined, value: string): string {
  if (field?.kind === 'money') return formatMoney(Number(value), 'usd');
  if (field?.kind === 'secret') return masked(value);
  if (field?.kind === 'choice' && field.choices?.some((one) => one.includes('_'))) {
    return choiceWord(value);
  }
  return value;
}

/** Words of a filter; days are counted in UTC and say so (visual 7). */
export function filterWords(
  filter: ActiveFilter,
  field: SearchField | undefined,
  display: Display,
): FilterWords {
  const label = field?.label ?? filter.name;
  if ('duration' in filter) return { label, operator: '=', value: choiceWord(filter.duration) };
  if ('operator' in filter) {
    const operator = operator_words[filter.operator];
    return { label, operator, value: valueText(field, filter.value) };
  }
  const [from, to] = [filter.start_date, filter.end_date].map((day) => formatDay(day, display));
  return { label, operator: 'between', value: `${from} – ${to} UTC` };
}
