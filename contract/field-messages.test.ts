// The messages of fields, word for word.
import { expect, test } from 'vitest';
import {
  confirmMessage,
  formatMessage,
  maxLengthMessage,
  maxValueMessage,
  minLengthMessage,
  minValueMessage,
  notUniqueMessage,
  requiredMessage,
} from './field-messages.ts';

test('a missing value names its field and its group', () => {
  expect(requiredMessage('Username')).toBe('The Username field is required.');
  expect(requiredMessage('Postal Code', 'Billing')).toBe(
    'The Billing Postal Code field is required.',
  );
});

test('a long name, or none, is not named', () => {
  expect(requiredMessage('Merchant VAT Registration Number')).toBe('This field is required.');
  expect(requiredMessage('')).toBe('This field is required.');
  expect(requiredMessage('x'.repeat(25))).toContain('x');
  expect(requiredMessage('x'.repeat(26))).toBe('This field is required.');
});

test('bounds say what fits', () => {
  expect(minLengthMessage('Password', 8)).toBe('The Password field must be at least 8 characters.');
  expect(maxLengthMessage('Order ID', 17)).toBe(
    'The Order ID field must not contain more than 17 characters.',
  );
  expect(maxValueMessage('Amount', '$42.50')).toBe('The Amount field must be $42.50 or less.');
  expect(minValueMessage('Amount', '$0.01')).toBe('The Amount field must be $0.01 or more.');
});

test('a form that does not fit gets the message for its kind of field', () => {
  expect(formatMessage('Billing Email')).toBe(
    'The email provided for Billing Email must be valid.',
  );
  for (const label of ['Website', 'Webhook URL']) {
    expect(formatMessage(label)).toBe(`The url provided for ${label} has invalid format.`);
  }
  expect(formatMessage('Phone')).toBe('The Phone field format is invalid.');
  expect(notUniqueMessage('Username')).toBe('The Username is already taken.');
  expect(confirmMessage('Password')).toBe('The Password field does not match.');
});
