// Every step of a payment in order: request, rules, processor, settlement, refunds, mail, webhooks.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AccountType } from '../../../../contract/access/access.ts';
import { avsMeaning, cvvMeaning } from '../../../../contract/payments/cards/avs-cvv.ts';
import type {
  Explanation,
  WebhookNotice,
} from '../../../../contract/payments/transactions/explanation.ts';
import type { PendingTransaction } from '../../../../contract/payments/transactions/record.ts';
import { Moment } from '../../../kit/format/moment.tsx';
import { TableHead } from '../../../kit/parts/table-head.tsx';
import basics from '../../../style/basics.module.css';
import { ReceiptMail } from '../../actions/email-events.tsx';
import styles from './explain.module.css';
import { type LaterEvents, laterSteps } from './later-steps.ts';
import { type OutcomeStep, outcomeSteps } from './outcome-steps.ts';
import { RuleTable } from './rule-table.tsx';

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

/** What a quiet step holds, for whoever wants it. */
function StepFold({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className={styles.stepFold}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}

const delivery_texts: Readonly<Record<WebhookNotice['state'], string>> = {
  pending: 'waiting',
  delivered: 'delivered',
  failed: 'failed',
  paused: 'paused',
};

/** `2 delivered, 1 failed`. */
function deliveryText(notices: readonly WebhookNotice[]): string {
  return Object.entries(delivery_texts)
    .map(([state, word]) => [notices.filter((one) => one.state === state).length, word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

/** One step for all events that went to the merchant's systems. */
function Webhooks({ notices, number }: { notices: readonly WebhookNotice[]; number: number }) {
  return (
    <li data-number={number} data-part="webhooks">
      <div className={styles.stepLine}>
        <b>Webhooks</b>
        <span>{deliveryText(notices)}</span>
      </div>
      <StepFold
        label={notices.length === 1 ? 'Show the event' : `Show the ${notices.length} events`}
      >
        <ul className={styles.webhooks}>
          {notices.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: told events never move
            <li key={index}>
              <span className={basics.mono}>{one.kind}</span> to {one.host},{' '}
              {delivery_texts[one.state]}
              {one.last_status !== 0 && `, HTTP ${one.last_status}`}
              {one.attempt_count > 1 && `, ${one.attempt_count} attempts`},{' '}
              <Moment at={one.created_at} />
            </li>
          ))}
        </ul>
      </StepFold>
    </li>
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
  const { title, text, at, fired, lines = [], rules = [], letters, to } = step;
  const table = rules.length > 0 && <RuleTable label={title} rules={rules} currency={currency} />;
  return (
    <li data-number={number} data-fired={fired || undefined}>
      <div className={styles.stepLine}>
        <b>{to ? <Link to={to}>{title}</Link> : title}</b>
        <span>{text}</span>
        {at && <Moment at={at} as="seconds" since={since} />}
      </div>
      {lines.map((line) => (
        <p key={line} className={styles.stepNote}>
          {line}
        </p>
      ))}
      {table &&
        (fired ? (
          table
        ) : (
          <StepFold label={rules.length === 1 ? 'Show the rule' : `Show the ${rules.length} rules`}>
            {table}
          </StepFold>
        ))}
      {letters && <Checks {...letters} />}
    </li>
  );
}

export interface StepsProps {
  transaction: PendingTransaction;
  area: AccountType;
  /** Null where it could not be read: the steps then begin after the first response. */
  explanation: Explanation | null;
  later: LaterEvents;
}

export function Steps({ transaction: t, explanation: e, later, area }: StepsProps) {
  const steps = [
    ...(e ? outcomeSteps(t, e, area) : []),
    ...laterSteps(t, later, area),
    ...(t.pending_on ? [{ title: 'Since then', text: t.pending_on.progress }] : []),
  ];
  const { receipts_to = [], webhooks = [] } = e ?? {};
  const mailed = later.mails.length > 0 || receipts_to.length > 0;
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        <Step
          key={`${step.title} ${step.at ?? index}`}
          step={step}
          number={index + 1}
          currency={t.currency}
          since={t.created_at}
        />
      ))}
      {mailed && (
        <li data-number={steps.length + 1}>
          <ReceiptMail events={later.mails} receipts_to={receipts_to} />
        </li>
      )}
      {webhooks.length > 0 && (
        <Webhooks notices={webhooks} number={steps.length + (mailed ? 2 : 1)} />
      )}
    </ol>
  );
}
