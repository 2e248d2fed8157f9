// Words of settings as people read them: names of fields and values, what a value reads as.

import { sentence } from '../../contract/member-labels.ts';
import { formatPercent } from '../../contract/money.ts';

/** A stored value in words: yes and no, lists with commas, `line_items` as "Line items". */
export function settingValueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value === 'string' && /^[a-z]+(_[a-z]+)*$/.test(value)) return sentence(value);
  return String(value);
}

/** Settings kept in thousandths of a percent. */
export const percent_settings: ReadonlySet<string> = new Set(['tax_rate']);

/** The value of a setting in words, rates as percentages. */
export function settingText(name: string, value: unknown): string {
  const is_rate = percent_settings.has(name) && typeof value === 'number';
  return is_rate ? formatPercent(value) : settingValueText(value);
}
