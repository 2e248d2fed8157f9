// Rules of custom fields: what each takes, what a form starts from, what is left out.
import { describe, expect, it } from 'vitest';
import {
  definitionFault,
  type FieldRule,
  faultMessage,
  fieldsOf,
  outputOf,
  startingValues,
  valueFaults,
  valuePattern,
  withoutEmpty,
} from './custom-field-rules.ts';
import { choices, field_cases, fieldRule } from './testing/field-cases.ts';

describe('a value', () => {
  it.each(field_cases)('$why', ({ type, required, validation_type, entered, fault }) => {
    const field_rule = fieldRule({
      type,
      ...(required && { required }),
      ...(validation_type && { validation_type }),
    });
    const found = valueFaults([field_rule], { f: entered }).map(({ kind }) => kind);
    expect(found).toEqual(fault === null ? [] : [fault]);
  });

  it('may be at most a thousand characters long', () => {
    expect(valueFaults([fieldRule({})], { f: ['x'.repeat(1_001)] })).toHaveLength(1);
  });

  it('may be one of several in a list, and none where the list is missing', () => {
    const several = { f: ['l', 's'] };
    expect(valueFaults([fieldRule({ type: 'multiselect' })], several)).toEqual([]);
    for (const values of [null, []]) {
      expect(valueFaults([fieldRule({ type: 'select', values })], { f: ['l'] })).toHaveLength(1);
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
    const [fault] = valueFaults([fieldRule({ group_name: 'other', required: true })], { g: ['1'] });
    expect(fault && faultMessage(fault)).toBe('bad request error: invalid Custom Field [g]');
  });

  it('that is required and missing is said with the name of the field', () => {
    const [fault] = valueFaults([fieldRule({ required: true })], {});
    expect(fault && faultMessage(fault)).toBe('custom field [Size] is required');
  });
});

describe('what is given', () => {
  it('leaves out empty values and fields without any', () => {
    expect(withoutEmpty({ a: ['', 'x', ' '], b: [''], c: [] })).toEqual({ a: ['x'] });
  });

  it('to a form is said of the fields it asked alone, empty values left out', () => {
    const fields = [fieldRule({ id: 'a' }), fieldRule({ id: 'b' }), fieldRule({ id: 'c' })];
    const values = { a: ['x', ' '], b: [''], other: ['y'] };
    expect(outputOf(fields, values)).toStrictEqual({ a: ['x'] });
  });

  it('is asked of one group alone', () => {
    const [one, other] = [fieldRule({ id: 'a' }), fieldRule({ id: 'b', group_name: 'shop' })];
    expect(fieldsOf([one, other], 'shop')).toEqual([other]);
  });
});

describe('a form', () => {
  it('starts from defaults, and a radio from its first value', () => {
    const fields = [
      fieldRule({ id: 'a', default: 'x' }),
      fieldRule({ id: 'b' }),
      fieldRule({ id: 'c', type: 'radio' }),
      fieldRule({ id: 'd', type: 'radio', default: 'l' }),
      fieldRule({ id: 'e', type: 'select' }),
      fieldRule({ id: 'g', type: 'radio', values: [] }),
      fieldRule({ id: 'h', type: 'radio', values: null }),
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
  ] as const)('of %j is named %s', (input, label) => {
    expect(definitionFault(fieldRule(input as Partial<FieldRule>))).toBe(label);
  });
});
