// What the virtual terminal refuses, and in which words.
import { describe, expect, it } from 'vitest';
import { default_values } from '../../../contract/accounts/documents/default-values.ts';
import { field_cases, fieldRule } from '../../../contract/accounts/testing/field-cases.ts';
import { bodyOf } from './body.ts';
import type { CheckFacts } from './check-facts.ts';
import { besideToken, problemsOf } from './checks.ts';
import { startingForm, type TerminalForm } from './form.ts';
import { bodyFacts, settingsOf } from './testing/body-facts.ts';

const merchant = { default_values: default_values.parse({}) } as Parameters<typeof startingForm>[0];
const facts = (over: Record<string, string> = {}): CheckFacts => ({
  settings: settingsOf(over),
  currency: 'usd',
  today: '2026-06-18',
  sandbox: true,
});
const good: TerminalForm = {
  ...startingForm(merchant, 'sale', 'card'),
  number: '4012 8888 8888 1881',
  expiration_date: '11/28',
  amount: '248.00',
};

describe('the virtual terminal', () => {
  it('has nothing to say about a good card payment', () => {
    expect(problemsOf(good, facts())).toEqual({});
  });

  it('lets a payer authorize in Apple Pay what is right but for the token', () => {
    const wallet = { ...good, method: 'apple_pay_token' as const };
    const wrong = { ...wallet, amount: '', order_id: 'x'.repeat(18) };
    expect(problemsOf(wallet, facts())).toHaveProperty('apple_pay_token');
    expect(besideToken(problemsOf(wallet, facts()))).toEqual([]);
    expect(besideToken(problemsOf(wrong, facts())).sort()).toEqual(['amount', 'order_id']);
  });

  it('asks for number, expiry and amount in the words of the specification', () => {
    const empty = { ...good, number: '', expiration_date: '', amount: '' };
    expect(problemsOf(empty, facts())).toEqual({
      number: 'The Card Number field is required.',
      expiration_date: 'The Expiry field is required.',
      amount: 'The Amount field is required.',
    });
  });

  it('refuses a wrong check digit, a past month and a short security code', () => {
    const wrong = { ...good, number: '4012888888881882', expiration_date: '05/26', cvc: '12' };
    const found = problemsOf(wrong, facts());
    expect(found.number).toBe('The Card Number field format is invalid.');
    expect(found.expiration_date).toBe('Invalid card expiration - expired');
    expect(found.cvc).toBe('The CVC field format is invalid.');
  });

  it('takes a card through the last day of its month', () => {
    expect(problemsOf({ ...good, expiration_date: '06/26' }, facts())).toEqual({});
  });

  it('takes a 0 for what the merchant requires, and a tax by its rate or as money', () => {
    const required = facts({
      tax_amount: 'required',
      discount_amount: 'required',
      national_tax_amount: 'required',
    });
    const fields = ['discount_amount', 'tax_amount', 'national_tax_amount'];
    expect(Object.keys(problemsOf(good, required))).toEqual(fields);
    const rated = { ...good, discount_amount: '0', tax_rate: '0', national_tax_rate: '0' };
    expect(problemsOf(rated, required)).toEqual({});
    const typed = { ...good, discount_amount: '0', tax_amount: '0', national_tax_amount: '0' };
    expect(problemsOf(typed, required)).toEqual({});
    expect(problemsOf({ ...typed, tax_amount: 'x' }, required).tax_amount).toMatch(/invalid/);
  });

  it('asks for what the merchant requires, by group and label', () => {
    const found = problemsOf(
      good,
      facts({ billing_postal_code: 'required', payment_method_card_cvc: 'required' }),
    );
    expect(found['billing_address.postal_code']).toBe('The Billing Postal Code field is required.');
    expect(found.cvc).toBe('The CVC field is required.');
  });

  it('asks the billing contact what is required of shipping, unless goods go elsewhere', () => {
    const over = facts({ shipping_city: 'required' });
    const message = 'The Shipping City field is required.';
    expect(problemsOf(good, over)).toEqual({ 'billing_address.city': message });
    const found = problemsOf({ ...good, shipping_differs: true }, over);
    expect(found).toEqual({ 'shipping_address.city': message });
  });

  it('asks no security code of a swiped card', () => {
    const over = facts({ payment_method_card_cvc: 'required' });
    expect(problemsOf({ ...good, entry_type: 'swiped' }, over)).toEqual({});
  });

  it('asks for a check number by telephone alone', () => {
    const bank = {
      ...good,
      method: 'ach' as const,
      routing_number: '021000021',
      account_number: '123456789',
    };
    expect(problemsOf(bank, facts())).toEqual({});
    expect(problemsOf({ ...bank, sec_code: 'tel' }, facts()).check_number).toBe(
      'The Check Number field is required.',
    );
    expect(problemsOf({ ...bank, routing_number: '021000022' }, facts()).routing_number).toBe(
      'The Routing Number field format is invalid.',
    );
  });

  it('takes the trigger routing numbers in the sandbox alone', () => {
    const bank = { ...good, method: 'ach' as const, account_number: '123456789' };
    const trigger = { ...bank, routing_number: '000000001' };
    expect(problemsOf(trigger, facts())).toEqual({});
    expect(problemsOf(trigger, { ...facts(), sandbox: false }).routing_number).toBeDefined();
  });

  it('needs no amount to verify a card, and an address to mail a receipt', () => {
    expect(problemsOf({ ...good, type: 'verification', amount: '' }, facts())).toEqual({});
    const mailed = { ...good, email_receipt: true };
    expect(problemsOf(mailed, facts()).email_address).toBe('The Email field is required.');
    const billing_address = { ...good.billing_address, email: 'marcus@inlet.example' };
    expect(problemsOf({ ...mailed, billing_address }, facts())).toEqual({});
  });

  it('limits order and PO number to 17 characters', () => {
    const long = 'x'.repeat(18);
    const found = problemsOf({ ...good, order_id: long, po_number: long }, facts());
    expect(found.order_id).toBe('The Order ID field must not contain more than 17 characters.');
    expect(found.po_number).toBe('The PO Number field must not contain more than 17 characters.');
  });
});

describe('custom fields', () => {
  it.each(field_cases)('say the same as the server: $why', (one) => {
    const { entered, fault, type, required = false, validation_type = 'open' } = one;
    const fields = [fieldRule({ type, required, validation_type })];
    const found = problemsOf({ ...good, custom_fields: { f: entered } }, { ...facts(), fields });
    const words = {
      required: 'The Size field is required.',
      invalid: 'The Size field format is invalid.',
    };
    expect(found).toEqual(fault === null ? {} : { 'custom_fields.f': words[fault] });
  });

  it('are asked and sent of the chosen group alone, without empty ones', () => {
    const fields = [
      fieldRule({ id: 'a', default: 'x' }),
      fieldRule({ id: 'b' }),
      fieldRule({ id: 'c', group_name: 'shop', required: true }),
    ];
    const form = startingForm(merchant, 'sale', 'card', fields);
    const shop = { ...good, group_name: 'shop', custom_fields: { a: ['x'], c: ['1', ''] } };
    expect(
      problemsOf({ ...good, ...form, number: good.number, amount: '1' }, { ...facts(), fields }),
    ).not.toHaveProperty('custom_fields.c');
    const with_fields = bodyFacts({ fields });
    expect(
      bodyOf({ ...good, custom_fields: { a: ['x'], b: [''], c: ['1'] } }, with_fields),
    ).toMatchObject({
      group_name: 'default',
      custom_fields: { a: ['x'] },
    });
    expect(bodyOf(shop, with_fields)).toMatchObject({
      group_name: 'shop',
      custom_fields: { c: ['1'] },
    });
    expect(bodyOf(good, { ...with_fields, fields: [] })).not.toHaveProperty('group_name');
  });
});
