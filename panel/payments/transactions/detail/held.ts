// Whether money of the payer is held at the bank, and about how long, in words.
import { formatMoney, subtract } from '../../../../contract/money.ts';
import { isIssuerDecline } from '../../../../contract/payments/response-codes.ts';
import type { Explanation } from '../../../../contract/payments/transactions/explanation.ts';
import { cardBody } from '../../../../contract/payments/transactions/method-body.ts';
import type { PendingTransaction } from '../../../../contract/payments/transactions/record.ts';

type Attempt = Explanation['attempts'][number];

/** A message that may have reached somebody. */
const wasSent = ({ state }: Attempt) => state !== 'failed_before_send' && state !== 'written';

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
  if (wasHeldBack(t)) return `No. The hold was released. ${shown_a_while}`;
  if (e === null) return 'No. Nothing was charged.';
  if (e.decided.some(({ decision }) => decision === 'not_processed')) {
    return `No. The operator found that nothing was charged. ${shown_a_while}`;
  }
  if (!wasSentToProcessor(t, e))
    return 'No. The payment never reached the bank, so nothing is held.';
  if (wasReversed(e)) {
    return `No. The bank approved it, and the approval was reversed. ${shown_a_while}`;
  }
  if (t.payment_type === 'cash') return 'No. Nothing was charged.';
  if (t.response_code >= 400) return 'No. The processor did not process it. Nothing was charged.';
  if (t.response_code >= 300)
    return `No. If the bank placed a hold, it is released. ${shown_a_while}`;
  return 'No. A decline holds no money, and nothing was charged.';
}

function openHeld(t: PendingTransaction): string {
  const requested =
    t.pending_on?.who === 'operator'
      ? 'Possibly. The operator is checking; do not charge again.'
      : 'Possibly. The gateway is checking; do not charge again.';
  if (t.payment_type !== 'card' || t.type === 'refund' || t.type === 'credit') return requested;
  return `${requested} A hold that is not captured expires after about 7 days.`;
}

/** Money on its way to the payer: nothing is held, but it takes its time. */
function givingHeld(t: PendingTransaction): string {
  if (t.status === 'declined') return 'No. Nothing was refunded.';
  if (t.status === 'voided') return 'No. It was cancelled before settlement.';
  if (t.status === 'unknown' || t.status === 'pending') return openHeld(t);
  if (t.payment_type === 'cash') return 'No. The payer received cash.';
  return 'No. The payer receives the money in about 3 to 7 business days.';
}

function capturedHeld(t: PendingTransaction): string {
  const money = (minor: number) => formatMoney(minor, t.currency);
  if (t.payment_type === 'ach') {
    const debited = `${money(t.amount_captured)} is debited from the account`;
    return `No hold. ${debited} about 1 to 3 banking days after it is sent.`;
  }
  const captured = `Yes, ${money(t.amount_captured)} is captured`;
  const taken = `${captured}. It becomes a charge in about 1 to 3 business days.`;
  if (t.amount_captured >= t.amount_authorized) return taken;
  const rest = money(subtract(t.amount_authorized, t.amount_captured));
  return `${taken} The remaining ${rest} is released.`;
}

/** Answers "Is money still held?"; without an explanation from the record alone. */
export function heldText(t: PendingTransaction, e: Explanation | null): string {
  const money = (minor: number) => formatMoney(minor, t.currency);
  if (t.type === 'verification') return 'No. A verification holds no money.';
  if (t.type === 'refund' || t.type === 'credit') return givingHeld(t);
  switch (t.status) {
    case 'declined':
      return declinedHeld(t, e);
    case 'unknown':
    case 'pending':
      return openHeld(t);
    case 'authorized':
    case 'flagged':
    case 'flagged_partner':
      return `Yes, ${money(t.amount_authorized)} is held and not yet captured. ${holdTerm(t)}`;
    case 'pending_settlement':
      return capturedHeld(t);
    case 'voided':
      if (t.payment_type !== 'card') return 'No. It was cancelled before settlement.';
      return `No. The hold was released. ${shown_a_while}`;
    case 'returned':
    case 'late_return':
      return 'No. The money was returned to the payer.';
    default: {
      const back = t.amount_refunded > 0 ? `, and ${money(t.amount_refunded)} was refunded` : '';
      return `No. ${money(t.amount_settled)} was charged${back}.`;
    }
  }
}
