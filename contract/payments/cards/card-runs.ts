// Reads a run of digits and separators once, and says where card numbers stand in it.
import { brandOfHead, max_card_digits, min_card_digits, passesLuhn } from './cards.ts';

/** Lengths that each brand issues; a run of another length is some other number. */
const lengths: Readonly<Record<string, readonly number[]>> = {
  visa: [13, 16, 19],
  mastercard: [16],
  amex: [15],
  diners_club: [14, 16, 19],
  unknown: [],
};
const other_lengths = [16, 17, 18, 19];
/** Brands of other countries, which we have no name for: Mir and Troy. */
const foreign = [
  { from: 220000, to: 220499, lengths: other_lengths },
  { from: 979200, to: 979299, lengths: [16] },
];
const head_digits = 6;

/** Whether a brand issues numbers of this length that begin with these six digits. */
export function issued(head: number, length: number): boolean {
  const abroad = foreign.find(({ from, to }) => head >= from && head <= to);
  return (abroad?.lengths ?? lengths[brandOfHead(head)] ?? other_lengths).includes(length);
}

export const headOf = (digits: string) => Number(digits.slice(0, head_digits));

/** Whether these digits are a number that a card may carry: brand, length and check digit. */
export function looksLikeCard(digits: string): boolean {
  // The cheapest questions first: a body may be a megabyte of digits.
  if (digits.length < min_card_digits || digits.length > max_card_digits) return false;
  return issued(headOf(digits), digits.length) && passesLuhn(digits);
}

const asBits = (all: readonly number[]) => all.reduce((bits, one) => bits | (1 << one), 0);
/** Lengths of all brands that begin with a digit, as bits: the cheapest question. */
const lengths_by_first = [
  [],
  [],
  other_lengths,
  [14, 15, 16, 17, 18, 19],
  [13, 16, 19],
  other_lengths,
  other_lengths,
  [],
  other_lengths,
  [16],
].map(asBits);

/**
 * Digits of every script, and those that stand high, low, in a circle, in brackets or before a
 * point: as plain text, and to a search that ignores such differences, they are the same number.
 */
export const digit_class =
  '\\p{Nd}\\u00b2\\u00b3\\u00b9\\u2070\\u2074-\\u2079\\u2080-\\u2089\\u2460-\\u2468\\u24ea' +
  '\\u2474-\\u247c\\u2488-\\u2490\\u24f5-\\u24fd\\u24ff' +
  '\\u2776-\\u277e\\u2780-\\u2788\\u278a-\\u2792';
/** The digit 1 of each row from 1 to 9 that Unicode does not map to plain digits. */
const drawn_ones = [0x24f5, 0x2776, 0x2780, 0x278a];
const drawn_zero = 0x24ff;

/** What a digit of any script counts. */
function worthOf(code: number): number {
  // Brackets and the point are part of the one character.
  const plain = String.fromCodePoint(code).normalize('NFKC').replace(/[().]/g, '');
  if (/^[0-9]$/.test(plain)) return Number(plain);
  if (code === drawn_zero) return 0;
  const one = drawn_ones.find((first) => code >= first && code < first + 9);
  if (one !== undefined) return code - one + 1;
  // Digits of a script stand together in tens, in order (Unicode, general category Nd).
  let zero = code;
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

const any_digit = new RegExp(`[${digit_class}]`, 'u');
const no_digit = -1;
/** What was asked before; there are some hundred digits and gaps, and nothing else is requested. */
const values = new Map<number, number>();

/** What a character counts, or `no_digit`. */
function digitOf(code: number): number {
  if (code < 128) return code >= 48 && code <= 57 ? code - 48 : no_digit;
  const known = values.get(code);
  if (known !== undefined) return known;
  const value = any_digit.test(String.fromCodePoint(code)) ? worthOf(code) : no_digit;
  values.set(code, value);
  return value;
}

/** An element that is there. */
const at = (list: Int32Array | Uint8Array, n: number) => list[n] as number;

/** A run read once: its pieces without separators, and sums of its digits up to each of them. */
export class DigitRun {
  pieces = 0;
  count = 0;
  /** Where each piece begins and ends in the text, and how many digits stand before it. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly before: Int32Array;
  /** How many separators stand before each piece. */
  readonly gaps: Int32Array;
  readonly digits: Uint8Array;
  /** Luhn's sums up to each digit: those at even, and at odd places doubled. */
  readonly even: Int32Array;
  readonly odd: Int32Array;

  /** Used for one run after the other, none longer than `longest`. */
  constructor(longest: number) {
    const most = longest + 1;
    this.starts = new Int32Array(most);
    this.ends = new Int32Array(most);
    this.before = new Int32Array(most);
    this.gaps = new Int32Array(most);
    this.digits = new Uint8Array(most);
    this.even = new Int32Array(most);
    this.odd = new Int32Array(most);
  }

  read(text: string): void {
    this.pieces = 0;
    this.count = 0;
    let is_inside = false;
    let separators = 0;
    for (let place = 0, width = 1; place < text.length; place += width) {
      const code = text.codePointAt(place) as number;
      const value = digitOf(code);
      width = code > 0xffff ? 2 : 1;
      if (value !== no_digit && !is_inside) this.begin(place, separators);
      if (value !== no_digit) this.add(value, place + width);
      is_inside = value !== no_digit;
      separators = is_inside ? 0 : separators + 1;
    }
    this.before[this.pieces] = this.count;
  }

  private begin(at: number, separators: number): void {
    this.starts[this.pieces] = at;
    this.gaps[this.pieces] = separators;
    this.before[this.pieces] = this.count;
    this.pieces += 1;
  }

  private add(value: number, end: number): void {
    const n = this.count;
    const doubled = value > 4 ? value * 2 - 9 : value * 2;
    const is_odd = n % 2 === 1;
    this.digits[n] = value;
    this.even[n + 1] = at(this.even, n) + (is_odd ? value : doubled);
    this.odd[n + 1] = at(this.odd, n) + (is_odd ? doubled : value);
    this.count += 1;
    this.ends[this.pieces - 1] = end;
  }

  /** Whether the digits from one place to another pass Luhn's check. */
  passes(from: number, to: number): boolean {
    // Every second digit from the last but one is doubled: those at places as even as the end.
    const sums = to % 2 === 0 ? this.even : this.odd;
    return (at(sums, to) - at(sums, from)) % 10 === 0;
  }

  /** The six digits from a place on, which tell the brand. */
  head(from: number): number {
    let head = 0;
    for (let n = from; n < from + head_digits; n++) head = head * 10 + at(this.digits, n);
    return head;
  }
}

interface Card {
  /** Where it begins and ends in the run. */
  at: number;
  end: number;
  digits: string;
}

/** More separators than these stand between numbers of their own as well. */
const narrow_gap = 2;
const group_of_card = 4;
const amex_groups = /^4 6 [45]$/;

/** Whether pieces have one length, the last no more. */
function isEven(sizes: readonly number[]): boolean {
  const [size = 0] = sizes;
  return sizes.every((one, n) => one === size || (n === sizes.length - 1 && one < size));
}

/**
 * Whether pieces that stand apart belong together: amounts, days and telephone numbers side by side
 * are digits in a row, too. Cards are grouped in fours, as 4-6-5, digit by digit, or evenly with
 * the same between all groups.
 */
function isOneNumber(text: string, run: DigitRun, first: number, last: number): boolean {
  const sizes: number[] = [];
  const between = new Set<string>();
  let widest = 0;
  for (let n = first; n <= last; n++) {
    sizes.push(at(run.before, n + 1) - at(run.before, n));
    if (n === first) continue;
    widest = Math.max(widest, at(run.gaps, n));
    between.add(text.slice(at(run.ends, n - 1), at(run.starts, n)));
  }
  if (widest <= narrow_gap || amex_groups.test(sizes.join(' '))) return true;
  const is_usual = sizes[0] === group_of_card || sizes[0] === 1;
  return isEven(sizes) && (is_usual || (between.size === 1 && sizes.length > 2));
}

/** Where a card ends that begins with a piece: its last piece, or -1. */
function lastPiece(text: string, run: DigitRun, first: number): number {
  const from = at(run.before, first);
  const fitting = lengths_by_first[at(run.digits, from)] ?? 0;
  if (fitting === 0) return -1;
  for (let last = first; last < run.pieces; last++) {
    const to = at(run.before, last + 1);
    const length = to - from;
    if (length > max_card_digits) return -1;
    if ((fitting & (1 << length)) === 0 || !run.passes(from, to)) continue;
    if (!issued(run.head(from), length)) continue;
    if (isOneNumber(text, run, first, last)) return last;
  }
  return -1;
}

/** Every card number in one run; it never begins or ends inside a piece without separators. */
export function cardsIn(text: string, run: DigitRun): Card[] {
  run.read(text);
  const cards: Card[] = [];
  for (let first = 0; first < run.pieces; first++) {
    const last = lastPiece(text, run, first);
    if (last < 0) continue;
    const digits = run.digits.subarray(at(run.before, first), at(run.before, last + 1)).join('');
    cards.push({ at: at(run.starts, first), end: at(run.ends, last), digits });
    first = last;
  }
  return cards;
}
