// Lines of a priced payment: their totals, discounts and taxes, and how a program reshapes them.
import { invalid } from '../../errors.ts';
import {
  add,
  allocate,
  isQuantity,
  multiply,
  parseMoney,
  parsePercent,
  percentOf,
  share,
  subtract,
  sum,
  withoutPercent,
} from '../../money.ts';
import { capped } from '../computed-amount.ts';
import type { PaymentType, Program, Rate } from './fee-programs.ts';
import { feeOf } from './fee-programs.ts';

/** A line as sent (gateway-api 3.5): money in minor units, quantities and rates as text. */
export interface PriceLine {
  readonly quantity?: string;
  readonly unit_price?: number;
  readonly amount?: number;
  readonly discount_amount?: number;
  readonly discount_rate?: string;
  readonly taxable?: boolean;
  readonly tax_amount?: number;
  readonly tax_rate?: string;
  readonly local_tax?: number;
  readonly local_tax_rate?: string;
  readonly national_tax?: number;
  readonly national_tax_amount?: number;
  readonly national_tax_rate?: string;
}

/** A product as sent to the calculation (gateway-api 4.1): the price as decimal text. */
export interface PriceProduct {
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
  readonly price: string;
  readonly local_tax?: string;
  readonly national_tax?: string;
  readonly unit_of_measure?: string;
}

/** quantity × unit price − discount + price_adjustment = subtotal; amount is the subtotal again. */
export interface PricedLine extends PriceLine {
  readonly amount: number;
  readonly subtotal: number;
  readonly discount_amount: number;
  /** What the program added to or took off the entered price. */
  readonly price_adjustment: number;
  readonly tax_amount: number;
  readonly local_tax: number;
  readonly national_tax: number;
}

function rateOf(text: string | undefined, label: string): number {
  return text === undefined ? 0 : (parsePercent(text) ?? invalid(label));
}

function enteredPrice(line: PriceLine): { subtotal: number; discount_amount: number } {
  const quantity = line.quantity ?? '1';
  if (!isQuantity(quantity)) invalid('Quantity');
  const gross =
    line.unit_price === undefined
      ? (line.amount ?? 0)
      : capped('Quantity', () => multiply(quantity, line.unit_price as number));
  const off = rateOf(line.discount_rate, 'Discount Rate');
  const discount_amount = line.discount_amount ?? percentOf(gross, off);
  const subtotal = subtract(gross, discount_amount);
  if (subtotal < 0) invalid('Discount Amount');
  return { subtotal, discount_amount };
}

/** Line prices as the program asks this payment type to pay them; flat rates are spread. */
function reshaped(entered: number[], program: Program | 'none', type: PaymentType, rate: Rate) {
  const card = type === 'card';
  if (program === 'dual_pricing' && card) {
    if (rate.type === 'percentage') {
      return entered.map((price) =>
        capped('Payment Adjustment', () => add(price, feeOf(rate, price))),
      );
    }
    return spread(entered, feeOf(rate, sum(entered)));
  }
  if (program === 'dual_pricing_v2' && !card) {
    if (rate.type === 'percentage') {
      return entered.map((price) => withoutPercent(price, rate.value));
    }
    return spread(entered, -Math.min(rate.value, sum(entered)));
  }
  return entered;
}

/** The prices with an amount added to them in proportion. */
export function spread(prices: readonly number[], amount: number): number[] {
  const parts = allocate(amount, prices);
  return prices.map((price, index) => add(price, parts[index] as number));
}

/** A stated tax follows the price it was stated for; a rate is taken of the price paid. */
function lineTax(
  line_tax: number | undefined,
  rate: number,
  paid: number,
  entered: number,
): number {
  if (line_tax === undefined) return percentOf(paid, rate);
  return entered === 0 ? line_tax : capped('Tax Amount', () => share(line_tax, paid, entered));
}

function priced(line: PriceLine, paid: number, exempt: boolean): PricedLine {
  const { subtotal: entered, discount_amount } = enteredPrice(line);
  const taxed = !exempt && line.taxable !== false;
  const local_rate = rateOf(line.local_tax_rate ?? line.tax_rate, 'Tax Rate');
  const local = line.local_tax ?? (line.local_tax_rate === undefined ? line.tax_amount : undefined);
  const national_rate = rateOf(line.national_tax_rate, 'National Tax Rate');
  const national = line.national_tax_amount ?? line.national_tax;
  const local_tax = taxed ? lineTax(local, local_rate, paid, entered) : 0;
  const national_tax = taxed ? lineTax(national, national_rate, paid, entered) : 0;
  return {
    ...line,
    quantity: line.quantity ?? '1',
    amount: paid,
    subtotal: paid,
    discount_amount,
    price_adjustment: subtract(paid, entered),
    tax_amount: add(local_tax, national_tax),
    local_tax,
    national_tax,
  };
}

/** Prices of the lines under a program; bad quantities, rates and discounts are a 400. */
export function pricedLines(
  lines: readonly PriceLine[],
  program: Program | 'none',
  type: PaymentType,
  rate: Rate,
  exempt: boolean,
): PricedLine[] {
  const entered = lines.map((line) => enteredPrice(line).subtotal);
  const paid = reshaped(entered, program, type, rate);
  return lines.map((line, index) => priced(line, paid[index] as number, exempt));
}

/**
 * What a rate of tax is taken of: of `taxable`, the goods with add-ons and less discounts, the
 * share of the lines that are not marked as untaxed.
 */
export function taxedPart(lines: readonly PricedLine[], taxable: number): number {
  const untaxed = lines.filter((line) => line.taxable === false);
  if (untaxed.length === 0) return taxable;
  const all = sum(lines.map((line) => line.subtotal));
  const taxed = subtract(all, sum(untaxed.map((line) => line.subtotal)));
  return all === 0 ? 0 : share(taxable, taxed, all);
}

/** The lines with an amount folded into their prices, taxes untouched (rails 17.2). */
export function foldedInto(lines: readonly PricedLine[], amount: number): PricedLine[] {
  const prices = spread(
    lines.map((line) => line.subtotal),
    amount,
  );
  return lines.map((line, index) => {
    const subtotal = prices[index] as number;
    const price_adjustment = add(line.price_adjustment, subtotal - line.subtotal);
    return { ...line, amount: subtotal, subtotal, price_adjustment };
  });
}

/** Lines of picked products, one of each; refuses a price that is none with a 400 (spec 2 §3). */
export function linesOfProducts(products: readonly PriceProduct[], currency: string): PriceLine[] {
  return products.map((product) => {
    const unit_price = capped(
      'Price',
      () => parseMoney(product.price, currency) ?? invalid('Price'),
    );
    if (unit_price < 0) invalid('Price');
    return {
      name: product.name,
      description: product.description,
      product_code: product.id,
      unit_of_measure: product.unit_of_measure,
      quantity: '1',
      unit_price,
      local_tax_rate: product.local_tax,
      national_tax_rate: product.national_tax,
    };
  });
}
