// Saving the payer in the terminal: who may, what is sent, and that a repeat saves nobody twice.
import { describe, expect, it } from 'vitest';
import { default_values } from '../../../contract/accounts/documents/default-values.ts';
import { bodyOf } from './body.ts';
import { problemsOf } from './checks.ts';
import { maySave, startingForm, withoutSaving } from './form.ts';
import { bodyFacts, settingsOf } from './testing/body-facts.ts';

const merchantOf = (vault_record: boolean) =>
  ({ default_values: default_values.parse({ virtual_terminal: { vault_record } }) }) as Parameters<
    typeof startingForm
  >[0];
const form = { ...startingForm(merchantOf(true), 'sale', 'card'), amount: '1.00' };
const body_facts = bodyFacts({ saves: true });

it('starts as the merchant’s defaults say', () => {
  expect(form.create_vault_record).toBe(true);
  expect(startingForm(merchantOf(false), 'sale', 'card').create_vault_record).toBe(false);
});

it('takes the right to save customers and the vault of the account', () => {
  const may = (vault_create: boolean, allow_customer_vault_access: boolean) =>
    maySave({ vault_create }, { permissions: { allow_customer_vault_access } } as never);
  expect([may(true, true), may(false, true), may(true, false)]).toEqual([true, false, false]);
});

describe('what is sent', () => {
  it('names the customer’s ID where one was typed', () => {
    expect(bodyOf(form, body_facts)).toMatchObject({ create_vault_record: true });
    expect(bodyOf(form, body_facts)).not.toHaveProperty('vault_record_custom_id');
    expect(bodyOf({ ...form, vault_record_custom_id: ' acme-1 ' }, body_facts)).toMatchObject({
      create_vault_record: true,
      set_customer_id: true,
      vault_record_custom_id: 'acme-1',
    });
  });

  it('is the customer’s ID alone where the merchant takes those of nobody saved', () => {
    const alone = { ...form, create_vault_record: false, vault_record_custom_id: ' erp-17 ' };
    const customer = { set_customer_id: true, vault_record_custom_id: 'erp-17' };
    const takes_any = { ...body_facts, states_customers: true };
    expect(bodyOf(alone, takes_any)).toMatchObject(customer);
    expect(bodyOf(alone, takes_any)).not.toHaveProperty('create_vault_record');
    expect(bodyOf({ ...alone, method: 'cash' }, takes_any)).toMatchObject(customer);
    for (const [values, facts] of [
      [alone, body_facts],
      [{ ...alone, method: 'customer' as const }, takes_any],
      [{ ...alone, vault_record_custom_id: '' }, takes_any],
    ] as const) {
      expect(bodyOf(values, facts)).not.toHaveProperty('set_customer_id');
    }
  });

  it.each([
    ['not chosen', { ...form, create_vault_record: false }, body_facts],
    ['not allowed', form, { ...body_facts, saves: false }],
    [
      'hidden by the merchant',
      form,
      { ...body_facts, settings: settingsOf({ create_vault_record: 'hidden' }) },
    ],
    ['cash', { ...form, method: 'cash' as const }, body_facts],
    ['taken once more', withoutSaving({ ...form, vault_record_custom_id: 'acme-1' }), body_facts],
  ])('saves nobody where it is %s', (_why, values, facts) => {
    const body = bodyOf(values, facts);
    expect(body).not.toHaveProperty('create_vault_record');
    expect(body).not.toHaveProperty('vault_record_custom_id');
  });
});

it('refuses an ID that cannot be one, while the customer is saved', () => {
  const facts = { settings: settingsOf(), currency: 'usd', today: '2026-06-18', sandbox: true };
  const wrong = { ...form, vault_record_custom_id: 'a b' };
  const message = 'The Customer ID field format is invalid.';
  expect(problemsOf(wrong, facts).vault_record_custom_id).toBe(message);
  const off = { ...wrong, create_vault_record: false };
  expect(problemsOf(off, facts)).not.toHaveProperty('vault_record_custom_id');
  const problems = problemsOf(off, { ...facts, states_customers: true });
  expect(problems.vault_record_custom_id).toBe(message);
});
