// Limits as a form holds them: text in the currency's own units, nothing for none.
import { describe, expect, it } from 'vitest';
import { limitOfText, limitsOfTexts, limitTexts, mergedLimits, stored_limits } from './limits.ts';

describe('limits in a form', () => {
  it('are texts in the units of their currency, empty for none', () => {
    const limits = { sale: { single: 1050, daily: 0, monthly: 99 } };
    expect(limitTexts(limits, 'usd')).toEqual({
      ...{ sale_single: '10.50', sale_daily: '', sale_monthly: '0.99' },
      ...{ credit_single: '', credit_daily: '', credit_monthly: '' },
    });
    expect(limitTexts(limits, 'jpy').sale_single).toBe('1050');
    expect(Object.values(limitTexts(null, 'usd'))).toEqual(Array(6).fill(''));
  });

  it('are read as they were written, and what is no limit counts as none', () => {
    const texts = limitTexts({ sale: { single: 1050, daily: 2000, monthly: 3000 } }, 'usd');
    expect(limitsOfTexts({ ...texts, credit_daily: 'much' }, 'usd')).toEqual({
      sale: { single: 1050, daily: 2000, monthly: 3000 },
      credit: { single: 0, daily: 0, monthly: 0 },
    });
  });

  it.each([
    [' 10.50 ', 'usd', 1050],
    ['', 'usd', 0],
    ['  ', 'usd', 0],
    ['-1', 'usd', null],
    ['1.005', 'usd', null],
    ['much', 'usd', null],
    ['10.5', 'jpy', null],
  ])('%j in %s is %j', (text, currency, minor) => {
    expect(limitOfText(text, currency)).toBe(minor);
  });
});

describe('the limits of a merchant', () => {
  const none = { single: 0, daily: 0, monthly: 0 };
  const stored = { sale: { single: 5, daily: 6, monthly: 7 }, credit: { daily: 8 } };

  it('are none where nothing is stored', () => {
    for (const nothing of [null, undefined, {}]) {
      expect(stored_limits.parse(nothing)).toEqual({ sale: none, credit: none });
    }
    expect(stored_limits.parse(stored).credit).toEqual({ ...none, daily: 8 });
  });

  it('keep what a change leaves out; 0 takes one away', () => {
    const before = { sale: stored.sale, credit: { ...none, daily: 8 } };
    const unchanged = [undefined, null, {}, { sale: null }, { sale: { single: null } }];
    for (const change of unchanged) expect(mergedLimits(stored, change)).toEqual(before);
    const change = { sale: { single: 0, monthly: 9 }, credit: { single: 1 } };
    expect(mergedLimits(stored, change)).toEqual({
      sale: { single: 0, daily: 6, monthly: 9 },
      credit: { single: 1, daily: 8, monthly: 0 },
    });
  });
});
