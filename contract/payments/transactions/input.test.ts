// Bodies of the payment calls: what counts as absent, how lenient members are read, what is kept.
import { describe, expect, it } from 'vitest';
import { refund_input } from './follow-up-input.ts';
import {
  ach_input,
  address_input,
  card_input,
  create_input,
  payment_method_input,
  unserved_methods,
} from './input.ts';
import { report_input } from './search.ts';

const sale = { type: 'sale', payment_method: { cash: {} } };
const made = (input: object) => {
  const { type: _, payment_method: __, ...rest } = create_input.parse({ ...sale, ...input });
  return rest;
};

describe('an address', () => {
  it.each([
    ['US', '97701', true],
    ['us', '97701-1234', true],
    ['US', '977011234', true],
    ['US', '9770', false],
    ['US', '97701-123', false],
    ['US', 'K1A 0B1', false],
    ['CA', 'k1a0b1', true],
    ['ca', 'K1A-0B1', true],
    ['CA', '97701', false],
    ['DE', 'K1A 0B1', true],
    ['', '9770', true],
    ['US', '', true],
  ])('in "%s" with the postal code "%s" is taken: %s', (country, postal_code, is_accepted) => {
    const read = address_input.safeParse({ country, postal_code });
    expect(read.success).toBe(is_accepted);
    if (!is_accepted) expect(read.error?.issues.map(({ path }) => path)).toEqual([['postal_code']]);
  });

  it('is kept with its country in capitals and its numbers as digits', () => {
    const input = { country: 'us', phone: '(555) 123-4567', fax: '+1 555/123', city: 'Bend' };
    const parsed = { country: 'US', phone: '5551234567', fax: '1555123', city: 'Bend' };
    expect(address_input.parse({ ...input, state: '', email: null })).toEqual(parsed);
  });
});

describe('a way to pay', () => {
  it('keeps card and account numbers as digits, however they were typed', () => {
    const numbers = { number: '4111 1111-1111 1111', cvc: 123 };
    expect(card_input.parse(numbers)).toEqual({ number: '4111111111111111', cvc: '123' });
    const account = { routing_number: '021-000 021', account_number: 12345, check_number: '1-0 1' };
    const parsed = { routing_number: '021000021', account_number: '12345', check_number: '101' };
    expect(ach_input.parse(account)).toEqual(parsed);
  });

  it('reads codes in either case', () => {
    const input = { sec_code: 'WEB', account_type: 'Savings' };
    expect(ach_input.parse(input)).toEqual({ sec_code: 'web', account_type: 'savings' });
  });

  it.each<[string, object]>([
    ['card', { cvc: '123', cardholder_authentication: { eci: '05' } }],
    ['ach', { check_number: '1', accountholder_authentication: { ssn4: '1234' } }],
    ['cash', {}],
    ...unserved_methods.map((name): [string, object] => [name, { id: 'x' }]),
  ])('by %s is kept as it was named, and absent as null', (name, value) => {
    expect(payment_method_input.parse({ [name]: value })).toEqual({ [name]: value });
    expect(payment_method_input.parse({ [name]: null })).toEqual({});
    const unset = Object.keys(value).map((member) => [member, null]);
    const emptied = payment_method_input.parse({ [name]: Object.fromEntries(unset) });
    if (name === 'card' || name === 'ach') expect(emptied).toEqual({ [name]: {} });
  });
});

describe('a payment', () => {
  it.each<[string, unknown]>([
    ['descriptor', { name: 'Harbor' }],
    ['billing_address', { city: 'Bend' }],
    ['shipping_address', { city: 'Bend' }],
    ['line_items', [{ quantity: '1.5', unit_price: 100 }]],
    ['custom_fields', { size: ['l'] }],
    ['amounts', { amount: 5 }],
  ])('keeps its %s, and does without where it is null', (name, value) => {
    expect(made({ [name]: value })).toEqual({ [name]: value });
    expect(made({ [name]: null })).toEqual({});
  });

  // 0 answers a merchant that requires the part (gateway-api 1.6); elsewhere it was never set.
  it.each(['tax_amount', 'shipping_amount', 'discount_amount', 'duty_amount'])(
    'has a %s of 0 where it says so, and none where it says nothing',
    (name) => {
      expect(made({ [name]: 0 })).toEqual({ [name]: 0 });
      expect(made({ [name]: 700 })).toEqual({ [name]: 700 });
      for (const nothing of [null, '', false]) expect(made({ [name]: nothing })).toEqual({});
      expect(create_input.safeParse({ ...sale, [name]: true }).success).toBe(false);
    },
  );

  it.each(['amount', 'tip_amount', 'surcharge'])('has no %s of 0', (name) => {
    for (const nothing of [0, null, '', false]) expect(made({ [name]: nothing })).toEqual({});
  });
});

it('a refund of a negative amount is one of that much', () => {
  expect(refund_input.parse({ amount: -500 })).toEqual({ amount: 500 });
  expect(refund_input.parse({ amount: 0, surcharge: null })).toEqual({});
});

it('a report is printed in the zone it names, if any', () => {
  expect(report_input.parse({ time_zone: 'Asia/Beirut' }).time_zone).toBe('Asia/Beirut');
  for (const none of [null, '', undefined]) {
    expect(report_input.parse({ time_zone: none }).time_zone).toBeUndefined();
  }
});
