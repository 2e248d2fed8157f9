// What each kind of field takes, in the patterns of the specification (spec 1 §5).
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import * as f from './fields.ts';

/** Values a field takes, and values it refuses. */
const patterns: Readonly<Record<string, [z.ZodType, taken: string[], refused: string[]]>> = {
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
    ['abcdef', `a${'b'.repeat(51)}`, '1abcdefg', 'abc-defg'],
  ],
  website: [
    f.website,
    ['shop.example', 'https://shop.example/a?b=1'],
    ['shop', 'ftp://shop.example', 'javascript:alert(1)'],
  ],
};

describe.each(Object.entries(patterns))('%s', (_, [schema, taken, refused]) => {
  it.each(taken)('takes %j', (value) => {
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
  expect(f.labelOfPath(['billing_address', 'postal_code', 'value'])).toBe('Postal Code');
});
