// What the payer saw of a payment: on the screen, on the statement, by mail.
import { formatMoney } from '../../../../contract/money.ts';
import { explainCode } from '../../../../contract/payments/response-codes.ts';
import type { Explanation } from '../../../../contract/payments/transactions/explanation.ts';
import type { PendingTransaction } from '../../../../contract/payments/transactions/record.ts';
import { type Source, source_labels } from '../../../../contract/payments/transactions/states.ts';
import { firstAnswer } from './first-answer.ts';
import { wasHeldBack, wasReversed } from './money-location.ts';

/** Sources where a person took the payment and passed the screen's message to the payer. */
const by_hand: readonly Source[] = ['cp'];
/** Sources nobody looks at while the payment runs. */
const unattended: readonly Source[] = ['batch', 'recurring', 'webhook'];

/** The words while the payment ran: an outcome that was found out later was on no screen then. */
function onScreen(t: PendingTransaction, e: Explanation): string {
  const { transaction_source } = t;
  if (unattended.includes(transaction_source))
    return 'On screen: nothing, because the payer was not present.';
  const source = source_labels[transaction_source];
  const clerk = by_hand.includes(transaction_source);
  const { answer, later } = firstAnswer(t, e);
  const afterwards = later ? ' The outcome arrived later.' : '';
  if (answer === null) {
    const missed = clerk ? 'the terminal received no outcome' : `the ${source} returned no outcome`;
    return `On screen: possibly an error, because ${missed}.${afterwards}`;
  }
  const { response, response_code: code } = answer;
  if (clerk) return `On the clerk’s screen: “${explainCode(code)}”${afterwards}`;
  const shop_text = `a message from the shop. The ${source} returned “${response}” (code ${code})`;
  return `On screen: ${shop_text}.${afterwards}`;
}

function onStatement(t: PendingTransaction, e: Explanation): string {
  const name = e.statement_name;
  const line = (minor: number, what: string) => `${what} of ${formatMoney(minor, t.currency)}`;
  if (t.payment_type === 'cash') return '';
  if (t.type === 'verification') return 'On the statement: nothing, or $0 for about a day.';
  const gives = t.type === 'refund' || t.type === 'credit';
  switch (t.status) {
    case 'declined': {
      return wasReversed(e) || wasHeldBack(t)
        ? `On the statement: possibly ${line(t.amount, 'a pending charge')}, removed later.`
        : 'On the statement: nothing.';
    }
    case 'unknown':
    case 'pending':
      return gives ? '' : `On the statement: possibly ${line(t.amount, 'a pending charge')}.`;
    case 'voided':
      return `On the statement: ${line(t.amount, 'a pending charge')}, removed later.`;
    case 'authorized':
    case 'flagged':
    case 'flagged_partner':
      return `On the statement: ${line(t.amount_authorized, 'a pending charge')} by ${name}.`;
    case 'returned':
    case 'late_return':
      return `On the statement: ${line(t.amount, 'a debit')} by ${name}, and its return.`;
    default: {
      const what = gives ? 'a credit' : 'a charge';
      return `On the statement: ${line(t.amount_captured || t.amount, what)} by ${name}.`;
    }
  }
}

/** Sentences that answer "What did the payer see?", most telling first. */
export function payerSaw(t: PendingTransaction, e: Explanation): string[] {
  const mailed =
    e.receipts_to.length === 0
      ? 'No receipt was sent by email.'
      : `A receipt was emailed to ${e.receipts_to.join(', ')}.`;
  return [onScreen(t, e), onStatement(t, e), mailed].filter((sentence) => sentence !== '');
}
