// Words of others, as they may be kept: what an error, a refusal or a browser says.
import { maskCardNumbers } from '../contract/payments/cards/mask-card-numbers.ts';

/** Card numbers masked, at most so many characters, none halved: a row takes no half of one. */
export function storedText(words: string, most_characters = 500): string {
  // Masked before it is cut: half a card number has no check digit left to be known by.
  return [...maskCardNumbers(words)].slice(0, most_characters).join('');
}

/** As `storedText`, of whatever was thrown. */
export function errorText(error: unknown): string {
  return storedText(error instanceof Error ? error.message : String(error));
}
