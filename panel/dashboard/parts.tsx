// The latest of each room below the charts: batches, news, processors, declines, merchants.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { formatMoney } from '../../contract/money.ts';
import { responseText } from '../../contract/payments/response-codes.ts';
import type { HomeRecord } from '../../contract/reports/dashboard.ts';
import { accountPath } from '../accounts/paths.ts';
import { percentText } from '../kit/chart/chart-data.ts';
import { Moment } from '../kit/format/moment.tsx';
import { Money } from '../kit/format/money.tsx';
import { sentenceCase } from '../kit/format/sentence.ts';
import { sharedCurrency } from '../kit/format/shared-currency.ts';
import { StatusBadge } from '../kit/format/status-badge.tsx';
import { formatCount } from '../kit/list/pages.ts';
import { Section } from '../kit/parts/section.tsx';
import { type HeadColumn, TableHead } from '../kit/parts/table-head.tsx';
import { settlementPath } from '../payments/paths.ts';
import { state_badges, transactionsIn } from '../payments/settlement/batches.ts';
import {
  inCurrency,
  is,
  isNot,
  listWith,
  madeWithin,
  transactionsWith,
} from '../payments/transactions-with.ts';
import basics from '../style/basics.module.css';
import styles from './dashboard.module.css';
import { moneyBeside } from './money-beside.ts';
import { periodOf } from './period-span.ts';

export interface PartProps {
  home: HomeRecord;
  area: AccountType;
}

interface RowsProps {
  title: string;
  columns: readonly HeadColumn[];
  aside?: ReactNode;
  /** Said where there are no rows. */
  nothing: string;
  children: readonly ReactNode[];
}

function Rows({ title, columns, aside, nothing, children }: RowsProps) {
  return (
    <Section title={title} aside={aside} flush>
      {children.length === 0 ? (
        <p className={styles.nothing}>{nothing}</p>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: the section around it has the heading
        <div
          className={styles.scroll}
          role="region"
          aria-label={`${title}, table`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, keys must reach that
          tabIndex={0}
        >
          <table className={styles.rows}>
            <TableHead columns={columns} />
            <tbody>{children}</tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

/** Captured in other currencies: they are never added to the figures. */
export function OtherCurrencies({ home, area }: PartProps) {
  const { other_currencies, currency } = home;
  if (other_currencies.length === 0) return null;
  return (
    <p className={styles.others} data-part="other-currencies">
      Amounts are in {currency.toUpperCase()}. Also captured in this period:{' '}
      {other_currencies.map((one, at) => (
        <span key={one.currency}>
          {at > 0 && ', '}
          <Link to={transactionsWith(area, madeWithin(periodOf(home)), inCurrency(one.currency))}>
            {moneyBeside(one.captured_amount, one.currency, currency)}
          </Link>
        </span>
      ))}
    </p>
  );
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

/** The rows that figures of the period add up. */
const within = (home: HomeRecord) => [madeWithin(periodOf(home)), inCurrency(home.currency)];

export function Declines({ home, area }: PartProps) {
  return (
    <Rows
      title="Top declines"
      nothing="No declined payments in this period."
      columns={[{ label: 'Reason' }, { label: 'Payments', numeric: true }]}
    >
      {home.declines.map(({ response_code, count }) => (
        <tr key={response_code}>
          <th scope="row">{sentenceCase(responseText(response_code))}</th>
          <td data-numeric>
            <Link
              to={transactionsWith(
                area,
                is('status', 'declined'),
                isNot('type', 'refund'),
                is('response_code', String(response_code)),
                ...within(home),
              )}
            >
              {formatCount(count)}
            </Link>
          </td>
        </tr>
      ))}
    </Rows>
  );
}

/** An amount of the period, which leads to its rows. */
function Captured({ home, amount, to }: { home: HomeRecord; amount: number; to: string }) {
  return (
    <td data-numeric>
      <Link to={to}>{formatMoney(amount, home.currency)}</Link>
    </td>
  );
}

export function Processors({ home, area }: PartProps) {
  return (
    <Rows
      title="Processors"
      nothing="No payments in this period."
      columns={[
        { label: 'Name' },
        { label: 'Approved', numeric: true },
        { label: 'Captured', numeric: true },
      ]}
    >
      {home.processors.map((one) => (
        <tr key={one.processor_id}>
          <th scope="row">{one.processor_name}</th>
          <td data-numeric>{percentText(one.approved, one.approved + one.declined)}</td>
          <Captured
            home={home}
            amount={one.amount}
            to={transactionsWith(area, is('processor_id', one.processor_id), ...within(home))}
          />
        </tr>
      ))}
    </Rows>
  );
}

/** Of partners and administrators: who below them took the most. */
export function TopMerchants({ home, area }: PartProps) {
  return (
    <Rows
      title="Top merchants"
      nothing="No payments in this period."
      columns={[
        { label: 'Merchant' },
        { label: 'Payments', numeric: true },
        { label: 'Captured', numeric: true },
      ]}
    >
      {home.merchants.map((one) => (
        <tr key={one.merchant_id}>
          <th scope="row">
            <Link to={accountPath(area, 'merchant', one.merchant_id)}>{one.merchant_name}</Link>
          </th>
          <td data-numeric>{formatCount(one.count)}</td>
          <Captured
            home={home}
            amount={one.amount}
            to={listWith(
              accountPath(area, 'merchant', one.merchant_id, 'transaction'),
              ...within(home),
            )}
          />
        </tr>
      ))}
    </Rows>
  );
}
