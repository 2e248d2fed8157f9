// What happened to a payment: a summary, four answers, and every step from request to webhook.

import { IconEye, IconHourglass, IconLock, IconRoute } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../../kit/format/moment.tsx';
import { icon_14 } from '../../../kit/icon.ts';
import kit from '../../../kit/kit.module.css';
import { Section } from '../../../kit/parts/section.tsx';
import recordStyles from '../../record.module.css';
import { payerSaw } from '../detail/payer-view.ts';
import styles from './explain.module.css';
import { smallestChange } from './smallest-change.ts';
import { Steps, type StepsProps } from './steps.tsx';
import { verdictOf } from './verdict.ts';

const waiting_texts = {
  processor: 'Waiting for the processor.',
  gateway: 'The gateway is checking with the processor.',
  operator: 'Waiting for an administrator to decide.',
} as const;

interface AnswerProps {
  icon: ReactNode;
  question: string;
  children: ReactNode;
}

function Answer({ icon, question, children }: AnswerProps) {
  return (
    <div>
      <dt>
        {icon}
        {question}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

interface ExplainProps extends StepsProps {
  /** Where an administrator decides about what is open; absent in the other areas. */
  queue?: string;
}

function Answers({ transaction: t, explanation, area, queue }: ExplainProps) {
  const { held, waits, next } = verdictOf(t, explanation, area);
  const { pending_on } = t;
  return (
    <dl className={recordStyles.answers} data-four={explanation !== null || undefined}>
      <Answer icon={<IconLock {...icon_14} />} question="Where is the money?">
        {held}
      </Answer>
      {explanation && (
        <Answer icon={<IconEye {...icon_14} />} question="What did the payer see?">
          {payerSaw(t, explanation).map((sentence) => (
            <span key={sentence} className={styles.answerLine}>
              {sentence}
            </span>
          ))}
        </Answer>
      )}
      <Answer
        icon={<IconHourglass {...icon_14} />}
        question={pending_on ? 'What is pending?' : 'Who needs to act?'}
      >
        {pending_on && <b>{waiting_texts[pending_on.who]}</b>} {waits}
        {pending_on && (
          <small>
            Since <Moment at={pending_on.since} />
          </small>
        )}
      </Answer>
      <Answer icon={<IconRoute {...icon_14} />} question="What happens next">
        {pending_on?.next_at && (
          <>
            <b>
              <Moment at={pending_on.next_at} with_zone />:
            </b>{' '}
          </>
        )}
        {next}
        {queue && pending_on && <Link to={queue}>View in unresolved payments</Link>}
      </Answer>
    </dl>
  );
}

export function Explain(props: ExplainProps) {
  const { transaction: t, explanation: e, area } = props;
  const { headline, explanation } = verdictOf(t, e, area);
  const smallest_change = e === null ? '' : smallestChange(t, e);
  return (
    <Section title="Explain this outcome" flush>
      <div className={recordStyles.verdict}>
        <h3>{headline}</h3>
        <p>{explanation}</p>
        {smallest_change !== '' && (
          <p>
            <b>What would have changed the outcome:</b> {smallest_change}
          </p>
        )}
      </div>
      <Answers {...props} />
      <Steps {...props} />
      {e === null && (
        <p className={`${kit.sectionBody} ${kit.hint}`} data-part="hint">
          The steps could not be loaded.
        </p>
      )}
    </Section>
  );
}
