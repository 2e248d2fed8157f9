// Card numbers in free text: found whatever they are spelled with, and shown as their mask.
import { maskGroups } from './card-groups.ts';
import { cardsIn, DigitRun, digit_class, headOf, issued } from './card-runs.ts';
import { maskWithExpiry } from './card-with-expiry.ts';
import { maskCard } from './cards.ts';

/**
 * Spaces, dashes, dots, marks, invisible characters: what people and machines put between digits.
 * Invisible ones are `DI`, among them fillers of Hangul, which Unicode counts as letters.
 */
const marks = '\\u00b7\\u2022\\u2044\\u2212\\u2215\\u3002\\uff0e\\uff0f\\ufffd';
const gap = `[\\s\\p{Pd}\\p{Cc}\\p{Cf}\\p{DI}\\p{M}._+/${marks}]`;
const digit = `[${digit_class}]`;
/**
 * A run of digits with at most sixteen separators between any of them: a blank line and what the
 * next one is indented by. Linear in the text, since no separator is a digit.
 */
const run = new RegExp(`${digit}(?:${gap}{0,16}${digit}){12,}`, 'gu');
const only_word = /^[0-9A-Za-z-]{1,128}$/;
/** Digests and UUIDs hold long runs of digits by chance; nobody types a card number so. */
const machine_word =
  /^(?=.*[a-f])[0-9a-f]{32,}$|^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The second track as some readers spell it, `D` for `=`: digits but for one letter. */
const stripe_word = /^\d{13,19}D\d{7,}F?$/i;

/** Below a thousand: a longer number before the point may be a card's, and so may both together. */
const fraction = /^\d{1,3}\.\d+$/;

function maskRun(text: string, run: DigitRun): string {
  if (fraction.test(text)) return text;
  const cards = cardsIn(text, run);
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
const shortest_machine_word = 32;

/** Letters, digits and `-`, of which words of machines are made. */
function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code >= 48 && code <= 57) return true;
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 45;
}

/** Whether a run lies in a digest or a UUID. */
function isOfMachine(text: string, at: number, found: string): boolean {
  let start = at;
  let end = at + found.length;
  while (start > 0 && start > at - longest_word && isWordAt(text, start - 1)) start -= 1;
  const last = end + longest_word;
  while (end < last && isWordAt(text, end)) end += 1;
  if (end - start < shortest_machine_word || !only_word.test(found)) return false;
  const word = text.slice(start, end);
  return machine_word.test(word) && !stripe_word.test(word);
}

/** What follows a number on a magnetic stripe behind expiry and service code may never be kept. */
const stripe_rest =
  /(\d{6}\*{3,9}\d{4}(?:[=D]|%3D|(?:\^|%5E)[^^?]{0,40}?(?:\^|%5E))\d{7})([^?%\s]+)/gi;

function maskRuns(text: string): string {
  let read: DigitRun | undefined;
  const whole = maskWithExpiry(text, (at, found) => isOfMachine(text, at, found));
  const apart = maskGroups(whole);
  // What was masked before is shorter: places are those of what is left.
  const masked = apart.replace(run, (found, at: number) => {
    if (isOfMachine(apart, at, found)) return found;
    read ??= new DigitRun(text.length);
    return maskRun(found, read);
  });
  if (masked === text) return text;
  return masked.replace(stripe_rest, (_, prefix: string, rest: string) => {
    return prefix + '*'.repeat(rest.length);
  });
}

/** Characters as an address spells them in UTF-8, `%34` for 4; twice over in another address. */
const trail = '%[89ab][0-9a-f]';
const escaped = new RegExp(
  `%[0-7][0-9a-f]|%[cd][0-9a-f]${trail}|%e[0-9a-f](?:${trail}){2}|%f[0-7](?:${trail}){3}`,
  'gi',
);
const max_escapes = 3;

function unescaped(spelled: string): string {
  try {
    return decodeURIComponent(spelled);
  } catch {
    return spelled;
  }
}

/**
 * The text with every card number as its first six and last four digits (PCI DSS 3.4.1, 3.5.1);
 * text without one comes back as it is. Ids, digests, UUIDs, fractions and numbers of fewer than 13
 * digits are left alone. Where a number shows only in an address as it is read, that comes back.
 */
export function maskCardNumbers(text: string): string {
  if (text.length < 13) return text;
  const masked = maskRuns(text);
  let plain = masked;
  for (let n = 0; n < max_escapes && plain.includes('%'); n++) {
    const read = plain.replace(escaped, unescaped);
    if (read === plain) break;
    const found = maskRuns(read);
    if (found !== read) return maskCardNumbers(found);
    plain = read;
  }
  return masked;
}

/** No amount and no count of ours has thirteen digits. */
const smallest_card = 1e12;
const largest_card = 1e19;

/**
 * A number of JSON as it is, or the text of its mask where its digits are a card's, whatever its
 * sign and fraction. Above 2^53 its last digits are no longer those that were sent and say nothing.
 */
export function maskCardNumber(value: number): number | string {
  const size = Math.trunc(Math.abs(value));
  if (size < smallest_card || size >= largest_card) return value;
  const text = String(size);
  if (size > Number.MAX_SAFE_INTEGER) {
    return issued(headOf(text), text.length) ? maskCard(text) : value;
  }
  const masked = maskCardNumbers(text);
  return masked === text ? value : masked;
}
