// The bank account for fees: two shapes, either case, and numbers that banks could have given.
import { describe, expect, it } from 'vitest';
import { billing_input, isRoutingNumber } from './merchant-billing.ts';

const account = { type: 'ppd', routing_number: '021000021', account_type: 'savings' };
const takes = (change: object) => billing_input.safeParse({ ...account, ...change }).success;

describe('the bank account for fees', () => {
  it('is sent bare or as `ach`; null removes it and nothing keeps it', () => {
    expect(billing_input.parse(account)).toEqual(account);
    expect(billing_input.parse({ ach: account })).toEqual(account);
    expect(billing_input.parse({ ach: null })).toBeNull();
    expect(billing_input.parse(null)).toBeNull();
    expect(billing_input.parse(undefined)).toBeUndefined();
    expect(billing_input.safeParse('021000021').success).toBe(false);
    const empty = { type: '', routing_number: '', masked_account_number: null, account_type: '' };
    for (const unset of [empty, { ach: empty }, {}, { ach: {} }, { ach: undefined }]) {
      expect(billing_input.parse(unset)).toBeUndefined();
    }
    expect(billing_input.safeParse({ ...empty, type: 'ppd' }).success).toBe(false);
    for (const bad of ['', 'x', 7, []]) {
      expect(billing_input.safeParse({ ach: bad }).success).toBe(Array.isArray(bad));
    }
  });

  it('is read in either case', () => {
    expect(billing_input.parse({ ...account, type: 'PPD', account_type: 'Savings' })).toEqual(
      account,
    );
    expect(takes({ type: 7 })).toBe(false);
    expect(takes({ account_type: 'loan' })).toBe(false);
  });

  it('has 4 to 17 digits, or the mask that was answered', () => {
    const good = ['', '1234', '12345678901234567', '****', '*1234', '***12', null, undefined];
    expect(good.filter((account_number) => !takes({ account_number }))).toEqual([]);
    const bad = ['123', '123456789012345678', '*12345', '12*', 'x1234', '1234x'];
    expect(bad.filter((account_number) => takes({ account_number }))).toEqual([]);
  });
});

describe('a routing number', () => {
  it('has nine digits whose weighted sum is a multiple of ten', () => {
    expect(['021000021', '011401533', '091000019'].filter(isRoutingNumber)).toHaveLength(3);
    const bad = ['021000022', '121000021', '012000021', '000000000', '', '02100002', '0210000210'];
    expect(bad.filter(isRoutingNumber)).toEqual([]);
    expect(isRoutingNumber('x021000021')).toBe(false);
  });
});
