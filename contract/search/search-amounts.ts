// Amounts in searches: which currency they are meant in, and how they are typed and shown.
import { formatMoney, formatPlain, parseMoney } from '../money.ts';
import type { Operator, SearchField } from './search.ts';

interface Filtered {
  field: SearchField | undefined;
  /** Of a filter that compares; other kinds have none. */
  operator?: Operator;
  value?: string | number;
}

/**
 * The currency that amounts of a search are meant in: the one it filters by; '' where it finds
 * payments of several. Filters compare minor units, whatever the currency of a payment.
 */
export function currencyOfSearch(filters: readonly Filtered[]): string {
  const named = filters.find(({ field, operator }) => field?.of_currency && operator === '=');
  return named?.value === undefined ? '' : String(named.value);
}

/** `¥1,000`; without a currency `1000 minor units`. */
export function amountText(minor: number, currency: string): string {
  return currency === '' ? `${minor} minor units` : formatMoney(minor, currency);
}

/** As it is typed: `1234.50` in dollars, `1234` in yen and without a currency. */
export function typedAmount(minor: number, currency: string): string {
  return currency === '' ? String(minor) : formatPlain(minor, currency);
}

/** Minor units of an amount as typed; null for what is none. */
export function readAmount(text: string, currency: string): number | null {
  if (currency !== '') return parseMoney(text, currency);
  const minor = /^-?\d{1,15}$/.test(text) ? Number(text) : null;
  return minor === 0 ? 0 : minor;
}
