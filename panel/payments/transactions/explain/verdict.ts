// A transaction's outcome in words: what happened, whether money is held, what comes next.
import type { AccountType } from '../../../../contract/access/access.ts';
import { formatMoney } from '../../../../contract/money.ts';
import { returnAdvice, returnReason } from '../../../../contract/payments/ach-returns.ts';
import {
  isGatewayDecline,
  isIssuerDecline,
  responseText,
} from '../../../../contract/payments/response-codes.ts';
import { explainAnswer } from '../../../../contract/payments/transactions/explain-answer.ts';
import type { Explanation } from '../../../../contract/payments/transactions/explanation.ts';
import { methodBody } from '../../../../contract/payments/transactions/method-body.ts';
import type {
  PendingTransaction,
  TransactionRecord,
} from '../../../../contract/payments/transactions/record.ts';
import type { Status } from '../../../../contract/payments/transactions/states.ts';
import { moneyLocation, wasHeldBack } from '../detail/money-location.ts';
import { ruleLabel } from './rule-labels.ts';
import { flaggedText, hasMatched } from './rule-text.ts';

export interface Verdict {
  /** One sentence that decides the question of the screen. */
  headline: string;
  explanation: string;
  /** Whether money of the payer is held or taken, in words. */
  held: string;
  /** Who is waited for, and for what. */
  waits: string;
  /** What happens next; '' where the trace is over. */
  next: string;
}

/** Who said no, as the headline of a decline. */
function whoDeclined(code: number): string {
  if (isIssuerDecline(code)) return 'The bank declined this payment.';
  if (isGatewayDecline(code)) return 'The gateway declined this payment.';
  return 'The processor could not take this payment.';
}

const headlines: Readonly<Partial<Record<Status, string>>> = {
  unknown: 'The outcome is not known yet.',
  authorized: 'The bank approved a hold.',
  pending_settlement: 'Approved and waiting for settlement.',
  settled: 'Approved and settled.',
  voided: 'Canceled before settlement.',
  refunded: 'Settled and fully refunded.',
  partially_refunded: 'Settled and partially refunded.',
  returned: 'The bank returned this payment.',
  late_return: 'The bank returned this payment after settlement.',
  pending: 'Sent and waiting for the response.',
};

/** Who decides about a flagged payment. */
const reviewers: Readonly<Partial<Record<Status, AccountType>>> = {
  flagged: 'merchant',
  flagged_partner: 'partner',
};

/** The reader: a merchant is addressed, others read about the merchant (spec 2 §1). */
interface VerdictInput {
  t: TransactionRecord;
  e: Explanation | null;
  area: AccountType;
}

function headlineOf({ t, e, area }: VerdictInput): string {
  const reviewer = reviewers[t.status];
  if (reviewer !== undefined) {
    const whose = reviewer === area ? 'your' : `the ${reviewer}’s`;
    return `Approved by the bank, and flagged for ${whose} review.`;
  }
  if (t.status === 'declined') {
    if (wasHeldBack(t)) return 'Approved by the bank, then declined on review.';
    const late = e?.rules.some((rule) => rule.phase === 'after' && hasMatched(rule));
    if (late) return 'A rule declined this payment after the bank approved it.';
    if (e?.duplicates.duplicate_of) return 'Declined as a duplicate of an earlier payment.';
    return whoDeclined(t.response_code);
  }
  if (t.type === 'verification' && t.status === 'authorized') return 'The card was verified.';
  if (givesBack(t) && isReturned(t)) return `The bank returned this ${t.type}.`;
  if (t.type === 'refund' && t.status === 'pending_settlement') {
    return 'The refund was approved and is sent with the next settlement.';
  }
  if (t.type === 'credit' && t.status === 'pending_settlement') {
    return 'The credit was approved and is sent with the next settlement.';
  }
  return headlines[t.status] ?? responseText(t.response_code);
}

/** What the merchant alone can do, as others read it. */
const nexts_of_others: Readonly<Partial<Record<Status, string>>> = {
  authorized: 'The merchant can capture the money, or void the payment to release the hold.',
  pending_settlement: 'It settles with the next batch. Until then, the merchant can void it.',
  settled: 'The merchant can refund it, in whole or in part.',
  partially_refunded: 'The merchant can still refund the rest.',
};

const nexts: Readonly<Partial<Record<Status, string>>> = {
  unknown: 'The gateway keeps checking with the processor.',
  pending: 'The gateway keeps checking with the processor.',
  authorized: 'Capture it to take the money, or void it to release the hold.',
  pending_settlement: 'It settles with the next batch. Until then, it can be voided.',
  flagged_partner: 'The partner will approve or decline it.',
  settled: 'It can be refunded, in whole or in part.',
  partially_refunded: 'The rest can still be refunded.',
};

const nothing_left = 'No action is needed.';

/** Approving captures the hold, also of an authorization (Q10). */
function decisionEffects(t: TransactionRecord): string {
  const money = formatMoney(t.amount_authorized, t.currency);
  const approved = `If you approve, ${money} is captured and settles with the next batch.`;
  return `${approved} If you decline, the hold is released.`;
}

function nextOf({ t, area }: VerdictInput): string {
  if (t.status === 'flagged') return decisionEffects(t);
  if (t.status === 'flagged_partner') {
    return area === 'merchant' ? (nexts.flagged_partner ?? '') : decisionEffects(t);
  }
  if (isReturned(t)) {
    if (givesBack(t)) return 'Ask the payer for another account, and send the money there.';
    return returnAdvice(t.response_body.ach?.return_code ?? '');
  }
  const own = nexts[t.status];
  const next = area === 'merchant' ? own : (nexts_of_others[t.status] ?? own);
  if (t.type === 'verification') return nothing_left;
  if (givesBack(t)) {
    return t.status === 'settled' ? nothing_left : (next ?? '');
  }
  if (t.status === 'declined') return 'This payment is final. To try again, take a new payment.';
  return next ?? nothing_left;
}

function whoActs({ t, area }: VerdictInput): string {
  const merchant = area === 'merchant' ? 'You' : 'The merchant';
  const judge = (account: 'merchant' | 'partner') => {
    if (area === account) return 'You need to approve or decline it.';
    const other = `The ${account} needs to approve or decline it`;
    return area === 'admin' ? `${other}. You can too.` : `${other}.`;
  };
  switch (t.status) {
    case 'authorized':
      return t.type === 'verification'
        ? 'No action is needed.'
        : `${merchant}, before the hold expires.`;
    case 'flagged':
      return judge('merchant');
    case 'flagged_partner':
      return judge('partner');
    case 'declined':
      return isIssuerDecline(t.response_code) && t.payment_type === 'card'
        ? 'The payer. Ask for another card.'
        : 'No action is needed. To try again, take a new payment.';
    case 'returned':
    case 'late_return':
      return givesBack(t)
        ? `${merchant}. The payer has not received the money.`
        : `${merchant}. The payer still owes this payment.`;
    default:
      return 'No action is needed.';
  }
}

/** In the place of the response code, which would blame a rule. */
const held_back = 'A fraud rule flagged this payment, and a reviewer declined it.';

/** What flagged the payment: the name of the rule, and what it read. */
function whatFlagged({ t, e }: VerdictInput): string {
  const rules = (e?.rules ?? []).filter(({ verdict }) => verdict === 'flag');
  const [only] = rules;
  if (only === undefined) return 'A fraud rule flagged it.';
  if (rules.length > 1)
    return `These rules flagged it: ${rules.map((one) => ruleLabel(one.rule)).join(', ')}.`;
  return flaggedText(only, t.currency);
}

const isReturned = ({ status }: TransactionRecord) =>
  status === 'returned' || status === 'late_return';
/** Money for the payer. */
const givesBack = ({ type }: TransactionRecord) => type === 'refund' || type === 'credit';

/** The return in words, and what it means for the merchant's money. */
function whatReturned({ t, area }: VerdictInput): string {
  const code = t.response_body.ach?.return_code ?? '';
  const reason = code === '' ? 'The bank gave no reason.' : `Reason ${returnReason(code)}.`;
  const money = formatMoney(t.amount, t.currency);
  const whose = area === 'merchant' ? 'your' : 'the merchant’s';
  if (givesBack(t)) return `${reason} ${money} is back in ${whose} balance.`;
  if (t.status === 'late_return') return `${reason} ${money} is taken from ${whose} next payout.`;
  return `${reason} ${money} is not part of ${whose} payout.`;
}

const approved = 100;

/** Who approved how much, with the bank's code. */
function approvedBy(t: TransactionRecord): string {
  if (t.payment_type === 'cash') return givesBack(t) ? 'Returned in cash.' : 'Paid in cash.';
  const { auth_code } = { auth_code: '', ...methodBody(t.response_body) };
  const what =
    t.type === 'verification'
      ? 'the card'
      : formatMoney(t.amount_authorized || t.amount, t.currency);
  return `${t.processor_name} approved ${what}${auth_code ? ` with auth code ${auth_code}` : ''}.`;
}

/** The second sentence of the summary: why it came out so. */
function reasonOf(facts: VerdictInput): string {
  const { t } = facts;
  if (wasHeldBack(t)) return held_back;
  if (t.status === 'flagged' || t.status === 'flagged_partner') return whatFlagged(facts);
  if (isReturned(t)) return whatReturned(facts);
  return t.response_code === approved ? approvedBy(t) : explainAnswer(t);
}

/** Explains a transaction from its own fields, an open attempt, and its explanation if known. */
export function verdictOf(
  t: PendingTransaction,
  e: Explanation | null = null,
  area: AccountType = 'merchant',
): Verdict {
  const { pending_on } = t;
  const facts = { t, e, area };
  // An action without an outcome on a payment with one: both request traces are shown.
  const follows = pending_on !== undefined && t.status !== 'unknown' && t.status !== 'pending';
  return {
    headline: follows
      ? `${headlineOf(facts)} An action on it is still in progress.`
      : headlineOf(facts),
    explanation: reasonOf(facts),
    held: moneyLocation(t, e, area),
    waits: pending_on?.waiting_for ?? whoActs(facts),
    next: pending_on?.next_step ?? nextOf(facts),
  };
}
