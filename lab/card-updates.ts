// The simulated account updater: what became of saved cards, by the 4000 0070 to 76 test numbers.
import type { OperationContext, Result } from './host.ts';
import { type Body, badRequest, text } from './request.ts';
import { luhn } from './triggers.ts';

const most_cards = 2_000;
const years_later = 3;

/** A new number, a new month, closed, contact the holder, no match, bank takes no part. */
const family_codes: Readonly<Record<string, string>> = {
  '70': 'A',
  '71': 'E',
  '72': 'C',
  '73': 'Q',
  '74': 'V',
  '75': 'P',
  '76': 'N',
};

function withCheckDigit(digits: string): string {
  const found = [...'0123456789'].find((digit) => luhn(digits + digit));
  return digits + found;
}

/** The card that took the place of this one: the same parameter in the family 77. */
const replaced = (number: string) => withCheckDigit(`40000077${number.slice(8, 15)}`);

const later = (expiration: string) =>
  `${expiration.slice(0, 2)}${String(Number(expiration.slice(2)) + years_later).padStart(2, '0')}`;

function updateOf(card: Body): Body {
  const number = text(card, 'number');
  const expiration = text(card, 'expiration');
  if (!/^(0[1-9]|1[0-2])\d\d$/.test(expiration)) badRequest('cards.expiration');
  const family = /^400000(7[0-6])\d{8}$/.exec(number)?.[1] ?? '';
  const code = family_codes[family] ?? 'V';
  const id = text(card, 'id');
  if (code === 'A') return { id, code, number: replaced(number), expiration: later(expiration) };
  return code === 'E' ? { id, code, expiration: later(expiration) } : { id, code };
}

/** Looks the cards up; changes nothing, so that it may be asked again. */
export function updateCards({ body, reference, operation }: OperationContext): Result {
  const { cards } = body;
  if (!Array.isArray(cards) || cards.length === 0 || cards.length > most_cards) badRequest('cards');
  const updates = (cards as Body[]).map(updateOf);
  return { answer: { reference, operation, updates } };
}
