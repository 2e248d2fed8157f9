// Whom a payment is billed to and where its goods go, side by side.
import type {
  Address,
  TransactionRecord,
} from '../../../../contract/payments/transactions/record.ts';
import { phoneMask } from '../../../kit/format/masks.ts';
import { Section } from '../../../kit/parts/section.tsx';
import { addressLines } from '../../labels.ts';
import styles from './detail.module.css';

function Party({ title, address }: { title: string; address: Address }) {
  const { email, phone, fax } = address;
  return (
    <div>
      <h3>{title}</h3>
      {addressLines(address).map((line) => (
        <span key={line}>{line}</span>
      ))}
      {email !== '' && <a href={`mailto:${email}`}>{email}</a>}
      {phone !== '' && <span>{phoneMask(phone, phone.length)}</span>}
      {fax !== '' && <span>Fax {phoneMask(fax, fax.length)}</span>}
    </div>
  );
}

const isEmpty = (address: Address) => Object.values(address).every((value) => value === '');

/** Absent where neither was given. */
export function Addresses({ transaction: t }: { transaction: TransactionRecord }) {
  const both = [
    { title: 'Billing', address: t.billing_address },
    { title: 'Shipping', address: t.shipping_address },
  ].filter(({ address }) => !isEmpty(address));
  if (both.length === 0) return null;
  return (
    <Section title="Addresses">
      <address className={styles.parties}>
        {both.map((one) => (
          <Party key={one.title} {...one} />
        ))}
      </address>
    </Section>
  );
}
