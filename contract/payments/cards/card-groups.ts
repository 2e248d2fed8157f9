// Card numbers in groups that stand between marks of lists and markup, and as spreadsheets show
// them.
import { looksLikeCard } from './card-runs.ts';
import { maskCard } from './cards.ts';

/** What stands between groups: marks of any kind, the space of a page and its tags. */
const between = '(?:&nbsp;|<[^<>\\d]{1,40}>|[^\\p{L}\\p{Nd}]){1,8}';
/** Between all digits alike, where each stands by itself. */
const alike = '(&nbsp;|<br\\s{0,2}/?>|[^\\p{L}\\p{Nd}]{1,8})';
/** No brand issues numbers that begin with 0, 1 or 7. */
const first = '[2-689]';
/**
 * Groups as cards print them, and digits one by one with the same between all of them: lists of
 * amounts, days, telephone numbers and ids of other sizes are no groups of a card. A number with
 * further digits glued to it is left alone: one of ten windows of any long id passes Luhn's check.
 */
const shapes = [
  `${first}\\d{3}(?:${between}\\d{4}){3}(?:${between}\\d{1,3})?`,
  `${first}\\d{3}${between}\\d{6}${between}\\d{4,5}`,
  `${first}${alike}\\d(?:\\1\\d){11,17}`,
].map((shape) => new RegExp(`(?<!\\d)${shape}(?!\\d)`, 'gu'));
const last_group = /\d+$/;
const longest_rest = 3;

/** Luhn's check of the digits before `end`, whatever stands between them; it makes no text. */
function passesLuhnUpTo(found: string, end: number): boolean {
  let total = 0;
  let count = 0;
  for (let at = end - 1; at >= 0; at--) {
    const value = found.charCodeAt(at) - 48;
    if (value < 0 || value > 9) continue;
    const doubled = value > 4 ? value * 2 - 9 : value * 2;
    total += count % 2 === 1 ? doubled : value;
    count += 1;
  }
  return total % 10 === 0;
}

const digitsOf = (found: string) => found.replace(/\P{Nd}+/gu, '');

/** The mask of a spelled number; one of sixteen digits may have a short number of a list behind. */
function maskOf(found: string): string | null {
  // A list of a megabyte has half a million such places: most are ruled out by their sum alone.
  if (passesLuhnUpTo(found, found.length)) {
    const digits = digitsOf(found);
    if (looksLikeCard(digits)) return maskCard(digits);
  }
  const [last = ''] = last_group.exec(found) ?? [];
  const end = found.length - last.length;
  if (last.length > longest_rest || !passesLuhnUpTo(found, end)) return null;
  const shorter = digitsOf(found.slice(0, end));
  if (!looksLikeCard(shorter)) return null;
  const [gap = ''] = /\P{Nd}+$/u.exec(found.slice(0, end)) ?? [];
  return maskCard(shorter) + gap + last;
}

/** Each shape is looked for from every group on, since a list may begin before the number. */
function maskShape(text: string, shape: RegExp): string {
  let masked = '';
  let rest = 0;
  shape.lastIndex = 0;
  for (let found = shape.exec(text); found; found = shape.exec(text)) {
    const mask = maskOf(found[0]);
    shape.lastIndex = mask === null ? found.index + 1 : found.index + found[0].length;
    if (mask === null) continue;
    masked += text.slice(rest, found.index) + mask;
    rest = shape.lastIndex;
  }
  return masked + text.slice(rest);
}

/** `4,111,111,111,111,111`: a number that a spreadsheet, or a person, groups as an amount. */
const thousands =
  /(?<!\d[,'\u2019]?)[1-9]\d{0,2}([,'\u2019])\d{3}(?:\1\d{3}){3,5}(?![,'\u2019]?\d)/g;

/** `00004111111111111111`: a number in a field of fixed width. */
const padded = /(?<!\d)(0+)([2-9]\d{12,18})(?!\d)/g;

function maskAmountsAndFields(text: string): string {
  const apart = text.replace(thousands, (found) => {
    const digits = digitsOf(found);
    return looksLikeCard(digits) ? maskCard(digits) : found;
  });
  return apart.replace(padded, (found, zeros: string, digits: string) =>
    looksLikeCard(digits) ? zeros + maskCard(digits) : found,
  );
}

const exponent = /(?<![\d.,])(\d{1,18})[.,](\d{1,18})e\+?(\d{1,2})(?!\d)/gi;

/** `4.11111111111111E+15` is the number that a spreadsheet was given, its last digits zeros. */
function maskExponents(text: string): string {
  return text.replace(exponent, (found, whole: string, fraction: string, power: string) => {
    const length = whole.length + Number(power);
    const digits = (whole + fraction).padEnd(length, '0');
    return digits.length === length && looksLikeCard(digits) ? maskCard(digits) : found;
  });
}

/** The text with such numbers as their masks; text without one comes back as it is. */
export function maskGroups(text: string): string {
  return maskAmountsAndFields(maskExponents(shapes.reduce(maskShape, text)));
}
