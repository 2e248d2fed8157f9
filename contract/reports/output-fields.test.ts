// Lists of fields: of known fields of their type, each once, and at least one.
import { expect, it } from 'vitest';
import { isFieldList, offered_fields, output_types } from './output-fields.ts';

it.each([
  ['transaction', ['id', 'line_items'], true],
  ['transaction', ['id', 'id'], false],
  ['transaction', ['id', 'net_amount'], false],
  ['transaction', ['made_up'], false],
  ['transaction', [], false],
  ['transaction-table', ['name', 'captured_at'], true],
  ['transaction-table', ['billing_city'], false],
  ['transaction-totals', ['net_amount', 'duty_amount'], true],
  ['transaction-totals', ['name'], false],
] as const)('for %s the list %j is one: %s', (type, fields, is_one) => {
  expect(isFieldList(type, fields)).toBe(is_one);
});

it('all fields together are a list, so none is offered twice', () => {
  expect(output_types.filter((type) => !isFieldList(type, offered_fields[type]))).toEqual([]);
});
