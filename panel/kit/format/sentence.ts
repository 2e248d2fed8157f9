// Names of members and codes as people read them in labels.
import { fieldLabel } from '../../../contract/fields.ts';

/** `local_tax_rate` reads "Local tax rate", `vat_registration_number` "VAT registration number". */
export function sentence(name: string): string {
  const [first = '', ...rest] = fieldLabel(name).split(' ');
  return [first, ...rest.map((word) => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase()))]
    .join(' ')
    .replace(/\bapple pay\b/i, 'Apple Pay');
}

/** `pending_settlement` reads Pending settlement (visual 6). */
export function sentenceCase(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
