// The latest of each room below the charts: batches and news.
import { Link } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import type { HomeRecord } from '../../contract/reports/dashboard.ts';
import { Moment } from '../kit/format/moment.tsx';
import { Money } from '../kit/format/money.tsx';
import { sharedCurrency } from '../kit/format/shared-currency.ts';
import { StatusBadge } from '../kit/format/status-badge.tsx';
import { formatCount } from '../kit/list/pages.ts';
import { Section } from '../kit/parts/section.tsx';
import { settlementPath } from '../payments/paths.ts';
import { state_badges, transactionsIn } from '../payments/settlement/batches.ts';
import basics from '../style/basics.module.css';
import styles from './dashboard.module.css';
import { Rows } from './rows.tsx';

export interface PartProps {
  home: HomeRecord;
  area: AccountType;
}

export function LatestBatches({ home: { batches }, area }: PartProps) {
  if (batches === null) return null;
  const shared = sharedCurrency(batches);
  return (
    <Rows
      title="Latest batches"
      nothing="No batches yet. Captured payments are settled once a day."
      aside={
        <Link className={basics.quietButton} to={settlementPath(area)}>
          All batches
        </Link>
      }
      columns={[
        { label: 'Batch date' },
        { label: 'Processor', wide: true },
        { label: 'Payments', numeric: true, wide: true },
        { label: shared ? `Net deposit (${shared.toUpperCase()})` : 'Net deposit', numeric: true },
        { label: 'Status' },
      ]}
    >
      {batches.map((one) => (
        <tr key={`${one.id} ${one.currency}`}>
          <th scope="row">
            <Link to={transactionsIn(area, one)}>
              <Moment at={one.batch_date} />
            </Link>
          </th>
          <td data-wide>{one.processor_name}</td>
          <td data-numeric data-wide>
            {formatCount(one.num_transactions)}
          </td>
          <td data-numeric>
            <Money amount={one.net_deposit} currency={one.currency} with_code={!shared} />
          </td>
          <td>
            <StatusBadge badge={state_badges[one.state]} />
          </td>
        </tr>
      ))}
    </Rows>
  );
}

export function LatestNews({ home: { news } }: PartProps) {
  return (
    <Section title="Latest News" flush>
      {news.length === 0 ? (
        <p className={styles.nothing}>No news items available at this time.</p>
      ) : (
        <ul className={styles.news}>
          {news.map((item) => (
            <li key={item.id}>
              <b>{item.title}</b>
              <p>{item.message}</p>
              <small>
                {item.author_name} · <Moment at={item.created_at} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
