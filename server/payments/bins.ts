// What is known of a card by its first digits; the sandbox's cards until a table is loaded.

import {
  brand_labels,
  brandOf,
  type CardBrand,
  type CardType,
} from '../../contract/payments/cards/cards.ts';
import type { Funding } from '../../contract/payments/cards/test-cards.ts';
import { test_cards } from '../../contract/payments/cards/test-cards.ts';
import type { SurchargeFunding } from '../../contract/payments/pricing/surcharge-rules.ts';

export interface BinRecord {
  /** The first six digits. */
  readonly bin: string;
  readonly brand: CardBrand;
  /** `Visa`: how lookups answer the brand (gateway-api 4.3). */
  readonly card_brand: string;
  readonly funding: Funding;
  /** `credit` or `debit`, as lookups answer it; prepaid cards count as debit. */
  readonly card_type: 'credit' | 'debit';
  /** ISO 3166 alpha-3. */
  readonly country: string;
  /** Lower case, `standard`; empty where unknown. */
  readonly card_level_generic: string;
  readonly issuing_bank: string;
  /** Whether the card kind may be surcharged at all; state and brand caps come on top. */
  readonly is_surchargeable: boolean;
}

type Row = Pick<BinRecord, 'bin' | 'brand' | 'funding' | 'country'> & { level: string };

const issuer = 'Penstock Sandbox Bank';

function record({ bin, brand, funding, country, level }: Row): BinRecord {
  return {
    bin,
    brand,
    card_brand: brand_labels[brand],
    funding,
    card_type: funding === 'credit' ? 'credit' : 'debit',
    country,
    card_level_generic: level,
    issuing_bank: issuer,
    is_surchargeable: funding === 'credit',
  };
}

const bin_digits = 6;

const rows: readonly Row[] = [
  { bin: '400000', brand: 'visa', funding: 'credit', country: 'USA', level: 'standard' },
  ...test_cards.map((card) => ({ ...card, bin: card.number.slice(0, bin_digits) })),
];

const by_bin = new Map(rows.map((row) => [row.bin, record(row)]));

/**
 * What is known of a card by six digits or more. Null where nothing is known, which
 * lookups answer as an empty object (gateway-api 4.3).
 */
export function lookupBin(bin: string): BinRecord | null {
  return by_bin.get(bin.replace(/\D/g, '').slice(0, bin_digits)) ?? null;
}

/** What is known of a card beyond its number. */
export interface CardAttributes {
  readonly brand: CardType;
  readonly funding: SurchargeFunding;
  /** As transactions answer it: prepaid counts as debit, empty where unknown. */
  readonly type: 'credit' | 'debit' | '';
  /** `STANDARD`; empty where unknown. */
  readonly bin_type: string;
}

/** Attributes by a card's first digits, at least six. */
export function cardAttributes(bin: string): CardAttributes {
  const found = lookupBin(bin);
  if (!found) return { brand: brandOf(bin), funding: 'unknown', type: '', bin_type: '' };
  return {
    brand: found.brand,
    funding: found.funding,
    type: found.card_type,
    bin_type: found.card_level_generic.toUpperCase(),
  };
}
