// What the virtual terminal offers: types by right, tabs and processors by what takes them.
import { describe, expect, it } from 'vitest';
import {
  answeredDefaults,
  default_values,
} from '../../../contract/accounts/documents/default-values.ts';
import {
  field_requirements,
  required_keys,
} from '../../../contract/accounts/documents/field-requirements.ts';
import { max_phone_digits, phoneMask } from '../../kit/format/masks.ts';
import { groupedCard, limitedCvc, slashedExpiration } from '../picker/typing.ts';
import { requiredKey } from './fields/field.tsx';
import { startingForm } from './form.ts';
import { methodsOf, processorsFor, type TerminalProcessor } from './methods.ts';
import { typeChoices } from './type-choices.ts';

const base: TerminalProcessor = {
  id: 'a',
  name: 'Cards',
  status: 'active',
  default_card: false,
  default_ach: false,
  default_cash: false,
  supported_payment_methods: ['card'],
  hide_in_vt: false,
  tag: '',
  currencies: ['usd'],
  sec_codes: [],
  rate: null,
  timezone: 'UTC',
  settle_at: '23:30:00',
  auto_settles: true,
};
const permitted = (support_blind_credits: boolean, allow_terminal_credits = false) => ({
  support_blind_credits,
  allow_terminal_credits,
});
const settings = (over = {}) => field_requirements.parse({ default: over }).default;

const none = { pays_with_customers: false };

it('has the Pay tab last, where the merchant has chosen a registration', () => {
  const facts = { ...none, has_apple_pay: true };
  expect(methodsOf([base], settings(), facts)).toEqual(['card', 'apple_pay_token']);
  const bank = { ...base, supported_payment_methods: ['ach'] };
  expect(methodsOf([bank], settings(), facts)).toEqual(['ach']);
  const hidden = settings({ payment_method_card: 'hidden' });
  expect(methodsOf([base], hidden, facts)).toEqual([]);
});

describe('a terminal on the counter', () => {
  const counter = { ...base, id: 't', supported_payment_methods: ['terminal'] };

  it('has its tab once there is an active one, between customer and cash', () => {
    expect(methodsOf([base], settings(), { pays_with_customers: false })).toEqual(['card']);
    expect(methodsOf([base, counter], settings(), { pays_with_customers: true })).toEqual([
      'card',
      'customer',
      'terminal',
    ]);
    const hidden = settings({ payment_method_terminal: 'hidden' });
    expect(methodsOf([base, counter], hidden, { pays_with_customers: false })).toEqual(['card']);
    expect(methodsOf([base, { ...counter, status: 'disabled' }], settings(), none)).toEqual([
      'card',
    ]);
    expect(processorsFor([base, counter], 'card').map(({ id }) => id)).toEqual(['a']);
  });

  it('stands beside the card readers that this browser has', () => {
    expect(
      methodsOf([base, counter], settings(), { pays_with_customers: false, has_readers: true }),
    ).toEqual(['card', 'terminal', 'cardReader']);
    const hidden = settings({ payment_method_card: 'hidden' });
    expect(
      methodsOf([base, counter], hidden, { pays_with_customers: false, has_readers: true }),
    ).toEqual(['terminal']);
  });

  it('gives credits by a switch of its own, and verifies no cards', () => {
    const rights = {
      process_credit: true,
      process_verification: true,
      process_authorization: true,
    };
    const reasons = (terminal: boolean) =>
      typeChoices(rights, permitted(!terminal, terminal), 'terminal').map(
        ({ type, reason }) => [type, reason === null] as const,
      );
    expect(reasons(true)).toEqual([
      ['authorize', true],
      ['verification', false],
      ['credit', true],
    ]);
    expect(reasons(false)).toEqual([
      ['authorize', true],
      ['verification', false],
      ['credit', false],
    ]);
  });
});

describe('types', () => {
  it('offers those the user has the right to', () => {
    const rights = { process_sale: true, process_credit: true };
    expect(typeChoices(rights, permitted(true), 'card')).toEqual([
      { type: 'sale', reason: null },
      { type: 'credit', reason: null },
    ]);
  });

  it('shows a credit that the account lacks, with the reason', () => {
    const [credit] = typeChoices({ process_credit: true }, permitted(false), 'card');
    expect(credit?.reason).toMatch(/“Credits without an earlier payment” is off/);
  });

  it('authorizes and verifies cards alone', () => {
    const rights = { process_authorization: true, process_verification: true };
    const reasons = typeChoices(rights, permitted(false), 'ach').map(({ reason }) => reason);
    expect(reasons.every((reason) => reason !== null)).toBe(true);
  });
});

describe('processors and tabs', () => {
  const standard = { ...base, id: 'b', default_card: true };
  const all = [
    base,
    standard,
    { ...base, id: 'c', status: 'disabled' },
    { ...base, id: 'd', tag: 'surchargefallback' },
    { ...base, id: 'e', hide_in_vt: true },
    { ...base, id: 'f', supported_payment_methods: ['cash'] },
  ];

  it('puts the default first and leaves out what takes nothing by hand', () => {
    expect(processorsFor(all, 'card').map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('shows a tab only with a processor behind it, unless it is hidden', () => {
    expect(methodsOf(all, settings(), { pays_with_customers: false })).toEqual(['card', 'cash']);
    expect(methodsOf(all, settings({ payment_method_cash: 'hidden' }), none)).toEqual(['card']);
  });

  it('shows the customer tab to accounts with a vault, unless it is hidden', () => {
    expect(methodsOf(all, settings(), { pays_with_customers: true })).toEqual([
      'card',
      'customer',
      'cash',
    ]);
    const hidden = settings({ payment_method_customer_token: 'hidden' });
    expect(methodsOf(all, hidden, { pays_with_customers: true })).toEqual(['card', 'cash']);
    const cash_alone = all.filter((one) => one.supported_payment_methods.includes('cash'));
    expect(methodsOf(cash_alone, settings(), { pays_with_customers: true })).toEqual(['cash']);
  });
});

describe('fields', () => {
  it('stand under the settings of the merchant, but for those no payment goes without', () => {
    const start = startingForm(
      { default_values: answeredDefaults(default_values.parse({})) },
      'sale',
      'card',
    );
    const known: readonly string[] = required_keys;
    const free = Object.keys(start).filter((name) => !known.includes(requiredKey(name as 'cvc')));
    expect(free).toEqual([
      'method',
      'customer',
      'number',
      'expiration_date',
      'entry_type',
      'mac_address',
      'print_receipt',
      'signature_required',
      'debit',
      'ebt',
      'account_number',
      'routing_number',
      'account_type',
      'sec_code',
      'check_number',
      'is_linking',
      'plaid',
      'apple_pay_token',
      'tip_amount',
      'add_tax_to_total',
      'add_shipping_to_total',
      'calculate_total_from_line_items',
      'line_items',
      'vault_record_custom_id',
      'shipping_differs',
      'group_name',
      'custom_fields',
      'billing_address',
      'shipping_address',
    ]);
    const billing = Object.keys(start.billing_address);
    const keys = billing.map((name) => requiredKey(`billing_address.${name}` as 'cvc'));
    expect(keys.filter((key) => !known.includes(key))).toEqual([]);
  });
});

describe('typing', () => {
  it('groups cards, sets the slash of an expiry and limits the security code', () => {
    expect(groupedCard('4012888888881881', 'visa')).toBe('4012 8888 8888 1881');
    expect(groupedCard('378282246310005', 'amex')).toBe('3782 822463 10005');
    expect(slashedExpiration('1128')).toBe('11/28');
    expect(slashedExpiration('928')).toBe('09/28');
    expect(slashedExpiration('11 / 2028')).toBe('11/28');
    expect([...'112028'].reduce((was, key) => slashedExpiration(was + key), '')).toBe('11/28');
    expect(limitedCvc('12345', 'visa')).toBe('123');
    expect(limitedCvc('12345', 'amex')).toBe('1234');
  });

  it('masks a phone number as it is typed or pasted, and leaves one of a country alone', () => {
    const masked = (text: string) => phoneMask(text, max_phone_digits);
    expect(masked('503-555-0123')).toBe('(503) 555-0123');
    expect(masked('(503) 555-')).toBe('(503) 555');
    expect(masked('+49 30 123456')).toBe('+4930123456');
    expect(masked('+44 (20) 7946 0958')).toBe('+442079460958');
    expect(masked('442079460958')).toBe('442079460958');
  });
});
