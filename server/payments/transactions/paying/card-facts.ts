// What is known of a card beyond its number: how it is funded, its level, from the BIN table.
import { brandOf, type CardType } from '../../../../contract/payments/cards/cards.ts';
import type { SurchargeFunding } from '../../../../contract/payments/pricing/surcharge-rules.ts';
import { lookupBin } from '../../bins.ts';

export interface CardFacts {
  readonly brand: CardType;
  readonly funding: SurchargeFunding;
  /** As transactions answer it: prepaid counts as debit, empty where unknown. */
  readonly type: 'credit' | 'debit' | '';
  /** `STANDARD`; empty where unknown. */
  readonly bin_type: string;
}

/** Facts by a card's first digits, at least six. */
export function cardFacts(bin: string): CardFacts {
  const found = lookupBin(bin);
  if (!found) return { brand: brandOf(bin), funding: 'unknown', type: '', bin_type: '' };
  return {
    brand: found.brand,
    funding: found.funding,
    type: found.card_type,
    bin_type: found.card_level_generic.toUpperCase(),
  };
}
