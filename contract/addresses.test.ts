// Addresses of forms and records.
import { expect, test } from 'vitest';
import { emptyFields } from './addresses.ts';

test('a form begins with every field empty', () => {
  expect(emptyFields(['city', 'country'])).toEqual({ city: '', country: '' });
});
