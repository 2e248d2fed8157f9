// A card out of a wallet, as the vault works with it: the device's number in the card's place.
import type { Wallet } from '../../../contract/payments/wallets/wallet-tokens.ts';

/** What goes to the processor beside the number. */
export interface NetworkToken {
  readonly wallet: Wallet;
  /** Proves this one payment to the network; '' where the wallet gave the card's own number. */
  readonly cryptogram: string;
  /** Electronic commerce indicator, two digits; '' where the wallet states none. */
  readonly eci: string;
}

/** A decrypted token of a wallet. */
export interface WalletCard extends NetworkToken {
  readonly number: string;
  /** MM/YY */
  readonly expiration_date: string;
  readonly cardholder_name: string;
  /** What the wallet calls this payment; it is taken once. */
  readonly reference: string;
  /** Until when the wallet lets it be used. */
  readonly expires_at: Date;
  /** What the payer agreed to: minor units of an ISO 4217 code; null where nothing is signed. */
  readonly agreed: { readonly amount: number; readonly currency: string } | null;
}

/** Why a token is not taken, for a person who sets a shop up; never anything of the card. */
export class WalletRefusal extends Error {}

export function refuseToken(why: string): never {
  throw new WalletRefusal(why);
}
