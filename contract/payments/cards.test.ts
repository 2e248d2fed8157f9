// Card and bank account rules against the sandbox's numbers and hand-made cases.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bankAccountError,
  brand_labels,
  brandOf,
  cardDigits,
  cardError,
  cvcLength,
  formatExpiration,
  isAccountNumber,
  isCardNumber,
  isCvc,
  isExpired,
  isRoutingNumber,
  maskAccount,
  maskCard,
  parseExpiration,
  passesLuhn,
  sentExpiration,
} from './cards.ts';
import { isTestCard, test_cards, trigger_cards } from './test-cards.ts';

describe('the sandbox cards', () => {
  it.each([...test_cards, ...trigger_cards])('$number is a valid $brand', ({ number, brand }) => {
    expect(isCardNumber(number)).toBe(true);
    expect(brandOf(number)).toBe(brand);
    expect(isTestCard(number)).toBe(true);
  });

  it('are fourteen and seven, and other numbers are none of them', () => {
    expect([test_cards.length, trigger_cards.length]).toEqual([14, 7]);
    expect(isTestCard('4000001000000513')).toBe(true);
    expect(isTestCard('4242424242424242')).toBe(false);
  });
});

describe('a card number', () => {
  it.each([
    ['41111111111', 'visa'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', 'unknown'],
    ['5105', 'mastercard'],
    ['34', 'amex'],
    ['6011', 'discover'],
    ['6445', 'discover'],
    ['6221', 'china_unionpay'],
    ['622126', 'discover'],
    ['3530', 'jcb'],
    ['3566', 'jcb'],
    ['3056', 'diners_club'],
    ['36', 'diners_club'],
    ['6759', 'maestro'],
    ['507719', 'ebt'],
    ['9', 'unknown'],
    ['', 'unknown'],
  ])('that begins %s is of brand %s', (number, brand) => {
    expect(brandOf(number)).toBe(brand);
    expect(brand_labels[brandOf(number)]).toMatch(/\S/);
  });

  it('has 13 to 19 digits and a right check digit', () => {
    expect(isCardNumber('411111111111')).toBe(false);
    expect(isCardNumber('4111111111111112')).toBe(false);
    expect(isCardNumber('4222222222222')).toBe(true);
    expect(isCardNumber('6799990100000000019')).toBe(true);
    expect(isCardNumber('67999901000000000190')).toBe(false);
    expect(isCardNumber('4111 1111 1111 1111')).toBe(false);
    expect(isCardNumber(cardDigits('4111 1111-1111 1111'))).toBe(true);
    expect(passesLuhn('')).toBe(false);
  });

  it('fails its check when any one digit is changed', () => {
    const place = fc.integer({ min: 0, max: 15 });
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 9 }), (index, step) => {
        const digits = [...'4111111111111111'];
        digits[index] = String((Number(digits[index]) + step) % 10);
        return !passesLuhn(digits.join(''));
      }),
    );
  });

  it('is masked to its first six and last four', () => {
    expect(maskCard('4111111111111111')).toBe('411111******1111');
    expect(maskCard('378282246310005')).toBe('378282*****0005');
  });

  it('goes with a code of three digits, four on Amex', () => {
    expect([cvcLength('visa'), cvcLength('amex')]).toEqual([3, 4]);
    expect(['12', '123', '1234', '12345', 'abc'].map(isCvc)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('an expiry', () => {
  it.each([
    ['12/30', { month: 12, year: 2030 }],
    ['0130', { month: 1, year: 2030 }],
    ['01 / 30', { month: 1, year: 2030 }],
    ['13/30', null],
    ['00/30', null],
    ['1/30', null],
    ['12/2030', null],
    ['', null],
  ])('of %j reads as %j', (text, expiration) => {
    expect(parseExpiration(text)).toEqual(expiration);
  });

  it('is good through the last day of its month', () => {
    const expiration = { month: 2, year: 2028 };
    expect(isExpired(expiration, '2028-02-29')).toBe(false);
    expect(isExpired(expiration, '2028-03-01')).toBe(true);
    expect(isExpired(expiration, '2027-12-31')).toBe(false);
  });

  it('is sent and answered in its two forms', () => {
    expect(sentExpiration({ month: 3, year: 2030 })).toBe('0330');
    expect(formatExpiration({ month: 3, year: 2030 })).toBe('03/30');
  });
});

describe('a keyed card', () => {
  it.each([
    ['4111111111111111', '12/30', null],
    ['4111111111111112', '12/30', 'invalid cc'],
    ['4111111111111111', '13/30', 'invalid exp'],
    ['4', 'x', 'invalid cc,exp'],
    ['4111111111111111', '10/26', 'Invalid card expiration - expired'],
    ['4111111111111111', '11/26', null],
    ['4111111111111111', '12/76', null],
    ['4111111111111111', '01/77', 'Invalid card expiration - to far in the future'],
  ])('%s of %s is told %j', (number, expiration, message) => {
    expect(cardError(number, expiration, '2026-11-30')).toBe(message);
  });
});

describe('a bank account', () => {
  it('has a routing number with a right check digit', () => {
    expect(isRoutingNumber('021000021', false)).toBe(true);
    expect(isRoutingNumber('021000022', true)).toBe(false);
    expect(isRoutingNumber('123123123', false)).toBe(true);
    expect(isRoutingNumber('02100002', true)).toBe(false);
    expect(isRoutingNumber('02100002x', true)).toBe(false);
  });

  it('of a sandbox trigger passes in the sandbox alone', () => {
    for (const trigger of ['111111111', '000000001', '000000002']) {
      expect(isRoutingNumber(trigger, true)).toBe(true);
      expect(isRoutingNumber(trigger, false)).toBe(false);
    }
    expect(isRoutingNumber('000000000', false)).toBe(true);
  });

  it('is told what is wrong with it', () => {
    expect(bankAccountError('021000021', '1234', false)).toBeNull();
    expect(bankAccountError('1', '1234', false)).toBe('Invalid routing_number');
    expect(bankAccountError('021000021', '123', false)).toBe('Invalid account_number');
    expect(bankAccountError('1', '1', false)).toBe('Invalid account,routing');
    expect(isAccountNumber('12345678901234567')).toBe(true);
    expect(isAccountNumber('123456789012345678')).toBe(false);
  });

  it('is masked to its last four, and never by less than half', () => {
    expect(maskAccount('123451111')).toBe('XXXXX1111');
    expect(maskAccount('1234')).toBe('XX34');
  });
});
