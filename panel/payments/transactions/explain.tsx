// Explains an outcome: a verdict, three answers, and the steps it went through (visual 5.2).
import { IconEye, IconLock, IconRoute } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { avsMeaning, cvvMeaning } from '../../../contract/payments/avs-cvv.ts';
import {
  isDeclined,
  isIssuerDecline,
  responseText,
} from '../../../contract/payments/response-codes.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import { source_labels } from '../../../contract/payments/transactions/states.ts';
import { icon_14 } from '../../kit/icon.ts';
import { Moment } from '../../kit/moment.tsx';
import { Section } from '../../kit/section.tsx';
import { sentenceCase } from '../labels.ts';
import { verdictOf } from './verdict.ts';

interface StepProps {
  number: number;
  title: string;
  says: string;
  at?: string | null;
  /** The step that decided against the payment. */
  fired?: boolean;
  children?: ReactNode;
}

function Step({ number, title, says, at, fired, children }: StepProps) {
  return (
    <li data-number={number} data-fired={fired || undefined}>
      <div className="step-line">
        <b>{title}</b>
        <span>{says}</span>
        {at && <Moment at={at} as="seconds" />}
      </div>
      {children}
    </li>
  );
}

function Checks({ avs, cvv }: { avs: string; cvv: string }) {
  const rows = [
    { check: 'AVS', letter: avs, words: avsMeaning(avs) },
    { check: 'CVV', letter: cvv, words: cvvMeaning(cvv) },
  ].filter(({ letter }) => letter !== '');
  if (rows.length === 0) return null;
  return (
    <table className="checks">
      <thead>
        <tr>
          <th scope="col">Check</th>
          <th scope="col">Letter</th>
          <th scope="col">In words</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ check, letter, words }) => (
          <tr key={check}>
            <th scope="row">{check}</th>
            <td className="mono">{letter}</td>
            <td>{words}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `by dana.whitcomb, from the control panel, 203.0.113.24`. */
function requestWords(t: TransactionRecord): string {
  const who = t.user_name === '' ? '' : `by ${t.user_name}`;
  const from = `from the ${source_labels[t.transaction_source]}`;
  return [who, from, t.ip_address].filter((part) => part !== '').join(', ');
}

function processorWords(t: TransactionRecord): string {
  const { card, ach, cash } = t.response_body;
  const body = card ?? ach ?? cash;
  if (body === undefined) return 'was not asked';
  const text = body.processor_response_text.trim();
  const code = body.processor_response_code;
  const said = text === '' ? '' : `${code === '' ? '' : `code ${code} `}“${text}”`;
  const auth = body.auth_code === '' ? '' : `auth code ${body.auth_code}`;
  return [sentenceCase(body.response).toLowerCase(), auth, said].filter(Boolean).join(', ');
}

function Steps({ t }: { t: TransactionRecord }) {
  const { card } = t.response_body;
  const declined = isDeclined(t.response_code);
  const by_bank = declined && isIssuerDecline(t.response_code);
  return (
    <ol className="steps">
      <Step number={1} title="Request" says={requestWords(t)} at={t.created_at} />
      <Step
        number={2}
        title={`Answer of ${t.processor_name || 'the processor'}`}
        says={processorWords(t)}
        fired={by_bank}
      >
        {card && <Checks avs={card.avs_response_code} cvv={card.cvv_response_code} />}
      </Step>
      <Step
        number={3}
        title="Answer given"
        says={`${t.response}, code ${t.response_code} “${responseText(t.response_code)}”`}
        fired={declined && !by_bank}
      />
    </ol>
  );
}

export function Explain({ transaction: t }: { transaction: TransactionRecord }) {
  const { headline, explanation, held, next } = verdictOf(t);
  return (
    <Section title="Explain this outcome" flush>
      <div className="verdict">
        <h3>{headline}</h3>
        <p>{explanation}</p>
      </div>
      <dl className="answers">
        <div>
          <dt>
            <IconLock {...icon_14} />
            Is money still held?
          </dt>
          <dd>{held}</dd>
        </div>
        <div>
          <dt>
            <IconEye {...icon_14} />
            Who has to act?
          </dt>
          <dd>{whoActs(t)}</dd>
        </div>
        <div>
          <dt>
            <IconRoute {...icon_14} />
            What comes next
          </dt>
          <dd>{next}</dd>
        </div>
      </dl>
      <Steps t={t} />
    </Section>
  );
}

function whoActs(t: TransactionRecord): string {
  switch (t.status) {
    case 'authorized':
      return t.type === 'verification' ? 'Nobody.' : 'You: a hold is lost when it gets old.';
    case 'flagged':
      return 'The merchant, who approves or declines it.';
    case 'flagged_partner':
      return 'The partner, who approves or declines it.';
    case 'declined':
      return 'The payer, or whoever took the payment.';
    case 'returned':
    case 'late_return':
      return 'You: the payer still owes this payment.';
    default:
      return 'Nobody.';
  }
}
