// Text in letters that a font has: others are spelled in Latin letters, or replaced by a mark.

import { isMixedDirection } from './pdf-direction.ts';

/** Replaces letters that cannot be spelled in Latin ones. */
export const left_out_mark = '[…]';

export interface DrawableText {
  text: string;
  /** Whether something was replaced by the mark. */
  left_out: boolean;
}

const initials = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const medials = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const finals = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');
const first_hangul = 0xac00;
const last_hangul = 0xd7a3;

/** A Korean syllable in Revised Romanization, syllable by syllable; '' for other letters. */
function spelledHangul(code: number): string {
  if (code < first_hangul || code > last_hangul) return '';
  const at = code - first_hangul;
  const middle = Math.floor(at / finals.length);
  return [
    initials[Math.floor(middle / medials.length)],
    medials[middle % medials.length],
    finals[at % finals.length],
  ].join('');
}

/** From small a (U+30A1) in the order of Unicode; small letters of a kind begin with a dash. */
const kana = (
  '-a a -i i -u u -e e -o o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da ' +
  'chi ji + tsu zu te de to do na ni nu ne no ha ba pa hi bi pi fu bu pu he be pe ho bo po ma ' +
  'mi mu me mo -ya ya -yu yu -yo yo ra ri ru re ro wa wa i e o n vu ka ke'
).split(' ');
const first_katakana = 0x30a1;
const long_vowel = 0x30fc;
/** How far each hiragana letter stands before the same katakana letter in Unicode. */
const hiragana_before = 0x60;

function kanaOf(code: number): string {
  if (code === long_vowel) return '=';
  const at = code >= first_katakana ? code : code + hiragana_before;
  return kana[at - first_katakana] ?? '';
}

/** `kya` from ki and small ya, `fa` from fu and small a. */
function joined(before: string, small: string): string {
  const stem = before.replace(/[aiueo]$/, '');
  return stem + (/(sh|ch|j)$/.test(stem) ? small.replace(/^y/, '') : small);
}

/** Japanese syllables in Hepburn spelling, as far as the letters alone determine it. */
function spelledKana(syllables: readonly string[]): string {
  let text = '';
  let doubled = false;
  for (const one of syllables) {
    if (one === '+') doubled = true;
    else if (one === '=') text += /[aiueo]$/.exec(text)?.[0] ?? '';
    else if (one.startsWith('-')) text = joined(text, one.slice(1));
    else {
      text += (doubled ? (one.startsWith('ch') ? 't' : one.charAt(0)) : '') + one;
      doubled = false;
    }
  }
  return text;
}

type Has = (code: number) => boolean;

function hasAll(text: string, has: Has): boolean {
  return text !== '' && [...text].every((letter) => has(letter.codePointAt(0) as number));
}

const signs: Readonly<Record<string, string>> = {
  '、': ', ',
  '。': '. ',
  '・': '·',
  '「': '“',
  '」': '”',
  '〜': '~',
};

/** The letter in its plain shape, or without its marks; '' where the font has neither. */
function plainShape(letter: string, has: Has): string {
  const plain = signs[letter] ?? letter.normalize('NFKC');
  const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '');
  return [plain, bare].find((shape) => hasAll(shape, has)) ?? '';
}

const large = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A run of letters that the font lacks. */
function spelled(run: string): string {
  const codes = [...run].map((letter) => letter.codePointAt(0) as number);
  const hangul = codes.map(spelledHangul);
  if (hangul.every(Boolean)) return large(hangul.join(''));
  const syllables = codes.map(kanaOf);
  return syllables.every(Boolean) ? large(spelledKana(syllables)) : left_out_mark;
}

const script = /\p{Script=Hangul}+|[\u3041-\u3096\u30a1-\u30f6\u30fc]+|./gsu;

/**
 * Only letters that `has` can draw; control characters, which would break a line, become spaces.
 */
export function drawable(source: string, has: Has): DrawableText {
  const tidy = source
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ')
    .trim();
  const shaped = [...tidy].map((letter) => {
    if (hasAll(letter, has)) return { letter, drawn: true };
    const shape = plainShape(letter, has);
    // A mark by itself, such as an emoji's colour, has nothing to read.
    if (shape === '' && /^\p{M}$/u.test(letter)) return { letter: '', drawn: true };
    return { letter: shape || letter.normalize('NFKC'), drawn: shape !== '' };
  });
  let text = '';
  let missing = '';
  const settle = () => {
    const pieces = missing.match(script) ?? [];
    text += pieces.map(spelled).join('');
    missing = '';
  };
  for (const { letter, drawn } of shaped) {
    if (!drawn) missing += letter;
    else {
      settle();
      text += letter;
    }
  }
  settle();
  const words = text.split(' ').map((word) => (isMixedDirection(word) ? left_out_mark : word));
  const whole = words
    .join(' ')
    .replaceAll(new RegExp(`${escaped}(?: ?${escaped})*`, 'g'), left_out_mark);
  return { text: whole, left_out: whole.includes(left_out_mark) };
}

const escaped = left_out_mark.replace(/[[\]]/g, '\\$&');
