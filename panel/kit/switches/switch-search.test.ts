// Looking for a switch: by its name, its help, its key or its group.
import { expect, test } from 'vitest';
import { countOn, foundSwitches } from './switch-search.ts';

const row = (name: string, label: string, help: string, on = false) => ({
  ...{ name, label, help, on, locked: '' },
});
const groups = [
  {
    title: 'Taking payments',
    rows: [
      row('allow_virtual_terminal_session', 'Virtual terminal', 'Take payments by hand.', true),
      row('allow_simple_payments_access', 'Simple payment pages', 'Hosted pages.'),
    ],
  },
  { title: 'Risk', rows: [row('allow_rule_engine_access', 'Fraud rules', 'Flag payments.')] },
];
const names = (find: string) =>
  foundSwitches(groups, find).flatMap(({ rows }) => rows.map(({ label }) => label));

test.each([
  ['', ['Virtual terminal', 'Simple payment pages', 'Fraud rules']],
  ['simple', ['Simple payment pages']],
  ['allow_rule', ['Fraud rules']],
  ['by hand', ['Virtual terminal']],
  ['PAGES hosted', ['Simple payment pages']],
  ['risk', ['Fraud rules']],
  ['taking pages', ['Simple payment pages']],
  ['taking', ['Virtual terminal', 'Simple payment pages']],
  ['nothing of it', []],
])('“%s” finds %j', (find, labels) => {
  expect(names(find)).toEqual(labels);
});

test('a group without a match is left out', () => {
  expect(foundSwitches(groups, 'fraud').map(({ title }) => title)).toEqual(['Risk']);
});

test('a group says how many of it are on', () => {
  expect(groups.map(({ rows }) => countOn(rows))).toEqual(['1 of 2 on', '0 of 1 on']);
});
