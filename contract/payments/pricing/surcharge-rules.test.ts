// Surcharge verdicts by state, brand, card kind and day.
import { describe, expect, it } from 'vitest';
import { us_regions } from '../../places.ts';
import type { SurchargeQuestion } from './surcharge-rules.ts';
import {
  brand_caps,
  default_blacklist,
  surcharge_rules,
  surchargeVerdict,
} from './surcharge-rules.ts';

const ask = (overrides: Partial<SurchargeQuestion> = {}) =>
  surchargeVerdict({
    funding: 'credit',
    state: 'IL',
    blacklist: ['CO'],
    on: '2026-11-21',
    ...overrides,
  });
const cap = (input: Partial<SurchargeQuestion>) => {
  const verdict = ask(input);
  return verdict.allowed ? verdict.cap_thousandths : 'refused';
};

describe('a surcharge', () => {
  it('is for credit cards alone', () => {
    expect(cap({ funding: 'credit' })).toBeNull();
    expect(cap({ funding: 'debit' })).toBe('refused');
    expect(cap({ funding: 'prepaid' })).toBe('refused');
    expect(cap({ funding: 'unknown' })).toBe('refused');
    expect(cap({ funding: undefined })).toBeNull();
    expect(cap({ exempt: true })).toBe('refused');
  });

  it.each(['CT', 'MA', 'ME', 'PR', 'CO', 'co'])('is refused in %s', (state) => {
    expect(cap({ state })).toBe('refused');
  });

  it.each([
    ['OK', 2000],
    ['ok', 2000],
    ['IL', null],
    ['NY', null],
    ['TX', null],
    [undefined, null],
  ])('in %s has the ceiling %s', (state, ceiling) => {
    expect(cap({ state })).toBe(ceiling);
  });

  it('in Colorado needs the state off the merchant’s list, and is capped by a switch', () => {
    expect(default_blacklist).toEqual(['CO']);
    expect(cap({ state: 'CO', blacklist: [] })).toBeNull();
    expect(cap({ state: 'CO', blacklist: [], colorado_cap: true })).toBe(2000);
    expect(cap({ state: 'CO', colorado_cap: true })).toBe('refused');
    expect(cap({ state: 'IL', blacklist: ['il'] })).toBe('refused');
  });

  it('stays under the ceiling of the card brand of its day', () => {
    expect(cap({ brand: 'visa' })).toBe(3000);
    expect(cap({ brand: 'visa', on: '2023-04-14' })).toBe(4000);
    expect(cap({ brand: 'visa', on: '2023-04-15' })).toBe(3000);
    expect(cap({ brand: 'mastercard' })).toBe(4000);
    expect(cap({ brand: 'amex' })).toBeNull();
    expect(cap({ brand: 'visa', state: 'OK' })).toBe(2000);
    expect(cap({ brand: 'visa', cost_thousandths: 2450 })).toBe(2450);
    expect(cap({ cost_thousandths: 2450, state: 'OK' })).toBe(2000);
  });

  it('is for addresses in the United States', () => {
    expect(cap({ country: 'CA' })).toBe('refused');
    expect(cap({ country: 'us' })).toBeNull();
  });

  it('comes with a reason', () => {
    expect(ask({ state: 'CT' }).reason).toMatch(/forbids/);
    expect(ask({ state: 'OK' }).reason).toMatch(/^OK: Up to 2%/);
    expect(ask({ brand: 'visa' }).reason).toBe('Limit of visa.');
    expect(ask({ brand: 'visa', cost_thousandths: 3000 }).reason).toBe('Limit of visa.');
    expect(ask({}).reason).toBe('No limit.');
    expect(ask({ cost_thousandths: 1 }).reason).toMatch(/own cost for cards/);
  });
});

describe('the tables', () => {
  it('name known places, and a ceiling exactly where the rule is a cap', () => {
    const codes = new Set(us_regions.map((place) => place.code));
    for (const rule of surcharge_rules) {
      expect(codes.has(rule.state)).toBe(true);
      expect(rule.cap_thousandths !== undefined).toBe(rule.kind === 'cap');
    }
  });

  it('have one brand ceiling a day', () => {
    for (const on of ['2020-01-01', '2023-04-15', '2026-11-21']) {
      const visa = brand_caps.filter(
        (row) => row.brand === 'visa' && (row.from ?? '') <= on && (row.to === null || on < row.to),
      );
      expect(visa).toHaveLength(1);
    }
  });
});
