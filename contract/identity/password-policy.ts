// What a password must be: the specification's pattern, a least length, and no well-known word.
import { maxLengthMessage, minLengthMessage } from '../field-messages.ts';

/** The visible rule (spec 1 §5): 8 characters, one of each kind. */
export const password_pattern = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!@#$%^&*]).{8,}$/s;
export const max_password_length = 128;
/** Production asks for twelve (quality 3.3, PCI 8.3.6). */
export const min_password_length = { production: 12, other: 8 } as const;
/** A new password is none of the last four (PCI 8.3.7). */
export const password_history_count = 4;

/** The rule as a person reads it, with the least length of the installation. */
export function passwordRule(min_length: number): string {
  return (
    `At least ${min_length} characters with a lowercase letter, an uppercase letter, a digit and ` +
    'a symbol from !@#$%^&*.'
  );
}

/** Stems of the passwords that are guessed first; the pattern's decorations do not hide them. */
const guessed_first = [
  'password',
  'passwort',
  'welcome',
  'qwerty',
  'qwertz',
  'letmein',
  'iloveyou',
  'administrator',
  'changeme',
  'penstock',
  'abc123',
  'abcd1234',
  '12345678',
  'sunshine',
  'football',
  'baseball',
  'superman',
  'trustno1',
  'monkey',
  'dragon',
  'master',
  'princess',
  'summer',
  'winter',
  'spring',
  'autumn',
  'january',
  'secret',
  'payment',
  'merchant',
] as const;

const spelled: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** The word behind a decorated password: `P@ssw0rd123!` is `password`. */
function stem(password: string): string {
  const trimmed = password.toLowerCase().replace(/^[\d!@#$%^&*]+|[\d!@#$%^&*]+$/g, '');
  return [...trimmed].map((letter) => spelled[letter] ?? letter).join('');
}

/**
 * What is wrong with a password, as a sentence, or ''. `own_texts` are the user's own: name,
 * username, address; a password made of one of them is guessed too.
 */
export function passwordProblem(
  password: string,
  min_length: number,
  own_words: readonly string[] = [],
): string {
  if (password.length > max_password_length) {
    return maxLengthMessage('Password', max_password_length);
  }
  if (!password_pattern.test(password)) return passwordRule(min_length);
  if (password.length < min_length) return minLengthMessage('Password', min_length);
  const word = stem(password);
  const own = own_words
    .flatMap((text) => text.toLowerCase().split(/[^a-z]/))
    .filter((part) => part.length >= 4);
  const guessed = [...guessed_first, ...own].some((known) => word === known);
  return guessed ? 'This password is too easy to guess. Choose another.' : '';
}
