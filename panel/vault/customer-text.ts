// What a saved customer is called, and how its ways to pay read.
import { brand_labels, type CardType } from '../../contract/payments/cards/cards.ts';
import type { CustomerRecord } from '../../contract/vault/customers.ts';
import type { SavedAccount, SavedCard } from '../../contract/vault/saved-methods.ts';
import type { VaultAddress } from '../../contract/vault/vault-address.ts';
import { sentenceCase } from '../kit/format/sentence.ts';

/** The address that bills, else the first one. */
export function mainAddress({ data }: CustomerRecord): VaultAddress | undefined {
  const { addresses, defaults } = data.customer;
  return addresses.find(({ id }) => id === defaults.billing_address_id) ?? addresses[0];
}

/** The person, else the company, the description, the ID. */
export function customerName(one: CustomerRecord): string {
  const address = mainAddress(one);
  const person = `${address?.first_name ?? ''} ${address?.last_name ?? ''}`.trim();
  return person || address?.company || one.data.customer.description || one.id;
}

/** `Visa 411111******1111` */
export function cardText({ card_type, masked_number }: SavedCard): string {
  return `${brand_labels[card_type as CardType] ?? 'Card'} ${masked_number}`;
}

/** `Checking XXXXX1111` */
export function accountText({ account_type, masked_account_number }: SavedAccount): string {
  return `${sentenceCase(account_type || 'bank account')} ${masked_account_number}`;
}

/** The default way to pay in words; '' where there is none. */
export function defaultMethodText({ data }: CustomerRecord): string {
  const { payments, defaults } = data.customer;
  const card = payments.cards.find(({ id }) => id === defaults.payment_method_id);
  if (card) return cardText(card);
  const account = payments.ach.find(({ id }) => id === defaults.payment_method_id);
  return account ? accountText(account) : '';
}

const days_ahead = 30;
const day_ms = 86_400_000;

export type Expiry = 'expired' | 'expires_soon' | 'good';

/** Whether a card, MM/YY, has ended or ends within thirty days of `now`. */
export function expiryOf(expiration_date: string, now: Date): Expiry {
  const [month = 0, year = 0] = expiration_date.split('/').map(Number);
  const ends_ms = Date.UTC(2000 + year, month, 1);
  if (ends_ms <= now.getTime()) return 'expired';
  return ends_ms <= now.getTime() + days_ahead * day_ms ? 'expires_soon' : 'good';
}
