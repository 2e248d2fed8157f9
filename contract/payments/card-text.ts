// Card numbers in free text: found whatever they are spelled with, and shown as their mask.
import { brandOf, maskCard, max_card_digits, min_card_digits, passesLuhn } from './cards.ts';

/** Spaces, dashes, dots, invisible characters: what people and machines put between digits. */
const gap = '[\\s\\-._\\u00ad\\u200b-\\u200d\\u2010-\\u2015\\u2060\\u2212\\ufeff\\uff0d]';
const digit = '\\p{Nd}';
/** A run of digits with at most two separators between any of them; linear in the text. */
const run = new RegExp(`${digit}(?:${gap}{0,2}${digit}){12,}`, 'gu');
const piece = /\p{Nd}+/gu;
const only_word = /^[0-9A-Za-z-]{1,128}$/;
const word_start = /^[0-9A-Za-z-]+/;
const word_end = /(?<![0-9A-Za-z-])[0-9A-Za-z-]+$/;
/** Digests and UUIDs hold long runs of digits by chance; nobody types a card number so. */
const machine_word =
  /^(?=.*[a-f])[0-9a-f]{32,}$|^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Lengths that each brand issues; a run of another length is some other number. */
const lengths: Readonly<Record<string, readonly number[]>> = {
  visa: [13, 16, 19],
  mastercard: [16],
  amex: [15],
  diners_club: [14, 16, 19],
  unknown: [],
};
const other_lengths = [16, 17, 18, 19];

/** Whether these digits are a number that a card may carry: brand, length and check digit. */
export function looksLikeCard(digits: string): boolean {
  // The cheapest questions first: a body may be a megabyte of digits.
  if (digits.length < min_card_digits || digits.length > max_card_digits) return false;
  if (!/^[234568]/.test(digits) || !passesLuhn(digits)) return false;
  const fitting = lengths[brandOf(digits)] ?? other_lengths;
  return fitting.includes(digits.length);
}

/** `0` to `9` for a digit of any script. */
function asciiDigit(character: string): string {
  const plain = character.normalize('NFKC');
  if (/^[0-9]$/.test(plain)) return plain;
  const code = character.codePointAt(0) as number;
  // Digits of a script stand together in tens, in order (Unicode, general category Nd).
  let zero = code;
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

function ascii(text: string): string {
  return /^[0-9]*$/.test(text) ? text : [...text].map(asciiDigit).join('');
}

/** First digits that brands have; the cheapest question of all. */
const begins_cards = new Set([...'234568'].map((first) => first.charCodeAt(0)));

interface Card {
  /** Where it begins and ends in the run. */
  at: number;
  end: number;
  digits: string;
}

/** Whether the digits from one place to another pass Luhn's check, without taking them out. */
function passes(digits: string, from: number, to: number): boolean {
  let total = 0;
  for (let n = from; n < to; n++) {
    const value = digits.charCodeAt(n) - 48;
    const doubled = (to - n) % 2 === 0;
    total += !doubled ? value : value > 4 ? value * 2 - 9 : value * 2;
  }
  return total % 10 === 0;
}

/** Where digits stand together: start and end of each such piece. */
function piecesOf(text: string): [at: number, end: number][] {
  if (/[^\x20-\x7e]/.test(text)) {
    return [...text.matchAll(piece)].map(({ index, 0: found }) => [index, index + found.length]);
  }
  const pieces: [number, number][] = [];
  let at = -1;
  for (let n = 0; n <= text.length; n++) {
    const code = text.charCodeAt(n);
    const is_digit = code >= 48 && code <= 57;
    if (is_digit && at < 0) at = n;
    if (is_digit || at < 0) continue;
    pieces.push([at, n]);
    at = -1;
  }
  return pieces;
}

/** Every card number in one run; it never begins or ends inside a piece without separators. */
function cardsIn(text: string): Card[] {
  const starts: number[] = [];
  const ends: number[] = [];
  /** How many digits stand before each piece. */
  const before: number[] = [];
  const plain: string[] = [];
  let count = 0;
  for (const [at, end] of piecesOf(text)) {
    const digits = ascii(text.slice(at, end));
    starts.push(at);
    ends.push(end);
    before.push(count);
    plain.push(digits);
    count += digits.length;
  }
  before.push(count);
  const all = plain.join('');
  const cards: Card[] = [];
  for (let first = 0; first < starts.length; first++) {
    const from = before[first] as number;
    if (!begins_cards.has(all.charCodeAt(from))) continue;
    for (let last = first; last < starts.length; last++) {
      const to = before[last + 1] as number;
      if (to - from > max_card_digits) break;
      if (to - from < min_card_digits || !passes(all, from, to)) continue;
      const digits = all.slice(from, to);
      if (!looksLikeCard(digits)) continue;
      cards.push({ at: starts[first] as number, end: ends[last] as number, digits });
      first = last;
      break;
    }
  }
  return cards;
}

function maskRun(text: string): string {
  if (/^\d+\.\d+$/.test(text)) return text;
  const cards = cardsIn(text);
  if (cards.length === 0) return text;
  let rest = 0;
  const parts = cards.map(({ at, end, digits }) => {
    const before = text.slice(rest, at);
    rest = end;
    return before + maskCard(digits);
  });
  return parts.join('') + text.slice(rest);
}

/** Longest word looked at on either side: digests have 64 characters, some 128. */
const longest_word = 128;

/** Whether a run lies in a digest or a UUID. */
function isOfMachine(text: string, at: number, found: string): boolean {
  if (!only_word.test(found)) return false;
  const before = word_end.exec(text.slice(Math.max(0, at - longest_word), at))?.[0] ?? '';
  const end = at + found.length;
  const after = word_start.exec(text.slice(end, end + longest_word))?.[0] ?? '';
  return machine_word.test(before + found + after);
}

/**
 * The text with every card number as its first six and last four digits (PCI DSS 3.4.1, 3.5.1);
 * text without one comes back as it is. Ids, digests, UUIDs, fractions and numbers of fewer than 13
 * digits are left alone.
 */
export function maskCardNumbers(text: string): string {
  if (text.length < 13) return text;
  return text.replace(run, (found, at: number) =>
    isOfMachine(text, at, found) ? found : maskRun(found),
  );
}
