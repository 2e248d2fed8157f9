// Figures of a period in tables: other currencies, declines, processors, merchants.
import { Link } from 'react-router';
import { formatMoney } from '../../contract/money.ts';
import { responseText } from '../../contract/payments/response-codes.ts';
import type { AccountFigures } from '../../contract/reports/dashboard.ts';
import { accountPath } from '../accounts/paths.ts';
import { percentText } from '../kit/chart/chart-data.ts';
import { sentenceCase } from '../kit/format/sentence.ts';
import { formatCount } from '../kit/list/pages.ts';
import styles from './dashboard.module.css';
import { currencyLink, declineLink, periodLink, processorLink } from './links.ts';
import { moneyBeside } from './money-beside.ts';
import { ofMerchant, type Place } from './place.ts';
import { Rows } from './rows.tsx';

export interface FiguresProps {
  home: AccountFigures;
  place: Place;
}

/** Captured in other currencies: they are never added to the figures. */
export function OtherCurrencies({ home, place }: FiguresProps) {
  const { other_currencies, currency } = home;
  if (other_currencies.length === 0) return null;
  return (
    <p className={styles.others} data-part="other-currencies">
      Amounts are in {currency.toUpperCase()}. Also captured in this period:{' '}
      {other_currencies.map((one, at) => (
        <span key={one.currency}>
          {at > 0 && ', '}
          <Link to={place.rows(...currencyLink(home, one.currency))}>
            {moneyBeside(one.captured_amount, one.currency, currency)}
          </Link>
        </span>
      ))}
    </p>
  );
}

export function Declines({ home, place }: FiguresProps) {
  return (
    <Rows
      title="Top decline reasons"
      nothing="No declined payments in this period."
      columns={[{ label: 'Reason' }, { label: 'Payments', numeric: true }]}
    >
      {home.declines.map(({ response_code, count }) => (
        <tr key={response_code}>
          <th scope="row">{sentenceCase(responseText(response_code))}</th>
          <td data-numeric>
            <Link to={place.rows(...declineLink(home, response_code))}>{formatCount(count)}</Link>
          </td>
        </tr>
      ))}
    </Rows>
  );
}

/** An amount of the period, which leads to its rows. */
function Captured({ home, amount, to }: { home: AccountFigures; amount: number; to: string }) {
  return (
    <td data-numeric>
      <Link to={to}>{formatMoney(amount, home.currency)}</Link>
    </td>
  );
}

export function Processors({ home, place }: FiguresProps) {
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
            to={place.rows(...processorLink(home, one.processor_id))}
          />
        </tr>
      ))}
    </Rows>
  );
}

/** Of partners and administrators: who below them took the most. */
export function TopMerchants({ home, place }: FiguresProps) {
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
            <Link to={accountPath(place.area, 'merchant', one.merchant_id)}>
              {one.merchant_name}
            </Link>
          </th>
          <td data-numeric>{formatCount(one.count)}</td>
          <Captured
            home={home}
            amount={one.amount}
            to={ofMerchant(place.area, one.merchant_id).rows(...periodLink(home))}
          />
        </tr>
      ))}
    </Rows>
  );
}
