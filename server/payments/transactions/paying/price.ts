// The amounts of a payment request: charged as stated, or computed from the base amount (Q11).
import { invalid } from '../../../../contract/errors.ts';
import { fieldLabel, largest_amount } from '../../../../contract/fields.ts';
import { add, subtract, withoutPercent } from '../../../../contract/money.ts';
import {
  type PaymentType,
  pricesByMethod,
  type SkipFlags,
} from '../../../../contract/payments/pricing/fee-programs.ts';
import type { PaymentTypeTotals } from '../../../../contract/payments/pricing/method-prices.ts';
import { price } from '../../../../contract/payments/pricing/pricing.ts';
import type { Price, PriceInput } from '../../../../contract/payments/pricing/pricing-types.ts';
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import type { Context } from '../../../context.ts';
import type { CardAttributes } from '../../bins.ts';
import type { MerchantConfig, ProcessorConfig } from '../../merchant-config.ts';
import { pricedBy, pricedCard, pricingOf, rateOf } from './pricing-inputs.ts';

/** Money columns of a payment; minor units. */
export interface Priced {
  amount: number;
  base_amount: number;
  payment_adjustment: number;
  tip_amount: number;
  surcharge: number;
  service_fee: number;
  discount_amount: number;
  tax_amount: number;
  shipping_amount: number;
  national_tax_amount: number;
  duty_amount: number;
  /** The fee program of this price; empty where the caller's amount is charged. */
  program: string;
  /** The total of each payment method; null if all are equal. */
  payment_type_totals: PaymentTypeTotals | null;
}

export interface PriceFor {
  payment_type: PaymentType;
  card: CardAttributes | null;
  processor: ProcessorConfig;
  /** A saved customer or method that is never surcharged. */
  is_exempt?: boolean | undefined;
}

interface Calculation {
  amount?: number;
  base_amount?: number;
  [member: string]: unknown;
}

/** A member of a calculation, 0 where it is no amount; 400 where it is larger than any may be. */
function amountMember(value: unknown, label: string): number {
  if (typeof value === 'number' && value > largest_amount) invalid(label);
  return Number.isInteger(value) && (value as number) >= 0 ? (value as number) : 0;
}

/** The stated parts of a request: its own members, or those of a calculation sent back whole. */
function submittedParts(input: CreateInput) {
  const calculation = (input.amounts ?? {}) as Calculation;
  const included = (calculation.amounts_included ?? calculation) as Calculation;
  // Old clients send 0 for parts that the calculation is to determine.
  const from = (name: string, amount: number | undefined) =>
    amount || amountMember(included[name], fieldLabel(name));
  return {
    tip_amount: from('tip_amount', input.tip_amount),
    discount_amount: from('discount_amount', input.discount_amount),
    tax_amount: from('tax_amount', input.tax_amount),
    shipping_amount: from('shipping_amount', input.shipping_amount),
    national_tax_amount: from('national_tax_amount', input.national_tax_amount),
    duty_amount: from('duty_amount', input.duty_amount),
  };
}

/** The price of a request; 400 names the amount where a stated total differs from ours. */
export function priceOf(
  context: Context,
  config: MerchantConfig,
  input: CreateInput,
  by: PriceFor,
): Priced {
  if (input.type === 'verification') return { ...no_amounts, ...unpriced };
  const is_calculated = input.amounts !== undefined;
  const priced = (is_calculated ? fromCalculation : fromAmounts)(context, config, input, by);
  checkParts(priced);
  const goods = is_calculated ? goodsOf(input.amounts as Calculation, priced) : priced.amount;
  const left = subtract(goods, priced.discount_amount);
  if (left < 0) invalid('Discount Amount');
  // The goods less the discount are part of the base amount, so they cannot exceed it.
  if (is_calculated && left > priced.base_amount) invalid('Subtotal');
  return priced;
}

/**
 * Parts of an amount beside its goods, in the order in which they are checked; the fee comes last.
 */
const added_parts = [
  ['surcharge', 'Surcharge'],
  ['tip_amount', 'Tip Amount'],
  ['shipping_amount', 'Shipping Amount'],
  ['duty_amount', 'Duty Amount'],
  ['national_tax_amount', 'National Tax Amount'],
  ['service_fee', 'Payment Adjustment'],
] as const;

/**
 * 400 names the part with which the parts exceed the amount of the payment. The tax is not counted
 * here: it may be larger (gateway-api 1.6), and then the ledger and the totals leave it out.
 */
function checkParts(priced: Priced): void {
  let room = priced.amount;
  for (const [name, label] of added_parts) {
    room = subtract(room, priced[name]);
    if (room < 0) invalid(label);
  }
}

/**
 * The amount that a discount is taken off. A calculation may deduct more than remains to be paid,
 * because its goods with their add-ons cost more than that. Without a subtotal only the remainder
 * is known.
 */
function goodsOf(calculation: Calculation, { base_amount }: Priced): number {
  const subtotal = amountMember(calculation.subtotal, 'Subtotal');
  if (subtotal === 0) return base_amount;
  const { addon_amounts } = (calculation.amounts_included ?? {}) as Calculation;
  const addons = Array.isArray(addon_amounts) ? addon_amounts : [];
  return addons.reduce((total, each) => total + amountMember(each, 'Addon Amounts'), subtotal);
}

function fromAmounts(
  context: Context,
  config: MerchantConfig,
  input: CreateInput,
  by: PriceFor,
): Priced {
  const parts = submittedParts(input);
  if (input.base_amount === undefined) return asSubmitted(input, parts);
  const found = compute(context, config, input, by, input.base_amount, parts.tip_amount);
  if (input.amount !== undefined && input.amount !== found.amount) invalid('Amount');
  return { ...parts, ...feesOf(found), discount_amount: discountOf(parts, found) };
}

/** The caller's amount, without any program. */
const unpriced = { program: '', payment_type_totals: null };

/** A row without an amount. */
export const no_amounts = {
  amount: 0,
  base_amount: 0,
  payment_adjustment: 0,
  tip_amount: 0,
  surcharge: 0,
  service_fee: 0,
  discount_amount: 0,
  tax_amount: 0,
  shipping_amount: 0,
  national_tax_amount: 0,
  duty_amount: 0,
};

type Parts = ReturnType<typeof submittedParts>;

/** The caller's amount is charged as it is (gateway-api 4.4); fees are parts of it. */
function asSubmitted(input: CreateInput, parts: Parts): Priced {
  const amount = input.amount ?? 0;
  if (amount === 0) invalid('Amount');
  const surcharge = input.surcharge ?? 0;
  const rest = subtract(amount, add(parts.tip_amount, surcharge));
  const adjustment = input.payment_adjustment;
  let fee = 0;
  if (adjustment?.type === 'flat') fee = adjustment.value;
  if (adjustment?.type === 'percentage' && rest > 0) {
    fee = subtract(rest, withoutPercent(rest, adjustment.value));
  }
  return {
    ...parts,
    amount,
    base_amount: Math.max(0, subtract(rest, fee)),
    surcharge,
    service_fee: fee,
    payment_adjustment: fee,
    ...unpriced,
  };
}

function feesOf(found: Price) {
  return {
    amount: found.amount,
    base_amount: found.base_amount,
    surcharge: found.surcharge,
    service_fee: found.service_fee,
    payment_adjustment: found.payment_adjustment,
    program: found.program === 'none' ? '' : found.program,
    payment_type_totals: found.payment_type_totals,
  };
}

/** A cash discount of the program is added to the caller's own discount. */
function discountOf(parts: Parts, found: Price): number {
  return add(parts.discount_amount, found.amounts_included.discount_amount);
}

/** Programs that the calculation left out; its tax is part of the base amount already. */
function skipsOf(input: CreateInput): SkipFlags {
  const flags = (input.amounts?.flags ?? {}) as SkipFlags;
  const { skip_surcharge, skip_service_fee, skip_cash_discount, skip_consumer_choice } = flags;
  return { skip_surcharge, skip_service_fee, skip_cash_discount, skip_consumer_choice };
}

function compute(
  context: Context,
  config: MerchantConfig,
  input: CreateInput,
  by: PriceFor,
  base: number,
  tip: number,
): Price {
  const { state, country } = input.billing_address ?? {};
  const common = pricingOf(context, config);
  const processor = pricedBy(config, common.program, by.payment_type, by.processor);
  const rate = processor && rateOf(processor);
  const price_input: PriceInput = {
    ...common,
    amount: base,
    currency: input.currency ?? config.documents.default_values.merchant.currency,
    payment_type: by.payment_type,
    transaction_type: input.type,
    tip_amount: { type: 'flat', value: tip, include: true },
    ...(rate && { rate }),
    ...(input.payment_adjustment && { service_fee: input.payment_adjustment }),
    ...(by.card && { card: { ...pricedCard(config, by.card), exempt: by.is_exempt ?? false } }),
    ...(state !== undefined && { state }),
    ...(country !== undefined && { country }),
    flags: skipsOf(input),
  };
  return price(price_input);
}

/**
 * Uses the numbers of a calculation that is sent back whole, after the fee on its base amount has
 * been computed again. Programs with a price for each method are compared with the total of the
 * method that pays.
 */
function fromCalculation(
  context: Context,
  config: MerchantConfig,
  input: CreateInput,
  by: PriceFor,
): Priced {
  const calculation = input.amounts as Calculation;
  const parts = submittedParts(input);
  const amount = amountMember(calculation.amount, 'Amount');
  const base = amountMember(calculation.base_amount, 'Base Amount');
  const total = input.amount ?? amount;
  if (amount === 0 || total !== amount) invalid('Amount');
  const { program } = pricingOf(context, config);
  const payment_type_totals = totalsOf(calculation);
  // Unknown totals do not switch off the fee of the account's program.
  if (payment_type_totals && pricesByMethod(program)) {
    const due = payment_type_totals[by.payment_type];
    if (due !== amount || add(base, parts.tip_amount) !== amount) invalid('Amount');
    const charged = { amount, base_amount: base, program, payment_type_totals };
    return { ...parts, ...nothing_charged, ...charged };
  }
  const found = compute(context, config, input, by, base, parts.tip_amount);
  if (found.amount !== amount) invalid('Amount');
  return { ...parts, ...feesOf(found) };
}

function totalsOf({ payment_type_totals: totals }: Calculation): PaymentTypeTotals | null {
  if (!totals) return null;
  const of = (type: PaymentType) =>
    amountMember((totals as Record<string, unknown>)[type], 'Amount');
  return { card: of('card'), ach: of('ach'), cash: of('cash') };
}

const nothing_charged = { surcharge: 0, service_fee: 0, payment_adjustment: 0 };
