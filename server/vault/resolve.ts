// Turns the payment method of a request into an opaque card or account and facts to store.
import { invalid, refuse } from '../../contract/errors.ts';
import {
  cardDigits,
  cardError,
  type Expiration,
  formatExpiration,
  isAccountNumber,
  isCardNumber,
  isCvc,
  isRoutingNumber,
  parseExpiration,
} from '../../contract/payments/cards/cards.ts';
import { isTestCard } from '../../contract/payments/cards/test-cards.ts';
import {
  type AchInput,
  type CardInput,
  type PaymentMethodInput,
  served_methods,
} from '../../contract/payments/transactions/input.ts';
import type { Wallet } from '../../contract/payments/wallets/wallet-tokens.ts';
import type { Context } from '../context.ts';
import { digestOfAccount, digestOfCard } from './digest.ts';
import { isEncrypted, openReaderTracks } from './readers/reader-tracks.ts';
import {
  protectAccount,
  protectCard,
  type SensitiveAccount,
  type SensitiveCard,
} from './sensitive-card.ts';
import { readTracks, type TrackFacts } from './tracks.ts';
import type { NetworkToken } from './wallets/network-token.ts';

/** A card in a payment request or from a wallet. */
export interface CardOrWalletInput extends CardInput {
  readonly network_token?: NetworkToken;
}
export interface MethodOrWalletInput extends Omit<PaymentMethodInput, 'card'> {
  card?: CardOrWalletInput;
}

export interface ResolvedCard {
  readonly kind: 'card';
  readonly sensitive: SensitiveCard;
  readonly entry: 'keyed' | 'swiped' | Wallet;
  /** MM/YY */
  readonly expiration_date: string;
  readonly cardholder_name: string;
  /** First eight digits, for looking the card up; never stored. */
  readonly bin: string;
  readonly digest: string;
}
export interface ResolvedAccount {
  readonly kind: 'ach';
  readonly sensitive: SensitiveAccount;
  readonly sec_code: 'web' | 'ccd' | 'ppd' | 'tel';
  readonly account_type: 'checking' | 'savings';
  readonly check_number: string;
  readonly routing_number: string;
  readonly digest: string;
}
export interface ResolvedCash {
  readonly kind: 'cash';
  readonly digest: '';
}
export type ResolvedMethod = ResolvedCard | ResolvedAccount | ResolvedCash;

/** In the words clients know from this API (gateway-api 1.3). */
function unserved(): never {
  refuse('invalid', 'bad request error: invalid payment_method');
}

/**
 * The one payment method of a request; 400 names what is wrong with it. `key` is the merchant's key
 * for digests. Methods whose room does not exist are refused (Q16).
 */
export function resolveMethod(
  context: Context,
  key: Buffer,
  payment_method: Record<string, unknown>,
): ResolvedMethod {
  const named = Object.entries(payment_method).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const [name] = named[0] ?? [''];
  if (named.length !== 1 || !served_methods.some((served) => served === name)) unserved();
  const method = payment_method as MethodOrWalletInput;
  if (method.card) return resolveCard(context, key, method.card);
  if (method.ach) return resolveAccount(context, key, method.ach);
  // A saved customer and a token are opened before; what is left must never pass for cash.
  return method.cash ? { kind: 'cash', digest: '' } : unserved();
}

/** What a swipe says, in clear or as a card reader encrypted it; null of a card that was typed. */
function stripeOf(context: Context, card: CardInput): TrackFacts | null {
  if (isEncrypted(card)) return openReaderTracks(context, card);
  if (card.entry_type !== 'swiped' && !(card.track_1 ?? card.track_2)) return null;
  const stripe = readTracks(card.track_1 ?? '', card.track_2 ?? '');
  return stripe ?? invalid(card.track_1 ? 'Track 1' : 'Track 2');
}

function resolveCard(context: Context, key: Buffer, card: CardOrWalletInput): ResolvedCard {
  const stripe = stripeOf(context, card);
  const swiped = stripe !== null;
  const number = cardDigits(stripe?.number ?? card.number ?? '');
  const expiration = stripe?.expiration ?? card.expiration_date ?? '';
  const expiration_date = formatExpiration(checkCard(context, number, expiration));
  if (card.cvc !== undefined && !isCvc(card.cvc)) invalid('CVC');
  const { cryptogram, eci, wallet } = card.network_token ?? {};
  const open = {
    ...{ number, expiration_date },
    ...(card.cvc && !swiped && { cvc: card.cvc }),
    ...(cryptogram && { cryptogram, eci }),
  };
  return {
    kind: 'card',
    sensitive: protectCard(open),
    entry: wallet ?? (swiped ? 'swiped' : 'keyed'),
    expiration_date,
    cardholder_name: card.cardholder_name ?? stripe?.cardholder_name ?? '',
    bin: number.slice(0, 8),
    digest: digestOfCard(key, number),
  };
}

/** Its month and year; 400 where a card with these may not pay. */
function checkCard(context: Context, number: string, expiration: string): Expiration {
  const today = context.clock.now().toISOString().slice(0, 10);
  if (!isCardNumber(number)) invalid('Card Number');
  const parsed = parseExpiration(expiration) ?? invalid('Expiration Date');
  const error = cardError(number, expiration, today);
  if (error !== null) refuse('invalid', `bad request error: ${error}`);
  const real = context.config.environment === 'production';
  if (real && isTestCard(number)) invalid('Card Number');
  return parsed;
}

function resolveAccount(context: Context, key: Buffer, ach: AchInput): ResolvedAccount {
  const routing_number = ach.routing_number ?? '';
  const account_number = ach.account_number ?? '';
  const sandbox = context.config.environment !== 'production';
  if (!isRoutingNumber(routing_number, sandbox)) invalid('Routing Number');
  if (!isAccountNumber(account_number)) invalid('Account Number');
  const sec_code = ach.sec_code ?? 'ppd';
  const check_number = ach.check_number ?? '';
  if (sec_code === 'tel' && check_number === '') invalid('Check Number');
  return {
    kind: 'ach',
    sensitive: protectAccount({ routing_number, account_number }),
    sec_code,
    account_type: ach.account_type ?? 'checking',
    check_number,
    routing_number,
    digest: digestOfAccount(key, routing_number, account_number),
  };
}
