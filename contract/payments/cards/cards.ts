// Card and bank account numbers: brand, check digits, expiry, masks (spec 2 §5, decisions G01).
export const card_brands = [
  'visa',
  'mastercard',
  'amex',
  'discover',
  'diners_club',
  'jcb',
  'maestro',
  'china_unionpay',
  'ebt',
] as const;
export type CardBrand = (typeof card_brands)[number];
export type CardType = CardBrand | 'unknown';

export const brand_labels: Readonly<Record<CardType, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners_club: 'Diners Club',
  jcb: 'JCB',
  maestro: 'Maestro',
  china_unionpay: 'China UnionPay',
  ebt: 'EBT',
  unknown: 'Card',
};

export const min_card_digits = 13;
/** The server's limit; the panel's shared rule stops at 18 (decisions G01). */
export const max_card_digits = 19;
export const panel_max_card_digits = 18;

/** Prefix ranges, the narrower before the wider that contains it. */
const prefixes: readonly (readonly [from: number, to: number, brand: CardBrand])[] = [
  [507680, 507720, 'ebt'],
  [508132, 508161, 'ebt'],
  [600486, 600486, 'ebt'],
  [600528, 600528, 'ebt'],
  [600760, 600760, 'ebt'],
  [600875, 600890, 'ebt'],
  [601413, 601413, 'ebt'],
  [601453, 601453, 'ebt'],
  [610093, 610093, 'ebt'],
  [610423, 610470, 'ebt'],
  [6011, 6011, 'discover'],
  [622126, 622925, 'discover'],
  [644, 659, 'discover'],
  [62, 62, 'china_unionpay'],
  [81, 81, 'china_unionpay'],
  [3528, 3589, 'jcb'],
  [34, 34, 'amex'],
  [37, 37, 'amex'],
  [300, 305, 'diners_club'],
  [3095, 3095, 'diners_club'],
  [36, 36, 'diners_club'],
  [38, 39, 'diners_club'],
  [2221, 2720, 'mastercard'],
  [51, 55, 'mastercard'],
  [4, 4, 'visa'],
  [50, 50, 'maestro'],
  [56, 58, 'maestro'],
  [60, 61, 'maestro'],
  [63, 63, 'maestro'],
  [66, 69, 'maestro'],
];

function within(number: string, from: number, to: number): boolean {
  const width = String(from).length;
  const head = Number(number.slice(0, width));
  return head >= from && head <= to;
}

const head_digits = 6;
/** The same ranges as numbers of six digits. */
const heads = prefixes.map(([from, to, brand]) => {
  const rest = 10 ** (head_digits - String(from).length);
  return { from: from * rest, to: (to + 1) * rest - 1, brand };
});

/** The brand that issues numbers beginning with these six digits; cheaper than brandOf(). */
export function brandOfHead(head: number): CardType {
  for (const { from, to, brand } of heads) {
    if (head >= from && head <= to) return brand;
  }
  return 'unknown';
}

/** The brand that a number, or as much of it as is typed, begins like. */
export function brandOf(number: string): CardType {
  const row = prefixes.find(([from, to]) => within(number, from, to));
  return row === undefined ? 'unknown' : row[2];
}

/** Whether the last digit is the check digit of the others. */
export function passesLuhn(digits: string): boolean {
  let total = 0;
  for (let index = 0; index < digits.length; index++) {
    const value = digits.charCodeAt(index) - 48;
    const doubled = (digits.length - index) % 2 === 0;
    total += !doubled ? value : value > 4 ? value * 2 - 9 : value * 2;
  }
  return digits !== '' && total % 10 === 0;
}

/** A number as people type it, without its spaces and dashes. */
export function cardDigits(text: string): string {
  return text.replace(/[\s-]/g, '');
}

/** 13 to 19 digits with a right check digit (decisions G01). */
export function isCardNumber(number: string): boolean {
  const shaped = /^\d+$/.test(number);
  const fits = number.length >= min_card_digits && number.length <= max_card_digits;
  return shaped && fits && passesLuhn(number);
}

/** First six, stars, last four: `411111******1111` (gateway-api 3.6). */
export function maskCard(number: string): string {
  return `${number.slice(0, 6)}${'*'.repeat(Math.max(number.length - 10, 0))}${number.slice(-4)}`;
}

/** The security code's length: four digits on the front of an Amex, three elsewhere. */
export function cvcLength(brand: CardType): 3 | 4 {
  return brand === 'amex' ? 4 : 3;
}

/** Three or four digits; which of the two is the issuer's business (spec 2 §5). */
export function isCvc(text: string): boolean {
  return /^\d{3,4}$/.test(text);
}

export interface Expiration {
  month: number;
  /** Four digits. */
  year: number;
}

/** Month and year of `12/30`, `12 / 30` or `1230`; null where it is no date (spec 2 §5). */
export function parseExpiration(text: string): Expiration | null {
  const match = /^(0[1-9]|1[0-2])\s?\/?\s?(\d{2})$/.exec(text.trim());
  if (match === null) return null;
  return { month: Number(match[1]), year: 2000 + Number(match[2]) };
}

/**
 * The digits of a year as a field for `MM/YY` takes them: `2030` is `30`. What is typed on the way
 * there stays, else nobody could type it.
 */
export function typedYear(digits: string): string {
  if (digits.length < 3 || !digits.startsWith('20')) return digits.slice(0, 2);
  return digits.length === 3 ? digits : digits.slice(2, 4);
}

const two = (value: number) => String(value % 100).padStart(2, '0');

/** `12/30`, the form transactions are answered in (gateway-api 1.4). */
export function formatExpiration({ month, year }: Expiration): string {
  return `${two(month)}/${two(year)}`;
}

/** `1230`, the form the panel sends (spec 2 §5). */
export function sentExpiration({ month, year }: Expiration): string {
  return `${two(month)}${two(year)}`;
}

/** Whether the card is past the last day of its month; `today` is `YYYY-MM-DD`. */
export function isExpired({ month, year }: Expiration, today: string): boolean {
  return `${year}-${two(month)}` < today.slice(0, 7);
}

/** Years ahead after which an expiry is a typing error; test cards may use any nearer date. */
const furthest_years = 50;

function expirationError(expiration: Expiration, today: string): string | null {
  if (isExpired(expiration, today)) return 'Invalid card expiration - expired';
  const ahead = expiration.year - Number(today.slice(0, 4));
  // The misspelling is the wire's: clients compare with it (gateway-api 1.3).
  return ahead > furthest_years ? 'Invalid card expiration - to far in the future' : null;
}

/**
 * What is wrong with a keyed card, in the words clients know (gateway-api 1.3), or null.
 * `today` is the day `YYYY-MM-DD`; a card is good through the last day of its month.
 */
export function cardError(number: string, expiration_date: string, today: string): string | null {
  const expiration = parseExpiration(expiration_date);
  const is_number = isCardNumber(number);
  if (expiration === null) return is_number ? 'invalid exp' : 'invalid cc,exp';
  return is_number ? expirationError(expiration, today) : 'invalid cc';
}

/** Triggers of the sandbox that fail the check digit (gateway-api 18, rails 19.4). */
export const sandbox_routing_numbers = ['000000001', '000000002', '111111111'] as const;

/** Nine digits with a right ABA check digit; the sandbox also takes its trigger numbers. */
export function isRoutingNumber(routing: string, sandbox: boolean): boolean {
  if (!/^\d{9}$/.test(routing)) return false;
  if (sandbox && sandbox_routing_numbers.some((trigger) => trigger === routing)) return true;
  const weights = [3, 7, 1];
  const total = [...routing].reduce(
    (sum, digit, index) => sum + Number(digit) * (weights[index % 3] as number),
    0,
  );
  return total % 10 === 0;
}

/** 4 to 17 digits (spec 2 §5). */
export function isAccountNumber(account: string): boolean {
  return /^\d{4,17}$/.test(account);
}

/** `XXXXX1111`: the last four digits, and fewer where that would show half of a short number. */
export function maskAccount(account: string): string {
  const shown = Math.min(4, Math.floor(account.length / 2));
  return `${'X'.repeat(account.length - shown)}${account.slice(account.length - shown)}`;
}
