// What the fields say is missing or wrong, by the names that pages of merchants know.
import { describe, expect, it } from 'vitest';
import { grouped, typedExpiration } from './card-number.ts';
import { type CheckContext, faultsOf, messageOf } from './check.ts';
import { readMessage } from './messages.ts';
import { feesText, minorOf } from './server-calls.ts';
import { type PaymentType, readSettings } from './settings.ts';

const at = (settings: object = {}, type: PaymentType = 'card'): CheckContext => ({
  settings: readSettings(settings),
  type,
  today: '2026-11-27',
  is_sandbox: true,
});
const card = { cc: '4111 1111 1111 1111', exp: '11/26', cvv: '123' };
const ach = { routing: '490000018', account: '12345' };

describe('a card', () => {
  it('is good through the last day of its month', () => {
    expect(faultsOf(card, at())).toEqual([]);
    expect(faultsOf({ ...card, exp: '10/26' }, at())).toEqual(['exp']);
  });

  it('names every field that is wrong, in their order', () => {
    expect(faultsOf({ cvv: '12' }, at())).toEqual(['cc', 'exp', 'cvv']);
  });

  it('has a code of the length of its brand, and needs one where the page says so', () => {
    const none = { ...card, cvv: '' };
    expect(faultsOf(none, at())).toEqual([]);
    expect(faultsOf(none, at({ payment: { card: { requireCVV: true } } }))).toEqual(['cvv']);
    expect(faultsOf({ ...card, cvv: '1234' }, at())).toEqual(['cvv']);
    const amex = { ...card, cc: '378282246310005' };
    expect(faultsOf({ ...amex, cvv: '1234' }, at())).toEqual([]);
  });

  it('of more than 16 digits takes the strict mode', () => {
    const long = { ...card, cc: '6304000000000000000' };
    expect(faultsOf(long, at())).toEqual(['cc']);
    expect(faultsOf(long, at({ payment: { card: { strict_mode: true } } }))).toEqual([]);
  });
});

describe('a bank account', () => {
  it('needs a routing number with a right check digit', () => {
    expect(faultsOf(ach, at({}, 'ach'))).toEqual([]);
    expect(faultsOf({ ...ach, routing: '490000019' }, at({}, 'ach'))).toEqual(['routing']);
  });

  it('that is debited by telephone names a check', () => {
    const tel = { ...ach, sec_code: 'tel' };
    expect(faultsOf(tel, at({}, 'ach'))).toEqual(['check_number']);
    expect(faultsOf({ ...tel, check_number: '1234567' }, at({}, 'ach'))).toEqual(['check_number']);
    expect(faultsOf({ ...tel, check_number: '1001' }, at({}, 'ach'))).toEqual([]);
  });

  it('is typed twice where the page asks for it', () => {
    const settings = { payment: { ach: { verifyAccountRouting: true } } };
    const again = { ...ach, routing_again: '490000018', account_again: '12346' };
    expect(faultsOf(again, at(settings, 'ach'))).toEqual(['account_again']);
  });
});

it('requires people and places of the way to pay that is chosen alone', () => {
  const user_required = { first_name: true, email: true };
  const billing_required = { zip: true };
  const settings = { payment: { card: { user_required, billing_required } } };
  expect(faultsOf(card, at(settings))).toEqual(['first_name', 'email', 'zip']);
  expect(faultsOf({ ...card, first_name: 'Ann', email: 'ann', zip: '1' }, at(settings))).toEqual([
    'email',
  ]);
  expect(faultsOf(ach, at(settings, 'ach'))).toEqual([]);
  expect(messageOf('shipping_zip')).toBe('Enter a postal code.');
});

describe('settings', () => {
  it('begin with a code that the page offers', () => {
    const of = (ach: object) => readSettings({ payment: { ach } }).ach;
    expect(of({})).toMatchObject({ code: 'web', codes: ['web', 'ccd', 'ppd', 'tel'] });
    expect(of({ secCodeList: ['ppd', 'ccd'] })).toMatchObject({ code: 'ppd' });
    const beside = { sec_code: 'tel', secCodeList: ['ppd'] };
    expect(of(beside)).toMatchObject({ code: 'tel', codes: ['tel', 'ppd'] });
  });

  it('are read leniently: anything may be missing or of another kind', () => {
    for (const settings of [null, 'x', [], { payment: [], user: 7, styles: null }]) {
      expect(readSettings(settings)).toMatchObject({
        types: ['card'],
        has_choice: false,
        card: { most_digits: 16, show_code: true },
        ach: { code: 'web' },
      });
    }
  });

  it('show the choice for several ways to pay, and where it is asked for', () => {
    const of = (types: unknown, more = {}) => {
      const { types: found, has_choice } = readSettings({ payment: { types, ...more } });
      return [found, has_choice];
    };
    expect(of(['card', 'ach'])).toEqual([['card', 'ach'], true]);
    expect(of(['ach'])).toEqual([['ach'], false]);
    expect(of('ach')).toEqual([['ach'], true]);
    expect(of(['ach'], { forcePaymentSelection: true })).toEqual([['ach'], true]);
    // Ways to pay that this gateway has no fields for are left out.
    expect(of(['stripe', 'plaid', 'apple_pay'])).toEqual([['card'], false]);
  });
});

it('writes numbers in groups and dates with their slash as they are typed', () => {
  expect(grouped('4111111111111111')).toBe('4111 1111 1111 1111');
  expect(grouped('378282246310005')).toBe('3782 822463 10005');
  expect(grouped('37828')).toBe('3782 8');
  const typed = ['1', '12', '123', '12/30', '7', '730', '1/30', '12/', '07 / 31'];
  expect(typed.map(typedExpiration)).toEqual([
    '1',
    '12',
    '12/3',
    '12/30',
    '07',
    '07/30',
    '01/30',
    '12',
    '07/31',
  ]);
});

it('reads a year of four digits, filled in, pasted or typed', () => {
  for (const text of ['12/2030', '12 / 2030', '122030', '12-2030', '12/30']) {
    expect(typedExpiration(text), text).toBe('12/30');
  }
  expect(typedExpiration('7/2031')).toBe('07/31');
  const keys = [...'122030'];
  const shown = keys.reduce((before, key) => typedExpiration(before + key), '');
  expect(shown).toBe('12/30');
  // A key too many changes nothing; a year that was begun is no other year.
  expect(typedExpiration('12/304')).toBe('12/30');
  expect(typedExpiration('12/203')).toBe('12/203');
});

it('reads an amount in the currency of the merchant, and says what is added to it', () => {
  expect(['1000', '¥1,000', '1000.00'].map((text) => minorOf(text, 'jpy'))).toEqual([
    1000,
    1000,
    undefined,
  ]);
  const fees = { surcharge: 30, service_fee: 0, amount: 1030, currency: 'jpy' };
  expect(feesText(fees)).toBe('Includes a surcharge of ¥30. Total ¥1,030.');
  expect(feesText({ ...fees, surcharge: 0, service_fee: 30, currency: 'usd' })).toBe(
    'Includes a service fee of $0.30. Total $10.30.',
  );
  expect([feesText(null), feesText({ ...fees, surcharge: 0 })]).toEqual(['', '']);
});

it('reads dollars as cents without rounding', () => {
  const amounts = ['1.00', '0.1', '$12', '1,234.56', '8.115', '', 'x', '-1'];
  expect(amounts.map((text) => minorOf(text, 'usd'))).toEqual([
    100,
    10,
    1200,
    123456,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('hears JSON texts with an event and nothing else', () => {
  expect(readMessage('{"event":"submit","data":{}}')).toEqual({ event: 'submit', data: {} });
  for (const text of ['', '7', 'null', '{}', '{"event":1}', { event: 'submit' }]) {
    expect(readMessage(text)).toBeNull();
  }
});
