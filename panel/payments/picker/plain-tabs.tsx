// The tabs of the picker without fields: cash, a check by mail, and no payment method (spec 2 §2).
import { addressLines, type PostalAddress } from '../labels.ts';
import styles from './picker.module.css';

/** Where a check is mailed to; members that are '' have no line. */
export type Payee = Omit<PostalAddress, 'country'>;

export function CashTab() {
  return <p className={styles.plain}>Cash Payment is selected</p>;
}

export function NoneTab() {
  return <p className={styles.plain}>No Payment Method Selected</p>;
}

export function MailTab({ payee }: { payee: Payee }) {
  return (
    <div className={styles.plain}>
      <p>Please mail a check to the following address:</p>
      <address>
        {addressLines({ ...payee, country: '' }).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </div>
  );
}
