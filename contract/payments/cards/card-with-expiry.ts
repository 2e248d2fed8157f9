// Card numbers with the expiry, and often the security code, right behind them: `4111…11111230123`.
import { looksLikeCard } from './card-runs.ts';
import { maskCard } from './cards.ts';

const month = '(?:0[1-9]|1[0-2])';
const year = '[23]\\d';
/** `1230` or `3012`. */
const expiry = `(${month}${year}|${year}${month})`;
const separator = '[ .-]';
/** 16 or 15 digits as cards print them or in one word, and what follows up to the last digit. */
const number_and_more = new RegExp(
  `(?<!\\d)(\\d{4}(${separator}?)\\d{4}\\2\\d{4}\\2\\d{4}|\\d{4}(${separator}?)\\d{6}\\3\\d{5})` +
    `${expiry}(\\d{3,4})?(?!\\d)`,
  'g',
);
const separators = new RegExp(separator, 'g');

/**
 * The text with such numbers masked and without their codes, which may never be kept. Longer words
 * of digits hold a card's by chance, and only here does what follows say that it is one.
 */
export function maskWithExpiry(text: string, isSpared: (at: number, found: string) => boolean) {
  return text.replace(number_and_more, (found: string, ...parts: unknown[]) => {
    const [number, , , valid, code = ''] = parts as [string, string, string, string, string?];
    const digits = number.replace(separators, '');
    if (!looksLikeCard(digits) || isSpared(parts[5] as number, found)) return found;
    return maskCard(digits) + valid + '*'.repeat(code.length);
  });
}
