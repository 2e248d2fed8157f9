// Opaque holders of card and bank account numbers: opened in a codec's call, printed masked.
import { inspect } from 'node:util';
import {
  brandOf,
  type CardType,
  maskAccount,
  maskCard,
} from '../../contract/payments/cards/cards.ts';

export interface OpenCard {
  number: string;
  /** MM/YY */
  expiration_date: string;
  cvc?: string;
  /** Of a wallet: proves this one payment to the network, with its indicator. */
  cryptogram?: string;
  eci?: string;
}

/** A card for the length of one request. It has no string form but its mask. */
export interface CardHolder {
  /** For codecs alone; throws after wipe(). */
  open(): OpenCard;
  wipe(): void;
  readonly masked: string;
  readonly first_six: string;
  readonly last_four: string;
  readonly brand: CardType;
}

export interface OpenAccount {
  routing_number: string;
  account_number: string;
}

/** A bank account for the length of one request. */
export interface BankHolder {
  open(): OpenAccount;
  wipe(): void;
  readonly masked: string;
  readonly last_four: string;
}

class Sealed<T extends object> {
  #content: T | null;
  readonly masked: string;

  constructor(content: T, masked: string) {
    this.#content = content;
    this.masked = masked;
  }

  open(): T {
    if (this.#content === null) throw new Error('The holder was wiped.');
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

class SealedCard extends Sealed<OpenCard> implements CardHolder {
  readonly first_six: string;
  readonly last_four: string;
  readonly brand: CardType;

  constructor(card: OpenCard) {
    super(card, maskCard(card.number));
    this.first_six = card.number.slice(0, 6);
    this.last_four = card.number.slice(-4);
    this.brand = brandOf(card.number);
  }
}

class SealedAccount extends Sealed<OpenAccount> implements BankHolder {
  readonly last_four: string;

  constructor(account: OpenAccount) {
    super(account, maskAccount(account.account_number));
    // What the mask shows: of a short number four digits would be half of it or all.
    this.last_four = this.masked.replaceAll('X', '');
  }
}

/** Closes a card in; `expiration_date` as MM/YY. */
export function holdCard(card: OpenCard): CardHolder {
  return new SealedCard(card);
}

export function holdAccount(account: OpenAccount): BankHolder {
  return new SealedAccount(account);
}
