// Facts about a card by its first digits; seeded with the sandbox's cards until a table is loaded.
import { brand_labels } from '../../contract/payments/cards.ts';
import type { CardBrand } from '../../contract/payments/cards.ts';
import { test_cards } from '../../contract/payments/test-cards.ts';
import type { Funding } from '../../contract/payments/test-cards.ts';

export interface BinFacts {
  /** The prefix that matched, 6 to 8 digits. */
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

type Row = Pick<BinFacts, 'bin' | 'brand' | 'funding' | 'country'> & { level: string };

const issuer = 'Penstock Sandbox Bank';

function facts({ bin, brand, funding, country, level }: Row): BinFacts {
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

// Two sandbox cards may share six digits and differ in kind, so each is known by eight.
const rows: readonly Row[] = [
  { bin: '400000', brand: 'visa', funding: 'credit', country: 'USA', level: 'standard' },
  ...test_cards.map((card) => ({ ...card, bin: card.number.slice(0, 6) })),
  ...test_cards.map((card) => ({ ...card, bin: card.number.slice(0, 8) })),
];

const by_bin = new Map(rows.map((row) => [row.bin, facts(row)]));
const longest = 8;
const shortest = 6;

/**
 * Facts of a card number or its first digits, at least six: the longest prefix known wins.
 * Null where nothing is known, which lookups answer as an empty object (gateway-api 4.3).
 */
export function lookupBin(bin: string): BinFacts | null {
  const digits = bin.replace(/\D/g, '');
  for (let length = Math.min(longest, digits.length); length >= shortest; length -= 1) {
    const found = by_bin.get(digits.slice(0, length));
    if (found !== undefined) return found;
  }
  return null;
}
