// The price of a request by itself, and the limits it is held against before anything is sent.
import { describe, expect, it } from 'vitest';
import { stored_limits } from '../../../../contract/accounts/limits.ts';
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import { readDocuments } from '../../../accounts/settings/documents.ts';
import type { Context } from '../../../context.ts';
import type { MerchantConfig, ProcessorConfig } from '../../merchant-config.ts';
import type { Attempt } from '../attempts/attempts.ts';
import { exceededSingleLimit, releaseLimits, reserveLimits } from '../attempts/limit-counters.ts';
import { type PriceFor, priceOf } from './price.ts';
import { rateOf } from './pricing-inputs.ts';

const now = new Date('2026-03-04T05:06:07.000Z');
const context = { clock: { now: () => now } } as Context;
const surcharging = {
  permissions: { allow_surcharge: true, allow_ibx_bin_lookup: true },
  flags: { surcharge_enabled: true },
};

function configOf(input: { permissions?: object; flags?: object; limits?: object } = {}) {
  const { permissions = {}, flags = {}, limits = {} } = input;
  return {
    id: 'm1',
    timezone: 'UTC',
    state: '',
    colorado_cap: false,
    documents: readDocuments({ permissions, flags, requireds: {}, default_values: {} }),
    limits: stored_limits.parse(limits),
    processors: [rated],
  } as unknown as MerchantConfig;
}
function processorOf(row: object = {}): ProcessorConfig {
  const none = { payment_adj_type: '', payment_adj_value: 0, max_daily: 0, max_monthly: 0 };
  return {
    row: { id: 'p1', timezone: 'UTC', limits: {}, ...none, ...row },
  } as unknown as ProcessorConfig;
}
const percent = { payment_adj_type: 'percentage', payment_adj_value: 3_000 };
const rated = processorOf({ ...percent, default_card: true });
const credit = { brand: 'visa', funding: 'credit', type: 'credit', bin_type: '' } as const;
const by_card: PriceFor = { payment_type: 'card', card: credit, processor: rated };

const priced = (input: object, config = configOf(), by = by_card) =>
  priceOf(context, config, { type: 'sale', ...input } as CreateInput, by);
const nothing = {
  payment_adjustment: 0,
  tip_amount: 0,
  surcharge: 0,
  service_fee: 0,
  discount_amount: 0,
  tax_amount: 0,
  shipping_amount: 0,
  national_tax_amount: 0,
  duty_amount: 0,
  program: '',
  payment_type_totals: null,
};

describe('the rate of a processor', () => {
  it.each([
    ['flat', 1, { type: 'flat', value: 1 }],
    ['percentage', 2, { type: 'percentage', value: 2 }],
    ['flat', 0, undefined],
    ['', 5, undefined],
  ])('of %s %i is %j', (payment_adj_type, payment_adj_value, rate) => {
    expect(rateOf(processorOf({ payment_adj_type, payment_adj_value }))).toEqual(rate);
  });
});

describe('the price of a request', () => {
  it('for a verification is nothing, whatever is stated', () => {
    expect(priced({ type: 'verification', amount: 5, tip_amount: 9 })).toEqual({
      ...nothing,
      amount: 0,
      base_amount: 0,
    });
  });

  it('has no surcharge for a saved customer that is exempt', () => {
    const surcharged = configOf(surcharging);
    const base = { base_amount: 10_000 };
    expect(priced(base, surcharged).surcharge).toBe(300);
    const exempt = priced(base, surcharged, { ...by_card, is_exempt: true });
    expect([exempt.surcharge, exempt.amount]).toEqual([0, 10_000]);
  });

  it('by its amount holds all stated parts as they are', () => {
    const parts = {
      tip_amount: 50,
      surcharge: 40,
      discount_amount: 30,
      tax_amount: 20,
      shipping_amount: 10,
      national_tax_amount: 5,
      duty_amount: 4,
    };
    const base = { ...nothing, ...parts, amount: 1_000, base_amount: 910 };
    expect(priced({ amount: 1_000, ...parts })).toEqual(base);
    const fee = (type: string, value: number) => ({ payment_adjustment: { type, value } });
    expect(priced({ amount: 1_000, ...parts, ...fee('flat', 110) })).toEqual({
      ...base,
      ...{ base_amount: 800, service_fee: 110, payment_adjustment: 110 },
    });
    // A fee of 10 % that is in it already: 910 are 110 %.
    expect(priced({ amount: 1_000, ...parts, ...fee('percentage', 10_000) })).toMatchObject({
      base_amount: 827,
      service_fee: 83,
    });
    expect(priced({ amount: 90, surcharge: 90, ...fee('percentage', 10_000) })).toMatchObject({
      ...{ base_amount: 0, service_fee: 0 },
    });
  });

  it('by its base amount is computed, and another total is refused', () => {
    const config = configOf(surcharging);
    const found = { amount: 1_080, base_amount: 1_000, surcharge: 30, program: 'surcharge' };
    const submitted = { base_amount: 1_000, tip_amount: 50, discount_amount: 20 };
    expect(priced(submitted, config)).toEqual({ ...nothing, ...submitted, ...found });
    expect(priced({ ...submitted, amount: 1_080 }, config)).toMatchObject(found);
    expect(() => priced({ ...submitted, amount: 1_079 }, config)).toThrow(/invalid Amount/);
    const no_card = { ...by_card, payment_type: 'ach' as const, card: null };
    expect(priced(submitted, config, no_card)).toMatchObject({ amount: 1_050, surcharge: 0 });
  });

  it('obeys the state and country of the payer, and the fee of the caller', () => {
    const config = configOf(surcharging);
    const from = (billing_address: object) =>
      priced({ base_amount: 1_000, billing_address }, config).surcharge;
    expect([from({}), from({ state: 'CT' }), from({ state: 'OK' })]).toEqual([30, 0, 20]);
    expect([from({ country: 'US' }), from({ country: 'GB' })]).toEqual([30, 0]);
    const payment_adjustment = { type: 'flat', value: 70 };
    expect(priced({ base_amount: 1_000, payment_adjustment })).toMatchObject({
      ...{ amount: 1_070, service_fee: 70, payment_adjustment: 70 },
    });
  });

  it('adds the discount of a program to that of the caller', () => {
    const config = configOf({
      permissions: { allow_cash_discount_v2: true },
      flags: { cash_discount_enabled: true },
    });
    const cash = { ...by_card, payment_type: 'cash' as const, card: null };
    const plain = priced({ base_amount: 1_000 }, config, cash);
    const own = priced({ base_amount: 1_000, discount_amount: 5 }, config, cash);
    expect(plain.discount_amount).toBeGreaterThan(0);
    expect(own.discount_amount).toBe(plain.discount_amount + 5);
  });
});

describe('a calculation that is passed back', () => {
  const config = configOf(surcharging);
  const amounts = { amount: 1_130, base_amount: 1_000, amounts_included: { tip_amount: 100 } };

  it('is taken with its included parts, what is stated beside it first', () => {
    expect(priced({ amounts }, config)).toMatchObject({
      ...{ amount: 1_130, base_amount: 1_000, tip_amount: 100, surcharge: 30 },
      program: 'surcharge',
    });
    expect(priced({ amounts, amount: 1_130, tip_amount: 0 }, config).tip_amount).toBe(100);
    expect(() => priced({ amounts, tip_amount: 99 }, config)).toThrow(/invalid Amount/);
    const flat = { amount: 1_130, base_amount: 1_000, tip_amount: 100, tax_amount: 7.5 };
    expect(priced({ amounts: flat }, config)).toMatchObject({ tip_amount: 100, tax_amount: 0 });
    const negative = { ...amounts, amounts_included: { tip_amount: 100, duty_amount: -1 } };
    expect(priced({ amounts: negative }, config).duty_amount).toBe(0);
  });

  it.each([
    [{ amounts: { ...amounts, amount: 1_131 } }],
    [{ amounts: { ...amounts, base_amount: 999 } }],
    [{ amounts: { base_amount: 1_000 } }],
    [{ amounts, amount: 1_129 }],
  ])('is refused where its numbers are not ours: %j', (input) => {
    expect(() => priced(input, config)).toThrow(/invalid Amount/);
  });

  it('leaves out the programs that it left out', () => {
    const by = (flag: string) => ({
      amounts: { ...amounts, amount: 1_100, flags: { [flag]: true } },
    });
    expect(priced(by('skip_surcharge'), config)).toMatchObject({ amount: 1_100, program: '' });
    expect(() => priced(by('skip_service_fee'), config)).toThrow(/invalid Amount/);
    expect(priced(by('skip_service_fee')).service_fee).toBe(0);
  });

  it('of totals by method is held against that of its own', () => {
    const by_method = configOf({ permissions: { allow_dual_pricing: true } });
    const payment_type_totals = { card: 1_100, ach: 1_050, cash: 1_000 };
    const passed = { amount: 1_100, base_amount: 1_000, tip_amount: 100, payment_type_totals };
    expect(priced({ amounts: passed }, by_method)).toEqual({
      ...nothing,
      ...{ amount: 1_100, base_amount: 1_000, tip_amount: 100 },
      ...{ program: 'dual_pricing', payment_type_totals },
    });
    for (const wrong of [{ amount: 1_050 }, { base_amount: 999 }, { tip_amount: 99 }]) {
      const amounts = { ...passed, ...wrong };
      expect(() => priced({ amounts }, by_method)).toThrow(/invalid Amount/);
    }
    expect(() => priced({ amounts: passed }, config), 'leaves the surcharge out').toThrow(
      /invalid Amount/,
    );
  });

  it('is made by the rate of the card processor, whoever takes the cash', () => {
    const v2 = configOf({ permissions: { allow_dual_pricing_v2: true } });
    const till = processorOf({ payment_adj_type: 'flat', payment_adj_value: 1 });
    const cash = { payment_type: 'cash' as const, card: null, processor: till };
    const found = priced({ base_amount: 10_300 }, v2, cash);
    expect(found).toMatchObject({
      amount: 10_000,
      payment_type_totals: { card: 10_300, ach: 10_000, cash: 10_000 },
    });
  });
});

describe('the limit of one payment', () => {
  const single = (sale: number, of_credit = 0) => ({
    sale: { single: sale },
    credit: { single: of_credit },
  });

  it.each([
    ['sale', 1_000, null],
    ['sale', 1_001, 'merchant'],
    ['authorize', 1_001, 'merchant'],
    ['credit', 501, 'merchant'],
    ['credit', 500, null],
    ['refund', 9_999, null],
    ['verify', 9_999, null],
  ] as const)('of a merchant and a %s of %i: %s', (operation, amount, whose) => {
    const config = configOf({ limits: single(1_000, 500) });
    expect(exceededSingleLimit(config, processorOf(), operation, amount)).toBe(whose);
    const processor = processorOf({ limits: single(1_000, 500) });
    const expected = whose && 'processor';
    expect(exceededSingleLimit(configOf(), processor, operation, amount)).toBe(expected);
  });
});

describe('the limits of days and months', () => {
  const attemptOf = (operation = 'sale') =>
    ({
      ...{ merchant_id: 'm1', processor_id: 'p1', currency: 'usd', amount: 300, operation },
      context: {},
    }) as unknown as Attempt;
  /** Owner, period and limit of each that is taken from. */
  function counted(row: object, limits: object = {}, attempt = attemptOf()) {
    const processor = processorOf({ timezone: 'Pacific/Kiritimati', ...row });
    const all = reserveLimits(context, configOf({ limits }), processor, attempt);
    const takes = all.filter(({ parameters }) => parameters.length === 7);
    expect(all).toHaveLength(2 * takes.length);
    return takes.map(({ parameters: [, owner, kind, period, , , limit] }) =>
      [owner, kind, period, limit].join(' '),
    );
  }

  it('are the smaller ones where there are two, each in its own zone', () => {
    expect(counted({})).toEqual([]);
    expect(counted({ max_daily: 900 })).toEqual(['p1 sale 2026-03-04 900']);
    expect(counted({ max_monthly: 900 })).toEqual(['p1 sale 2026-03 900']);
    const limits = { sale: { daily: 800, monthly: 5_000 } };
    expect(counted({ limits, max_daily: 700, max_monthly: 6_000 })).toEqual([
      'p1 sale 2026-03-04 700',
      'p1 sale 2026-03 5000',
    ]);
    expect(counted({ timezone: 'Pacific/Niue', limits, max_daily: 900 })).toEqual([
      'p1 sale 2026-03-03 800',
      'p1 sale 2026-03 5000',
    ]);
    expect(counted({}, limits)).toEqual([' sale 2026-03-04 800', ' sale 2026-03 5000']);
  });

  it('of credits are their own, and follow-ups take from none', () => {
    const limits = { sale: { daily: 800 }, credit: { daily: 70 } };
    const row = { limits, max_daily: 50, max_monthly: 60 };
    expect(counted(row, {}, attemptOf('credit'))).toEqual(['p1 credit 2026-03-04 70']);
    expect(counted(row, limits, attemptOf('refund'))).toEqual([]);
  });

  it('are noted with the attempt, and get back what it did not use', () => {
    const attempt = attemptOf();
    counted({ max_daily: 900 }, { sale: { monthly: 800 } }, attempt);
    expect(attempt.context.limit_uses).toEqual([
      { kind: 'sale', period: '2026-03', of_merchant: true },
      { kind: 'sale', period: '2026-03-04' },
    ]);
    const back = (used: number) =>
      releaseLimits(attempt, used).map(({ parameters }) => parameters.join(' '));
    expect(back(100)).toEqual(['m1  sale 2026-03 usd 200', 'm1 p1 sale 2026-03-04 usd 200']);
    expect([back(300), back(301)]).toEqual([[], []]);
    expect(releaseLimits(attemptOf(), 0)).toEqual([]);
    const bare = attemptOf();
    counted({}, {}, bare);
    expect(bare.context).toEqual({});
  });
});
