// A linked account in the virtual terminal: what is checked of it, what is sent, what ends with it.
import { expect, it } from 'vitest';
import {
  answeredDefaults,
  default_values,
} from '../../../contract/accounts/documents/default-values.ts';
import { field_requirements } from '../../../contract/accounts/documents/field-requirements.ts';
import { create_input } from '../../../contract/payments/transactions/input.ts';
import { type BodyFacts, bodyOf } from '../virtual-terminal/body.ts';
import { problemsOf } from '../virtual-terminal/checks.ts';
import { startingForm, withoutMethod } from '../virtual-terminal/form.ts';

const merchant = { default_values: answeredDefaults(default_values.parse({})) };
const plaid = { account_id: 'acc', ref_id: `ref_${'a'.repeat(43)}` };
const linked = {
  ...startingForm(merchant, 'sale', 'ach'),
  amount: '12.50',
  is_linking: true,
  plaid,
};
const settings = (over = {}) => field_requirements.parse({ default: over }).default;
const facts = (over = {}) => ({
  settings: settings(over),
  currency: 'usd',
  today: '2026-11-28',
  sandbox: false,
});
const link = {
  price: { amount: 1_250, amounts_included: {} },
  currency: 'usd',
  processor_id: 'p1',
  tracks: null,
  idempotency_key: 'k',
  levels: false,
  settings: settings(),
  saves: false,
  fields: [],
} as unknown as BodyFacts;

it('needs a chosen account and no number', () => {
  expect(problemsOf(linked, facts())).toEqual({});
  const none = { ...linked, plaid: { account_id: '', ref_id: '' }, routing_number: '1' };
  expect(problemsOf(none, facts())).toEqual({
    'plaid.ref_id': 'Choose the account to charge.',
  });
  expect(problemsOf(linked, facts({ drivers_license: 'required' }))).toEqual({
    drivers_license: "The Driver's License field is required.",
  });
});

it('is sent as the two names of its model, with its holder beside it', () => {
  const typed = { account_number: '123456789', routing_number: '021000021', sec_code: 'ppd' };
  const body = bodyOf({ ...linked, ...typed, drivers_license: 'AB12' }, link);
  expect(body).toMatchObject({
    payment_type: 'ach',
    processor_id: 'p1',
    payment_method: { plaid },
    drivers_license: 'ab12',
  });
  expect(JSON.stringify(body)).not.toContain('123456789');
  expect(create_input.parse(body).payment_method.plaid).toEqual(plaid);
  const numbers = bodyOf({ ...linked, ...typed, is_linking: false }, link);
  expect(numbers.payment_method).toMatchObject({ ach: { account_number: '123456789' } });
  expect(numbers).not.toHaveProperty('drivers_license');
});

it('is gone with its tab, and after its payment', () => {
  const again = withoutMethod(linked);
  expect([again.is_linking, again.plaid]).toEqual([false, { account_id: '', ref_id: '' }]);
});
