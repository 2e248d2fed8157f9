// Small parts that several screens of saved customers show.
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { CustomerRecord } from '../../contract/vault/customers.ts';
import { businessNow } from '../business-time.ts';
import { StatusBadge } from '../kit/format/status-badge.tsx';
import basics from '../style/basics.module.css';
import { defaultMethodText, expiryOf } from './customer-text.ts';

const expiry_badges = {
  expired: { word: 'Expired', tone: 'bad', icon: IconAlertTriangle },
  expires_soon: { word: 'Expires soon', tone: 'warn', icon: IconClock },
} as const;

/** Nothing for a card that is good. */
export function ExpiryBadge({ expiration_date }: { expiration_date: string }) {
  const expiry = expiryOf(expiration_date, businessNow());
  return expiry === 'good' ? null : <StatusBadge badge={expiry_badges[expiry]} />;
}

export function DefaultMethod({ of }: { of: CustomerRecord }) {
  const { payments, defaults } = of.data.customer;
  const card = payments.cards.find(({ id }) => id === defaults.payment_method_id);
  const text = defaultMethodText(of);
  if (text === '') return <>None</>;
  return (
    <>
      <span className={basics.mono}>{text}</span>{' '}
      {card && <ExpiryBadge expiration_date={card.expiration_date} />}
    </>
  );
}
