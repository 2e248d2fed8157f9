// Card and bank account numbers of one request: only a codec reads them, all else sees a mask.
import { inspect } from 'node:util';
import {
  brandOf,
  type CardType,
  maskAccount,
  maskCard,
} from '../../contract/payments/cards/cards.ts';

export interface PlaintextCard {
  number: string;
  /** MM/YY */
  expiration_date: string;
  cvc?: string;
  /** Of a wallet: proves this one payment to the network, with its indicator. */
  cryptogram?: string;
  eci?: string;
}

/** A card for the length of one request. It has no string form but its mask. */
export interface SensitiveCard {
  /** For codecs alone; throws after wipe(). */
  open(): PlaintextCard;
  wipe(): void;
  readonly masked: string;
  readonly first_six: string;
  readonly last_four: string;
  readonly brand: CardType;
}

export interface PlaintextAccount {
  routing_number: string;
  account_number: string;
}

/** A bank account for the length of one request. */
export interface SensitiveAccount {
  open(): PlaintextAccount;
  wipe(): void;
  readonly masked: string;
  readonly last_four: string;
}

class Protected<T extends object> {
  #content: T | null;
  readonly masked: string;

  constructor(content: T, masked: string) {
    this.#content = content;
    this.masked = masked;
  }

  open(): T {
    if (this.#content === null) throw new Error('The card or account number was wiped.');
    return this.#content;
  }

  wipe(): void {
    this.#content = null;
  }

  toString(): string {
    return this.masked;
  }

  toJSON(): string {
    return this.masked;
  }

  [inspect.custom](): string {
    return this.masked;
  }
}

class ProtectedCard extends Protected<PlaintextCard> implements SensitiveCard {
  readonly first_six: string;
  readonly last_four: string;
  readonly brand: CardType;

  constructor(card: PlaintextCard) {
    super(card, maskCard(card.number));
    this.first_six = card.number.slice(0, 6);
    this.last_four = card.number.slice(-4);
    this.brand = brandOf(card.number);
  }
}

class ProtectedAccount extends Protected<PlaintextAccount> implements SensitiveAccount {
  readonly last_four: string;

  constructor(account: PlaintextAccount) {
    super(account, maskAccount(account.account_number));
    // What the mask shows: of a short number four digits would be half of it or all.
    this.last_four = this.masked.replaceAll('X', '');
  }
}

/** `expiration_date` is MM/YY. */
export function protectCard(card: PlaintextCard): SensitiveCard {
  return new ProtectedCard(card);
}

export function protectAccount(account: PlaintextAccount): SensitiveAccount {
  return new ProtectedAccount(account);
}
