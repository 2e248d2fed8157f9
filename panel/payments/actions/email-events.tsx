// The e-mail events of a transaction's receipt: the last one as a label, all of them in a dialog.
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  IconMail,
} from '@tabler/icons-react';
import { useState } from 'react';
import {
  type EmailEvent,
  eventColour,
  eventLabel,
  isMainEvent,
  latestEvent,
} from '../../../contract/messages/email-events.ts';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { Moment } from '../../kit/format/moment.tsx';
import { type BadgeContent, StatusBadge } from '../../kit/format/status-badge.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { PlainButton } from '../../kit/plain-button.tsx';
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
    <PlainButton primary onClick={onClose}>
      Close
    </PlainButton>
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
  events: readonly EmailEvent[];
  /** Addresses a receipt was written for, sent or not. */
  receipts_to: readonly string[];
}

/** The receipt's last event, and all of them in a dialog. */
export function ReceiptMail({ events, receipts_to }: ReceiptMailProps) {
  const [open, setOpen] = useState(false);
  const last = latestEvent(events);
  return (
    <>
      <div className={styles.receiptMail}>
        <b>Receipt by email</b>
        {last ? (
          <StatusBadge badge={eventBadge(last.event)} />
        ) : (
          <span>sent, not confirmed yet</span>
        )}
        <span>{last ? last.email : receipts_to.join(', ')}</span>
        {events.length > 0 && (
          <button type="button" className={basics.quietButton} onClick={() => setOpen(true)}>
            <IconMail {...icon_16} />
            Events
          </button>
        )}
        {last && <Moment at={last.timestamp} />}
      </div>
      {open && <EmailEventsDialog events={events} onClose={() => setOpen(false)} />}
    </>
  );
}
