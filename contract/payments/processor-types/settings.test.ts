// Processor settings: what each declaration takes, fills, masks and keeps.
import { describe, expect, it } from 'vitest';
import { processor_types, processorType } from './catalogue.ts';
import type { ProcessorType } from './record.ts';
import {
  changedSettings,
  maskedSettings,
  secret_mask,
  secretNames,
  settingsChangeSchema,
  settingsSchema,
} from './settings.ts';

function typeOf(key: string): ProcessorType {
  const type = processorType(key);
  if (type === null) throw new Error(`no type ${key}`);
  return type;
}
const takes = (key: string, input: unknown) => settingsSchema(typeOf(key)).safeParse(input).success;

describe('settings', () => {
  it.each(processor_types)(
    'of $key are taken when every field is filled in by its kind',
    (type) => {
      const sample = (field: ProcessorType['credentials'][number]): unknown => {
        if (field.kind === 'boolean') return true;
        if (field.kind === 'integer' || field.kind === 'money') return 7;
        if (field.kind === 'select') return field.options?.[0];
        if (field.kind === 'multiselect') return ['USD'];
        if (field.kind === 'timezone') return 'America/Chicago';
        if (field.kind !== 'map') return 'x';
        return {
          main: Object.fromEntries((field.item ?? []).map((each) => [each.name, sample(each)])),
        };
      };
      const settings = Object.fromEntries(
        type.credentials.map((field) => [field.name, sample(field)]),
      );
      expect(settingsSchema(type).parse(settings)).toEqual(settings);
      expect(settingsChangeSchema(type).parse({})).toEqual({});
    },
  );

  it.each(processor_types)(
    'of $key are refused exactly when they lack a required field',
    (type) => {
      const needs = type.credentials.some((field) => field.required) || type.credential_sets;
      expect(settingsSchema(type).safeParse({}).success).toBe(!needs);
    },
  );
});

describe('reading settings', () => {
  it('fills defaults and drops unknown keys', () => {
    const sierra = settingsSchema(typeOf('tsys_sierra')).parse({ mid: ' 123 ', made_up: 1 });
    expect(sierra).toMatchObject({ mid: '123', currency_code: '840', classification: 'ecomm' });
    expect(sierra).not.toHaveProperty('made_up');
  });

  it('checks lengths, options and kinds', () => {
    expect(takes('tsys_sierra', { mid: '1', mcc: '59991' })).toBe(false);
    expect(takes('tsys_sierra', { mid: '1', classification: 'RETAIL' })).toBe(true);
    expect(takes('tsys_sierra', { mid: '1', classification: 'barter' })).toBe(false);
    expect(takes('tsys_sierra', { mid: '1', timezone: 'not a zone!' })).toBe(false);
    expect(
      takes('mxmerchant', { consumer_key: 'a', consumer_secret: 'b', merchant_id: '12' }),
    ).toBe(true);
    expect(takes('mxmerchant', { consumer_key: 'a', consumer_secret: 'b', merchant_id: 0 })).toBe(
      false,
    );
    expect(takes('cardpmt', { username: 'u', password: '  ' })).toBe(false);
    expect(takes('cardpmt', { username: 'u', password: null })).toBe(false);
  });

  it('checks each terminal of a map', () => {
    const one = (terminal: object) => takes('house_ach', { terminals: { web: terminal } });
    expect(one({ sec_code: 'web', check_limit: 5000 })).toBe(true);
    expect(one({ sec_code: 'POP' })).toBe(false);
    expect(one({})).toBe(false);
    expect(one({ sec_code: 'WEB', check_limit: -1 })).toBe(false);
  });

  it('of nmi needs one of two sets of credentials', () => {
    expect(takes('nmi', { username: 'u', password: 'p' })).toBe(true);
    expect(takes('nmi', { security_key: 'k' })).toBe(true);
    expect(takes('nmi', { username: 'u' })).toBe(false);
    expect(takes('nmi', {})).toBe(false);
  });
});

describe('a field of its kind', () => {
  const credentials = [
    { name: 'host', kind: 'url' },
    { name: 'zone', kind: 'timezone' },
    { name: 'count', kind: 'integer' },
    { name: 'rail', kind: 'select', options: ['web', 'tel'] },
    { name: 'codes', kind: 'multiselect' },
    { name: 'some', kind: 'multiselect', options: ['a', 'b'] },
    { name: 'shops', kind: 'map', item: [{ name: 'mid', kind: 'text', required: true }] },
    { name: 'bare', kind: 'map' },
  ].map((field) => ({ label: '', required: false, secret: false, ...field }));
  const schema = settingsSchema({ ...typeOf('nmi'), credentials, credential_sets: [] } as never);

  it.each<[name: string, accepted: unknown[], refused: unknown[]]>([
    ['host', ['', 'https://example.com/a'], ['example', 'x y']],
    [
      'zone',
      ['', 'UTC', 'Asia/Beirut', 'a'.repeat(64)],
      ['a', 'not a zone', 'a'.repeat(65), 'UTC!'],
    ],
    ['count', [7, -7], ['7x', 'x7', '1'.repeat(16), 1.5, true, [], ['7'], {}]],
    ['rail', ['', 'web'], ['mail', 7]],
    [
      'codes',
      [[], ['x'.repeat(16)], Array(300).fill('x')],
      [['x'.repeat(17)], Array(301).fill('x')],
    ],
    ['some', [['a'], ['a', 'b'], []], [['c'], 'a']],
    [
      'shops',
      [{}, { [`${'x'.repeat(64)}`]: { mid: '1' } }],
      [{ '': { mid: '1' } }, { x: {} }, { ['x'.repeat(65)]: { mid: '1' } }],
    ],
    ['bare', [{}, { x: {} }], ['x', { x: 'y' }]],
  ])('%s takes what it should', (name, accepted, refused) => {
    for (const value of accepted) {
      const expected = value === '' && name !== 'rail' ? undefined : value;
      const read = schema.safeParse({ [name]: value });
      expect([value, read.data?.[name] ?? undefined]).toEqual([value, expected || undefined]);
    }
    expect(refused.filter((value) => schema.safeParse({ [name]: value }).success)).toEqual([]);
  });

  it('counts null, an empty text and nothing as unset', () => {
    for (const unset of [null, undefined, '']) {
      expect(schema.parse({ host: unset, count: unset, codes: unset })).toEqual({});
    }
  });

  it('reads figures that were sent as text, and options in any case', () => {
    expect(schema.parse({ count: '-12', rail: 'TEL' })).toEqual({ count: -12, rail: 'tel' });
  });
});

it('incomplete credentials are refused at the first of them', () => {
  const issues = settingsSchema(typeOf('nmi')).safeParse({ username: 'u' }).error?.issues;
  expect(issues).toMatchObject([{ path: ['username'], message: 'incomplete credentials' }]);
});

describe('secrets', () => {
  const type = typeOf('nmi');

  it('are masked when answered, and empty where none is set', () => {
    expect(secretNames(type)).toEqual(['password', 'security_key']);
    const answered = maskedSettings(type, { username: 'u', password: 'p', security_key: '' });
    expect(answered).toEqual({ username: 'u', password: secret_mask, security_key: '' });
  });

  it('stay as they are when the mask or nothing comes back', () => {
    const stored = { username: 'u', password: 'p' };
    const change = settingsChangeSchema(type).parse({
      username: 'v',
      password: secret_mask,
      security_key: '',
    });
    expect(changedSettings(type, stored, change)).toEqual({ username: 'v', password: 'p' });
    const unset = { username: undefined, password: undefined };
    expect(changedSettings(type, stored, unset)).toStrictEqual(stored);
    const next = settingsChangeSchema(type).parse({ password: 'q' });
    expect(changedSettings(type, stored, next)).toEqual({ username: 'u', password: 'q' });
  });

  it('are never made of a mask', () => {
    const made = changedSettings(type, {}, { username: 'u', password: secret_mask });
    expect(settingsSchema(type).safeParse(made).success).toBe(false);
  });
});
