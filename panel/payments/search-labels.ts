// What choices of payments read as in filters: words in the place of codes.
import { brand_labels } from '../../contract/payments/cards/cards.ts';
import { source_labels } from '../../contract/payments/transactions/states.ts';
import type { SearchField, SearchFields } from '../../contract/search/search.ts';
import { sentenceCase } from '../kit/format/sentence.ts';
import { method_labels, type_labels } from './labels.ts';

type Labels = Readonly<Record<string, string>>;

const sources: Labels = Object.fromEntries(
  Object.entries(source_labels).map(([source, words]) => [source, sentenceCase(words)]),
);

/** By name of the field. */
const labels_of: Readonly<Record<string, Labels>> = {
  type: type_labels,
  transaction_source: sources,
  payment_method: method_labels,
  payment_type: method_labels,
  payment_method_type: method_labels,
  card_brand: brand_labels,
};

/** The source of a payment in words: `Control panel`. */
export function sourceLabel(source: string): string {
  return sources[source] ?? sentenceCase(source);
}

/** The same fields, the choices among them with their words. */
export function labelledFields<F extends SearchFields>(fields: F): F {
  const rows = Object.entries(fields).map(([name, field]) => {
    const choice_labels = labels_of[name];
    const is_choice = (field as SearchField).kind === 'choice';
    return [name, choice_labels && is_choice ? { ...field, choice_labels } : field];
  });
  return Object.fromEntries(rows) as F;
}
