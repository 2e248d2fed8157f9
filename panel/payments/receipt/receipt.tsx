// The receipt on 72 mm paper: who, when, how, each amount on a line, the result (visual 11).
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import { entryOf, methodBody } from '../../../contract/payments/transactions/method-body.ts';
import {
  chipLines,
  copy_labels,
  phoneText,
  type ReceiptCopy,
  type ReceiptLine,
  receiptAccount,
  receiptMoment,
  receiptMoney,
  receiptResult,
  signsReceipt,
} from '../../../contract/payments/transactions/receipt.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import { midSentence } from '../../kit/format/sentence.ts';
import { methodLabel, type_labels } from '../labels.ts';
import { merchantAddressLines } from '../merchant-address.ts';
import styles from './receipt.module.css';

export type ReceiptMerchant = Pick<
  MerchantRecord,
  'name' | 'phone' | 'timezone' | 'primary_contact' | 'billing_contact' | 'default_values'
>;

interface ReceiptProps {
  transaction: TransactionRecord;
  merchant: ReceiptMerchant;
  copy: ReceiptCopy;
}

function Lines({ rows, strong }: { rows: readonly ReceiptLine[]; strong?: boolean }) {
  const shown = rows.filter(([, value]) => value !== '');
  if (shown.length === 0) return null;
  return (
    <dl data-strong={strong || undefined}>
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function methodText(t: TransactionRecord): string {
  const entry = entryOf(t.response_body);
  const words = [type_labels[t.type], entry || midSentence(methodLabel(t.payment_type))];
  return words.join(', ');
}

export function Receipt({ transaction: t, merchant, copy }: ReceiptProps) {
  const account = receiptAccount(t);
  const auth_code = methodBody(t.response_body)?.auth_code ?? '';
  const { parts, total, after } = receiptMoney(t);
  const { signature_required } = merchant.default_values.virtual_terminal;
  const facts: ReceiptLine[] = [
    ['Date', receiptMoment(t.created_at, merchant.timezone)],
    ['Type', methodText(t)],
    account ?? ['', ''],
    ['Auth code', auth_code],
    ...chipLines(t),
    ['Order ID', t.order_id],
  ];
  return (
    <article className={styles.receipt} data-part="receipt" aria-label={`Receipt, ${copy} copy`}>
      <b>{merchant.name}</b>
      <p>
        {[...merchantAddressLines(merchant), phoneText(merchant.phone)].map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      <Lines rows={facts} />
      {t.description !== '' && <p className={styles.words}>{t.description}</p>}
      <Lines rows={parts} />
      <Lines rows={[total]} strong />
      <Lines rows={after} />
      <p className={styles.result}>{receiptResult(t)}</p>
      {copy === 'merchant' && signsReceipt(t, signature_required) && (
        <p className={styles.signature}>Signature</p>
      )}
      <p>{copy_labels[copy]}</p>
      <p className={styles.id}>{t.id}</p>
    </article>
  );
}
