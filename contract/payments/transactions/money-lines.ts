// The parts of a transaction's amount as lines that add up to it: for detail and receipts.
import { subtract, sum } from '../../money.ts';
import type { TransactionRecord } from './record.ts';

export interface MoneyLine {
  label: string;
  /** Minor units; a discount is negative. */
  amount: number;
}

type Parts = Pick<
  TransactionRecord,
  | 'amount'
  | 'tax_amount'
  | 'shipping_amount'
  | 'duty_amount'
  | 'national_tax_amount'
  | 'tip_amount'
  | 'discount_amount'
  | 'surcharge'
  | 'service_fee'
>;

/** Lines whose sum is the amount; parts of 0 are left out, the goods always stand first. */
export function moneyLines(of: Parts): MoneyLine[] {
  const parts: MoneyLine[] = [
    { label: 'Discount', amount: subtract(0, of.discount_amount) },
    { label: 'Shipping', amount: of.shipping_amount },
    { label: 'Duty', amount: of.duty_amount },
    { label: 'Tax', amount: of.tax_amount },
    { label: 'National tax', amount: of.national_tax_amount },
    { label: 'Surcharge', amount: of.surcharge },
    { label: 'Service fee', amount: of.service_fee },
    { label: 'Tip', amount: of.tip_amount },
  ].filter(({ amount }) => amount !== 0);
  const goods = subtract(of.amount, sum(parts.map(({ amount }) => amount)));
  // A part larger than the whole was only reported, not added: then the amount stands alone.
  if (goods < 0) return [{ label: 'Amount', amount: of.amount }];
  return [{ label: parts.length === 0 ? 'Amount' : 'Subtotal', amount: goods }, ...parts];
}
