// What became of a payment after its first response: captures, decisions, settlement, returns.
import type { AccountType } from '../../../../contract/access/access.ts';
import type { EmailEvent } from '../../../../contract/messages/email-events.ts';
import { formatMoney } from '../../../../contract/money.ts';
import { returnReason } from '../../../../contract/payments/ach-returns.ts';
import type { StatusMove } from '../../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { midSentence, sentenceCase } from '../../../kit/format/sentence.ts';
import { detailPath } from '../../paths.ts';
import { status_badges } from '../../statuses.ts';
import type { OutcomeStep } from './outcome-steps.ts';

/** What is read beside the explanation; each is empty where it could not be read. */
export interface LaterEvents {
  moves: readonly StatusMove[];
  /** Payments that refund this one. */
  refunds: readonly TransactionRecord[];
  mails: readonly EmailEvent[];
}

/** The first response is told before; refunds are payments of their own. */
const told_elsewhere: readonly string[] = ['create', 'refund'];

const titles: Readonly<Record<string, string>> = {
  capture: 'Captured',
  void: 'Voided',
  settle: 'Settled',
  approve: 'Approved on review',
  decline: 'Declined on review',
  return: 'Returned by the bank',
  refund_void: 'Refund voided',
  tip_adjust: 'Tip changed',
};

const refusals: readonly string[] = ['decline', 'return'];

/** What a move adds to its title: an amount, the reason of a return. */
function moveText(verb: string, t: TransactionRecord): string {
  switch (verb) {
    case 'capture':
      return formatMoney(t.amount_captured, t.currency);
    case 'settle':
      return `${formatMoney(t.amount_settled, t.currency)} in a settlement batch`;
    case 'return':
      return returnReason(t.response_body.ach?.return_code ?? '');
    default:
      return '';
  }
}

function moveStep(move: StatusMove, t: TransactionRecord): OutcomeStep {
  const verb = move.verb.split('.').at(-1) ?? move.verb;
  const by_person = move.user_name !== '' && move.user_name !== 'system';
  const who = by_person ? `by ${move.user_name}` : '';
  return {
    title: titles[verb] ?? sentenceCase(verb),
    text: [moveText(verb, t), who].filter((part) => part !== '').join(', '),
    at: move.created_at,
    fired: refusals.includes(verb),
  };
}

function refundStep(refund: TransactionRecord, area: AccountType): OutcomeStep {
  const who = refund.user_name === '' ? '' : `by ${refund.user_name}`;
  const status = midSentence(status_badges[refund.status].word);
  return {
    title: `Refund of ${formatMoney(refund.amount, refund.currency)}`,
    text: [status, who].filter((part) => part !== '').join(', '),
    at: refund.created_at,
    to: detailPath(area, refund),
  };
}

/** Oldest first. */
export function laterSteps(
  t: TransactionRecord,
  { moves, refunds }: LaterEvents,
  area: AccountType,
): OutcomeStep[] {
  const own = moves.filter(({ verb }) => !told_elsewhere.includes(verb.split('.').at(-1) ?? ''));
  return [
    ...own.map((move) => moveStep(move, t)),
    ...refunds.map((refund) => refundStep(refund, area)),
  ].sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''));
}
