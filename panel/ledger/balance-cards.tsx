// Balances on phones: a card for each owner and book, with a line for each account.
import type { AccountType } from '../../contract/access/access.ts';
import type { BalanceRecord } from '../../contract/ledger/balances.ts';
import { Money } from '../kit/format/money.tsx';
import { sharedCurrency } from '../kit/format/shared-currency.ts';
import styles from './balance-cards.module.css';
import { type BalanceGroup, groupsOf, side_texts } from './balance-groups.ts';
import { accountLabel, accountNote, book_labels } from './labels.ts';
import { OwnerName, PartyName } from './names.tsx';

function Line({ row, with_code }: { row: BalanceRecord; with_code: boolean }) {
  const note = accountNote(row.account);
  return (
    <li>
      <span>{accountLabel(row.account)}</span>
      <b>
        <Money amount={row.balance} currency={row.currency} with_code={with_code} />
      </b>
      <small className={styles.party}>
        <PartyName {...row} />
      </small>
      <small>{side_texts[row.normal_side]}</small>
      {note !== '' && <small className={styles.note}>{note}</small>}
    </li>
  );
}

interface CardProps {
  group: BalanceGroup;
  area: AccountType;
  /** Of all cards; null where they differ, and each amount says its own. */
  currency: string | null;
}

function Card({ group, area, currency }: CardProps) {
  const { merchant_id, book, rows } = group;
  const shared = currency === null ? '' : `, ${currency.toUpperCase()}`;
  return (
    <li>
      <h2>
        <OwnerName id={merchant_id} of_merchant={book !== 'operator'} area={area} />
        <small>{`${book_labels[book]} book${shared}`}</small>
      </h2>
      <ul>
        {rows.map((row) => (
          <Line
            key={`${row.account} ${row.party} ${row.currency}`}
            row={row}
            with_code={currency === null}
          />
        ))}
      </ul>
    </li>
  );
}

interface BalanceCardsProps {
  rows: readonly BalanceRecord[];
  area: AccountType;
  /** The lines shown are of an earlier question. */
  stale: boolean;
}

export function BalanceCards({ rows, area, stale }: BalanceCardsProps) {
  const currency = sharedCurrency(rows);
  return (
    <ul className={styles.cards} aria-label="Balances" aria-busy={stale}>
      {groupsOf(rows).map((group) => (
        <Card key={`${group.merchant_id} ${group.book}`} {...{ group, area, currency }} />
      ))}
    </ul>
  );
}
