// Masks during typing: the text of the field and the position of the caret.
import { describe, expect, it } from 'vitest';
import { arrange, max_phone_digits, phoneMask } from './masks.ts';

/** A field as the masks see it: its text with `|` for the caret. */
function typed(text: string, mask: (value: string) => string): string {
  const at = text.indexOf('|');
  const input = {
    value: text.replace('|', ''),
    selectionStart: at,
    setSelectionRange(start: number) {
      this.selectionStart = start;
    },
  };
  const before = input.value;
  arrange(input as unknown as HTMLInputElement, mask(before));
  // A browser puts the caret to the end of a text that was written.
  const untouched = input.selectionStart === at && at === before.length;
  const caret = untouched ? input.value.length : input.selectionStart;
  return `${input.value.slice(0, caret)}|${input.value.slice(caret)}`;
}

describe('a phone number', () => {
  it('is masked as far as it is there', () => {
    expect(
      ['5', '555', '5551', '555123', '5551234', '5551234567'].map((one) => phoneMask(one)),
    ).toEqual(['5', '555', '(555) 1', '(555) 123', '(555) 123-4', '(555) 123-4567']);
  });

  it('of more than ten digits is those digits, fifteen at most, where a form takes them', () => {
    expect(phoneMask('+44 20 7183 8750', max_phone_digits)).toBe('+442071838750');
    expect(phoneMask('1234567890123456', max_phone_digits)).toBe('123456789012345');
    expect(phoneMask('442071838750', max_phone_digits)).toBe('442071838750');
    expect(phoneMask('+15551234567')).toBe('+15551234567');
    expect(phoneMask('55512345678')).toBe('(555) 123-4567');
  });

  it('keeps the caret behind the digit that was typed, and lets go of what is none', () => {
    expect(typed('5551|', phoneMask)).toBe('(555) 1|');
    expect(typed('(559|5) 123-4567', phoneMask)).toBe('(559|) 512-3456');
    expect(typed('(555) |23-4567', phoneMask)).toBe('(555|) 234-567');
    expect(typed('(555) 1x|23-4567', phoneMask)).toBe('(555) 1|23-4567');
  });
});
