// Card and bank account rules against the sandbox's numbers and hand-made cases.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  brand_labels,
  brandOf,
  brandOfHead,
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

  it.each([
    ...[
      [507680, 507720, 'ebt'],
      [508132, 508161, 'ebt'],
      [600486, 600486, 'ebt'],
    ],
    ...[
      [600528, 600528, 'ebt'],
      [600760, 600760, 'ebt'],
      [600875, 600890, 'ebt'],
    ],
    ...[
      [601413, 601413, 'ebt'],
      [601453, 601453, 'ebt'],
      [610093, 610093, 'ebt'],
    ],
    ...[
      [610423, 610470, 'ebt'],
      [601100, 601199, 'discover'],
      [622126, 622925, 'discover'],
    ],
    ...[
      [644000, 659999, 'discover'],
      [620000, 622125, 'china_unionpay'],
    ],
    ...[
      [622926, 629999, 'china_unionpay'],
      [810000, 819999, 'china_unionpay'],
    ],
    ...[
      [352800, 358999, 'jcb'],
      [340000, 349999, 'amex'],
      [370000, 379999, 'amex'],
    ],
    ...[
      [300000, 305999, 'diners_club'],
      [309500, 309599, 'diners_club'],
    ],
    ...[
      [360000, 369999, 'diners_club'],
      [380000, 399999, 'diners_club'],
    ],
    ...[
      [222100, 272099, 'mastercard'],
      [510000, 559999, 'mastercard'],
      [400000, 499999, 'visa'],
    ],
    ...[
      [500000, 507679, 'maestro'],
      [560000, 589999, 'maestro'],
      [600000, 600485, 'maestro'],
    ],
    ...[
      [610094, 610422, 'maestro'],
      [630000, 639999, 'maestro'],
      [660000, 699999, 'maestro'],
    ],
  ] as [from: number, to: number, brand: string][])(
    'from %i to %i is of brand %s',
    (from, to, brand) => {
      for (const head of [from, to]) {
        expect([brandOf(String(head)), brandOfHead(head)]).toEqual([brand, brand]);
      }
    },
  );

  it.each([0, 222099, 272100, 299999, 306000, 309499, 309600, 309999, 352799, 359000, 359999])(
    'that begins %i is of no brand',
    (head) => {
      expect([brandOf(String(head)), brandOfHead(head)]).toEqual(['unknown', 'unknown']);
    },
  );

  it('that is still being typed may be of a brand whose range is wider than it', () => {
    expect(['5076', '50768', '6', '64', '30', '309', '2', '222'].map(brandOf)).toEqual([
      ...['maestro', 'maestro', 'unknown', 'unknown', 'unknown', 'unknown', 'unknown', 'unknown'],
    ]);
  });

  it('has 13 to 19 digits and a right check digit', () => {
    // Their check digits are right: only length and form keep them out.
    for (const digits of ['0', '18', '000000000000', '00000000000000000000']) {
      expect([digits, passesLuhn(digits), isCardNumber(digits)]).toEqual([digits, true, false]);
    }
    for (const text of ['411111111111111;', ' 111111111111111']) {
      expect([text, passesLuhn(text), isCardNumber(text)]).toEqual([text, true, false]);
    }
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
    [' 12/30 ', { month: 12, year: 2030 }],
    ['112/30', null],
    ['12/30x', null],
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
  ])('%s of %s is refused with %j', (number, expiration, message) => {
    expect(cardError(number, expiration, '2026-11-30')).toBe(message);
  });
});

describe('a bank account', () => {
  it('has a routing number with a right check digit', () => {
    expect(isRoutingNumber('021000021', false)).toBe(true);
    expect(isRoutingNumber('021000022', true)).toBe(false);
    expect(isRoutingNumber('123123123', false)).toBe(true);
    // Weighted, their digits come to a multiple of ten as well.
    for (const shape of ['', '19', '0021000021', '02100002100', '02100002 1', 'x021000021']) {
      expect(isRoutingNumber(shape, true), shape).toBe(false);
    }
    expect(isRoutingNumber('02100002x', true)).toBe(false);
  });

  it('of a sandbox trigger passes in the sandbox alone', () => {
    for (const trigger of ['111111111', '000000001', '000000002']) {
      expect(isRoutingNumber(trigger, true)).toBe(true);
      expect(isRoutingNumber(trigger, false)).toBe(false);
    }
    expect(isRoutingNumber('000000000', false)).toBe(true);
  });

  it('has an account number of 4 to 17 digits', () => {
    expect([isAccountNumber('123'), isAccountNumber('1234')]).toEqual([false, true]);
    expect(isAccountNumber('12345678901234567')).toBe(true);
    expect(isAccountNumber('123456789012345678')).toBe(false);
  });

  it('is masked to its last four, and never by less than half', () => {
    expect(maskAccount('123451111')).toBe('XXXXX1111');
    expect(maskAccount('1234')).toBe('XX34');
  });
});
