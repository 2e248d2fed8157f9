// The prices of one payment by the way it is paid, as people are shown them (gateway-api 4.2).
import { z } from 'zod';
import type { PaymentType } from './fee-programs.ts';

/** Totals in minor units. Stored with a payment whose price depended on how it was paid. */
export const payment_type_totals = z.object({ card: z.int(), ach: z.int(), cash: z.int() });
export type PaymentTypeTotals = z.infer<typeof payment_type_totals>;

export interface MethodPrice {
  label: string;
  /** Minor units. */
  amount: number;
  types: readonly PaymentType[];
}

/**
 * A card price and a cash price; bank accounts have a line only where they pay otherwise. None
 * where every way to pay costs the same.
 */
export function methodPrices({ card, ach, cash }: PaymentTypeTotals): MethodPrice[] {
  if (card === ach && card === cash) return [];
  const card_price: MethodPrice = { label: 'Card price', amount: card, types: ['card'] };
  if (ach === cash) {
    return [card_price, { label: 'Cash or bank price', amount: cash, types: ['cash', 'ach'] }];
  }
  return [
    card_price,
    { label: 'Bank price', amount: ach, types: ['ach'] },
    { label: 'Cash price', amount: cash, types: ['cash'] },
  ];
}
