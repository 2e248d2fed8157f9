// The lines of a payment by hand: what a new one starts from, what they come to, how they are sent.
import type { MerchantRecord } from '../../../../contract/accounts/merchants.ts';
import {
  formatMessage,
  maxLengthMessage,
  requiredMessage,
} from '../../../../contract/field-messages.ts';
import { fieldLabel, largest_amount } from '../../../../contract/fields.ts';
import { isQuantity, multiply, parseMoney, parsePercent } from '../../../../contract/money.ts';
import { computedAmount } from '../../../../contract/payments/computed-amount.ts';
import {
  type PricedLine,
  type PriceLine,
  pricedLines,
} from '../../../../contract/payments/pricing/pricing-lines.ts';

/** As typed: prices and rates are text until they are checked. */
export interface LineValues {
  name: string;
  description: string;
  quantity: string;
  unit_of_measure: string;
  unit_price: string;
  discount_amount: string;
  product_code: string;
  commodity_code: string;
  taxable: boolean;
  local_tax_rate: string;
  national_tax_rate: string;
  alternate_tax_identifier: string;
}

/** The server takes no more (gateway-api 3.5). */
export const max_lines = 250;

/** A new line as the merchant's defaults fill it (spec 1 §3). */
export function startingLine({ default_values }: Pick<MerchantRecord, 'default_values'>) {
  return {
    ...default_values.line_items,
    quantity: '1',
    unit_price: '',
    discount_amount: '',
  } satisfies LineValues;
}

interface Lined {
  line_items: readonly LineValues[];
  calculate_total_from_line_items: boolean;
}

/** Whether the amount is the sum of the lines rather than what was typed. */
export function sumsLines({ line_items, calculate_total_from_line_items }: Lined): boolean {
  return calculate_total_from_line_items && line_items.length > 0;
}

/** What is not an amount yet counts as nothing: the field says what is wrong with it. */
export function minorOf(text: string, currency: string): number {
  const value = text.trim() === '' ? 0 : parseMoney(text.trim(), currency);
  return value === null || value < 0 || value > largest_amount ? 0 : value;
}

const rateOf = (text: string) =>
  text.trim() !== '' && parsePercent(text.trim()) !== null ? text.trim() : undefined;

/** Quantity of the unit price; null where it is no quantity, or more than any amount may be. */
function grossOf(quantity: string, unit_price: number): number | null {
  return isQuantity(quantity) ? computedAmount(() => multiply(quantity, unit_price)) : null;
}

/** A line for pricing; what is not a number yet counts as nothing, its field says what is wrong. */
function priceLine(line: LineValues, currency: string): PriceLine {
  const quantity = line.quantity.trim();
  const rates = line.taxable && {
    local_tax_rate: rateOf(line.local_tax_rate),
    national_tax_rate: rateOf(line.national_tax_rate),
  };
  const unit_price = minorOf(line.unit_price, currency);
  const gross = grossOf(quantity, unit_price);
  const counted = gross === null ? '0' : quantity;
  const discount = minorOf(line.discount_amount, currency);
  return {
    quantity: counted,
    unit_price,
    taxable: line.taxable,
    // While it is typed a discount may exceed its line; the field says so.
    discount_amount: Math.min(discount, gross ?? 0),
    ...rates,
  };
}

export function priceLines(lines: readonly LineValues[], currency: string): PriceLine[] {
  return lines.map((line) => priceLine(line, currency));
}

/** Each line with its total and taxes, without any fee program. */
export function totalledLines(
  lines: readonly LineValues[],
  currency: string,
  exempt: boolean,
): PricedLine[] {
  const none = { type: 'flat', value: 0 } as const;
  return pricedLines(priceLines(lines, currency), 'none', 'card', none, exempt);
}

/** The lines as POST /transaction takes them (gateway-api 3.5). */
export function sentLines(lines: readonly LineValues[], currency: string, exempt: boolean) {
  const totals = totalledLines(lines, currency, exempt);
  return lines.map((line, index) => {
    const { quantity, unit_price, amount, discount_amount, local_tax, national_tax } = totals[
      index
    ] as PricedLine;
    const { local_tax_rate, national_tax_rate } = totals[index] as PricedLine;
    return {
      name: line.name,
      description: line.description,
      product_code: line.product_code,
      commodity_code: line.commodity_code,
      unit_of_measure: line.unit_of_measure,
      alternate_tax_identifier: line.alternate_tax_identifier,
      quantity,
      unit_price,
      amount,
      discount_amount,
      taxable: line.taxable,
      local_tax_rate,
      national_tax_rate,
      local_tax,
      national_tax_amount: national_tax,
    };
  });
}

const text_limits = {
  name: 50,
  description: 50,
  product_code: 50,
  commodity_code: 12,
  alternate_tax_identifier: 50,
} as const satisfies Partial<Record<keyof LineValues, number>>;

function problemsOfLine(line: LineValues, currency: string): Record<string, string> {
  const found: Record<string, string> = {};
  const price = parseMoney(line.unit_price.trim(), currency);
  if (line.unit_price.trim() === '') found.unit_price = requiredMessage('Unit Price');
  else if (price === null || price < 0 || price > largest_amount) {
    found.unit_price = formatMessage('Unit Price');
  }
  const gross = grossOf(line.quantity.trim(), found.unit_price ? 0 : (price ?? 0));
  if (gross === null || Number(line.quantity) === 0) found.quantity = formatMessage('Quantity');
  const off = line.discount_amount.trim() === '' ? 0 : parseMoney(line.discount_amount, currency);
  const known = !found.quantity && !found.unit_price;
  if (off === null || off < 0 || (known && off > (gross ?? 0))) {
    found.discount_amount = formatMessage('Discount');
  }
  for (const name of ['local_tax_rate', 'national_tax_rate'] as const) {
    const typed = line[name].trim();
    if (typed !== '' && (parsePercent(typed) ?? 100_000) >= 100_000) {
      found[name] = formatMessage(fieldLabel(name));
    }
  }
  for (const [name, limit] of Object.entries(text_limits)) {
    const key = name as keyof typeof text_limits;
    if (line[key].trim().length > limit) found[key] = maxLengthMessage(fieldLabel(key), limit);
  }
  return found;
}

/** What is wrong with the lines, by path: `line_items.0.quantity`. */
export function lineProblems(
  lines: readonly LineValues[],
  currency: string,
): Record<string, string> {
  const rows = lines.flatMap((line, index) =>
    Object.entries(problemsOfLine(line, currency)).map(
      ([name, message]) => [`line_items.${index}.${name}`, message] as const,
    ),
  );
  return Object.fromEntries(rows);
}
