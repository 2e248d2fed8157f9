// A saved customer as the picker reads it: its ways to pay, its addresses, and their texts.
import { type AddressField, address_fields } from '../../../contract/addresses.ts';
import type { CardType } from '../../../contract/payments/cards/cards.ts';
import type { PaymentType } from '../../../contract/payments/pricing/fee-programs.ts';
import type { CustomerRecord } from '../../../contract/vault/customers.ts';
import type { VaultAddress } from '../../../contract/vault/vault-address.ts';

/** One saved card or bank account. */
export interface SavedOption {
  id: string;
  type: Exclude<PaymentType, 'cash'>;
  masked: string;
  /** `visa / 411111******1111`, `ach / XXXXX1111` (spec 2 §2). */
  text: string;
  brand: CardType;
  flags: readonly string[];
  processor_id: string;
}

export function savedOptions({ data }: CustomerRecord): SavedOption[] {
  const { cards, ach } = data.customer.payments;
  return [
    ...cards.map((card) => ({
      ...card,
      type: 'card' as const,
      masked: card.masked_number,
      text: `${card.card_type} / ${card.masked_number}`,
      brand: card.card_type as CardType,
    })),
    ...ach.map((account) => ({
      ...account,
      type: 'ach' as const,
      masked: account.masked_account_number,
      text: `ach / ${account.masked_account_number}`,
      brand: 'unknown' as const,
    })),
  ];
}

/** `1 Main St, Denver CO`: line 1, city and state. */
export function addressText({ line_1, city, state }: VaultAddress): string {
  return [line_1, `${city} ${state}`.trim()].filter(Boolean).join(', ') || 'No street address';
}

/** An address under the names that payments have. */
export function paymentAddress(address: VaultAddress): Record<AddressField, string> {
  const members = {
    ...address,
    address_line_1: address.line_1,
    address_line_2: address.line_2,
  };
  return Object.fromEntries(address_fields.map((name) => [name, members[name]])) as Record<
    AddressField,
    string
  >;
}
