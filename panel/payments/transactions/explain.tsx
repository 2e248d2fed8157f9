// Explains an outcome: a verdict, three answers, and the steps it went through (visual 5.2).
import { IconHourglass, IconLock, IconRoute } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { avsMeaning, cvvMeaning } from '../../../contract/payments/avs-cvv.ts';
import {
  isDeclined,
  isIssuerDecline,
  responseText,
} from '../../../contract/payments/response-codes.ts';
import type {
  TransactionDetail,
  TransactionRecord,
} from '../../../contract/payments/transactions/record.ts';
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

function Steps({ t }: { t: TransactionDetail }) {
  const { card } = t.response_body;
  const { pending_on } = t;
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
      {pending_on && <Step number={4} title="Since then" says={pending_on.tried} />}
    </ol>
  );
}

const waiting_words = {
  processor: 'The processor is waited for.',
  gateway: 'The gateway is finding out.',
  operator: 'A person decides.',
} as const;

interface ExplainProps {
  transaction: TransactionDetail;
  /** Where an administrator decides about what is open; absent in the other areas. */
  queue?: string;
}

export function Explain({ transaction: t, queue }: ExplainProps) {
  const { headline, explanation, held, waits, next } = verdictOf(t);
  const { pending_on } = t;
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
            <IconHourglass {...icon_14} />
            {pending_on ? 'Who is waiting for what?' : 'Who has to act?'}
          </dt>
          <dd>
            {pending_on && <b>{waiting_words[pending_on.who]}</b>} {waits}
            {pending_on && (
              <small>
                Since <Moment at={pending_on.since} />
              </small>
            )}
          </dd>
        </div>
        <div>
          <dt>
            <IconRoute {...icon_14} />
            What comes next
          </dt>
          <dd>
            {pending_on?.next_at && (
              <>
                <b>
                  <Moment at={pending_on.next_at} with_zone />:
                </b>{' '}
              </>
            )}
            {next}
            {queue && pending_on && <Link to={queue}>Open it in the queue</Link>}
          </dd>
        </div>
      </dl>
      <Steps t={t} />
    </Section>
  );
}
