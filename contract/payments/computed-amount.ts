// Computed amounts stay within what any stated amount may be.
import { invalid } from '../errors.ts';
import { largest_amount } from '../fields.ts';

/** A computed amount in minor units; null where it is larger than any amount may be. */
export function computedAmount(compute: () => number): number | null {
  try {
    const amount = compute();
    return amount > largest_amount ? null : amount;
  } catch (error) {
    // Beyond exact integers is beyond reach too.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The same; 400 names the field that takes the amount too far. */
export function capped(label: string, compute: () => number): number {
  return computedAmount(compute) ?? invalid(label);
}
