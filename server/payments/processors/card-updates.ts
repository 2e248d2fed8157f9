// Asking a processor's account updater what became of saved cards, and reading what it says.
import { parseExpiration } from '../../../contract/payments/cards/cards.ts';
import { protectCard, type SensitiveCard } from '../../vault/sensitive-card.ts';
import { read } from './lab/lab-wire.ts';
import type { MoneyCommand, Outcome, ProcessorAccount, WireAnswer, WireRequest } from './types.ts';
import { readObject, textOf } from './wire-answer.ts';

/** The codes of the networks' updaters (rails 13.1), in the words that are kept. */
const results = {
  A: 'new_number',
  E: 'new_expiration',
  C: 'closed',
  Q: 'contact',
  V: 'valid',
  P: 'no_match',
  N: 'not_participating',
} as const;
export type UpdateResult = (typeof results)[keyof typeof results];

export interface CardUpdatesCommand {
  readonly operation: 'update_cards';
  readonly reference: string;
  readonly account: ProcessorAccount;
  readonly cards: readonly { readonly id: string; readonly sensitive: SensitiveCard }[];
}

export interface CardUpdate {
  readonly id: string;
  readonly result: UpdateResult;
  /** The card as it is now, of a new number alone. */
  readonly sensitive: SensitiveCard | null;
  /** MM/YY of a new number or month; '' where it stays. */
  readonly expiration_date: string;
}

/** The same of the card that paid, in the answer to its payment (rails 13.2). */
export type InBandUpdate = Omit<CardUpdate, 'id'>;

export type CardUpdates =
  | { readonly result: 'read'; readonly updates: readonly CardUpdate[] }
  | { readonly result: 'refused' | 'no_answer'; readonly reason: string };

/** The pure half of an adapter for the account updater. */
export interface CardUpdatesCodec {
  encode(command: CardUpdatesCommand): WireRequest;
  decode(command: CardUpdatesCommand, answer: WireAnswer): CardUpdates;
}

type Json = Record<string, unknown>;

const dated = (text: string): string => {
  const digits = /^(\d\d)(\d\d)$/.exec(text);
  const shown = digits ? `${digits[1]}/${digits[2]}` : '';
  return parseExpiration(shown) === null ? '' : shown;
};

/** One answer; null where it is not readable, which leaves the card as it is. */
function updateOf(row: Json, asked: ReadonlySet<string>): CardUpdate | null {
  const id = textOf(row.id);
  const result = results[textOf(row.code) as keyof typeof results];
  if (result === undefined || !asked.has(id)) return null;
  const expiration_date = dated(textOf(row.expiration));
  const number = textOf(row.number);
  const needs_date = result === 'new_number' || result === 'new_expiration';
  if (needs_date && expiration_date === '') return null;
  if (result !== 'new_number') return { id, result, sensitive: null, expiration_date };
  if (!/^\d{12,19}$/.test(number)) return null;
  return { id, result, sensitive: protectCard({ number, expiration_date }), expiration_date };
}

/** Reads an answer of the rail lab (lab/sierra.md, `update_cards`). */
export function decodeCardUpdates(command: CardUpdatesCommand, answer: WireAnswer): CardUpdates {
  const reading = read(answer);
  if (reading.kind === 'unknown') return { result: 'no_answer', reason: reading.reason };
  if (reading.kind === 'error') return { result: 'refused', reason: reading.reason };
  const { reference, operation, updates } = reading.body;
  if (reference !== command.reference || operation !== 'update_cards' || !Array.isArray(updates)) {
    return { result: 'no_answer', reason: 'the answer is not about this request' };
  }
  const asked = new Set(command.cards.map(({ id }) => id));
  const rows = updates.filter((row): row is Json => typeof row === 'object' && row !== null);
  const readable = rows.map((row) => updateOf(row, asked)).filter((one) => one !== null);
  return { result: 'read', updates: readable };
}

/** Splits an answer: what is read as an outcome, and kept, never has the number in it. */
function splitUpdate(answer: WireAnswer): { rest: WireAnswer; row: unknown } {
  const is_plain = answer.kind !== 'answered' || !answer.body.includes('"account_updater"');
  const body = is_plain ? null : readObject(answer.body);
  if (is_plain || body === null) return { rest: answer, row: null };
  const { account_updater: row, ...others } = body;
  return { rest: { ...answer, body: JSON.stringify(others) }, row };
}

const is_told: ReadonlySet<string> = new Set<UpdateResult>([
  'new_number',
  'new_expiration',
  'closed',
  'contact',
]);

/**
 * The outcome of a payment by card, with what the account updater said in the same answer. An
 * answer that proves nothing of the payment proves nothing of its card.
 */
export function withCardUpdate(
  command: MoneyCommand,
  answer: WireAnswer,
  decode: (command: MoneyCommand, answer: WireAnswer) => Outcome,
): Outcome {
  const { rest, row } = splitUpdate(answer);
  const outcome = decode(command, rest);
  const by_card = 'method' in command && command.method.kind === 'card';
  const is_proof = outcome.outcome !== 'unknown' && outcome.outcome !== 'error';
  if (!by_card || !is_proof || typeof row !== 'object' || row === null) return outcome;
  const { reference } = command;
  const update = updateOf({ ...row, id: reference }, new Set([reference]));
  if (update === null || !is_told.has(update.result)) return outcome;
  const { id: _, ...card_update } = update;
  return { ...outcome, card_update };
}
