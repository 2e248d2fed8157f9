// The simulated account updater: what became of saved cards, by the 4000 0070 to 76 test numbers;
// in answers to payments, too.
import type { OperationContext, Result } from './host.ts';
import { type Body, badRequest, part, text } from './request.ts';
import { luhn } from './triggers.ts';
import type { Answer } from './world.ts';

const max_cards = 2_000;
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
  const check = [...'0123456789'].find((digit) => luhn(digits + digit));
  return digits + check;
}

/** The card that took the place of this one: the same parameter in the family 77. */
const replaced = (number: string) => withCheckDigit(`40000077${number.slice(8, 15)}`);

const later = (expiration: string) => {
  const year = Math.min(Number(expiration.slice(2)) + years_later, 99);
  return `${expiration.slice(0, 2)}${String(year).padStart(2, '0')}`;
};

const is_month = (text: string) => /^(0[1-9]|1[0-2])\d\d$/.test(text);

function codeOf(number: string): string {
  const family = /^400000(7[0-6])\d{8}$/.exec(number)?.[1] ?? '';
  return family_codes[family] ?? 'V';
}

function found(number: string, expiration: string): Body {
  const code = codeOf(number);
  if (code === 'A') return { code, number: replaced(number), expiration: later(expiration) };
  return code === 'E' ? { code, expiration: later(expiration) } : { code };
}

function updateOf(card: Body): Body {
  const expiration = text(card, 'expiration');
  if (!is_month(expiration)) badRequest('cards.expiration');
  return { id: text(card, 'id'), ...found(text(card, 'number'), expiration) };
}

/** Looks the cards up; changes nothing, so that it may be asked again. */
export function updateCards({ body, reference, operation }: OperationContext): Result {
  const { cards } = body;
  if (!Array.isArray(cards) || cards.length === 0 || cards.length > max_cards) badRequest('cards');
  const updates = (cards as Body[]).map(updateOf);
  return { answer: { reference, operation, updates } };
}

const payments: ReadonlySet<string> = new Set(['sale', 'authorize', 'verify']);
/** What an answer to a payment speaks of; that nothing has changed goes without saying. */
const told_in_band: ReadonlySet<string> = new Set(['A', 'E', 'C', 'Q']);

/** Whether a card's month is so far away that its bank has sent no other one yet. */
function runsOn(expiration: string, now: number): boolean {
  const year = 2000 + Number(expiration.slice(2)) - years_later;
  return Date.UTC(year, Number(expiration.slice(0, 2)), 1) > now;
}

/**
 * The answer to a payment as it leaves, with what became of its card. The journal keeps the answer
 * without it: a number is never on disk.
 */
export function withCardUpdate(
  { operation, body, now }: Pick<OperationContext, 'operation' | 'body' | 'now'>,
  answer: Answer,
): Answer {
  if (!payments.has(operation)) return answer;
  const card = part(body, 'card');
  const expiration = text(card, 'expiration');
  if (!is_month(expiration)) return answer;
  const account_updater = found(text(card, 'number'), expiration);
  const { code } = account_updater;
  if (!told_in_band.has(String(code))) return answer;
  if (code === 'E' && runsOn(expiration, now)) return answer;
  return { ...answer, account_updater };
}
