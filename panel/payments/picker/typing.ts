// How card numbers, expiry dates and digits arrange themselves while they are typed.
import {
  brandOf,
  type CardType,
  cardDigits,
  cvcLength,
  isCardNumber,
  typedYear,
} from '../../../contract/payments/cards/cards.ts';

const onlyDigits = (text: string) => text.replace(/\D/g, '');

/** Groups of four; an American Express card in 4, 6 and 5. */
export function groupedCard(text: string, brand: CardType): string {
  const digits = onlyDigits(text).slice(0, 19);
  if (brand !== 'amex') return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
  return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter(Boolean).join(' ');
}

/** `1128` and `11/2028` read 11/28; a first digit above 1 can only be a month of its own. */
export function slashedExpiration(text: string): string {
  const digits = onlyDigits(text);
  const full = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return full.length > 2 ? `${full.slice(0, 2)}/${typedYear(full.slice(2))}` : full;
}

export function limitedCvc(text: string, brand: CardType): string {
  const length = brand === 'unknown' ? 4 : cvcLength(brand);
  return onlyDigits(text).slice(0, length);
}

function rewrite(input: HTMLInputElement, text: string): void {
  const { selectionStart, selectionEnd, value } = input;
  if (value === text) return;
  input.value = text;
  input.setSelectionRange(selectionStart, selectionEnd);
}

/** Small letters in the place of capitals, the caret where it was. */
export function lowercased(input: HTMLInputElement): void {
  rewrite(input, input.value.toLowerCase());
}

export function uppercased(input: HTMLInputElement): void {
  rewrite(input, input.value.toUpperCase());
}

/** What of a number may be remembered: never the number itself. */
export interface CardNumberFacts {
  brand: CardType;
  /** Enough to know the issuer by. */
  first_digits: string;
  /** Empty until the number is whole. */
  last_four: string;
}

export function cardNumberFacts(number: string): CardNumberFacts {
  const brand = brandOf(cardDigits(number));
  return { brand, first_digits: firstDigits(number), last_four: lastFour(number) };
}

/** The last four of a whole number, as receipts print them; '' until it is whole. */
function lastFour(number: string): string {
  const digits = cardDigits(number);
  return isCardNumber(digits) ? digits.slice(-4) : '';
}

/** First digits that identify an issuer: 6, and 8 once they are typed; '' before. */
export function firstDigits(number: string): string {
  const digits = cardDigits(number);
  if (digits.length < 6) return '';
  return digits.slice(0, digits.length < 8 ? 6 : 8);
}
