// What an error says, as it may be kept beside what failed.
import { maskCardNumbers } from '../contract/payments/cards/card-text.ts';

const longest = 500;

/** Words of others, card numbers masked, at most 500 characters. */
export function storedText(words: string): string {
  // Masked before it is cut: half a card number has no check digit left to be known by.
  return maskCardNumbers(words).slice(0, longest);
}

/** As `keptText`, of whatever was thrown. */
export function errorText(error: unknown): string {
  return storedText(error instanceof Error ? error.message : String(error));
}
