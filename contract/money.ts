// Money in minor units: currencies, exact arithmetic with half-even rounding, reading and printing.
import type { currency_codes } from './fields.ts';

export type Currency = (typeof currency_codes)[number];

export interface CurrencyFacts {
  readonly name: string;
  readonly symbol: string;
  /** Decimals of the minor unit. */
  readonly digits: number;
}

/** Symbols and decimals (spec 1 §9, 2 §9); where no symbol is named, the usual one. */
export const currencies: Readonly<Record<Currency, CurrencyFacts>> = {
  usd: { name: 'US dollar', symbol: '$', digits: 2 },
  cad: { name: 'Canadian dollar', symbol: 'CA$', digits: 2 },
  mxn: { name: 'Mexican peso', symbol: 'MX$', digits: 2 },
  eur: { name: 'Euro', symbol: '€', digits: 2 },
  aud: { name: 'Australian dollar', symbol: 'A$', digits: 2 },
  gbp: { name: 'Pound sterling', symbol: '£', digits: 2 },
  sek: { name: 'Swedish krona', symbol: 'kr', digits: 2 },
  php: { name: 'Philippine peso', symbol: '₱', digits: 2 },
  nok: { name: 'Norwegian krone', symbol: 'kr', digits: 2 },
  dkk: { name: 'Danish krone', symbol: 'kr', digits: 2 },
  jpy: { name: 'Japanese yen', symbol: '¥', digits: 0 },
  cny: { name: 'Chinese yuan', symbol: 'CN¥', digits: 2 },
  rub: { name: 'Russian rouble', symbol: '₽', digits: 2 },
  pln: { name: 'Polish złoty', symbol: 'zł', digits: 2 },
  inr: { name: 'Indian rupee', symbol: '₹', digits: 2 },
};

/** 100 % in thousandths of a percent. */
export const whole_thousandths = 100_000;

const minus = '\u2212';

function factsOf(currency: string): Pick<CurrencyFacts, 'symbol' | 'digits'> {
  const code = currency.toLowerCase();
  const known = (currencies as Record<string, CurrencyFacts | undefined>)[code];
  // A code we have no row for still prints honestly: by its name and with the usual decimals.
  return known ?? { symbol: code.toUpperCase(), digits: 2 };
}

/** Decimals of a currency's minor unit: 2 for usd, 0 for jpy; the code in either case. */
export function digitsOf(currency: string): number {
  return factsOf(currency).digits;
}

export function symbolOf(currency: string): string {
  return factsOf(currency).symbol;
}

/** What stands between symbol and figures: a symbol that ends in a letter would run into them. */
export function symbolGap(currency: string): string {
  return /\p{L}$/u.test(symbolOf(currency)) ? '\u00a0' : '';
}

function checked(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an exact amount: ${value}`);
  return value;
}

function exact(value: bigint): number {
  return checked(Number(value));
}

/** Quotient rounded to the nearest integer, ties to the even one; the divisor is above 0. */
function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const whole = size / divisor;
  const twice = (size % divisor) * 2n;
  const up = twice > divisor || (twice === divisor && whole % 2n === 1n);
  const rounded = up ? whole + 1n : whole;
  return dividend < 0n ? -rounded : rounded;
}

/** Sum of minor units; throws RangeError where the result would not be exact. */
export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => checked(total + checked(amount)), 0);
}

export function add(...amounts: number[]): number {
  return sum(amounts);
}

export function subtract(from: number, amount: number): number {
  return checked(checked(from) - checked(amount));
}

/** `thousandths` of a percent of `base`, half-even: 7000 of 10000 is 700 (rails 17.2). */
export function percentOf(base: number, thousandths: number): number {
  return share(base, thousandths, whole_thousandths);
}

/** part × numerator ÷ denominator, half-even; RangeError unless the denominator is above 0. */
export function share(part: number, numerator: number, denominator: number): number {
  if (checked(denominator) <= 0) throw new RangeError(`share of ${denominator} parts`);
  const product = BigInt(checked(part)) * BigInt(checked(numerator));
  return exact(divideHalfEven(product, BigInt(denominator)));
}

/** The price which, raised by `thousandths`, gives `gross`: 10000 at 3990 is 9616 (rails 17.2). */
export function withoutPercent(gross: number, thousandths: number): number {
  return share(gross, whole_thousandths, whole_thousandths + checked(thousandths));
}

/**
 * Splits a total by non-negative weights so that the parts sum to it; rounding runs along, so no
 * part is off by a whole unit. Without any weight the first part takes everything.
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  const all = sum(weights);
  if (all === 0) return weights.map((_, index) => (index === 0 ? checked(total) : 0));
  let passed = 0;
  let allocated = 0;
  return weights.map((weight) => {
    passed = add(passed, weight);
    const due = share(total, passed, all);
    const part = due - allocated;
    allocated = due;
    return part;
  });
}

const quantity_pattern = /^(\d{1,9})(?:\.(\d{1,6}))?$/;

/** A quantity as text or number, `2` or `1.25`: up to six decimals, never negative. */
export function isQuantity(quantity: string | number): boolean {
  return quantity_pattern.test(String(quantity));
}

/** quantity × unit price in minor units, half-even; throws RangeError on a bad quantity. */
export function multiply(quantity: string | number, unit_price: number): number {
  const match = quantity_pattern.exec(String(quantity));
  if (match === null) throw new RangeError(`not a quantity: ${quantity}`);
  const [, whole, decimals = ''] = match;
  const scaled = BigInt(`${whole}${decimals}`) * BigInt(checked(unit_price));
  return exact(divideHalfEven(scaled, 10n ** BigInt(decimals.length)));
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}

function halves(minor: number, digits: number): [whole: string, fraction: string] {
  const text = String(Math.abs(checked(minor))).padStart(digits + 1, '0');
  const cut = text.length - digits;
  return [text.slice(0, cut), text.slice(cut)];
}

function joined(whole: string, fraction: string): string {
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** `$1,234.56`, `kr 1,234.56`, `¥1,234`; a true minus sign stands before the symbol. */
export function formatMoney(minor: number, currency: string): string {
  const { symbol, digits } = factsOf(currency);
  const [whole, fraction] = halves(minor, digits);
  const sign = minor < 0 ? minus : '';
  return `${sign}${symbol}${symbolGap(currency)}${joined(grouped(whole), fraction)}`;
}

const short_format = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** `$2k`, `$1.5m`: a rounded amount for the axis of a chart, where no space is for more. */
export function formatShort(minor: number, currency: string): string {
  const text = short_format.format(Math.abs(minor) / 10 ** digitsOf(currency)).toLowerCase();
  return `${minor < 0 ? minus : ''}${symbolOf(currency)}${symbolGap(currency)}${text}`;
}

/** `1234.56`: no symbol, no grouping, an ASCII minus; for form fields and files. */
export function formatPlain(minor: number, currency: string): string {
  const [whole, fraction] = halves(minor, digitsOf(currency));
  return `${minor < 0 ? '-' : ''}${joined(whole, fraction)}`;
}

const money_pattern = /^(?:(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?|\.(\d+))$/;

function unsigned(text: string): { negative: boolean; rest: string } {
  const negative = text.startsWith('-') || text.startsWith(minus);
  return { negative, rest: negative ? text.slice(1) : text };
}

/**
 * Minor units of `1234.5`, `$1,234.56`, `.50` or `-3`; null for anything else: another symbol,
 * misplaced commas, more decimals than the currency has, or an amount beyond exact integers.
 */
export function parseMoney(text: string, currency: string): number | null {
  const { symbol, digits } = factsOf(currency);
  const { negative, rest } = unsigned(text.trim());
  const figures = rest.startsWith(symbol) ? rest.slice(symbol.length).trim() : rest;
  const match = money_pattern.exec(figures);
  if (match === null) return null;
  const whole = (match[1] ?? '0').replaceAll(',', '');
  const fraction = match[2] ?? match[3] ?? '';
  if (fraction.length > digits) return null;
  const minor = Number(whole + fraction.padEnd(digits, '0'));
  if (!Number.isSafeInteger(minor)) return null;
  return negative && minor !== 0 ? -minor : minor;
}

/** `3.990`: thousandths of a percent as line items carry rates (gateway-api 3.5). */
export function formatRate(thousandths: number): string {
  const [whole, fraction] = halves(thousandths, 3);
  return `${thousandths < 0 ? '-' : ''}${whole}.${fraction}`;
}

/** `3.990%`, a true minus sign in front where it is negative. */
export function formatPercent(thousandths: number): string {
  const [whole, fraction] = halves(thousandths, 3);
  return `${thousandths < 0 ? minus : ''}${whole}.${fraction}%`;
}

/** Thousandths of a percent of `3.99`, `3.990` or `100%`, 0 to 100 %; null for anything else. */
export function parsePercent(text: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,3}))?\s?%?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = '', decimals = ''] = match;
  const thousandths = Number(whole + decimals.padEnd(3, '0'));
  return thousandths > whole_thousandths ? null : thousandths;
}
