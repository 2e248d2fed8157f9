// Sums over the search, above the table; absent where the call fails (spec 2 §2, §4).
import { formatMoney } from '../../../../contract/money.ts';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { CurrencyTotals } from '../../../../contract/payments/transactions/search.ts';
import { useRecord } from '../../../hooks.ts';
import listStyles from '../../../kit/list/list.module.css';
import { type Total, TotalsFrame, TotalsStrip } from '../../../kit/list/totals-strip.tsx';
import { totalsLabels } from '../../../reports/outputs.ts';
import basics from '../../../style/basics.module.css';
import styles from './transactions.module.css';

type Labels = ReturnType<typeof totalsLabels>;

/** The sums as they are shown; net is the one that counts. */
export function shownTotals(totals: CurrencyTotals, labels: Labels): Total[] {
  return labels.map(([key, label]) => ({
    label,
    amount: totals[key],
    ...(key === 'net_amount' && { strong: true }),
  }));
}

/** The dividing line of the table is behind the same column as that of the strip. */
const cut_after = 5;

/** Several currencies are never added: one quiet line each, under the same heads. */
function CurrencyLines({ each, labels }: { each: readonly CurrencyTotals[]; labels: Labels }) {
  return (
    <TotalsFrame label="Totals for this search, by currency">
      <table className={styles.totalsTable}>
        <thead>
          <tr>
            <th scope="col">
              <span className={basics.hiddenText}>Currency</span>
            </th>
            {labels.map(([key, label], index) => (
              <th key={key} scope="col" data-cut={index === cut_after || undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {each.map((one) => (
            <tr key={one.currency}>
              <th scope="row">{one.currency.toUpperCase()}</th>
              {shownTotals(one, labels).map(({ label, amount, strong }, index) => (
                <td key={label} data-strong={strong} data-cut={index === cut_after || undefined}>
                  {formatMoney(amount, one.currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TotalsFrame>
  );
}

/** As tall as the strip will be, so that the table below does not move when it comes. */
export function TotalsSkeleton({ fields = null }: { fields?: readonly string[] | null }) {
  const labels = totalsLabels(fields);
  return (
    <section className={listStyles.totals} data-part="totals" aria-hidden="true">
      <dl>
        {labels.map(([key, label], index) => (
          <div key={key} data-cut={index === cut_after || undefined}>
            <dt>{label}</dt>
            <dd>{'\u00a0'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface SearchTotalsProps {
  /** Filters as a search body takes them. */
  input: Record<string, unknown>;
  currency: string;
  /** Figures of the output that is shown, or null for the ten of the standard. */
  fields: readonly string[] | null;
}

export function SearchTotals({ input, currency, fields }: SearchTotalsProps) {
  const labels = totalsLabels(fields);
  const { data, isError } = useRecord(transactions.totals, { input }, { quiet: true });
  if (isError) return null;
  if (data === undefined) return <TotalsSkeleton fields={fields} />;
  const { by_currency } = data;
  if (by_currency.length > 1) return <CurrencyLines each={by_currency} labels={labels} />;
  const only = by_currency[0] ?? { ...data, currency };
  return <TotalsStrip totals={shownTotals(only, labels)} currency={only.currency} />;
}
