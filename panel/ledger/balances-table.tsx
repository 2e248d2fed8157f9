// Balances as a table: a group for each owner and book, each line positive on its normal side.

import type { AccountType } from '../../contract/access/access.ts';
import type { BalanceRecord } from '../../contract/ledger/balances.ts';
import { Money } from '../kit/format/money.tsx';
import { sharedCurrency } from '../kit/format/shared-currency.ts';
import { TableHead } from '../kit/parts/table-head.tsx';
import { groupsOf, side_texts } from './balance-groups.ts';
import { accountLabel, accountNote, book_labels } from './labels.ts';
import styles from './ledger.module.css';
import { OwnerName, PartyName } from './names.tsx';

function Line({ row, with_code }: { row: BalanceRecord; with_code: boolean }) {
  const note = accountNote(row.account);
  return (
    <tr>
      <th scope="row">
        {accountLabel(row.account)}
        {note !== '' && <small>{note}</small>}
      </th>
      <td data-wide>
        <PartyName {...row} />
      </td>
      <td data-wide>{side_texts[row.normal_side]}</td>
      <td data-numeric>
        <Money amount={row.balance} currency={row.currency} with_code={with_code} />
      </td>
    </tr>
  );
}

interface BalancesTableProps {
  rows: readonly BalanceRecord[];
  area: AccountType;
  /** The lines shown are of an earlier question. */
  stale: boolean;
}

export function BalancesTable({ rows, area, stale }: BalancesTableProps) {
  const currency = sharedCurrency(rows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, keys must reach that
    <section className={styles.balances} tabIndex={0} aria-label="Balances" aria-busy={stale}>
      <table>
        <TableHead
          columns={[
            { label: 'Account' },
            { label: 'Processor', wide: true },
            { label: 'Normal balance', wide: true },
            {
              label: `Balance${currency === null ? '' : ` (${currency.toUpperCase()})`}`,
              numeric: true,
            },
          ]}
        />
        {groupsOf(rows).map(({ merchant_id, book, rows: lines }) => (
          <tbody key={`${merchant_id} ${book}`}>
            <tr className={styles.balancesGroup}>
              <th scope="rowgroup" colSpan={4}>
                <OwnerName id={merchant_id} of_merchant={book !== 'operator'} area={area} />
                <small>{book_labels[book]} book</small>
              </th>
            </tr>
            {lines.map((row) => (
              <Line
                key={`${row.account} ${row.party} ${row.currency}`}
                row={row}
                with_code={currency === null}
              />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}
