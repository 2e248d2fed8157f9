// Paying with a saved customer by hand: what is asked, what is sent, and what is priced.
import { describe, expect, it } from 'vitest';
import { default_values } from '../../../../contract/accounts/documents/default-values.ts';
import type { CustomerRecord } from '../../../../contract/vault/customers.ts';
import { addressText, savedOptions } from '../../picker/saved-customer.ts';
import { bodyOf } from '../body.ts';
import { problemsOf } from '../checks.ts';
import { startingForm, withoutMethod } from '../form.ts';
import { bodyFacts, settingsOf } from '../testing/body-facts.ts';

const merchant = { default_values: default_values.parse({}) } as Parameters<typeof startingForm>[0];
const start = { ...startingForm(merchant, 'sale', 'customer'), amount: '1.00' };
const chosen = {
  ...start.customer,
  id: 'acme-17',
  payment_method: 'm1',
  billing_address_id: 'a1',
};
const body_facts = bodyFacts({ saves: true });
const check = { settings: settingsOf(), currency: 'usd', today: '2026-11-27', sandbox: true };

describe('a payment by a saved customer', () => {
  it('needs a customer, and a way to pay', () => {
    expect(problemsOf(start, check)).toEqual({
      'customer.id': 'The Customer field is required.',
    });
    const nothing_saved = { ...start, customer: { ...start.customer, id: 'acme-17' } };
    expect(problemsOf(nothing_saved, check)).toEqual({
      'customer.payment_method': 'The Payment Option field is required.',
    });
    expect(problemsOf({ ...start, customer: chosen }, check)).toEqual({});
  });

  it('names the terminal instead of a saved method, where the customer presents a card', () => {
    const customer = { ...chosen, payment_method: '', terminal_id: 't1' };
    expect(problemsOf({ ...start, customer }, check)).toEqual({});
    const at_counter = { ...start, customer: { ...customer, payment_method: 'm1' }, cvc: '123' };
    const body = bodyOf(at_counter, { ...body_facts, processor_id: 't1' });
    expect(body.payment_method).toEqual({
      customer: {
        id: 'acme-17',
        terminal_id: 't1',
        billing_address_id: 'a1',
        shipping_address_id: '',
      },
    });
    expect(body).not.toHaveProperty('processor_id');
  });

  it('sends the chosen ids alone, and saves nobody twice', () => {
    const form = { ...start, customer: chosen, cvc: '123', create_vault_record: true };
    const facts = { ...body_facts, token_payment_type: 'ach' as const };
    const body = bodyOf({ ...form, number: '4111111111111111' }, facts);
    expect(body.payment_method).toEqual({
      customer: {
        id: 'acme-17',
        payment_method_id: 'm1',
        billing_address_id: 'a1',
        shipping_address_id: '',
        cvc: '123',
      },
    });
    expect(body).toMatchObject({ payment_type: 'customer', token_payment_type: 'ach' });
    expect(body).not.toHaveProperty('create_vault_record');
    expect(JSON.stringify(body)).not.toContain('4111111111111111');
  });

  it('keeps the customer for another try, and forgets the security code', () => {
    const again = withoutMethod({ ...start, customer: chosen, cvc: '123' });
    expect(again.customer).toEqual(chosen);
    expect(again.cvc).toBe('');
  });
});

it('names cards by brand and mask, bank accounts by their mask, addresses by their place', () => {
  const record = {
    data: {
      customer: {
        payments: {
          cards: [{ id: 'm1', card_type: 'visa', masked_number: '411111******1111', flags: [] }],
          ach: [{ id: 'm2', masked_account_number: 'XXXXX1111', flags: [] }],
        },
      },
    },
  } as unknown as CustomerRecord;
  const options = savedOptions(record);
  expect(options.map(({ text }) => text)).toEqual(['visa / 411111******1111', 'ach / XXXXX1111']);
  const place = { line_1: '1 Main St', city: 'Denver', state: 'CO' };
  expect(addressText(place as never)).toBe('1 Main St, Denver CO');
});
