// Which fee program a merchant's permissions and flags choose.
import { describe, expect, it } from 'vitest';
import {
  feeOf,
  knownFunding,
  paymentTypeOf,
  pricesByMethod,
  pricingProcessor,
  programOf,
} from './fee-programs.ts';

describe('the program', () => {
  it.each([
    [{}, {}, 'service_fee'],
    [{ allow_surcharge: true }, {}, 'service_fee'],
    [{}, { surcharge_enabled: true }, 'service_fee'],
    [{ allow_surcharge: true }, { surcharge_enabled: true }, 'surcharge'],
    [{ allow_dual_pricing: true }, {}, 'dual_pricing'],
    [{ allow_consumer_choice: true }, {}, 'dual_pricing'],
    [{ allow_consumer_choice: true, allow_dual_pricing_v2: true }, {}, 'dual_pricing_v2'],
    [{ allow_dual_pricing: true, allow_dual_pricing_v2: true }, {}, 'dual_pricing_v2'],
    [{ allow_cash_discount_v2: true }, {}, 'service_fee'],
    [{ allow_cash_discount_v2: true }, { cash_discount_enabled: true }, 'cash_discount_v2'],
    [{}, { cash_discount_enabled: true }, 'service_fee'],
    [{}, { generic_cash_discount: true }, 'cash_discount'],
    [
      { allow_surcharge: true, allow_dual_pricing_v2: true, allow_cash_discount_v2: true },
      { surcharge_enabled: true, cash_discount_enabled: true },
      'surcharge',
    ],
    [
      { allow_dual_pricing: true, allow_cash_discount_v2: true },
      { cash_discount_enabled: true },
      'dual_pricing',
    ],
  ] as const)('of %j with %j is %s', (permissions, flags, program) => {
    expect(programOf(permissions, flags)).toBe(program);
  });

  it('makes two prices under dual pricing and cash discount alone', () => {
    expect(pricesByMethod('dual_pricing')).toBe(true);
    expect(pricesByMethod('cash_discount_v2')).toBe(true);
    expect(pricesByMethod('surcharge')).toBe(false);
    expect(pricesByMethod('service_fee')).toBe(false);
    expect(pricesByMethod('none')).toBe(false);
  });

  it.each([
    ['dual_pricing', 'card', 'own'],
    ['dual_pricing', 'cash', 'default'],
    ['cash_discount_v2', 'ach', 'default'],
    ['surcharge', 'card', 'own'],
    ['surcharge', 'ach', 'own'],
  ] as const)('%s by %s is priced by its %s processor', (program, payment_type, whose) => {
    const processors = { own: 'own', default_card: 'default' };
    expect(pricingProcessor(program, payment_type, processors)).toBe(whose);
  });

  it('counts wallets, tokens and terminals as cards', () => {
    const types = ['card', 'token', 'terminal', 'apple_pay_token', 'ach', 'plaid', 'cash'];
    expect(types.map(paymentTypeOf)).toEqual([
      'card',
      'card',
      'card',
      'card',
      'ach',
      'ach',
      'cash',
    ]);
  });

  it('knows how a card is funded only where cards may be looked up', () => {
    const on = { allow_ibx_bin_lookup: true };
    expect([knownFunding(on, 'debit'), knownFunding(on, undefined)]).toEqual(['debit', undefined]);
    expect([knownFunding({}, 'debit'), knownFunding({}, undefined)]).toEqual([
      ...['unknown', 'unknown'],
    ]);
  });

  it('charges nothing on nothing', () => {
    expect(feeOf({ type: 'flat', value: 100 }, 0)).toBe(0);
    expect(feeOf({ type: 'flat', value: 100 }, 1)).toBe(100);
    expect(feeOf({ type: 'percentage', value: 2500 }, 1000)).toBe(25);
  });
});
