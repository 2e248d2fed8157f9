// The line items of a payment as they were sent with it (gateway-api 3.4).
import { formatMoney, multiply, subtract } from '../../../../contract/money.ts';
import { computedAmount } from '../../../../contract/payments/computed-amount.ts';
import type {
  LineItem,
  TransactionRecord,
} from '../../../../contract/payments/transactions/record.ts';
import { Section } from '../../../kit/parts/section.tsx';
import { type HeadColumn, TableHead } from '../../../kit/parts/table-head.tsx';
import styles from './detail.module.css';

/** Codes and unit under the name: `SKU-1, commodity 44121700, per case`. */
function lineNote(line: LineItem): string {
  return [
    line.description,
    line.product_code,
    line.commodity_code && `commodity ${line.commodity_code}`,
    line.unit_of_measure && `unit ${line.unit_of_measure}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** What a line comes to: as it was sent, else its quantity of the unit price less its discount. */
export function lineAmount(line: LineItem): number {
  const sent = line.amount || line.subtotal;
  if (sent !== 0 || line.quantity === 0) return sent;
  const gross = computedAmount(() => multiply(line.quantity, line.unit_price)) ?? 0;
  return subtract(gross, line.discount_amount);
}

const columns: readonly HeadColumn[] = [
  { label: 'Item' },
  ...['Quantity', 'Unit price', 'Discount', 'Tax', 'Amount'].map((label) => ({
    label,
    numeric: true,
  })),
];

/** Absent for a payment without line items. */
export function LineItems({ transaction: t }: { transaction: TransactionRecord }) {
  const lines = t.line_items ?? [];
  if (lines.length === 0) return null;
  const money = (minor: number) => (minor === 0 ? '' : formatMoney(minor, t.currency));
  return (
    <Section
      title="Line items"
      aside={lines.length === 1 ? '1 line' : `${lines.length} lines`}
      flush
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways by keys too */}
      <section className={styles.ledger} tabIndex={0} aria-label="Each line">
        <table>
          <TableHead columns={columns} />
          <tbody>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sent lines never move
              <tr key={index}>
                <th scope="row" className={styles.lineItem}>
                  {line.name || 'Item'}
                  <small>{lineNote(line)}</small>
                </th>
                <td data-numeric>{line.quantity}</td>
                <td data-numeric>{money(line.unit_price)}</td>
                <td data-numeric>{money(-line.discount_amount)}</td>
                <td data-numeric>{money(line.tax_amount)}</td>
                <td data-numeric>{formatMoney(lineAmount(line), t.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  );
}
