// What a payment comes to: lines, shipping, discounts, tax, the fee program, tip (gateway-api 4).
import { invalid } from '../../errors.ts';
import { add, percentOf, share, subtract, sum } from '../../money.ts';
import { capped } from '../computed-amount.ts';
import type { PaymentType, Program, Rate } from './fee-programs.ts';
import { feeOf, isSkipped, payment_types, pricesByMethod } from './fee-programs.ts';
import type { PricedLine } from './pricing-lines.ts';
import { foldedInto, linesOfProducts, pricedLines, taxedPart } from './pricing-lines.ts';
import type { Price, PriceInput, TypedAmount } from './pricing-types.ts';
import { type SurchargeVerdict, surchargeVerdict } from './surcharge-rules.ts';

const no_rate: Rate = { type: 'flat', value: 0 };
const charging = new Set(['sale', 'auth', 'authorize']);

function programInForce(input: PriceInput): Program | 'none' {
  if (!charging.has(input.transaction_type ?? 'sale')) return 'none';
  const program = input.service_fee === undefined ? input.program : 'service_fee';
  return isSkipped(program, input.flags ?? {}) ? 'none' : program;
}

interface Part {
  /** What it comes to, whether or not it is added. */
  readonly value: number;
  readonly included: number;
}

function part(label: string, entered: TypedAmount | undefined, base: number, always = false): Part {
  if (entered === undefined) return { value: 0, included: 0 };
  const { type, value: rate } = entered;
  const value = type === 'flat' ? rate : capped(label, () => percentOf(base, rate));
  return { value, included: always || entered.include === true ? value : 0 };
}

const values = (parts: readonly Part[]) => sum(parts.map(({ value }) => value));
const included = (parts: readonly Part[]) => sum(parts.map((each) => each.included));

interface Goods {
  readonly lines: PricedLine[];
  /** Lines as the payer pays them; `entered` as they were stated. */
  readonly subtotal: number;
  readonly entered: number;
  readonly addons: Part[];
  readonly discounts: Part[];
  /** Subtotal with add-ons, less discounts. */
  readonly taxable: number;
  /** The part of it that a rate of tax is taken of: lines marked as untaxed are left alone. */
  readonly taxed: number;
}

function goodsOf(input: PriceInput, program: Program | 'none'): Goods {
  const products = linesOfProducts(input.products ?? [], input.currency);
  const items = [...(input.line_items ?? []), ...products];
  const lump = { unit_price: input.amount ?? input.subtotal ?? 0 };
  const lines = pricedLines(
    items.length > 0 ? items : [lump],
    program,
    input.payment_type,
    input.rate ?? no_rate,
    input.flags?.tax_exempt === true,
  );
  const subtotal = capped('Subtotal', () => sum(lines.map((line) => line.subtotal)));
  const parts = (label: string, amounts: readonly TypedAmount[] = []) =>
    amounts.map((each) => part(label, each, subtotal));
  const addons = parts('Addon Amount', input.addon_amount);
  const discounts = parts('Discount Amount', input.discount_amount);
  const taxable = subtract(add(subtotal, included(addons)), included(discounts));
  if (taxable < 0) invalid('Discount Amount');
  const entered = subtract(subtotal, sum(lines.map((line) => line.price_adjustment)));
  const taxed = taxedPart(lines, taxable);
  return { lines, subtotal, entered, addons, discounts, taxable, taxed };
}

interface Taxes {
  readonly tax: Part;
  readonly local: Part;
  readonly national: Part;
}

/** Tax, by the first source that speaks: stated, lines, default rate; none where exempt. */
function taxesOf(input: PriceInput, goods: Goods): Taxes {
  const flags = input.flags ?? {};
  const none: Part = { value: 0, included: 0 };
  if (flags.tax_exempt === true) return { tax: none, local: none, national: none };
  const enteredTax = (label: string, entered: TypedAmount): Part => {
    const part_of_tax = part(label, entered, goods.taxed, flags.add_tax_to_total);
    if (entered.type !== 'flat' || goods.entered === 0) return part_of_tax;
    // A flat tax was stated for the entered price and follows the price that is paid.
    const scale = (tax: number) => capped(label, () => share(tax, goods.subtotal, goods.entered));
    return { value: scale(part_of_tax.value), included: scale(part_of_tax.included) };
  };
  const ofLines = (key: 'local_tax' | 'national_tax'): Part => {
    const value = sum(goods.lines.map((line) => line[key]));
    return { value, included: value };
  };
  const local = input.local_tax_amount
    ? enteredTax('Local Tax Amount', input.local_tax_amount)
    : ofLines('local_tax');
  const national = input.national_tax_amount
    ? enteredTax('National Tax Amount', input.national_tax_amount)
    : ofLines('national_tax');
  if (input.tax_amount) return { tax: enteredTax('Tax Amount', input.tax_amount), local, national };
  const spoken = input.local_tax_amount !== undefined || local.value + national.value > 0;
  const wanted = flags.include_default_tax_to_total === true || flags.add_tax_to_total === true;
  if (spoken || !wanted || input.merchant.auto_tax_exempt) return { tax: local, local, national };
  const value = percentOf(goods.taxed, input.merchant.tax_rate);
  return { tax: { value, included: value }, local: { value, included: value }, national };
}

interface Fee {
  readonly surcharge: number;
  readonly service_fee: number;
  /** Folded into the listed price, and taken off again for cash and bank accounts. */
  readonly folded: number;
  readonly reason: string;
}

/** Whether the card of a payment may be surcharged, and its ceiling. */
export function surchargeVerdictOf(input: PriceInput): SurchargeVerdict {
  return surchargeVerdict({
    funding: input.card?.funding,
    brand: input.card?.brand,
    exempt: input.card?.exempt,
    country: input.country,
    state: input.state || input.merchant.state,
    blacklist: input.merchant.blacklist,
    colorado_cap: input.merchant.colorado_cap,
    cost_thousandths: input.merchant.cost_thousandths,
    on: input.on,
  });
}

function surchargeOf(input: PriceInput, base: number): Fee {
  const none = { surcharge: 0, service_fee: 0, folded: 0 };
  if (input.payment_type !== 'card') return { ...none, reason: 'Only cards can be surcharged.' };
  const verdict = surchargeVerdictOf(input);
  if (!verdict.allowed) return { ...none, reason: verdict.reason };
  const computed = capped('Surcharge', () => feeOf(input.surcharge ?? input.rate ?? no_rate, base));
  const cap = verdict.cap_thousandths;
  const ceiling = cap === null ? computed : percentOf(base, cap);
  const reason = computed > ceiling ? verdict.reason : '';
  return { ...none, surcharge: Math.min(computed, ceiling), reason };
}

function feeFor(input: PriceInput, program: Program | 'none', base: number): Fee {
  const none = { surcharge: 0, service_fee: 0, folded: 0, reason: '' };
  if (program === 'surcharge') return surchargeOf(input, base);
  const fee = (rate: Rate = no_rate) => capped('Payment Adjustment', () => feeOf(rate, base));
  if (program === 'service_fee') {
    return { ...none, service_fee: fee(input.service_fee ?? input.rate) };
  }
  if (program === 'cash_discount' || program === 'cash_discount_v2') {
    return { ...none, folded: fee(input.rate) };
  }
  return none;
}

function compute(input: PriceInput): Price {
  const program = programInForce(input);
  const goods = goodsOf(input, program);
  const { tax, local, national } = taxesOf(input, goods);
  const of = (label: string, entered: TypedAmount | undefined) =>
    part(label, entered, goods.subtotal);
  const shipping = of('Shipping Amount', input.shipping_amount);
  const duty = of('Duty Amount', input.duty_amount);
  const tip = of('Tip Amount', input.tip_amount);
  const additional = (input.additional_amounts ?? []).map((each) => of('Additional Amounts', each));
  const parts = included([tax, national, shipping, duty, ...additional]);
  const base = add(goods.taxable, parts);
  const fee = feeFor(input, program, base);
  const saved = input.payment_type === 'card' ? 0 : fee.folded;
  const base_amount = subtract(add(base, fee.folded), saved);
  const discount_amounts = [...goods.discounts.map((each) => each.included), saved];
  const lines = foldedInto(goods.lines, fee.folded);
  const amount = add(base_amount, fee.surcharge, fee.service_fee, tip.included);
  return {
    amount: capped('Amount', () => amount),
    base_amount,
    subtotal: add(goods.subtotal, fee.folded),
    tax_amount: tax.value,
    national_tax_amount: national.value,
    local_tax_amount: local.value,
    shipping_amount: shipping.value,
    duty_amount: duty.value,
    tip_amount: tip.value,
    discount_amount: add(values(goods.discounts), saved),
    addon_amount: values(goods.addons),
    additional_amounts: values(additional),
    service_fee: fee.service_fee,
    surcharge: fee.surcharge,
    payment_adjustment: fee.service_fee,
    currency: input.currency,
    amounts_included: {
      shipping_amount: shipping.included,
      duty_amount: duty.included,
      tip_amount: tip.included,
      tax_amount: tax.included,
      local_tax_amount: local.included,
      national_tax_amount: national.included,
      addon_amounts: goods.addons.map((each) => each.included),
      discount_amounts: discount_amounts.filter((each) => each > 0),
      discount_amount: sum(discount_amounts),
      additional_amounts: included(additional),
      service_fee: fee.service_fee,
      surcharge: fee.surcharge,
    },
    line_items: input.line_items?.length || input.products?.length ? lines : [],
    flags: input.flags ?? {},
    program,
    surcharge_reason: fee.reason,
    payment_type_totals: null,
    payment_type_taxes: null,
  };
}

/** The price for each payment type, whatever type the input names. */
export function priceByMethod(input: PriceInput): Record<PaymentType, Price> {
  const rows = payment_types.map((type) => [type, compute({ ...input, payment_type: type })]);
  return Object.fromEntries(rows) as Record<PaymentType, Price>;
}

/**
 * Prices a payment: line totals, shipping, duty, add-ons and discounts, tax, then the program's
 * fee on the base amount, then the tip; each printed line is rounded once, half-even. Refuses bad
 * lines and discounts above the price with a 400.
 */
export function price(input: PriceInput): Price {
  const one = compute(input);
  if (!pricesByMethod(one.program)) return one;
  const all = priceByMethod(input);
  const by = (read: (of: Price) => number) => {
    return Object.fromEntries(payment_types.map((type) => [type, read(all[type])]));
  };
  return {
    ...one,
    payment_type_totals: by((of) => of.amount) as Record<PaymentType, number>,
    payment_type_taxes: by((of) => add(of.tax_amount, of.national_tax_amount)) as Record<
      PaymentType,
      number
    >,
  };
}
