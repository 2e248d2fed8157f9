// Filters of payments never show a code where there is a word.
import { expect, test } from 'vitest';
import { transaction_fields } from '../../contract/payments/transactions/search.ts';
import { choiceLabel } from '../kit/filter/filter-text.ts';
import { labelledFields, sourceLabel } from './search-labels.ts';

const fields = labelledFields(transaction_fields);
const words = (name: 'type' | 'status' | 'payment_method' | 'card_brand' | 'transaction_source') =>
  (fields[name].choices ?? []).map((value) => choiceLabel(fields[name], value));

test('sources, methods, types and brands read as words', () => {
  expect(words('transaction_source').slice(0, 4)).toEqual([
    'Control panel',
    'Webhook',
    'API',
    'File batch',
  ]);
  expect(words('payment_method').slice(0, 3)).toEqual(['Card', 'ACH', 'Saved card']);
  expect(words('type').slice(0, 2)).toEqual(['Sale', 'Authorize']);
  expect(words('card_brand')).toContain('Visa');
});

test('no choice is left as a code', () => {
  const all = (['type', 'status', 'payment_method', 'card_brand', 'transaction_source'] as const)
    .flatMap(words)
    .filter((word) => /_|^[a-z]/.test(word));
  expect(all).toEqual([]);
});

test('a source that is not known yet is spelled out', () => {
  expect(sourceLabel('cp')).toBe('Control panel');
  expect(sourceLabel('new_thing')).toBe('New thing');
});
