// How a filter that is typed becomes one that is searched by, and how it reads as a chip.
import { expect, test } from 'vitest';
import * as f from '../../contract/search.ts';
import { default_display } from './display.ts';
import { draftOf, readDraft } from './filter-draft.ts';
import { filterWords } from './filter-text.ts';

const amount = { name: 'amount', field: f.money('Amount') };
const created = { name: 'created_at', field: f.date('Created Date') };
const ip = { name: 'ip_address', field: f.ip('IP Address') };
const card = { name: 'full_cc_number', field: f.secret('Full CC Number') };
const empty = (named: typeof amount) => draftOf(named, undefined);

test('every value is required, in the words of the specification', () => {
  expect(readDraft(empty(ip), ip)).toEqual({ fault: 'The IP Address field is required.' });
  expect(readDraft(empty(created), created)).toEqual({
    fault: 'The Created Date field is required.',
  });
});

test('an empty amount counts as 0, others become minor units', () => {
  const filterOf = (text: string) => readDraft({ ...empty(amount), text }, amount);
  expect(filterOf('')).toEqual({ filter: { name: 'amount', operator: '=', value: '0' } });
  expect(filterOf('1,234.5')).toMatchObject({ filter: { value: '123450' } });
  expect(filterOf('1.234')).toEqual({ fault: 'The Amount field format is invalid.' });
});

test('a value the server would refuse is refused here', () => {
  expect(readDraft({ ...empty(ip), text: '10.0.0' }, ip)).toHaveProperty('fault');
  expect(readDraft({ ...empty(ip), text: '10.0.0.1' }, ip)).toHaveProperty('filter');
});

test('one day is a range of itself, and days the wrong way round are turned', () => {
  const days = (start_date: string, end_date: string) =>
    readDraft({ ...empty(created), start_date, end_date }, created);
  expect(days('2026-06-18', '')).toMatchObject({ filter: { end_date: '2026-06-18' } });
  expect(days('2026-06-20', '2026-06-10')).toMatchObject({
    filter: { start_date: '2026-06-10', end_date: '2026-06-20' },
  });
});

test('a chip says its days in the user’s order, in UTC, and amounts as money', () => {
  const days = { name: 'created_at', start_date: '2026-06-17', end_date: '2026-06-18' };
  expect(filterWords(days, created.field, default_display).value).toBe(
    '06/17/2026 – 06/18/2026 UTC',
  );
  const over = { name: 'amount', operator: '>', value: '123450' } as const;
  expect(filterWords(over, amount.field, default_display)).toEqual({
    label: 'Amount',
    operator: '>',
    value: '$1,234.50',
  });
});

test('a chip never shows a whole card number, and a draft does not bring it back', () => {
  const filter = { name: card.name, operator: '=', value: '4111111111111111' } as const;
  expect(filterWords(filter, card.field, default_display).value).toBe('•••• 1111');
  expect(draftOf(card, filter).text).toBe('');
});
