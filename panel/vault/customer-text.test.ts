// Names, methods and ends of saved customers as screens say them.
import { expect, it } from 'vitest';
import type { CustomerRecord } from '../../contract/vault/customers.ts';
import { customerName, defaultMethodText, expiryOf } from './customer-text.ts';

const customer = (overrides: object, id = 'acme-17') =>
  ({
    id,
    data: {
      customer: {
        addresses: [],
        defaults: { billing_address_id: '', payment_method_id: '' },
        payments: { cards: [], ach: [] },
        description: '',
        ...overrides,
      },
    },
  }) as unknown as CustomerRecord;
const ann = { id: 'a', first_name: 'Ann', last_name: 'Lee', company: 'Lee Ltd' };

it('names a customer by the billing address, the company, the description, the ID', () => {
  const both = [{ ...ann, id: 'b', first_name: 'Bo' }, ann];
  const defaults = { billing_address_id: 'a', payment_method_id: '' };
  expect(customerName(customer({ addresses: both, defaults }))).toBe('Ann Lee');
  expect(customerName(customer({ addresses: both }))).toBe('Bo Lee');
  const nobody = { ...ann, first_name: '', last_name: '' };
  expect(customerName(customer({ addresses: [nobody] }))).toBe('Lee Ltd');
  expect(customerName(customer({ description: 'Fridays' }))).toBe('Fridays');
  expect(customerName(customer({}))).toBe('acme-17');
});

it('says the default way to pay, and nothing where there is none', () => {
  const payments = {
    cards: [{ id: 'm1', card_type: 'visa', masked_number: '411111******1111' }],
    ach: [{ id: 'm2', account_type: 'savings', masked_account_number: 'XXXXX1111' }],
  };
  const by = (payment_method_id: string) =>
    defaultMethodText(
      customer({ payments, defaults: { billing_address_id: '', payment_method_id } }),
    );
  expect([by('m1'), by('m2'), by('')]).toEqual(['Visa 411111******1111', 'Savings XXXXX1111', '']);
});

it('warns of a card thirty days before the end of its month', () => {
  const at = (text: string) => new Date(text);
  expect(expiryOf('11/26', at('2026-11-30T23:59:59Z'))).toBe('expires_soon');
  expect(expiryOf('11/26', at('2026-12-01T00:00:00Z'))).toBe('expired');
  expect(expiryOf('12/26', at('2026-11-30T00:00:00Z'))).toBe('good');
  expect(expiryOf('12/26', at('2026-12-02T00:00:00Z'))).toBe('expires_soon');
});
