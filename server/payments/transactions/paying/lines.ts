// Lines of a payment: stored with exact decimals as text, answered with numbers (gateway-api 3.5).
import type { LineItem } from '../../../../contract/payments/transactions/record.ts';

/** Quantities are decimal text, '' where none was sent. */
export type StoredLine = Omit<LineItem, 'quantity' | 'quantity_shipped' | 'national_tax'> & {
  quantity: string;
  quantity_shipped: string;
};

/** At most thirteen figures, which a floating-point number holds. */
const numberOf = (decimal: string | undefined) => Number(decimal ?? '');

/** Lines as they are answered; null where the payment has none. */
export function shownLines(stored: unknown): LineItem[] | null {
  const lines = stored as StoredLine[] | null;
  if (lines === null) return null;
  return lines.map((line) => ({
    ...line,
    quantity: numberOf(line.quantity),
    quantity_shipped: numberOf(line.quantity_shipped),
    national_tax: line.national_tax_amount,
  }));
}
