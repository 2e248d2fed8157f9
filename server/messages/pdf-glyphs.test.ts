// What becomes of letters that a font lacks.
import { expect, it } from 'vitest';
import { drawable } from './pdf-glyphs.ts';

const latin = (code: number) => code < 0x250;
const textOf = (text: string) => drawable(text, latin).text;

it('leaves what the font has, and turns what breaks a line into a space', () => {
  expect(drawable(' Žluťoučký\n\u0007\u202ekůň ', latin)).toEqual({
    text: 'Žluťoučký kůň',
    left_out: false,
  });
});

it('takes the plain shape of a letter, or the letter without its marks', () => {
  expect(textOf('ＡＢＣ ﬁne ①')).toBe('ABC fine 1');
  expect(textOf('Nguyễn')).toBe('Nguyên'.normalize('NFC').replace('ê', 'e'));
});

it('spells Korean syllables and Japanese ones', () => {
  expect(textOf('김민수 서울')).toBe('Gimminsu Seoul');
  expect(textOf('とうきょう ラーメン')).toBe('Toukyou Raamen');
  expect(textOf('マッチャ ファミリー ｶﾌｪ')).toBe('Matcha Famirii Kafe');
  expect(textOf('日本カフェ')).toBe('[…]Kafe');
});

it('leaves a mark for a word whose letters would be set from both ends', () => {
  const all = () => true;
  expect(drawable('בית7 קפה 7', all)).toEqual({ text: '[…] קפה 7', left_out: true });
});

it('leaves a mark once for a run of others, and says so', () => {
  expect(drawable('注文番号 7', latin)).toEqual({ text: '[…] 7', left_out: true });
  expect(textOf('🎉🎉 sale ☀️')).toBe('[…] sale […]');
  expect(textOf('北京 饭店')).toBe('[…]');
  expect(drawable('❤️', () => true).left_out).toBe(false);
});
