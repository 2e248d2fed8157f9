// What a receipt says of a payment: copies, result, account, telephone, amounts and signature.
import { describe, expect, it } from 'vitest';
import {
  chipLines,
  copiesOf,
  phoneText,
  receiptAccount,
  receiptMoment,
  receiptMoney,
  receiptResult,
  signsReceipt,
} from './receipt.ts';
import type { TransactionRecord } from './record.ts';

const payment = (change: object = {}) =>
  ({
    ...{ type: 'sale', response: 'approved', status: 'settled', payment_type: 'card' },
    ...{ amount: 1000, amount_authorized: 1000, amount_captured: 0, amount_refunded: 0 },
    currency: 'usd',
    ...{ tax_amount: 0, shipping_amount: 0, duty_amount: 0, national_tax_amount: 0 },
    ...{ tip_amount: 0, discount_amount: 0, surcharge: 0, service_fee: 0 },
    ...change,
  }) as TransactionRecord;

describe('a receipt', () => {
  it('is written in the copies that are requested', () => {
    expect(copiesOf('both')).toEqual(['customer', 'merchant']);
    expect(copiesOf('merchant')).toEqual(['merchant']);
    expect(copiesOf('customer')).toEqual(['customer']);
    expect(copiesOf('no')).toEqual(['customer']);
  });

  it('names the application of a chip, and nothing of a card that was keyed', () => {
    const terminal = { emv_app_name: 'VISA CREDIT', emv_aid: 'A0000000031010' };
    expect(chipLines(payment({ response_body: { terminal } }))).toEqual([
      ['Application', 'VISA CREDIT'],
      ['AID', 'A0000000031010'],
    ]);
    expect(chipLines(payment({ response_body: { card: {} } }))).toEqual([]);
  });

  it('says a void before the result', () => {
    expect(receiptResult({ status: 'voided', response: 'approved' })).toBe('VOIDED');
    expect(receiptResult({ status: 'settled', response: 'approved' })).toBe('APPROVED');
    expect(receiptResult({ status: 'unknown', response: 'unknown' })).toBe('NOT CONFIRMED YET');
  });

  it('shows the last four digits of an account', () => {
    const account = (response_body: object) => receiptAccount(payment({ response_body }));
    const card = { card_type: 'visa', masked_card: '411111******1881', last_four: '1881' };
    expect(account({ card })).toEqual(['Visa', '************1881']);
    expect(account({ card: { ...card, masked_card: '188' } })?.[1]).toBe('1881');
    expect(account({ card: { ...card, card_type: 'none' } })?.[0]).not.toBe('Visa');
    expect(account({ ach: { masked_account_number: '***12' } })).toEqual(['Bank account', '***12']);
    expect(account({ cash: {} })).toBeNull();
  });

  it.each([
    ['3605550142', '(360) 555-0142'],
    ['13605550142', '(360) 555-0142'],
    ['360.555-0142', '(360) 555-0142'],
    ['23605550142', '23605550142'],
    ['360555014', '360555014'],
    ['36055501423', '36055501423'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['', ''],
  ])('writes the telephone %s as %s', (stored, shown) => {
    expect(phoneText(stored)).toBe(shown);
  });

  it.each([
    ['an approved sale', {}, true],
    ['a sale approved in part', { response: 'partial' }, true],
    ['an authorization', { type: 'authorize' }, true],
    ['a declined sale', { response: 'declined' }, false],
    ['a refund', { type: 'refund' }, false],
    ['a bank payment', { payment_type: 'ach' }, false],
  ])('asks for a signature under %s or not', (_name, change, signs) => {
    expect(signsReceipt(payment(change), true)).toBe(signs);
    expect(signsReceipt(payment(change), false)).toBe(false);
  });
});

describe('the amounts of a receipt', () => {
  it('sum to the total', () => {
    expect(receiptMoney(payment())).toEqual({
      ...{ parts: [['Amount', '$10.00']], total: ['Total USD', '$10.00'], after: [] },
    });
    const parts = { tax_amount: 70, tip_amount: 100, discount_amount: 50, service_fee: 1 };
    const more = { shipping_amount: 2, duty_amount: 3, national_tax_amount: 4, surcharge: 5 };
    expect(receiptMoney(payment({ ...parts, ...more })).parts).toEqual([
      ['Subtotal', '$8.65'],
      ['Discount', '−$0.50'],
      ['Shipping', '$0.02'],
      ['Duty', '$0.03'],
      ['Tax', '$0.70'],
      ['National tax', '$0.04'],
      ['Surcharge', '$0.05'],
      ['Service fee', '$0.01'],
      ['Tip', '$1.00'],
    ]);
  });

  it('stand alone where a part is larger, and keep goods of nothing', () => {
    const parts = (tax_amount: number) => receiptMoney(payment({ tax_amount })).parts;
    expect(parts(1001)).toEqual([['Amount', '$10.00']]);
    expect(parts(1000)).toEqual([
      ['Subtotal', '$0.00'],
      ['Tax', '$10.00'],
    ]);
  });

  it('of a payment approved in part tell what was requested', () => {
    const partly = receiptMoney(payment({ response: 'partial', amount_authorized: 600 }));
    expect(partly.total).toEqual(['Total USD', '$6.00']);
    expect(partly.parts.at(-1)).toEqual(['Requested', '$10.00']);
    expect(receiptMoney(payment({ response: 'partial' })).parts).toHaveLength(1);
    const captured = { response: 'partial', amount_authorized: 600, amount_captured: 600 };
    expect(receiptMoney(payment(captured))).toEqual(partly);
    expect(receiptMoney(payment({ amount_authorized: 0 })).total[1]).toBe('$10.00');
  });

  it('of a payment captured in part tell what was authorized, and what refunds left', () => {
    const change = { type: 'authorize', amount_captured: 500, amount_refunded: 500 };
    expect(receiptMoney(payment(change))).toEqual({
      parts: [
        ['Amount', '$10.00'],
        ['Authorized', '$10.00'],
      ],
      total: ['Total USD', '$5.00'],
      after: [
        ['Refunded', '−$5.00'],
        ['Left after refunds', '$0.00'],
      ],
    });
  });

  it('name both prices that were offered, as long as the amount is one of them', () => {
    const payment_type_totals = { card: 1000, ach: 960, cash: 960 };
    const offered = (more: object) => receiptMoney(payment({ payment_type_totals, ...more })).after;
    const both = [
      ['Card price', '$10.00'],
      ['Cash or bank price', '$9.60'],
    ];
    expect(offered({})).toEqual(both);
    expect(offered({ payment_type: 'ach', amount: 960 })).toEqual(both);
    expect(offered({ amount: 1100 }), 'a tip came later').toEqual([]);
    const apart = { ...payment_type_totals, ach: 980 };
    expect(offered({ payment_type_totals: apart }).map(([label]) => label)).toEqual([
      ...['Card price', 'Bank price', 'Cash price'],
    ]);
  });

  it('tell what was refunded and what is left; a verification has none', () => {
    expect(receiptMoney(payment({ amount_refunded: 400 })).after).toEqual([
      ['Refunded', '−$4.00'],
      ['Left after refunds', '$6.00'],
    ]);
    expect(receiptMoney(payment({ type: 'verification', amount: 0 })).parts).toEqual([]);
  });
});

describe('the moment of a receipt', () => {
  const at = '2026-06-18T15:04:00Z';

  it('is the merchant’s time, with its zone', () => {
    expect(receiptMoment(at, 'America/Los_Angeles')).toBe('Jun 18, 2026, 8:04 AM PDT');
    expect(receiptMoment('2026-12-18T04:30:00Z', 'America/Los_Angeles')).toBe(
      'Dec 17, 2026, 8:30 PM PST',
    );
  });

  it('is UTC where the zone is not known', () => {
    expect(receiptMoment(at, 'Mars/Olympus')).toBe('Jun 18, 2026, 3:04 PM UTC');
    expect(receiptMoment(at, '')).toBe('Jun 18, 2026, 3:04 PM UTC');
  });
});
