// The receipt on 72 mm paper: who, when, how, each amount on a line, the result (visual 11).
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import { useDisplay } from '../../kit/display.ts';
import { formatMoment, zoneName } from '../../kit/moments.ts';
import { brandLabel, methodLabel, type_labels } from '../labels.ts';
import { merchantAddressLines } from '../merchant-address.ts';
import { moneyLines } from '../money-parts.ts';
import './receipt.css';

export type ReceiptMerchant = Pick<
  MerchantRecord,
  'name' | 'phone' | 'primary_contact' | 'billing_contact'
>;
export type ReceiptCopy = 'customer' | 'merchant';

interface ReceiptProps {
  transaction: TransactionRecord;
  merchant: ReceiptMerchant;
  copy: ReceiptCopy;
}

/** `Visa ************1881`: a receipt shows the last four digits and nothing else. */
function accountOnReceipt(t: TransactionRecord): { label: string; value: string } | null {
  const { card, ach } = t.response_body;
  if (card) {
    const stars = '*'.repeat(Math.max(card.masked_card.length - 4, 0));
    return { label: 'Card', value: `${brandLabel(card.card_type)} ${stars}${card.last_four}` };
  }
  if (ach) return { label: 'Account', value: ach.masked_account_number };
  return null;
}

function Lines({ rows, strong }: { rows: [label: string, value: string][]; strong?: boolean }) {
  return (
    <dl data-strong={strong || undefined}>
      {rows
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** `(360) 555-0142` for ten digits of North America; others as they are stored. */
function phoneText(phone: string): string {
  const match = /^1?(\d{3})(\d{3})(\d{4})$/.exec(phone.replace(/\D/g, ''));
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : phone;
}

function howTaken(t: TransactionRecord): string {
  const entry = t.response_body.card?.entry_type ?? '';
  const words = [type_labels[t.type], entry || methodLabel(t.payment_type).toLowerCase()];
  return words.join(', ');
}

export function Receipt({ transaction: t, merchant, copy }: ReceiptProps) {
  const display = useDisplay();
  const account = accountOnReceipt(t);
  const auth_code = t.response_body.card?.auth_code ?? t.response_body.ach?.auth_code ?? '';
  const facts: [string, string][] = [
    ['Date', `${formatMoment(t.created_at, display)} ${zoneName(t.created_at, display)}`],
    ['Type', howTaken(t)],
    [account?.label ?? '', account?.value ?? ''],
    ['Auth code', auth_code],
    ['Order ID', t.order_id],
  ];
  const money = moneyLines(t).map(({ label, amount }): [string, string] => {
    return [label, formatMoney(amount, t.currency)];
  });
  return (
    <article className="receipt" aria-label={`Receipt, ${copy} copy`}>
      <b>{merchant.name}</b>
      <p>
        {[...merchantAddressLines(merchant), phoneText(merchant.phone)].map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      <Lines rows={facts} />
      {t.type !== 'verification' && <Lines rows={money} />}
      <Lines
        rows={[[`Total ${t.currency.toUpperCase()}`, formatMoney(t.amount, t.currency)]]}
        strong
      />
      <p className="receipt-result">{t.response.toUpperCase()}</p>
      {copy === 'merchant' && t.payment_type === 'card' && t.response === 'approved' && (
        <p className="receipt-signature">Signature</p>
      )}
      <p>{copy === 'customer' ? 'Customer copy' : 'Merchant copy'}</p>
      <p className="receipt-id">{t.id}</p>
    </article>
  );
}
