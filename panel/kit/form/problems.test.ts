// What a form says is wrong: in the specification's words, under the name of the field.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { described } from '../../../contract/field-meta.ts';
import { blankable, email, ip_address, phone, website } from '../../../contract/fields.ts';
import { fieldInfo } from './field-info.ts';
import { type FormRules, nameOf, problemsIn } from './problems.ts';

const schema = z.object({
  name: z.string().trim().min(1).max(10),
  code: z.string().min(3),
  email,
  website: blankable(website),
  phone: z.preprocess((value) => value ?? undefined, z.literal('').or(phone).optional()),
  seconds: z.int().min(5).max(60),
  addresses: z.array(z.ipv4()).max(2),
  contact: z.object({ postal_code: blankable(z.string().max(4)) }).nullish(),
});

const fine = {
  name: 'Harbor',
  code: 'abc',
  email: 'a@b.co',
  website: '',
  phone: '',
  seconds: '30',
  addresses: '',
  contact: { postal_code: '' },
};
type Values = typeof fine;

const form: FormRules<Values> = {
  schema,
  input: ({ seconds, addresses, ...rest }) => ({
    ...rest,
    seconds: /^\d+$/.test(seconds) ? Number(seconds) : null,
    addresses: addresses.split('\n').filter((line) => line !== ''),
  }),
};
const says = (typed: Partial<Values>, more: Partial<FormRules<Values>> = {}) =>
  problemsIn({ ...form, ...more }, { ...fine, ...typed });

test('nothing is wrong with what the call takes', () => {
  expect(says({})).toEqual({});
});

test('what is missing, too long, too short or of another form says so in its words', () => {
  expect(says({ name: '  ' })).toEqual({ name: 'The Name field is required.' });
  expect(says({ name: 'Harbor Books' })).toEqual({
    name: 'The Name field must not contain more than 10 characters.',
  });
  expect(says({ code: 'a' })).toEqual({ code: 'The Code field must be at least 3 characters.' });
  expect(says({ email: 'nobody' })).toEqual({
    email: 'The email provided for Email must be valid.',
  });
  expect(says({ website: 'no address' })).toEqual({
    website: 'The url provided for Website has invalid format.',
  });
  expect(says({ phone: '012' })).toEqual({ phone: 'The Phone field format is invalid.' });
});

test('a figure is held against its bounds, and what is none is not missing', () => {
  expect(says({ seconds: '61' })).toEqual({ seconds: 'The Seconds field must be 60 or less.' });
  expect(says({ seconds: '4' })).toEqual({ seconds: 'The Seconds field must be 5 or more.' });
  expect(says({ seconds: 'many' })).toEqual({ seconds: 'The Seconds field format is invalid.' });
  expect(says({ seconds: '' })).toEqual({ seconds: 'The Seconds field is required.' });
});

test('one entry of a list speaks for its field, a member of a group under its own name', () => {
  expect(says({ addresses: '1.2.3.4\nhere' })).toEqual({
    addresses: 'The Addresses field format is invalid.',
  });
  expect(says({ contact: { postal_code: '12345' } })).toEqual({
    'contact.postal_code': 'The Postal code field must not contain more than 4 characters.',
  });
  expect(nameOf(fine, ['contact', 'postal_code'])).toBe('contact.postal_code');
  expect(nameOf(fine, ['addresses', 1])).toBe('addresses');
});

test('a screen asks for more than the call, by its own rules and labels', () => {
  const labelOf = (name: string) => (name === 'website' ? 'Shop website' : undefined);
  expect(says({}, { required: ['website'], labelOf })).toEqual({
    website: 'The Shop website field is required.',
  });
  const rules = ({ code, name }: Values) => ({ code: code === name ? 'Say it otherwise.' : '' });
  expect(says({}, { rules })).toEqual({});
  expect(says({ name: 'a', code: 'a' }, { rules })).toEqual({ code: 'Say it otherwise.' });
});

test('a schema tells its fields through whatever makes it lenient', () => {
  const lenient = z.object({
    expires_at: described(blankable(z.string().max(10)), { label: 'Expires on', hint: 'or never' }),
    mobile: blankable(phone),
    ip: blankable(ip_address),
    kind: blankable(z.enum(['a', 'b'])),
  });
  expect(fieldInfo(lenient, 'expires_at')).toEqual({
    label: 'Expires on',
    hint: 'or never',
    max_length: 10,
    optional: true,
    choices: [],
  });
  expect(fieldInfo(lenient, 'mobile')).toMatchObject({ label: 'Mobile', typed_as: 'phone' });
  expect(fieldInfo(lenient, 'ip').label).toBe('IP address');
  expect(fieldInfo(lenient, 'kind').choices).toEqual(['a', 'b']);
  expect(fieldInfo(schema, 'name')).toMatchObject({ max_length: 10, optional: false });
  expect(fieldInfo(schema, 'contact.postal_code')).toMatchObject({ max_length: 4 });
  expect(fieldInfo(schema, 'nowhere.member')).toMatchObject({ label: 'Member', optional: true });
});
