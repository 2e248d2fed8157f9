// Phone numbers in the national format of their country; loaded once one is typed.
import { AsYouType } from 'libphonenumber-js/min';
import { phoneMask } from '../format/masks.ts';

/** `+49 30 123456`; without a country the mask of ten digits (spec 1 §5). */
export function phoneText(typed: string, most: number): string {
  const arranged = phoneMask(typed, most);
  return arranged.startsWith('+') ? new AsYouType().input(arranged) : arranged;
}
