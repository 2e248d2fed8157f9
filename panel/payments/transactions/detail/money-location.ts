// Whether money of the payer is held at the bank, and about how long, in words.
import type { AccountType } from '../../../../contract/access/access.ts';
import { support_names } from '../../../../contract/access/support.ts';
import { formatMoney, subtract } from '../../../../contract/money.ts';
import { isIssuerDecline } from '../../../../contract/payments/response-codes.ts';
import type { Explanation } from '../../../../contract/payments/transactions/explanation.ts';
import { cardBody } from '../../../../contract/payments/transactions/method-body.ts';
import type { PendingTransaction } from '../../../../contract/payments/transactions/record.ts';

type Attempt = Explanation['attempts'][number];

/** A message that may have reached somebody. */
const wasSent = ({ state }: Attempt) => state !== 'failed_before_send';

/** Whether a processor was called at all: the gateway's own refusals call none. */
export function wasSentToProcessor(t: PendingTransaction, { attempts }: Explanation): boolean {
  if (attempts.some(wasSent) || isIssuerDecline(t.response_code)) return true;
  const body = cardBody(t.response_body) ?? t.response_body.ach;
  return body !== undefined && body.processor_transaction_id + body.auth_code !== '';
}

/** An approval of the bank that was taken back, since the payment was not wanted after all. */
export function wasReversed({ attempts }: Explanation): boolean {
  return attempts.some(({ operation, outcome }) => operation === 'reverse' && outcome === 'undone');
}

/** A flagged payment that a person declined: the bank had placed a hold, which was released. */
export function wasHeldBack(t: Pick<PendingTransaction, 'status' | 'amount_authorized'>): boolean {
  return t.status === 'declined' && t.amount_authorized > 0;
}

const shown_a_while = 'Some banks show it for up to 3 business days.';

/** How long a bank keeps a hold nobody takes: the card schemes' usual terms. */
function holdTerm(t: PendingTransaction): string {
  const { card, terminal } = t.response_body;
  const funding = card?.type ?? terminal?.payment_type ?? '';
  if (funding === 'debit') return 'The bank releases it automatically after about 7 days.';
  return 'The bank releases it automatically after about 7 days, on some credit cards after 30.';
}

function declinedHeld(t: PendingTransaction, e: Explanation | null): string {
  if (wasHeldBack(t)) return `With the payer. The hold was released. ${shown_a_while}`;
  if (e === null) return 'With the payer. Nothing was charged.';
  if (e.decided.some(({ decision }) => decision === 'not_processed')) {
    return `With the payer. An administrator found that nothing was charged. ${shown_a_while}`;
  }
  if (!wasSentToProcessor(t, e)) return 'With the payer. The payment never reached the bank.';
  if (wasReversed(e)) {
    return `With the payer. The bank approved it, and the approval was reversed. ${shown_a_while}`;
  }
  if (t.payment_type === 'cash') return 'With the payer. Nothing was charged.';
  if (t.response_code >= 400) {
    return 'With the payer. The processor did not process it, and nothing was charged.';
  }
  if (t.response_code >= 300) {
    return `With the payer. If the bank placed a hold, it is released. ${shown_a_while}`;
  }
  return 'With the payer. The payment was declined, and nothing was charged.';
}

function openHeld(t: PendingTransaction, area: AccountType): string {
  const checks = t.pending_on?.who === 'operator' ? support_names[area] : 'The gateway';
  const gives = t.type === 'refund' || t.type === 'credit';
  const again = gives ? 'Do not send it again.' : 'Do not charge again.';
  const found = `Not known yet. ${checks} is checking. ${again}`;
  if (t.payment_type !== 'card' || gives) return found;
  return `${found} A hold that is not captured expires after about 7 days.`;
}

/** The merchant, as it is called to its own people and to others. */
const keeper = (area: AccountType) => (area === 'merchant' ? 'you' : 'the merchant');

/** Money on its way to the payer: nothing is held, but it takes its time. */
function givingHeld(t: PendingTransaction, area: AccountType): string {
  if (t.status === 'declined') return `With ${keeper(area)}. Nothing was sent to the payer.`;
  if (t.status === 'voided') return `With ${keeper(area)}. It was canceled before settlement.`;
  if (t.status === 'unknown' || t.status === 'pending') return openHeld(t, area);
  if (t.status === 'returned' || t.status === 'late_return') {
    return `Back with ${keeper(area)}. The bank returned it.`;
  }
  if (t.payment_type === 'cash') return 'With the payer, in cash.';
  return 'On its way to the payer. It arrives in about 3 to 7 business days.';
}

function capturedHeld(t: PendingTransaction, area: AccountType): string {
  const money = (minor: number) => formatMoney(minor, t.currency);
  if (t.payment_type === 'ach') {
    const debited = `With the payer. ${money(t.amount_captured)} is debited from the account`;
    return `${debited} about 1 to 3 banking days after it is sent.`;
  }
  if (t.payment_type === 'cash')
    return `With ${keeper(area)}. ${money(t.amount_captured)} in cash.`;
  const captured = `At the bank. ${money(t.amount_captured)} is captured and not yet settled`;
  const posting = `${captured}. It posts as a charge in about 1 to 3 business days.`;
  if (t.amount_captured >= t.amount_authorized) return posting;
  const rest = money(subtract(t.amount_authorized, t.amount_captured));
  return `${posting} The remaining ${rest} is released.`;
}

/** Whose the money is once a payment settled. */
function settledPlace(t: PendingTransaction, area: AccountType): string {
  if (t.status === 'refunded') return 'Returned to the payer.';
  if (t.payment_type === 'cash') return `With ${keeper(area)}, in cash.`;
  return `Settled to ${keeper(area)}.`;
}

/** Answers "Where is the money?"; without an explanation from the record alone. */
export function moneyLocation(
  t: PendingTransaction,
  e: Explanation | null,
  area: AccountType = 'merchant',
): string {
  const money = (minor: number) => formatMoney(minor, t.currency);
  if (t.type === 'verification') return 'With the payer. A verification holds no money.';
  if (t.type === 'refund' || t.type === 'credit') return givingHeld(t, area);
  switch (t.status) {
    case 'declined':
      return declinedHeld(t, e);
    case 'unknown':
    case 'pending':
      return openHeld(t, area);
    case 'authorized':
    case 'flagged':
    case 'flagged_partner':
      return `At the bank. ${money(t.amount_authorized)} is held, not captured. ${holdTerm(t)}`;
    case 'pending_settlement':
      return capturedHeld(t, area);
    case 'voided':
      if (t.payment_type !== 'card') return 'With the payer. It was canceled before settlement.';
      return `With the payer. The hold was released. ${shown_a_while}`;
    case 'returned':
    case 'late_return':
      return 'With the payer. The bank returned the payment.';
    default: {
      const back = t.amount_refunded > 0 ? `, and ${money(t.amount_refunded)} was refunded` : '';
      return `${settledPlace(t, area)} ${money(t.amount_settled)} was charged${back}.`;
    }
  }
}
