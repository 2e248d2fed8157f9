// Explains an outcome: a verdict, four answers, and the steps it went through (visual 5.2).

import { IconEye, IconHourglass, IconLock, IconRoute } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AccountType } from '../../../../contract/access/access.ts';
import { avsMeaning, cvvMeaning } from '../../../../contract/payments/cards/avs-cvv.ts';
import type { Explanation } from '../../../../contract/payments/transactions/explanation.ts';
import type { PendingTransaction } from '../../../../contract/payments/transactions/record.ts';
import { Moment } from '../../../kit/format/moment.tsx';
import { icon_14 } from '../../../kit/icon.ts';
import kit from '../../../kit/kit.module.css';
import { Section } from '../../../kit/parts/section.tsx';
import { TableHead } from '../../../kit/parts/table-head.tsx';
import basics from '../../../style/basics.module.css';
import recordStyles from '../../record.module.css';
import { payerSaw } from '../detail/payer-view.ts';
import styles from './explain.module.css';
import { type OutcomeStep, outcomeSteps } from './outcome-steps.ts';
import { RuleTable } from './rule-table.tsx';
import { smallestChange } from './smallest-change.ts';
import { verdictOf } from './verdict.ts';

function Checks({ avs, cvv }: { avs: string; cvv: string }) {
  const rows = [
    { check: 'AVS', letter: avs, words: avsMeaning(avs) },
    { check: 'CVV', letter: cvv, words: cvvMeaning(cvv) },
  ].filter(({ letter }) => letter !== '');
  if (rows.length === 0) return null;
  return (
    <table className={styles.checks}>
      <TableHead columns={[{ label: 'Check' }, { label: 'Code' }, { label: 'Meaning' }]} />
      <tbody>
        {rows.map(({ check, letter, words }) => (
          <tr key={check}>
            <th scope="row">{check}</th>
            <td className={basics.mono}>{letter}</td>
            <td>{words}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface StepProps {
  step: OutcomeStep;
  number: number;
  currency: string;
  /** When the first step was. */
  since: string;
}

function Step({ step, number, currency, since }: StepProps) {
  const { title, text, at, fired, lines = [], rules = [], letters } = step;
  return (
    <li data-number={number} data-fired={fired || undefined}>
      <div className={styles.stepLine}>
        <b>{title}</b>
        <span>{text}</span>
        {at && <Moment at={at} as="seconds" since={since} />}
      </div>
      {lines.map((line) => (
        <p key={line} className={styles.stepNote}>
          {line}
        </p>
      ))}
      {rules.length > 0 && <RuleTable label={title} rules={rules} currency={currency} />}
      {letters && <Checks {...letters} />}
    </li>
  );
}

const waiting_words = {
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

interface ExplainProps {
  transaction: PendingTransaction;
  area: AccountType;
  /** Null where it could not be read: the explanation then uses the record alone. */
  explanation: Explanation | null;
  /** Where an administrator decides about what is open; absent in the other areas. */
  queue?: string;
}

function Answers({ transaction: t, explanation, area, queue }: ExplainProps) {
  const { held, waits, next } = verdictOf(t, explanation, area);
  const { pending_on } = t;
  return (
    <dl className={recordStyles.answers} data-four={explanation !== null || undefined}>
      <Answer icon={<IconLock {...icon_14} />} question="Is money still held?">
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
        {pending_on && <b>{waiting_words[pending_on.who]}</b>} {waits}
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
        {queue && pending_on && <Link to={queue}>Open in the queue</Link>}
      </Answer>
    </dl>
  );
}

export function Explain(props: ExplainProps) {
  const { transaction: t, explanation: e } = props;
  const { headline, explanation } = verdictOf(t, e);
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
      <ol className={styles.steps}>
        {(e ? outcomeSteps(t, e) : []).map((step, index) => (
          <Step
            key={`${step.title} ${step.at ?? index}`}
            step={step}
            number={index + 1}
            currency={t.currency}
            since={t.created_at}
          />
        ))}
      </ol>
      {e === null && (
        <p className={`${kit.sectionBody} ${kit.hint}`} data-part="hint">
          The steps could not be loaded.
        </p>
      )}
    </Section>
  );
}
