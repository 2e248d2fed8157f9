// What may stand in a text, by kind: letters of every language count as letters (spec 1 §5).

/** Ids as the server makes them (server/ids.ts). */
export const record_id_pattern = /^[0-9a-v]{20}$/;

/** Characters that letters alone may be let stand between, by name. */
const extra_characters = {
  comma: ',',
  dash: '\\-',
  slash: '\\/',
  underscore: '_',
  whitespace: '\\s',
} as const;
export type Extra = keyof typeof extra_characters;

const letter = '\\p{L}\\p{M}';

/** Letters alone, and whatever else is let in. */
export function lettersPattern(extras: readonly Extra[] = []): RegExp {
  const more = extras.map((extra) => extra_characters[extra]).join('');
  return new RegExp(`^[${letter}${more}]+$`, 'u');
}

export const text_patterns = {
  alpha: lettersPattern(),
  alphanumeric: new RegExp(`^[${letter}\\d]+$`, 'u'),
  /** Letters, digits, spaces and , . ? ! */
  sentence: new RegExp(`^[${letter}\\d ,.?!]+$`, 'u'),
  /** Digits: no sign, no point. */
  numeric: /^\d+$/,
} as const;
