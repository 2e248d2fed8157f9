// Ten sums over the search, above the table; absent where the call fails (spec 2 §2, §4).
import { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import type { Totals } from '../../../contract/payments/transactions/search.ts';
import { useRecord } from '../../hooks.ts';
import { type Total, TotalsStrip } from '../../kit/totals-strip.tsx';

const labels: readonly [keyof Totals, string][] = [
  ['base_amount', 'Base'],
  ['authorized_amount', 'Authorized'],
  ['captured_amount', 'Captured'],
  ['net_amount', 'Net'],
  ['surcharge_amount', 'Surcharge'],
  ['tax_amount', 'Tax'],
  ['service_fee_amount', 'Service fee'],
  ['shipping_amount', 'Shipping'],
  ['tip_amount', 'Tip'],
  ['discount_amount', 'Discount'],
];

/** The sums as they are shown; net is the one that counts. */
export function shownTotals(totals: Totals): Total[] {
  return labels.map(([key, label]) => ({
    label,
    amount: totals[key],
    ...(key === 'net_amount' && { strong: true }),
  }));
}

interface SearchTotalsProps {
  /** Filters as a search body takes them. */
  input: Record<string, unknown>;
  currency: string;
}

export function SearchTotals({ input, currency }: SearchTotalsProps) {
  const { data, isError } = useRecord(transactions.totals, { input }, { quiet: true });
  if (isError || data === undefined) return null;
  return <TotalsStrip totals={shownTotals(data)} currency={currency} />;
}
