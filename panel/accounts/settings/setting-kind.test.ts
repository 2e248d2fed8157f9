// Settings as fields: their kind is read off the schema, and only what differs is sent.
import { expect, it } from 'vitest';
import {
  type DefaultGroup,
  default_value_changes,
  default_value_entries,
} from '../../../contract/accounts/documents/default-values.ts';
import type { Entries } from '../../../contract/accounts/documents/entries.ts';
import {
  field_requirements,
  required_keys,
} from '../../../contract/accounts/documents/field-requirements.ts';
import { isOfferedKey } from '../../../contract/accounts/documents/offered.ts';
import { problemsIn } from '../../kit/form/problems.ts';
import { changeCount, fieldRequirementsChange, required_parts } from './required-draft.ts';
import { changeOf, type Draft, draftOf, kindOf } from './setting-kind.ts';

const { merchant, invoices, vault, virtual_terminal } = default_value_entries;

/** What the form of a group says of what was changed. */
function problemsOf(group: DefaultGroup, draft: Draft) {
  const entries = default_value_entries[group] as Entries;
  const input = (now: Draft) => changeOf(entries, draftOf(entries, {}), now);
  return problemsIn({ schema: default_value_changes[group], input }, draft);
}

it('reads the kind of a field off its schema, also behind lenient reading', () => {
  expect(kindOf('email_receipt', virtual_terminal.email_receipt)).toEqual({ kind: 'switch' });
  expect(kindOf('send_via', invoices.send_via)).toMatchObject({ kind: 'choice' });
  expect(kindOf('available_sec_codes', invoices.available_sec_codes)).toEqual({
    kind: 'choices',
    choices: ['PPD', 'CCD', 'WEB', 'TEL'],
  });
  expect(kindOf('day_of_the_month', vault.day_of_the_month)).toEqual({
    kind: 'whole',
    min: 1,
    max: 31,
  });
  expect(kindOf('tax_rate', merchant.tax_rate)).toEqual({ kind: 'percent' });
  expect(kindOf('title', invoices.title)).toEqual({ kind: 'text', max_length: 50 });
  const states = merchant.additional_surcharge_blacklist_states;
  expect(kindOf('additional_surcharge_blacklist_states', states)).toEqual({ kind: 'list' });
});

it('finds nothing wrong with what every group begins with, and sends none of it', () => {
  for (const [group, entries] of Object.entries(default_value_entries)) {
    const begin = draftOf(entries as Entries, {});
    expect(problemsOf(group as DefaultGroup, begin), group).toEqual({});
    expect(changeOf(entries as Entries, begin, begin), group).toEqual({});
  }
});

it('sends what was typed in the form that the server reads', () => {
  const begin = draftOf(merchant, {});
  const typed = { ...begin, tax_rate: '7.250', duplicate_detection_seconds: '90' };
  const change = changeOf(merchant, begin, typed);
  expect(change).toEqual({ tax_rate: '7.250', duplicate_detection_seconds: 90 });
  const group: DefaultGroup = 'merchant';
  expect(default_value_changes[group].parse(change)).toEqual({
    tax_rate: 7250,
    duplicate_detection_seconds: 90,
  });
});

it('keeps a list of codes as it is typed, and sends what stands between the commas', () => {
  const name = 'additional_surcharge_blacklist_states';
  const states = (list: string[]) => draftOf(merchant, { [name]: list });
  const sent = (text: string) =>
    changeOf(merchant, states(['CO']), { ...states([]), [name]: text });
  const problems = (text: string) => problemsOf('merchant', { ...states([]), [name]: text });
  expect(states(['CO', 'ME'])[name]).toBe('CO, ME');
  for (const text of ['CO, ', 'CO,', 'CO', '']) expect(problems(text), text).toEqual({});
  expect(Object.keys(problems('CO, M'))).toEqual([name]);
  expect(sent('co, me,')).toEqual({ [name]: ['CO', 'ME'] });
  expect(sent('co, ')).toEqual({});
  expect(sent('')).toEqual({ [name]: [] });
});

it('says what is wrong in the words of the specification', () => {
  const draft = { ...draftOf(vault, {}), day_of_the_month: '32' };
  expect(problemsOf('vault', draft)).toEqual({
    day_of_the_month: 'The Day of the month field must be 31 or less.',
  });
  const long = { ...draftOf(invoices, {}), title: 'x'.repeat(51) };
  expect(problemsOf('invoices', long)).toEqual({
    title: 'The Title field must not contain more than 50 characters.',
  });
});

it('shows every required key that is offered once, and sends only the cells that differ', () => {
  const shown = required_parts.flatMap(({ keys }) => keys);
  expect([...shown].sort()).toEqual(required_keys.filter(isOfferedKey).sort());
  const stored = field_requirements.parse({});
  const draft = { ...stored, invoice: { ...stored.invoice, po_number: 'required' as const } };
  const change = fieldRequirementsChange(stored, draft);
  expect(change).toEqual({ invoice: { po_number: 'required' } });
  expect(changeCount(change)).toBe(1);
  expect(fieldRequirementsChange(stored, stored)).toEqual({});
});
