// What a printed report says of itself in words: whose, as of when, what was searched, its sums.
import { formatMoney, formatPlain } from '../../../../contract/money.ts';
import { transaction_fields } from '../../../../contract/payments/transactions/search.ts';
import type { Manifest } from '../../../../contract/reports/manifest.ts';
import type {
  Filter,
  Operator,
  Search,
  SearchField,
  SearchFields,
  ValueFilter,
} from '../../../../contract/search/search.ts';
import { amountText, currencyOfSearch } from '../../../../contract/search/search-amounts.ts';
import { createdWithin } from '../reading/search-where.ts';

const operator_words: Readonly<Record<Operator, string>> = {
  '=': '=',
  '!=': '≠',
  '<': '<',
  '>': '>',
  '%': 'contains',
};

function valueWords(
  { kind, choices, choice_labels }: SearchField,
  value: string | number,
  currency: string,
): string {
  const text = String(value);
  if (kind === 'money') return amountText(Number(value), currency);
  // What a card ends in is no secret on paper; the rest of it is.
  if (kind === 'secret') return `•••• ${text.slice(-4)}`;
  return choices ? (choice_labels?.[text] ?? text.replaceAll('_', ' ')) : text;
}

function isField(field: SearchFields[string]): field is SearchField {
  return typeof field.kind === 'string';
}

function filterWords(
  field: SearchField,
  filter: Filter | Record<string, Filter>,
  currency: string,
): string[] {
  if (field.kind === 'custom_fields') {
    const all = Object.values(filter as Record<string, ValueFilter>);
    return all.map(({ operator = '=', value }) =>
      [field.label, operator_words[operator], value].join(' '),
    );
  }
  if ('duration' in filter) return [`${field.label} ${String(filter.duration).replace('_', ' ')}`];
  if ('value' in filter) {
    const { operator, value } = filter as ValueFilter;
    return [`${field.label} ${operator_words[operator]} ${valueWords(field, value, currency)}`];
  }
  const { start_date, end_date } = filter as { start_date?: string; end_date?: string };
  const ends = [start_date && `from ${start_date}`, end_date && `to ${end_date}`];
  return [[field.label, ...ends.filter(Boolean)].join(' ')];
}

/**
 * The filters of a search, one text each: `Amount > $5.00`, amounts in the currency searched for,
 * else in minor units.
 */
export function searchWords({ filters }: Pick<Search, 'filters'>, now: Date): string[] {
  const fields: SearchFields = transaction_fields;
  const currency = currencyOfSearch(
    Object.entries(filters).map(([name, filter]) => ({
      ...(filter as ValueFilter),
      field: fields[name] as SearchField,
    })),
  );
  const words = Object.entries(filters).flatMap(([name, filter]) => {
    const field = fields[name];
    if (field === undefined) return [];
    if (isField(field)) return filterWords(field, filter, currency);
    return Object.entries(filter).flatMap(([member, inner]) => {
      const own = field[member];
      return own ? filterWords(own, inner as Filter, currency) : [];
    });
  });
  if (filters.created_at || filters.created_at_duration) return words;
  const { since } = createdWithin(filters, now);
  return since === null ? words : [`Created Date from ${since.toISOString()}`, ...words];
}

/** `As of Nov 21, 2026, 2:49:49 PM, times in America/Chicago`. */
export function asOfWords(as_of: Date, time_zone: string): string {
  const parts = { dateStyle: 'medium', timeStyle: 'medium', timeZone: time_zone } as const;
  const time = new Intl.DateTimeFormat('en-US', parts).format(as_of).replace(/\u202f/g, ' ');
  return `As of ${time}, times in ${time_zone}`;
}

/** `3 transactions: $12.00 USD (2), ¥500 JPY (1)`: the sums of the amounts by currency. */
export function sumWords(sums: Manifest['sums'], bare = false): string {
  const format = bare ? formatPlain : formatMoney;
  const count = sums.reduce((all, { rows }) => all + rows, 0);
  const each = sums.map(
    ({ currency, rows, amount }) =>
      `${format(amount, currency)} ${currency.toUpperCase()} (${rows})`,
  );
  const noun = count === 1 ? 'transaction' : 'transactions';
  return [`${count} ${noun}`, each.join(', ')].filter(Boolean).join(': ');
}
