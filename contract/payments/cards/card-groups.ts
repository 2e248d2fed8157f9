// Card numbers in groups that stand between marks of lists and markup, and as spreadsheets show
// them.
import { looksLikeCard } from './card-runs.ts';
import { maskCard } from './cards.ts';

/** What stands between all groups alike: marks of any kind, or a space or break of a page. */
const between = '(&nbsp;|<br\\s{0,2}/?>|[^\\p{L}\\p{Nd}]{1,8})';
/** No brand issues numbers that begin with 0, 1 or 7. */
const first = '[2-689]';
/**
 * Groups as cards print them and digits one by one, with the same between all of them: lists of
 * amounts, days, telephone numbers and ids of other sizes are no groups of a card. A number with
 * further digits glued to it is left alone: one of ten windows of any long id passes Luhn's check.
 */
const shapes = [
  `${first}\\d{3}${between}\\d{4}\\1\\d{4}\\1\\d{4}(?:\\1\\d{1,3})?`,
  `${first}\\d{3}${between}\\d{6}\\1\\d{4,5}`,
  `${first}${between}\\d(?:\\1\\d){11,17}`,
].map((shape) => new RegExp(`(?<!\\d)${shape}(?!\\d)`, 'gu'));
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

/** The mask of a spelled number; one of sixteen digits may have a short number of a list behind. */
function maskOf(found: string, gap: string): string | null {
  const end = found.lastIndexOf(gap);
  // A list of a megabyte has half a million such places: most are ruled out by their sum alone.
  if (passesLuhnUpTo(found, found.length)) {
    const digits = found.replaceAll(gap, '');
    if (looksLikeCard(digits)) return maskCard(digits);
  }
  if (found.length - end - gap.length > longest_rest || !passesLuhnUpTo(found, end)) return null;
  const shorter = found.slice(0, end).replaceAll(gap, '');
  return looksLikeCard(shorter) ? maskCard(shorter) + found.slice(end) : null;
}

/** Each shape is looked for from every group on, since a list may begin before the number. */
function maskShape(text: string, shape: RegExp): string {
  let masked = '';
  let rest = 0;
  shape.lastIndex = 0;
  for (let found = shape.exec(text); found; found = shape.exec(text)) {
    const mask = maskOf(found[0], found[1] as string);
    shape.lastIndex = mask === null ? found.index + 1 : found.index + found[0].length;
    if (mask === null) continue;
    masked += text.slice(rest, found.index) + mask;
    rest = shape.lastIndex;
  }
  return masked + text.slice(rest);
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
  return maskExponents(shapes.reduce(maskShape, text));
}
