// The steps a payment went through, in order, each in a sentence; one of them decided (visual 5.2).
import type { AccountType } from '../../../../contract/access/access.ts';
import {
  isDeclined,
  isIssuerDecline,
  responseText,
} from '../../../../contract/payments/response-codes.ts';
import type {
  Explanation,
  StoredVerdict,
} from '../../../../contract/payments/transactions/explanation.ts';
import { methodBody } from '../../../../contract/payments/transactions/method-body.ts';
import type { PendingTransaction } from '../../../../contract/payments/transactions/record.ts';
import { source_labels } from '../../../../contract/payments/transactions/states.ts';
import { sentenceCase } from '../../../kit/format/sentence.ts';
import { operationLabel } from '../../unresolved/labels.ts';
import { type Answer, firstAnswer } from '../detail/first-answer.ts';
import { wasSentToProcessor } from '../detail/money-location.ts';
import { spanText } from '../list/span.ts';
import { hasMatched, rulesSummary } from './rule-text.ts';

export interface OutcomeStep {
  title: string;
  text: string;
  at?: string | null;
  /** The page of the payment that the step is. */
  to?: string;
  /** The step that decided against the payment. */
  fired?: boolean;
  /** Further lines, such as each move to another processor. */
  lines?: string[];
  rules?: readonly StoredVerdict[];
  letters?: { avs: string; cvv: string };
}

/** `by dana.whitcomb, from the control panel, 203.0.113.24`. */
function requestText(t: PendingTransaction): string {
  const who = t.user_name === '' ? '' : `by ${t.user_name}`;
  const from = `from the ${source_labels[t.transaction_source]}`;
  return [who, from, t.ip_address].filter((part) => part !== '').join(', ');
}

function rulesStep(title: string, rules: readonly StoredVerdict[]): OutcomeStep {
  const fired = rules.some(hasMatched);
  return { title, text: rulesSummary(rules), rules, fired };
}

/** Whether duplicate detection looked at it, and whether it acted. */
function duplicateStep(t: PendingTransaction, { duplicates }: Explanation): OutcomeStep[] {
  if (t.type === 'verification' || t.type === 'refund' || t.payment_type === 'cash') return [];
  const title = 'Duplicate check';
  const { window_seconds, duplicate_of, twins } = duplicates;
  if (duplicate_of !== '') {
    const original = twins.find(({ id }) => id === duplicate_of);
    const seconds = -(original?.seconds_after ?? 0);
    const before = seconds > 0 ? ` ${spanText(seconds)} before` : ' a moment before';
    return [
      { title, text: `not sent, because an identical payment was made${before}`, fired: true },
    ];
  }
  if (window_seconds === 0) return [{ title, text: 'off for this merchant' }];
  const span = spanText(window_seconds);
  return [{ title, text: `no identical payment in the previous ${span}` }];
}

const chosen_texts = {
  named: 'chosen in the request',
  followed: 'used for the original payment',
  '': '',
} as const;

/** The processor that was taken, why, and each one that was left for it. */
function routingStep(t: PendingTransaction, e: Explanation): OutcomeStep {
  const name = t.processor_name || 'no processor';
  const { failover, routing } = e;
  const how =
    routing === 'default'
      ? `the default for ${t.payment_type === 'ach' ? 'ACH' : t.payment_type} payments`
      : chosen_texts[routing];
  const [first] = failover;
  const text = first
    ? `${name}, because ${first.from_name} (${how || 'first choice'}) could not be reached`
    : [name, how].filter((part) => part !== '').join(', ');
  const lines = failover.map(
    ({ from_name, to_name, why }) =>
      `From ${from_name} to ${to_name}: ${why || 'could not be reached'}`,
  );
  return { title: 'Routing', text, lines };
}

/** Words of ours that say why an answer could not be used. */
const own_texts = /^the (answer|approval) /;

/** Why there is no outcome: the raw error of a connection is for administrators alone. */
function noOutcomeText(text: string, area: AccountType): string {
  if (area === 'admin') return `no response: “${text}”`;
  if (own_texts.test(text)) return `no outcome: ${text}`;
  return text.includes('in time')
    ? 'No response in time.'
    : 'No response: the connection was lost.';
}

function processorText(t: PendingTransaction, e: Explanation, area: AccountType): string {
  const body = methodBody(t.response_body);
  if (t.payment_type === 'cash') return 'cash payments are not sent to a processor';
  if (body === undefined || !wasSentToProcessor(t, e)) return 'nothing was sent to a processor';
  const text = body.processor_response_text.trim();
  const code = body.processor_response_code;
  if (body.response === 'unknown' && code === '' && text !== '') return noOutcomeText(text, area);
  const message = text === '' ? '' : `${code === '' ? '' : `code ${code} `}“${text}”`;
  const auth = body.auth_code === '' ? '' : `auth code ${body.auth_code}`;
  return [sentenceCase(body.response).toLowerCase(), auth, message].filter(Boolean).join(', ');
}

/** What decides a payment itself; the others act on it later. */
const own_operations: readonly string[] = ['sale', 'authorize', 'credit', 'verify', 'refund'];

interface Reading {
  area: AccountType;
  /** Whether the bank's answer decided against the payment. */
  fired: boolean;
}

function answerStep(t: PendingTransaction, e: Explanation, { area, fired }: Reading): OutcomeStep {
  const { card } = t.response_body;
  const own = e.attempts.filter(({ operation }) => own_operations.includes(operation));
  const answered = own.at(-1)?.answered_at;
  return {
    title: `Response from ${t.processor_name || 'the processor'}`,
    text: processorText(t, e, area),
    at: wasSentToProcessor(t, e) ? (answered ?? null) : null,
    fired,
    ...(card && { letters: { avs: card.avs_response_code, cvv: card.cvv_response_code } }),
  };
}

const reversal_texts: Readonly<Record<string, string>> = {
  undone: 'sent, and confirmed by the processor',
  nothing: 'sent; there was nothing to reverse',
  refused: 'sent, but refused by the processor',
  no_answer: 'sent, no response yet',
};

function reversalSteps({ attempts }: Explanation): OutcomeStep[] {
  return attempts
    .filter(({ operation }) => operation === 'reverse')
    .map(({ outcome, created_at }) => ({
      title: 'Reversal',
      text: reversal_texts[outcome] ?? 'sent',
      at: created_at,
    }));
}

/** Who ended an attempt whose outcome no processor reported. */
function decidedSteps({ decided }: Explanation): OutcomeStep[] {
  return decided.map(({ at, operation, decision, user_name, proposed_by, two_persons, reason }) => {
    const by = user_name || 'an administrator';
    const both = proposed_by === '' ? 'two administrators' : `${by}, proposed by ${proposed_by}`;
    const who = two_persons ? both : by;
    const found = decision === 'approve' ? 'approved' : 'not processed';
    const why = reason === '' ? '' : `: “${reason}”`;
    return {
      title: 'Decided manually',
      text: `${operationLabel(operation)} ${found}, by ${who}${why}`,
      at,
    };
  });
}

const answerText = ({ response, response_code: code }: Answer) =>
  `${response}, code ${code} “${responseText(code)}”`;

/** The answer given while the outcome was unknown precedes what was found later. */
function rejectedText(t: PendingTransaction, e: Explanation): string {
  const { answer, later } = firstAnswer(t, e);
  const first = answer === null ? 'no outcome' : answerText(answer);
  return later ? `${first}; later result: ${answerText(t)}` : first;
}

/** All steps in order; AVS and CVV letters are shown with the processor's answer. */
export function outcomeSteps(
  t: PendingTransaction,
  e: Explanation,
  area: AccountType = 'merchant',
): OutcomeStep[] {
  const before = e.rules.filter(({ phase }) => phase === 'before');
  const after = e.rules.filter(({ phase }) => phase === 'after');
  const declined = isDeclined(t.response_code);
  const by_bank = declined && isIssuerDecline(t.response_code);
  const steps: OutcomeStep[] = [
    { title: 'Request', text: requestText(t), at: t.created_at },
    rulesStep('Rules before sending', before),
    ...duplicateStep(t, e),
    routingStep(t, e),
    answerStep(t, e, { area, fired: by_bank }),
    ...(after.length > 0 ? [rulesStep('Rules after the response', after)] : []),
    ...reversalSteps(e),
    ...decidedSteps(e),
  ];
  const known = steps.some(({ fired }) => fired);
  steps.push({
    title: 'Gateway response',
    text: rejectedText(t, e),
    fired: declined && !known,
  });
  return steps;
}
