// What partners and merchants have in common as typed: what keeps a value, what empties it.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answeredBilling, contact } from './contacts.ts';
import { custom_fields } from './custom-fields.ts';
import { account_status, contact_change, known_timezone, profile_fields } from './profile.ts';

const profile = z.object(profile_fields);

it.each([
  [{ description: ' Fish ' }, { description: 'Fish' }],
  [{ description: '' }, { description: '' }],
  [{ description: '  ' }, { description: '' }],
  [{ description: null }, {}],
  [{ phone: ' (555) 123-4567' }, { phone: '5551234567' }],
  [{ timezone: 'America/Chicago' }, { timezone: 'America/Chicago' }],
  [{ timezone: '' }, {}],
  [{ timezone: null }, {}],
  [
    { primary_contact: { state: ' or', country: 'us' } },
    { primary_contact: { state: 'OR', country: 'US' } },
  ],
])('a change of %j is one of %j', (input, parsed) => {
  expect(JSON.parse(JSON.stringify(profile.parse(input)))).toEqual(parsed);
});

it.each([
  { description: 7 },
  { description: 'a\nb' },
  { timezone: 'Nowhere/Town' },
  { phone_ext: 'x' },
  { primary_contact: { state: 'OREG' } },
])('a change of %j is refused', (input) => {
  expect(profile.safeParse(input).success).toBe(false);
});

it('a time zone is one that is known', () => {
  const zones = ['UTC', 'Asia/Beirut', 'America/New_York', 'Mars/Base', 'America/Nowhere'];
  const known = zones.filter((zone) => known_timezone.safeParse(zone).success);
  expect(known).toEqual(['UTC', 'Asia/Beirut', 'America/New_York']);
});

it.each([
  ['active', 'active'],
  ['disable', 'disabled'],
  ['closed', 'closed'],
  ['gone', 'refused'],
  [7, 'refused'],
  [['disable'], 'refused'],
  [null, 'refused'],
])('the status %j is %s', (input, status) => {
  const read = account_status.safeParse(input);
  expect(read.success ? read.data : 'refused').toBe(status);
});

describe('a contact', () => {
  it('reads as empty texts where nothing is stored, and its phone as digits', () => {
    const empty = contact.parse(null);
    expect([...new Set(Object.values(empty))]).toEqual(['']);
    expect(contact.parse({ city: 'Bend', phone: '+1 (555) 123' })).toEqual({
      ...empty,
      city: 'Bend',
      phone: '1555123',
    });
  });

  it('keeps what a change leaves out', () => {
    expect(contact_change.parse({ city: 'Bend', email: null })).toEqual({ city: 'Bend' });
  });
});

it('the account for fees is answered as an object, its texts empty where there is none', () => {
  const none = { type: '', routing_number: '', masked_account_number: '', account_type: '' };
  for (const stored of [null, {}, { ach: null }]) {
    expect(answeredBilling(stored)).toEqual({ ach: none });
  }
  const stored = { ach: { type: 'ppd', masked_account_number: '**1234', account_number: '1' } };
  const masked = { ...none, type: 'ppd', masked_account_number: '**1234' };
  expect(answeredBilling(stored)).toEqual({ ach: masked });
});

it('a choice of a custom field without a name shows its value', () => {
  const { values } = custom_fields.create.input.parse({
    ...{ name: 'Size', type: 'select' },
    values: [{ value: 'l' }, { name: '', value: 'm' }, { name: 'Small', value: 's' }],
  });
  expect(values).toEqual([
    { name: 'l', value: 'l' },
    { name: 'm', value: 'm' },
    { name: 'Small', value: 's' },
  ]);
});
