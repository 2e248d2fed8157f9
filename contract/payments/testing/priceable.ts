// A priceable payment to test with, and the sum a payer sees printed.
import { sum } from '../../money.ts';
import type { Price, PriceInput } from '../pricing/pricing-types.ts';

export const merchant = { tax_rate: 7000, auto_tax_exempt: false, blacklist: ['CO'] };
export const amex = { funding: 'credit', brand: 'amex' } as const;

export function priceInput(overrides: Partial<PriceInput> = {}): PriceInput {
  return {
    amount: 10000,
    currency: 'usd',
    payment_type: 'card',
    program: 'service_fee',
    rate: { type: 'percentage', value: 3990 },
    card: amex,
    state: 'IL',
    merchant,
    on: '2026-11-21',
    flags: { include_default_tax_to_total: true },
    ...overrides,
  };
}

export function printed(of: Price): number {
  const { amounts_included: inside } = of;
  return sum([
    of.subtotal,
    inside.shipping_amount,
    inside.duty_amount,
    inside.tip_amount,
    inside.tax_amount,
    inside.national_tax_amount,
    ...inside.addon_amounts,
    inside.additional_amounts,
    inside.service_fee,
    inside.surcharge,
    -inside.discount_amount,
  ]);
}
