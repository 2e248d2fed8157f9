// Names of members as people read them in labels.
import { fieldLabel } from '../../contract/fields.ts';

/** `local_tax_rate` reads "Local tax rate", `vat_registration_number` "VAT registration number". */
export function sentence(name: string): string {
  const [first = '', ...rest] = fieldLabel(name).split(' ');
  return [first, ...rest.map((word) => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase()))]
    .join(' ')
    .replace(/\bapple pay\b/i, 'Apple Pay');
}
