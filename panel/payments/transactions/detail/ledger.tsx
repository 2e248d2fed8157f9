// Ledger entries of one transaction: each posting with its debits and credits (ledger 3).

import type { LedgerEntry } from '../../../../contract/ledger/entries.ts';
import { formatMoney } from '../../../../contract/money.ts';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import { useRecord } from '../../../hooks.ts';
import { Day } from '../../../kit/format/moment.tsx';
import { sentenceCase } from '../../../kit/format/sentence.ts';
import kit from '../../../kit/kit.module.css';
import { Section } from '../../../kit/parts/section.tsx';
import { TableHead } from '../../../kit/parts/table-head.tsx';
import styles from './detail.module.css';

interface Posting {
  id: string;
  kind: string;
  effective_on: string;
  entries: LedgerEntry[];
}

/** Entries by their posting, in the order they were written. */
export function postingsOf(rows: readonly LedgerEntry[]): Posting[] {
  const found = new Map<string, Posting>();
  for (const row of rows) {
    const known = found.get(row.posting_id) ?? {
      id: row.posting_id,
      kind: row.posting_kind,
      effective_on: row.effective_on,
      entries: [],
    };
    known.entries.push(row);
    found.set(row.posting_id, known);
  }
  return [...found.values()];
}

function Entries({ posting }: { posting: Posting }) {
  return (
    <tbody>
      <tr className={styles.posting}>
        <th scope="rowgroup" colSpan={2}>
          {sentenceCase(posting.kind)}
        </th>
        <td colSpan={2}>
          <Day on={posting.effective_on} />
        </td>
      </tr>
      {posting.entries.map((entry) => (
        <tr key={`${entry.book}-${entry.line}`}>
          <td>{sentenceCase(entry.account)}</td>
          <td>{sentenceCase(entry.book)}</td>
          <td data-numeric>{entry.amount > 0 && formatMoney(entry.amount, entry.currency)}</td>
          <td data-numeric>{entry.amount < 0 && formatMoney(-entry.amount, entry.currency)}</td>
        </tr>
      ))}
    </tbody>
  );
}

const columns = [
  { label: 'Account' },
  { label: 'Book' },
  { label: 'Debit', numeric: true },
  { label: 'Credit', numeric: true },
];

interface LedgerProps {
  merchant_id: string;
  id: string;
}

export function Ledger({ merchant_id, id }: LedgerProps) {
  const { data } = useRecord(
    transactions.ledgerOf,
    { params: { merchantId: merchant_id, id } },
    { quiet: true },
  );
  if (data === undefined) return null;
  const postings = postingsOf(data.rows);
  const count = postings.length === 1 ? '1 posting' : `${postings.length} postings`;
  return (
    <Section title="Ledger entries" aside={count} flush>
      {postings.length === 0 ? (
        <p className={`${kit.sectionBody} ${kit.hint}`} data-part="hint">
          No ledger entries, because no money has moved.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways by keys too
        <section className={styles.ledger} tabIndex={0} aria-label="Postings">
          <table>
            <TableHead columns={columns} />
            {postings.map((posting) => (
              <Entries key={posting.id} posting={posting} />
            ))}
          </table>
        </section>
      )}
    </Section>
  );
}
