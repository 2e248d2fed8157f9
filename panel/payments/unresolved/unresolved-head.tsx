// The head of an unresolved attempt: amount, stage, the three actions, and what is proposed.
import { IconBan, IconCircleCheck, IconMessageQuestion } from '@tabler/icons-react';
import { formatMoney } from '../../../contract/money.ts';
import type { UnresolvedRecord } from '../../../contract/payments/unresolved.ts';
import { useDisplay } from '../../kit/format/display.ts';
import { Moment } from '../../kit/format/moment.tsx';
import { formatMoment } from '../../kit/format/moments.ts';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { Hint } from '../../kit/page/page-parts.tsx';
import { Banner } from '../../kit/parts/banner.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import basics from '../../style/basics.module.css';
import styles from '../record.module.css';
import type { Step } from './decide-dialog.tsx';
import { decision_labels, operationLabel, stageBadge } from './labels.ts';

interface HeadProps {
  one: UnresolvedRecord;
  user_id: string;
  may_decide: boolean;
  onChoose: (step: Step) => void;
}

const steps = [
  { step: 'inquire', label: 'Check now', icon: IconMessageQuestion },
  { step: 'approve', label: 'Mark as approved', icon: IconCircleCheck },
  { step: 'not_processed', label: 'Mark as not processed', icon: IconBan },
] as const;

/** Why nothing can be done here; '' where it can. */
function whyNot({ one, may_decide }: Pick<HeadProps, 'one' | 'may_decide'>): string {
  if (one.state === 'resolved') return 'This attempt is already resolved.';
  return may_decide ? '' : 'Only users with the admin role can decide.';
}

/** Why this one step is not possible for this user; '' where it is. */
export function whyNotStep(step: Step, one: UnresolvedRecord, user_id: string): string {
  const { proposal } = one;
  // The same decision with another processor's id replaces the proposal, so approve stays.
  const own = proposal?.user_id === user_id && proposal.decision === step;
  if (!own || step === 'approve') return '';
  return 'You proposed this. Another administrator must confirm it.';
}

export function AttemptHero({ one, user_id, may_decide, onChoose }: HeadProps) {
  const reason = whyNot({ one, may_decide });
  return (
    <header className={styles.hero}>
      <div>
        <h1>
          {formatMoney(one.amount, one.currency)} <small>{one.currency.toUpperCase()}</small>{' '}
          <StatusBadge badge={stageBadge(one)} large />
        </h1>
        <p>
          {operationLabel(one.operation)} at {one.processor_name} · {one.merchant_name} · sent{' '}
          <Moment at={one.created_at} with_zone />
        </p>
      </div>
      <div className={styles.heroActions} data-part="hero-actions">
        {steps.map(({ step, label, icon: Icon }) => {
          const why = reason || whyNotStep(step, one, user_id);
          return (
            <button
              key={step}
              type="button"
              className={`${basics.plainButton} ${styles.heroAction}`}
              aria-disabled={why !== '' || undefined}
              title={why || undefined}
              onClick={() => why === '' && onChoose(step)}
            >
              <Icon {...icon_16} />
              {label}
            </button>
          );
        })}
        {reason !== '' && <Hint>{reason}</Hint>}
      </div>
    </header>
  );
}

/** Why the outcome could not be stored when somebody last tried. */
export function StoreFailureBanner({ one: { store_failure } }: Pick<HeadProps, 'one'>) {
  if (store_failure === null) return null;
  return (
    <Banner tone="bad">
      The outcome could not be stored. {store_failure.text} Try again later. Error ID:{' '}
      {store_failure.error_id}.
    </Banner>
  );
}

/** Who has proposed what, and who has to say the same; or an answer that did not fit. */
export function ProposalBanner({ one, user_id, may_decide, onChoose }: HeadProps) {
  const display = useDisplay();
  const { proposal, state, alerts, processor_name } = one;
  if (state === 'resolved') return null;
  if (proposal === null) {
    if (!alerts.includes('integrity')) return null;
    return (
      <Banner tone="bad">
        {processor_name} answered with a different amount, currency or reference. Compare both
        before you decide.
      </Banner>
    );
  }
  const { decision, processor_transaction_id, reason, user_name, created_at } = proposal;
  const own = proposal.user_id === user_id;
  const id =
    processor_transaction_id === '' ? '' : ` with the processor's ID ${processor_transaction_id}`;
  const confirm = !own && may_decide && (
    <PlainButton onClick={() => onChoose(decision)}>Confirm</PlainButton>
  );
  return (
    <Banner tone="warn" action={confirm}>
      {own ? 'You' : <b>{user_name}</b>} proposed “{decision_labels[decision]}”{id} on{' '}
      {formatMoment(created_at, display)}: {reason}. {own ? 'Another' : 'A second'} administrator
      must confirm it.
    </Banner>
  );
}
