// The empty model of every payment tab, as the specification lists them.
import { describe, expect, it } from 'vitest';
import { emptyModel, type PaymentTab } from './payment-models.ts';

const keys: Readonly<Record<PaymentTab, readonly string[]>> = {
  plaid: ['account_id', 'ref_id'],
  card: ['number', 'expiration_date', 'cvc'],
  ach: ['account_number', 'routing_number', 'account_type', 'sec_code'],
  customer: [
    'id',
    'payment_method',
    'terminal_id',
    'billing_address_id',
    'shipping_address_id',
    'flags',
  ],
  terminal: [
    'id',
    'manufacturer',
    'model',
    'serial_number',
    'tpn',
    'description',
    'status',
    'auth_key',
    'register_id',
    'ebt',
    'auto_settle',
    'settle_at',
    'flags',
  ],
  cash: [],
  mail: ['mail'],
  cardReader: ['macAddress'],
  apple_pay_token: ['key_id'],
};

describe('the empty model', () => {
  it.each(Object.entries(keys))('of the tab %s has exactly its fields', (tab, wanted) => {
    expect(Object.keys(emptyModel(tab as PaymentTab))).toEqual(wanted);
  });

  it('starts a bank payment as a personal debit of a checking account', () => {
    expect(emptyModel('ach')).toMatchObject({ account_type: 'checking', sec_code: 'PPD' });
  });

  it('starts a terminal payment with every flag off', () => {
    const { auto_settle, flags } = emptyModel('terminal');
    expect([auto_settle, ...Object.values(flags)]).toEqual([false, false, false, false]);
  });

  it('of a mailed payment says that it is one', () => {
    expect(emptyModel('mail')).toEqual({ mail: true });
  });

  it('is another object each time', () => {
    emptyModel('customer').flags.push('one');
    expect(emptyModel('customer').flags).toEqual([]);
  });
});
