// Parts of an unresolved attempt: what is known, what was tried, its facts.
import {
  IconArrowBackUp,
  IconClock,
  IconMessageQuestion,
  IconRefresh,
  IconRoute,
  IconSend,
  IconUser,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Status } from '../../../contract/payments/transactions/states.ts';
import type { UnresolvedRecord } from '../../../contract/payments/unresolved.ts';
import { useDisplay } from '../../kit/format/display.ts';
import { Moment } from '../../kit/format/moment.tsx';
import { formatDate } from '../../kit/format/moments.ts';
import { RecordId } from '../../kit/format/record-id.tsx';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { icon_14 } from '../../kit/icon.ts';
import { Hint } from '../../kit/page/page-parts.tsx';
import { Facts } from '../../kit/parts/facts.tsx';
import { Section } from '../../kit/parts/section.tsx';
import { Timeline } from '../../kit/parts/timeline.tsx';
import { detailPath } from '../paths.ts';
import styles from '../record.module.css';
import { status_badges } from '../statuses.ts';
import { ageText, operationLabel, outcomeLabel } from './labels.ts';

/** Who has to do the next thing, for the administrator who reads it. */
export function whoDecides(
  { pending_on, proposal }: Pick<UnresolvedRecord, 'pending_on' | 'proposal'>,
  user_id: string,
): string {
  if (pending_on?.who === 'processor') return 'The processor. The request was just sent.';
  if (pending_on?.who === 'gateway') return 'The gateway, which checks automatically.';
  if (proposal === null) return 'An administrator, who contacts the processor and decides.';
  return proposal.user_id === user_id
    ? 'Another administrator, who must confirm your proposal.'
    : `Any administrator except ${proposal.user_name}.`;
}

export function Known({ one, user_id }: { one: UnresolvedRecord; user_id: string }) {
  const { pending_on } = one;
  if (pending_on === null) {
    return (
      <Section title="Current state" flush>
        <div className={styles.verdict}>
          <h3>{outcomeLabel(one.outcome)}.</h3>
          <p>This attempt is resolved. No action is needed.</p>
        </div>
      </Section>
    );
  }
  return (
    <Section title="Current state" flush>
      <div className={styles.verdict}>
        <h3>{pending_on.waiting_for}</h3>
        <p>{pending_on.progress}</p>
      </div>
      <dl className={styles.answers} data-last>
        <div>
          <dt>
            <IconUser {...icon_14} />
            Who acts next?
          </dt>
          <dd>{whoDecides(one, user_id)}</dd>
        </div>
        <div>
          <dt>
            <IconClock {...icon_14} />
            Since
          </dt>
          <dd>
            <Moment at={pending_on.since} />, for {ageText(one.age_seconds)}
          </dd>
        </div>
        <div>
          <dt>
            <IconRoute {...icon_14} />
            What happens next
          </dt>
          <dd>
            {pending_on.next_at && (
              <>
                <Moment at={pending_on.next_at} />:{' '}
              </>
            )}
            {pending_on.next_step}
          </dd>
        </div>
      </dl>
    </Section>
  );
}

const step_icons = {
  sent: IconSend,
  inquired: IconMessageQuestion,
  reversed: IconArrowBackUp,
  repeated: IconRefresh,
} as const;

export function RecoverySteps({ one }: { one: UnresolvedRecord }) {
  const display = useDisplay();
  const days = one.steps.map(({ at }) => formatDate(at, display));
  const entries = one.steps.map(({ at, action, text }, index) => ({
    key: String(index),
    icon: step_icons[action],
    title: text,
    at,
    // The day is shown once, at its newest line.
    ...(days[index] !== days[index + 1] && { note: days[index] }),
  }));
  return (
    <Section title="Inquiries and decisions" aside="newest first">
      {entries.length === 0 ? <Hint>None yet.</Hint> : <Timeline entries={entries.toReversed()} />}
    </Section>
  );
}

export function AttemptFacts({ one }: { one: UnresolvedRecord }) {
  const transaction = { id: one.transaction_id, merchant_id: one.merchant_id };
  const status = status_badges[one.transaction_status as Status];
  return (
    <Section title="Facts">
      <Facts
        facts={[
          { label: 'Reference', value: <RecordId id={one.reference} label="Reference" /> },
          { label: 'Merchant', value: one.merchant_name },
          { label: 'Processor', value: `${one.processor_name} (${one.processor_type})` },
          { label: 'Operation', value: operationLabel(one.operation) },
          {
            label: 'Transaction',
            value: (
              <Link to={detailPath('admin', transaction)}>
                Open the {one.transaction_type} <StatusBadge badge={status} />
              </Link>
            ),
          },
          { label: 'Sent', value: <Moment at={one.created_at} /> },
          {
            label: 'Inquiries',
            value: one.inquiry_count === 1 ? 'once' : `${one.inquiry_count} times`,
          },
          {
            label: 'Needs approval by',
            value:
              one.state === 'open' &&
              (one.needs_second_person
                ? 'two administrators, because of the amount'
                : 'one administrator'),
          },
        ]}
      />
    </Section>
  );
}
