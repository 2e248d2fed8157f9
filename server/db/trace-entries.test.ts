// What entries of a request trace are made of.
import { expect, test } from 'vitest';
import { facts } from './trace-entries.ts';

test('facts are what has a value, cut to what a line shows', () => {
  const pairs = [
    ['None', undefined],
    ['Null', null],
    ['Empty', ''],
    ['Zero', 0],
    ['No', false],
    ['Long', 'x'.repeat(301)],
  ] as const;
  expect(facts(pairs)).toEqual([
    { label: 'Zero', value: '0' },
    { label: 'No', value: 'false' },
    { label: 'Long', value: 'x'.repeat(300) },
  ]);
});
