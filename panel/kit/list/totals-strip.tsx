// Sums over a search, standing on its table; a rule after the fifth (visual 5.1).
import { formatMoney } from '../../../contract/money.ts';
import { watchEdge } from '../watch-edge.ts';
import styles from './list.module.css';

export interface Total {
  label: string;
  /** Minor units. */
  amount: number;
  strong?: boolean;
}

interface TotalsStripProps {
  totals: readonly Total[];
  currency: string;
  /** Figures before the rule. */
  cut_after?: number;
}

export function TotalsStrip({ totals, currency, cut_after = 5 }: TotalsStripProps) {
  return (
    <section
      className={styles.totals}
      data-part="totals"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, keys must reach that
      tabIndex={0}
      aria-label="Totals for this search"
      ref={watchEdge}
    >
      <dl>
        {totals.map(({ label, amount, strong }, index) => (
          <div key={label} data-cut={index === cut_after || undefined} data-strong={strong}>
            <dt>{label}</dt>
            <dd>{formatMoney(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
