// The e-mail events of a transaction's receipt: the last one as a label, all of them in a dialog.
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  IconMail,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountType } from '../../../contract/access/access.ts';
import {
  type EmailEvent,
  eventColour,
  eventLabel,
  isMainEvent,
  latestEvent,
} from '../../../contract/messages/email-events.ts';
import { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import { useRecord } from '../../hooks.ts';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { Moment } from '../../kit/format/moment.tsx';
import { type BadgeContent, StatusBadge } from '../../kit/format/status-badge.tsx';
import { icon_16 } from '../../kit/icon.ts';
import kit from '../../kit/kit.module.css';
import { Section } from '../../kit/parts/section.tsx';
import basics from '../../style/basics.module.css';
import styles from './actions.module.css';

const badges = {
  info: { tone: 'info', icon: IconInfoCircle },
  warning: { tone: 'warn', icon: IconAlertTriangle },
  success: { tone: 'ok', icon: IconCircleCheck },
  error: { tone: 'bad', icon: IconCircleX },
} as const;

/** Word, tone and icon of an event. */
export function eventBadge(event: string): BadgeContent {
  return { word: eventLabel(event), ...badges[eventColour(event)] };
}

interface EventsDialogProps {
  events: readonly EmailEvent[];
  onClose: () => void;
}

/** Newest first; main events are emphasised, the others are listed beside them. */
export function EmailEventsDialog({ events, onClose }: EventsDialogProps) {
  const newest = events
    .map((event, index) => ({ ...event, index }))
    .sort((a, b) => b.timestamp.localeCompare(a.timestamp) || b.index - a.index);
  const footer = (
    <button type="button" className={basics.plainButton} data-primary onClick={onClose}>
      Close
    </button>
  );
  return (
    <Dialog title="Email events" onClose={onClose} footer={footer}>
      <ol className={styles.emailEvents}>
        {newest.map(({ index, event, response, email, timestamp }) => (
          <li key={index} data-secondary={!isMainEvent(event) || undefined}>
            <span>
              <StatusBadge badge={eventBadge(event)} />
              <Moment at={timestamp} />
            </span>
            <b>{email}</b>
            {response !== '' && <p>{response}</p>}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

interface ReceiptMailProps {
  transaction: TransactionRecord;
  area: AccountType;
  /** Addresses a receipt was written for, sent or not. */
  receipts_to: readonly string[];
}

/** Absent where no receipt was ever mailed. */
export function ReceiptMail({ transaction: t, area, receipts_to }: ReceiptMailProps) {
  const [open, setOpen] = useState(false);
  const own = area === 'merchant';
  const quiet = { quiet: true };
  const mine = useRecord(transactions.emails, { params: { id: t.id } }, { ...quiet, enabled: own });
  const theirs = useRecord(
    transactions.emailsOf,
    { params: { merchantId: t.merchant_id, id: t.id } },
    { ...quiet, enabled: !own },
  );
  const events = (own ? mine : theirs).data?.rows ?? [];
  const last = latestEvent(events);
  if (last === null && receipts_to.length === 0) return null;
  return (
    <Section title="Receipt by email">
      <div className={styles.receiptMail}>
        <div>
          {last ? (
            <StatusBadge badge={eventBadge(last.event)} />
          ) : (
            <span className={kit.hint} data-part="hint">
              Sent, not confirmed yet
            </span>
          )}
          <small>
            {last ? (
              <>
                {last.email}, <Moment at={last.timestamp} />
              </>
            ) : (
              receipts_to.join(', ')
            )}
          </small>
        </div>
        {events.length > 0 && (
          <button type="button" className={basics.plainButton} onClick={() => setOpen(true)}>
            <IconMail {...icon_16} />
            Events
          </button>
        )}
      </div>
      {open && <EmailEventsDialog events={events} onClose={() => setOpen(false)} />}
    </Section>
  );
}
