// What each kind of field takes, in the patterns of the specification (spec 1 §5).
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as f from './fields.ts';

/** Values a field takes, and values it refuses. */
const patterns: Readonly<Record<string, [z.ZodType, accepted: string[], refused: string[]]>> = {
  email: [f.email, ['a@b.co', "o'neil+x@mail.example.org"], ['a@b', 'a b@c.de', '@b.co', 'nope']],
  phone: [f.phone, ['12', '123456789012345', '(555) 123-4567'], ['1', '0123', '1234567890123456']],
  country: [f.country, ['US'], ['us', 'USA', 'U1', '']],
  region: [f.region, ['C', 'CO', 'NSW', 'A1'], ['co', 'CALI', 'C-', '']],
  'postal code': [f.panel_postal_code, ['123', '12345', 'SW1A 1AA'], ['12', '123456789', '12_45']],
  percentage: [f.percentage, ['7', '99.999', '0.5'], ['100', '7.1234', '-1', '7,5', '']],
  day: [f.day, ['2025-12-31'], ['2025-13-01', '2025-12-32', '12/31/2025', '2025-1-1']],
  'IP address': [f.ip_address, ['203.0.113.9', '2001:db8::1'], ['203.0.113', '256.1.1.1', 'host']],
  id: [
    f.id,
    ['0123456789abcdefghij'],
    ['0123456789abcdefghi', '0123456789abcdefghijk', `${'x'.repeat(19)}-`],
  ],
  'customer id': [f.customer_id, ['ab', 'x'.repeat(40)], ['a', 'x'.repeat(41)]],
  username: [
    f.username,
    ['abcdefg', `a${'_'.repeat(50)}`],
    ['abcdef', `a${'b'.repeat(51)}`, '1abcdefg', 'abc-defg', 'abc.defg', 'abc defg', 'ábcdefgh'],
  ],
  fax: [f.fax, ['1', '(555) 123-4567', '+1 (234) 567 890 12345'], ['1234567890123456']],
  'postal code of an address': [
    f.postal_code,
    ['123', ' 97701 ', '97701-1234', 'SW1A 1AA'],
    ['12', '-123', '12345678901', '12_45'],
  ],
  moment: [
    f.instant,
    ['2026-01-01', '2026-01-01T10:00Z', '2026-01-01 10:00:00.5+02:00', '2026-01-01T10:00:00-0700'],
    ['0000-01-01', '2026-13-01', '2026-01-01T25:00Z', '2026-01-01T10', '1/1/2026', 'x2026-01-01'],
  ],
  currency: [f.currency, ['usd', 'JPY'], ['us', 'xxx', '']],
  website: [
    f.website,
    ['shop.example', 'https://shop.example/a?b=1'],
    ['shop', 'ftp://shop.example', 'javascript:alert(1)'],
  ],
};

describe.each(Object.entries(patterns))('%s', (_, [schema, accepted, refused]) => {
  it.each(accepted)('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true);
  });

  it.each(refused)('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

it('a phone number is kept as its digits', () => {
  expect(f.phone.parse('+1 (555) 123-4567')).toBe('15551234567');
});

it('a field is called by its name, short words in capitals', () => {
  expect(f.fieldLabel('postal_code')).toBe('Postal Code');
  expect(f.fieldLabel('order_id')).toBe('Order ID');
  expect(f.fieldLabel('_po  number.')).toBe('PO Number');
  expect(['id', 'ip', 'po', 'cvc', 'ach', 'url', 'sec', 'vat', 'cc'].map(f.fieldLabel)).toEqual([
    ...['ID', 'IP', 'PO', 'CVC', 'ACH', 'URL', 'SEC', 'VAT', 'CC'],
  ]);
  expect(f.labelOfPath(['billing_address', 'postal_code', 'value'])).toBe('Postal Code');
});

it.each([
  [['billing_address', 'city'], 'City'],
  [['line_items', 0, 'quantity'], 'Quantity'],
  [['line_items', 3], 'Line Items'],
  [['created_at', 'start_date'], 'Created At'],
  [['created_at', 'end_date', 'value'], 'Created At'],
  [['status', 'operator'], 'Status'],
  [['created', 'duration'], 'Created'],
  [['type'], 'Type'],
  [['tax_amount', 'type'], 'Tax Amount Type'],
  [['fees', 2, 'type'], 'Fees Type'],
  [[0], 'request'],
  [[], 'request'],
])('a fault at %j is one of the field %s', (path, label) => {
  expect(f.labelOfPath(path)).toBe(label);
});

it('what counts as absent depends on the member (gateway-api 1.6)', () => {
  const anything = z.union([z.string(), z.number(), z.boolean(), z.null()]);
  const values = [null, '', 0, false, 'x', 7, true, undefined];
  const read = (schema: z.ZodType) => values.map((value) => schema.parse(value));
  const absent = undefined;
  expect(read(f.blankable(anything))).toEqual([absent, absent, 0, false, 'x', 7, true, absent]);
  const [x, seven] = ['x', 7];
  expect(read(f.absentable(anything))).toEqual([
    ...[absent, absent, absent, absent],
    ...[x, seven, true, absent],
  ]);
});

it.each<[unknown, unknown]>([
  [
    { type: 'flat', value: 0 },
    { type: 'flat', value: 0 },
  ],
  [
    { type: '', value: 5 },
    { type: '', value: 5 },
  ],
  [{ type: '', value: 0 }, undefined],
  [{ type: null }, undefined],
  [{ value: 0 }, { value: 0 }],
  [null, undefined],
  [0, undefined],
  [7, 7],
])('%j is set as %j', (values, set) => {
  expect(f.settable(z.unknown()).parse(values)).toEqual(set);
});
