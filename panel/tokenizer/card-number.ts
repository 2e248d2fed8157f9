// The number as it is typed, shown in groups, and masked while the field is not in use.
import { brandOf, cardDigits, typedYear } from '../../contract/payments/cards/cards.ts';

/** Groups of four; American Express has 4, 6 and 5. */
export function grouped(digits: string): string {
  const pattern = brandOf(digits) === 'amex' ? /^(.{1,4})(.{1,6})?(.{1,5})?/ : /.{1,4}/g;
  if (pattern.global) return (digits.match(pattern) ?? []).join(' ');
  return (pattern.exec(digits) ?? []).slice(1).filter(Boolean).join(' ');
}

/** `1230`, `12/30` and `12/2030` as `12/30`, `730` as `07/30`. */
export function typedExpiration(text: string): string {
  const digits = text.replace(/\D/g, '');
  const whole = /^[2-9]|^1\D/.test(text.trim()) ? `0${digits}` : digits;
  return whole.length > 2 ? `${whole.slice(0, 2)}/${typedYear(whole.slice(2))}` : whole;
}

export interface CardNumber {
  /** Digits alone. */
  read(): string;
  write(digits: string): void;
}

/** Takes over the field of the number; `is_masked` shows the last four digits alone. */
export function cardNumber(
  input: HTMLInputElement,
  { is_masked, most_digits }: { is_masked: boolean; most_digits: number },
  onChange: (digits: string) => void,
): CardNumber {
  let digits = '';
  const masked = () => (digits.length > 4 ? `•••• •••• •••• ${digits.slice(-4)}` : grouped(digits));
  const show = () => {
    const is_away = document.activeElement !== input;
    input.value = is_masked && is_away ? masked() : grouped(digits);
  };
  const write = (text: string) => {
    digits = cardDigits(text).replace(/\D/g, '').slice(0, most_digits);
    show();
    onChange(digits);
  };
  input.addEventListener('input', () => {
    const at = input.selectionStart ?? input.value.length;
    const before = input.value.slice(0, at).replace(/\D/g, '').length;
    write(input.value);
    let place = 0;
    for (let seen = 0; seen < before && place < input.value.length; place++) {
      if (/\d/.test(input.value[place] ?? '')) seen++;
    }
    input.setSelectionRange(place, place);
  });
  input.addEventListener('focus', show);
  input.addEventListener('blur', show);
  return { read: () => digits, write };
}
