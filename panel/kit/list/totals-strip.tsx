// Sums over a search, standing on its table; a rule after the fifth (visual 5.1).
import type { ReactNode } from 'react';
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

/** The frame of a search's sums, which fades at its edge while more of them is to the right. */
export function TotalsFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      className={styles.totals}
      data-part="totals"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, keys must reach that
      tabIndex={0}
      aria-label={label}
      ref={watchEdge}
    >
      {children}
    </section>
  );
}

export function TotalsStrip({ totals, currency, cut_after = 5 }: TotalsStripProps) {
  return (
    <TotalsFrame label="Totals for this search">
      <dl>
        {totals.map(({ label, amount, strong }, index) => (
          <div key={label} data-cut={index === cut_after || undefined} data-strong={strong}>
            <dt>{label}</dt>
            <dd>{formatMoney(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </TotalsFrame>
  );
}
