// How what is typed arranges itself: the mask of a phone number, and the caret in its field.

const masked_digits = 10;
/** As many as a phone number has anywhere (spec 1 §5). */
export const max_phone_digits = 15;

const onlyDigits = (text: string) => text.replace(/\D/g, '');

/**
 * `(555) 123-4567`, as far as it is there (spec 1 §5). Of at most `most` digits; the mask fits no
 * number that is longer than itself: those are plain digits.
 */
export function phoneMask(text: string, most = masked_digits): string {
  // Whoever names the country means a number that the mask may not fit.
  if (text.trimStart().startsWith('+')) return `+${onlyDigits(text).slice(0, max_phone_digits)}`;
  const digits = onlyDigits(text).slice(0, most);
  if (digits.length <= 3 || digits.length > masked_digits) return digits;
  const [area, first, last] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return `(${area}) ${first}${last === '' ? '' : `-${last}`}`;
}

/** Writes the arranged text into the field and leaves the caret behind the same digit. */
export function arrange(input: HTMLInputElement, arranged: string): void {
  if (input.value === arranged) return;
  const at = input.selectionStart ?? input.value.length;
  const before = onlyDigits(input.value.slice(0, at)).length;
  const at_end = at === input.value.length;
  input.value = arranged;
  if (at_end) return;
  let caret = 0;
  for (let seen = 0; caret < arranged.length && seen < before; caret += 1) {
    if (/\d/.test(arranged.charAt(caret))) seen += 1;
  }
  input.setSelectionRange(caret, caret);
}
