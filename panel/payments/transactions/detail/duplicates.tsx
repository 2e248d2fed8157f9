// Equal payments around this one, and whether duplicate detection acted on them (gateway-api 3.11).
import { Link } from 'react-router';
import type { AccountType } from '../../../../contract/access/access.ts';
import { formatMoney } from '../../../../contract/money.ts';
import type { Explanation } from '../../../../contract/payments/transactions/explanation.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { businessNow } from '../../../business-time.ts';
import { Moment } from '../../../kit/format/moment.tsx';
import { StatusBadge } from '../../../kit/format/status-badge.tsx';
import kit from '../../../kit/kit.module.css';
import { Section } from '../../../kit/parts/section.tsx';
import { detailPath } from '../../paths.ts';
import { status_badges } from '../../statuses.ts';
import { spanText } from '../list/span.ts';
import styles from './detail.module.css';

type Duplicates = Explanation['duplicates'];

/** The code of a payment that was declined as a duplicate. */
const duplicate_code = 301;

/** Whether detection acted on this payment or on one of its equals, in a sentence. */
export function detectionText({ duplicate_of, window_seconds, twins }: Duplicates): string {
  if (duplicate_of !== '') {
    return 'Duplicate detection declined this payment.';
  }
  const stopped = twins.filter(({ response_code }) => response_code === duplicate_code).length;
  if (stopped > 0) {
    const count = stopped === 1 ? '1 identical payment' : `${stopped} identical payments`;
    return `Duplicate detection declined ${count}.`;
  }
  if (window_seconds === 0) return 'Duplicate detection is off for this merchant.';
  const span = spanText(window_seconds);
  return `Duplicate detection found no match. It compares payments within ${span}.`;
}

/** `12 seconds later`, `3 minutes before`. */
export function distanceText(seconds_after: number): string {
  if (seconds_after === 0) return 'in the same second';
  const span = spanText(Math.abs(seconds_after));
  return seconds_after > 0 ? `${span} later` : `${span} before`;
}

interface EqualProps {
  transaction: TransactionRecord;
  duplicates: Duplicates;
  area: AccountType;
}

/** Absent where there is no equal payment within the window or a day. */
export function EqualPayments({ transaction: t, duplicates, area }: EqualProps) {
  const { twins, window_ends_at, duplicate_of } = duplicates;
  if (twins.length === 0) return null;
  const open = window_ends_at !== null && window_ends_at > businessNow().toISOString();
  return (
    <Section title="Identical payments" flush>
      <p className={`${kit.sectionBody} ${kit.hint}`} data-part="hint">
        Same {t.payment_type === 'ach' ? 'account' : 'card'}, amount and order.{' '}
        {detectionText(duplicates)}
        {open && (
          <>
            {' '}
            Until <Moment at={window_ends_at} />, an identical payment is declined.
          </>
        )}
      </p>
      <ul className={styles.related}>
        {twins.map((twin) => (
          <li key={twin.id}>
            <Link to={detailPath(area, { ...twin, merchant_id: t.merchant_id })}>
              <span>
                <b>{formatMoney(twin.amount, twin.currency)}</b>
                <StatusBadge badge={status_badges[twin.status]} />
              </span>
              <small>
                {distanceText(twin.seconds_after)}, <Moment at={twin.created_at} />
                {twin.id === duplicate_of && ', the original payment'}
                {twin.response_code === duplicate_code && ', declined as a duplicate'}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
