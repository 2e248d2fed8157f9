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
  entered: string[];
  fault: 'required' | 'invalid' | null;
}

/** What radio, checkbox, select and multiselect of the table offer. */
export const choices = [
  { name: 'Small', value: 's' },
  { name: 'Large', value: 'l' },
];

/** A field of text that takes anything, but for what is given. */
export const fieldRule = (overrides: Partial<FieldRule>): FieldRule => ({
  id: 'f',
  name: 'Size',
  group_name: 'default',
  type: 'text',
  required: false,
  validation_type: 'open',
  values: overrides.type && isChosen(overrides.type) ? choices : null,
  default: '',
  ...overrides,
});

const typed = (
  validation_type: ValidationType,
  value: string,
  fault: FieldCase['fault'],
): FieldCase => ({
  why: `${validation_type} ${fault === null ? 'takes' : 'refuses'} ${JSON.stringify(value)}`,
  type: 'text',
  validation_type,
  entered: [value],
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
  {
    why: 'a required text is missing',
    type: 'text',
    required: true,
    entered: [],
    fault: 'required',
  },
  {
    why: 'a required text is blank',
    type: 'text',
    required: true,
    entered: [' '],
    fault: 'required',
  },
  {
    why: 'an optional text is blank',
    type: 'text',
    validation_type: 'numeric',
    entered: [''],
    fault: null,
  },
  { why: 'a text has two values', type: 'text', entered: ['a', 'b'], fault: invalid },
  {
    why: 'a text is as long as it may be',
    type: 'textarea',
    entered: ['x'.repeat(1_000)],
    fault: null,
  },
  {
    why: 'a hidden field has its form too',
    type: 'hidden',
    validation_type: 'alpha',
    entered: ['1'],
    fault: invalid,
  },
  { why: 'a choice is on the list', type: 'select', required: true, entered: ['l'], fault: null },
  {
    why: 'a choice is identified by its value',
    type: 'select',
    entered: ['Large'],
    fault: invalid,
  },
  { why: 'a choice is not on the list', type: 'radio', entered: ['xl'], fault: invalid },
  { why: 'a select has two values', type: 'select', entered: ['s', 'l'], fault: invalid },
  { why: 'a radio has two values', type: 'radio', entered: ['s', 'l'], fault: invalid },
  { why: 'several are checked', type: 'checkbox', entered: ['l', 's'], fault: null },
  {
    why: 'none of a required list is checked',
    type: 'checkbox',
    required: true,
    entered: [],
    fault: 'required',
  },
  { why: 'one is chosen twice', type: 'multiselect', entered: ['s', 's'], fault: invalid },
  {
    why: 'one of several is not on the list',
    type: 'multiselect',
    entered: ['s', 'x'],
    fault: invalid,
  },
];
