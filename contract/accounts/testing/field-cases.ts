// Fields, what was given to them, and what is wrong with it: one table for rules, server and panel.
import {
  type CustomFieldType,
  type FieldRule,
  isChosen,
  type ValidationType,
} from '../custom-field-rules.ts';

export interface FieldCase {
  why: string;
  type: CustomFieldType;
  required?: boolean;
  validation_type?: ValidationType;
  given: string[];
  fault: 'required' | 'invalid' | null;
}

/** What radio, checkbox, select and multiselect of the table offer. */
export const choices = [
  { name: 'Small', value: 's' },
  { name: 'Large', value: 'l' },
];

/** A field of text that takes anything, but for what is given. */
export const fieldRule = (given: Partial<FieldRule>): FieldRule => ({
  id: 'f',
  name: 'Size',
  group_name: 'default',
  type: 'text',
  required: false,
  validation_type: 'open',
  values: given.type && isChosen(given.type) ? choices : null,
  default: '',
  ...given,
});

const typed = (
  validation_type: ValidationType,
  value: string,
  fault: FieldCase['fault'],
): FieldCase => ({
  why: `${validation_type} ${fault === null ? 'takes' : 'refuses'} ${JSON.stringify(value)}`,
  type: 'text',
  validation_type,
  given: [value],
  fault,
});

const invalid = 'invalid' as const;

export const field_cases: readonly FieldCase[] = [
  typed('open', '<b> 1/2 \n ok', null),
  typed('alpha', 'Zoë', null),
  typed('alpha', 'a1', invalid),
  typed('alpha', 'two words', invalid),
  typed('alphanumeric', 'Ab9', null),
  typed('alphanumeric', 'Ab-9', invalid),
  typed('sentence', 'Is this 1, or 2? Yes! No.', null),
  typed('sentence', 'a; b', invalid),
  typed('numeric', '0123', null),
  typed('numeric', '1.5', invalid),
  typed('numeric', '-1', invalid),
  { why: 'a required text is missing', type: 'text', required: true, given: [], fault: 'required' },
  {
    why: 'a required text is blank',
    type: 'text',
    required: true,
    given: [' '],
    fault: 'required',
  },
  {
    why: 'an optional text is blank',
    type: 'text',
    validation_type: 'numeric',
    given: [''],
    fault: null,
  },
  { why: 'a text has two values', type: 'text', given: ['a', 'b'], fault: invalid },
  {
    why: 'a text is as long as it may be',
    type: 'textarea',
    given: ['x'.repeat(1_000)],
    fault: null,
  },
  {
    why: 'a hidden field has its form too',
    type: 'hidden',
    validation_type: 'alpha',
    given: ['1'],
    fault: invalid,
  },
  { why: 'a choice is on the list', type: 'select', required: true, given: ['l'], fault: null },
  { why: 'a choice is identified by its value', type: 'select', given: ['Large'], fault: invalid },
  { why: 'a choice is not on the list', type: 'radio', given: ['xl'], fault: invalid },
  { why: 'a select has two values', type: 'select', given: ['s', 'l'], fault: invalid },
  { why: 'a radio has two values', type: 'radio', given: ['s', 'l'], fault: invalid },
  { why: 'several are checked', type: 'checkbox', given: ['l', 's'], fault: null },
  {
    why: 'none of a required list is checked',
    type: 'checkbox',
    required: true,
    given: [],
    fault: 'required',
  },
  { why: 'one is chosen twice', type: 'multiselect', given: ['s', 's'], fault: invalid },
  {
    why: 'one of several is not on the list',
    type: 'multiselect',
    given: ['s', 'x'],
    fault: invalid,
  },
];
