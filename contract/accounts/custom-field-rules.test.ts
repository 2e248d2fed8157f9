// Rules of custom fields: what each takes, what a form starts from, what is left out.
import { describe, expect, it } from 'vitest';
import {
  definitionFault,
  type FieldRule,
  faultMessage,
  fieldsOf,
  isChosen,
  outputOf,
  startingValues,
  valueFaults,
  valuePattern,
  withoutEmpty,
} from './custom-field-rules.ts';
import { choices, field_cases } from './testing/field-cases.ts';

const field = (given: Partial<FieldRule>): FieldRule => ({
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

describe('a value', () => {
  it.each(field_cases)('$why', ({ type, required, validation_type, given, fault }) => {
    const field_rule = field({
      type,
      ...(required && { required }),
      ...(validation_type && { validation_type }),
    });
    const found = valueFaults([field_rule], { f: given }).map(({ kind }) => kind);
    expect(found).toEqual(fault === null ? [] : [fault]);
  });

  it('may be at most a thousand characters long', () => {
    expect(valueFaults([field({})], { f: ['x'.repeat(1_001)] })).toHaveLength(1);
  });

  it('may be one of several in a list, and none where the list is missing', () => {
    const several = { f: ['l', 's'] };
    expect(valueFaults([field({ type: 'multiselect' })], several)).toEqual([]);
    for (const values of [null, []]) {
      expect(valueFaults([field({ type: 'select', values })], { f: ['l'] })).toHaveLength(1);
    }
  });

  it.each([
    ['open', 'a\n1;', true],
    ['alpha', 'a1', false],
    ['alphanumeric', 'a1', true],
    ['sentence', 'a 1.', true],
    ['numeric', 'a1', false],
  ] as const)('of kind %s has the form of %j: %s', (kind, value, fits) => {
    expect(valuePattern(kind).test(value)).toBe(fits);
  });

  it('of a field that is not asked is named by its id', () => {
    const [fault] = valueFaults([field({ group_name: 'other', required: true })], { g: ['1'] });
    expect(fault && faultMessage(fault)).toBe('bad request error: invalid Custom Field [g]');
  });

  it('that is required and missing is said with the name of the field', () => {
    const [fault] = valueFaults([field({ required: true })], {});
    expect(fault && faultMessage(fault)).toBe('custom field [Size] is required');
  });
});

describe('what is given', () => {
  it('leaves out empty values and fields without any', () => {
    expect(withoutEmpty({ a: ['', 'x', ' '], b: [''], c: [] })).toEqual({ a: ['x'] });
  });

  it('to a form is said of the fields it asked alone, empty values left out', () => {
    const fields = [field({ id: 'a' }), field({ id: 'b' }), field({ id: 'c' })];
    const given = { a: ['x', ' '], b: [''], other: ['y'] };
    expect(outputOf(fields, given)).toStrictEqual({ a: ['x'] });
  });

  it('is asked of one group alone', () => {
    const [one, other] = [field({ id: 'a' }), field({ id: 'b', group_name: 'shop' })];
    expect(fieldsOf([one, other], 'shop')).toEqual([other]);
  });
});

describe('a form', () => {
  it('starts from defaults, and a radio from its first value', () => {
    const fields = [
      field({ id: 'a', default: 'x' }),
      field({ id: 'b' }),
      field({ id: 'c', type: 'radio' }),
      field({ id: 'd', type: 'radio', default: 'l' }),
      field({ id: 'e', type: 'select' }),
      field({ id: 'g', type: 'radio', values: [] }),
      field({ id: 'h', type: 'radio', values: null }),
    ];
    expect(startingValues(fields)).toEqual({ a: ['x'], c: ['s'], d: ['l'] });
  });
});

describe('a definition', () => {
  it.each([
    [{ type: 'select', values: [] }, 'Values'],
    [{ type: 'radio', values: null }, 'Values'],
    [{ type: 'checkbox', values: [choices[0], choices[0]] }, 'Values'],
    [{ type: 'select', default: 'xl' }, 'Default'],
    [{ type: 'select', default: 'l' }, null],
    [{ type: 'text', validation_type: 'numeric', default: 'x' }, 'Default'],
    [{ type: 'text', validation_type: 'numeric', default: '7' }, null],
    [{ type: 'text', validation_type: 'numeric' }, null],
    [{ type: 'select' }, null],
  ] as const)('of %j is named %s', (given, label) => {
    expect(definitionFault(field(given as Partial<FieldRule>))).toBe(label);
  });
});
