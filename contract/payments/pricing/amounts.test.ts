// What the calculation of amounts takes: absent parts, nulls, one for a list, and its bounds.
import { describe, expect, it } from 'vitest';
import { calculate_input } from './amounts.ts';

const read = (input: object) => calculate_input.safeParse(input);
const part = (input: unknown) => read({ tip_amount: input }).data?.tip_amount;

describe('a part of a payment', () => {
  it('is flat and nothing where it does not say, and absent where it is not set', () => {
    expect(part({})).toEqual({ type: 'flat', value: 0 });
    expect(part({ type: null, value: null, include: null })).toBeUndefined();
    expect(part({ type: '', value: 0 })).toBeUndefined();
    expect(part({ type: null, value: 5 })).toEqual({ type: 'flat', value: 5 });
    expect(part({ type: 'percentage', value: 7, include: true })).toEqual({
      ...{ type: 'percentage', value: 7, include: true },
    });
    expect(read({ tip_amount: null }).success).toBe(true);
    expect(part(null)).toBeUndefined();
  });

  it('is not negative, a percentage at most a thousand', () => {
    const takes = (input: object) => read({ tip_amount: input }).success;
    expect(takes({ value: -1 })).toBe(false);
    expect(takes({ value: 99_999_999_999 })).toBe(true);
    expect(takes({ value: 100_000_000_000 })).toBe(false);
    expect(takes({ value: 1.5 })).toBe(false);
    expect(takes({ type: 'percentage', value: 1_000_000 })).toBe(true);
    expect(takes({ type: 'percentage', value: 1_000_001 })).toBe(false);
    expect(takes({ type: 'flat', value: 1_000_001 })).toBe(true);
    expect(takes({ type: 'half', value: 1 })).toBe(false);
  });

  it('stands for a list of one', () => {
    const one = { type: 'flat' as const, value: 5 };
    const several = (input: unknown) => read({ addon_amount: input }).data?.addon_amount;
    expect(several(one)).toEqual([one]);
    expect(several([one, one])).toEqual([one, one]);
    expect(several(undefined)).toBeUndefined();
    expect(read({ addon_amount: Array(50).fill(one) }).success).toBe(true);
    expect(read({ addon_amount: Array(51).fill(one) }).success).toBe(false);
  });

  it('has flags that may be absent or null', () => {
    expect(read({ flags: { tax_exempt: null, skip_surcharge: true } }).data?.flags).toEqual({
      skip_surcharge: true,
    });
    expect(read({ flags: null }).data?.flags).toBeUndefined();
    expect(read({ flags: { tax_exempt: 'yes' } }).success).toBe(false);
  });
});
