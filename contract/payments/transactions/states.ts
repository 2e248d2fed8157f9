// Statuses of a transaction, their legal moves as one table, and which actions a state allows.
import { whyNotSaved } from './save-customer.ts';

/** Every value the status filter offers (spec 2 §4); `partially` and `late` are never set (G05). */
export const statuses = [
  'unknown',
  'declined',
  'authorized',
  'pending_settlement',
  'settled',
  'voided',
  'refunded',
  'returned',
  'late_return',
  'pending',
  'partially_refunded',
  'partially',
  'late',
  'flagged',
  'flagged_partner',
] as const;
export type Status = (typeof statuses)[number];

export const types = [
  'sale',
  'authorize',
  'verification',
  'capture',
  'credit',
  'refund',
  'void',
] as const;
export type TransactionType = (typeof types)[number];

export const payment_methods = [
  'card',
  'ach',
  'token',
  'terminal',
  'cash',
  'apple_pay_token',
  'google_pay_token',
  'plaid',
] as const;
export const payment_types = ['card', 'ach', 'cash'] as const;
export type PaymentType = (typeof payment_types)[number];

export const sources = [
  'cp',
  'webhook',
  'api',
  'batch',
  'invoice',
  'cart',
  'recurring',
  'simple_payment',
  'simple_invoice',
] as const;
export type Source = (typeof sources)[number];
/** Display words of the sources (spec 1 §9, decisions G32). */
export const source_labels: Record<Source, string> = {
  cp: 'control panel',
  webhook: 'webhook',
  api: 'API',
  batch: 'file batch',
  invoice: 'invoice',
  cart: 'cart',
  recurring: 'recurring',
  simple_payment: 'simple payment',
  simple_invoice: 'simple invoice',
};

/**
 * Legal moves of the status column (gateway-api 3.7, spec 2 §4). The server asserts each move
 * before it writes; a row's history holds all of them. `''` is the state before the row exists.
 */
export const moves: Readonly<Record<Status | '', readonly Status[]>> = {
  '': ['pending', 'declined', 'flagged', 'flagged_partner', 'pending_settlement'],
  pending: [
    'unknown',
    'declined',
    'authorized',
    'pending_settlement',
    'flagged',
    'flagged_partner',
  ],
  unknown: ['declined', 'authorized', 'pending_settlement', 'flagged', 'flagged_partner'],
  flagged: ['pending_settlement', 'voided', 'declined'],
  flagged_partner: ['pending_settlement', 'voided', 'declined'],
  authorized: ['pending_settlement', 'voided'],
  pending_settlement: ['settled', 'voided', 'returned'],
  settled: ['partially_refunded', 'refunded', 'late_return'],
  partially_refunded: ['partially_refunded', 'refunded', 'settled', 'late_return'],
  refunded: ['partially_refunded', 'settled', 'late_return'],
  declined: [],
  voided: [],
  returned: [],
  late_return: [],
  partially: [],
  late: [],
};

/** Whether a transaction may go from one status to another. */
export function mayMove(from: Status | '', to: Status): boolean {
  return moves[from].includes(to);
}

export const actions = [
  'capture',
  'refund',
  'void',
  'approve',
  'decline',
  'tip_adjust',
  'email',
  'save_customer',
] as const;
export type Action = (typeof actions)[number];

/** What an action needs to know of a transaction. */
export interface ActionState {
  type: TransactionType;
  status: Status;
  amount_authorized: number;
  amount_settled: number;
  refund_reserved: number;
  payment_type: PaymentType;
  payment_method: string;
  response_code: number;
  customer_id: string;
}

/**
 * Why an action is not possible in this state, in words, or null where it is
 * (spec 2 §4; a verification is authorized with nothing held: Q6; an unsettled item is voided: Q7).
 */
export function whyNot(action: Action, t: ActionState): string | null {
  switch (action) {
    case 'capture':
      if (t.type === 'verification') return 'A verification holds no money to capture.';
      return t.status === 'authorized' ? null : standingWords(action, t);
    case 'refund':
      return whyNotRefund(t);
    case 'void':
      if (t.type === 'verification') return 'A verification holds no money to void.';
      return t.status === 'pending_settlement' || t.status === 'authorized'
        ? null
        : standingWords(action, t);
    case 'approve':
    case 'decline':
      return t.status === 'flagged' || t.status === 'flagged_partner'
        ? null
        : 'Only a flagged transaction can be approved or declined.';
    case 'tip_adjust':
      if (t.payment_type !== 'card' || t.type !== 'sale') return 'Only card sales can have a tip.';
      return t.status === 'pending_settlement' ? null : 'Tips can only be set before settlement.';
    case 'email':
      return null;
    case 'save_customer':
      return whyNotSaved(t);
  }
}

type Moving = 'capture' | 'void' | 'refund';
const flagged_words = 'Approve or decline this payment first.';
const open_words = 'The outcome of this payment is not known yet.';
const unsettled_words =
  'This payment is waiting for settlement. You can void it, but not capture or refund it yet.';
const settled_words = 'This payment is settled. You can refund it, but not capture or void it.';
const refunded_words = 'This payment is fully refunded.';
const returned_words = 'The bank returned this payment.';

/** Why a status rules an action out: one sentence for each status. */
const status_words: Readonly<Partial<Record<Status, string>>> = {
  flagged: flagged_words,
  flagged_partner: flagged_words,
  unknown: open_words,
  pending: open_words,
  authorized: 'This payment is not captured yet. You can capture or void it, but not refund it.',
  pending_settlement: unsettled_words,
  settled: settled_words,
  partially_refunded: settled_words,
  refunded: refunded_words,
  declined: 'This payment was declined.',
  voided: 'This payment was voided.',
  returned: returned_words,
  late_return: returned_words,
};

const usual_words: Readonly<Record<Moving, string>> = {
  capture: 'Only an authorized transaction can be captured.',
  void: 'Only an authorized or pending settlement transaction can be voided.',
  refund: 'Only a settled transaction can be refunded.',
};

/** A refund or credit is no payment: what is said of a payment does not hold for it. */
function standingWords(action: Moving, { type, status }: ActionState): string {
  const gives = type === 'refund' || type === 'credit';
  return (gives ? undefined : status_words[status]) ?? usual_words[action];
}

function whyNotRefund(t: ActionState): string | null {
  if (t.type === 'credit' || t.type === 'refund') return 'A credit or refund cannot be refunded.';
  if (t.status !== 'settled' && t.status !== 'partially_refunded') {
    return standingWords('refund', t);
  }
  if (t.refund_reserved >= t.amount_settled)
    return 'This transaction has already been fully refunded.';
  return null;
}

/** Minor units that can still be refunded. */
export function refundable(t: ActionState): number {
  return whyNot('refund', t) === null ? t.amount_settled - t.refund_reserved : 0;
}
