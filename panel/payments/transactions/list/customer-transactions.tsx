// The transactions of one customer: the past 2 years, at most the 50 most recent (spec 2 §2).

import { Link } from 'react-router';
import type { AccountType } from '../../../../contract/access/access.ts';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import { businessNow } from '../../../business-time.ts';
import { useRecord } from '../../../hooks.ts';
import { sharedCurrency } from '../../../kit/format/shared-currency.ts';
import kit from '../../../kit/kit.module.css';
import { Section } from '../../../kit/parts/section.tsx';
import { TableHead } from '../../../kit/parts/table-head.tsx';
import { detailPath } from '../../paths.ts';
import detailStyles from '../detail/detail.module.css';
import { rowText, transactionColumns } from './columns.tsx';

const day_ms = 86_400_000;
const days_back = 730;
const max_rows = 50;

export const customer_note =
  'Only the past 2 years are shown, and at most the 50 most recent transactions.';

/** The search of a customer's own transactions; days are UTC. */
export function customerSearch(customer_id: string, now: Date) {
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  const start_date = dayOf(new Date(now.getTime() - days_back * day_ms));
  return {
    customer_id: { operator: '=', value: customer_id },
    created_at: { start_date, end_date: dayOf(now) },
    sort: { field: 'created_at', direction: 'desc' } as const,
    limit: max_rows,
  };
}

interface CustomerTransactionsProps {
  area: AccountType;
  customer_id: string;
}

/** A part of a customer's page; without filters, sorting and pages of its own. */
export function CustomerTransactions({ area, customer_id }: CustomerTransactionsProps) {
  const input: Record<string, unknown> = customerSearch(customer_id, businessNow());
  const { data } = useRecord(transactions.search, { input });
  const rows = data?.rows ?? [];
  const columns = transactionColumns(area, sharedCurrency(rows));
  return (
    <Section title="Transactions" footer={customer_note} flush>
      {data && rows.length === 0 && (
        <p className={`${kit.sectionBody} ${kit.hint}`} data-part="hint">
          This customer has no transactions yet.
        </p>
      )}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways by keys too
        <section className={detailStyles.ledger} tabIndex={0} aria-label="Most recent first">
          <table>
            <TableHead columns={columns} />
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {columns.map(({ key, name, numeric, cell }) => (
                    <td key={key} data-numeric={numeric || undefined}>
                      {name ? (
                        <Link to={detailPath(area, row)} aria-label={`Open ${rowText(row)}`}>
                          {cell(row)}
                        </Link>
                      ) : (
                        cell(row)
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Section>
  );
}
