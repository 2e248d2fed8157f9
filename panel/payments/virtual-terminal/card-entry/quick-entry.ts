// One typed line read as a card payment: number, expiry, CVC, amount, postal code and order.
import { formatPlain, parseMoney, symbolOf } from '../../../../contract/money.ts';
import {
  brandOf,
  type CardType,
  isCardNumber,
  min_card_digits,
  panel_max_card_digits,
} from '../../../../contract/payments/cards/cards.ts';
import { groupedCard } from '../../picker/typing.ts';

/** Values as the terminal's fields hold them; '' for what the line leaves out. */
export interface QuickEntry {
  number: string;
  expiration_date: string;
  cvc: string;
  amount: string;
  postal_code: string;
  order_id: string;
}

export interface QuickLine {
  entry: QuickEntry;
  /** Words that were not recognised, with their digits masked. */
  unread: string[];
}

export const order_length = 17;
const onlyDigits = (word: string) => word.replaceAll('-', '');

/** How many of the first words are the card number: groups may be typed with spaces between. */
function numberText(words: readonly string[]): number {
  let digits = '';
  let fallback = 0;
  for (const [index, word] of words.entries()) {
    if (!/^\d[\d-]*$/.test(word)) break;
    digits += onlyDigits(word);
    if (digits.length > panel_max_card_digits) break;
    if (isCardNumber(digits)) return index + 1;
    // With a wrong check digit the number still is what has enough digits first.
    if (digits.length >= min_card_digits && fallback === 0) fallback = index + 1;
  }
  return fallback;
}

/** `12/30` of `12/30`, `1/30`, `12/2030`, `1230`; null for anything else. */
function expiryOf(word: string): string | null {
  const match = /^(0?[1-9]|1[0-2])\/(?:20)?(\d{2})$|^(0[1-9]|1[0-2])(\d{2})$/.exec(word);
  if (match === null) return null;
  const [, slashed, year, month, short_year] = match;
  return `${(month ?? slashed ?? '').padStart(2, '0')}/${year ?? short_year}`;
}

/** An amount says so by its decimals or its symbol: 60601 alone is a postal code. */
function amountOf(word: string, currency: string): string | null {
  const symbol = symbolOf(currency);
  const marked = word.startsWith(symbol);
  if (!marked && !/\.\d/.test(word)) return null;
  const minor = parseMoney(marked ? word.slice(symbol.length) : word, currency);
  return minor === null || minor <= 0 ? null : formatPlain(minor, currency);
}

const postal_form = /^(\d{5}(-\d{4})?|[A-Za-z]\d[A-Za-z]-?\d[A-Za-z]\d)$/;

/** A reference; what could be a card number is never one, so that none is stored in the clear. */
function orderOf(word: string): string | null {
  const marked = word.startsWith('#');
  const text = marked ? word.slice(1) : word;
  const digits = text.replace(/\D/g, '').length;
  const fits = text !== '' && text.length <= order_length && digits < min_card_digits;
  return fits && (marked || /[A-Za-z]/.test(text)) ? text : null;
}

/** What follows the card, in any order; each thing once. */
function readRest(words: readonly string[], currency: string, line: QuickLine): void {
  const { entry, unread } = line;
  for (const word of words) {
    const amount = amountOf(word, currency);
    const order = orderOf(word);
    if (amount !== null && entry.amount === '') entry.amount = amount;
    else if (postal_form.test(word) && entry.postal_code === '') entry.postal_code = word;
    else if (order !== null && entry.order_id === '') entry.order_id = order;
    else unread.push(word.replace(/\d/g, '•'));
  }
}

/**
 * Reads `4111 1111 1111 1111 12/30 123 25.00 60601 #A-100`: the card first, then its expiry and
 * CVC, then amount, postal code and order in any order. Never guesses: an amount has decimals or
 * its symbol, an order has `#` or a letter, and a word that is not recognised is listed.
 */
export function readQuickEntry(text: string, currency: string): QuickLine {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const count = numberText(words);
  const digits = words.slice(0, count).map(onlyDigits).join('');
  const after = words.slice(count);
  const entry: QuickEntry = {
    number: digits === '' ? '' : groupedCard(digits, brandOf(digits)),
    expiration_date: '',
    cvc: '',
    amount: '',
    postal_code: '',
    order_id: '',
  };
  if (count > 0) {
    const expiry = expiryOf(after[0] ?? '');
    if (expiry !== null) {
      entry.expiration_date = expiry;
      after.shift();
      if (/^\d{3,4}$/.test(after[0] ?? '')) entry.cvc = after.shift() ?? '';
    }
  }
  const line: QuickLine = { entry, unread: [] };
  readRest(after, currency, line);
  return line;
}

/** What may be shown and kept of a line: nothing that pays. */
export interface QuickPreview {
  brand: CardType;
  /** Last four digits of a number that is right; '' before. */
  last_four: string;
  /** Digits in the place of the card number that are no valid number. */
  wrong_number: boolean;
  expiration_date: string;
  has_cvc: boolean;
  amount: string;
  postal_code: string;
  order_id: string;
  unread: string[];
}

export function quickPreviewOf({ entry, unread }: QuickLine): QuickPreview {
  const { number, cvc, ...rest } = entry;
  const digits = number.replaceAll(' ', '');
  const right = isCardNumber(digits);
  return {
    ...rest,
    brand: right ? brandOf(digits) : 'unknown',
    last_four: right ? digits.slice(-4) : '',
    wrong_number: digits !== '' && !right,
    has_cvc: cvc !== '',
    unread,
  };
}
