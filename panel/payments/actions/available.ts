// Which actions a person has on a transaction, and why not: state, area, rights (spec 2 §4, §6).
import type { AccountType, SignedInRule } from '../../../contract/access/access.ts';
import { whyNotAllowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import {
  type Action,
  type ActionState,
  refundable,
  whyNot,
} from '../../../contract/payments/transactions/states.ts';

/** The reader of a screen: the area, and the rights its user has in the account. */
export interface Reader {
  area: AccountType;
  permissions: Partial<Record<UserPermission, boolean>>;
  /** Switches of the reader's own account; undefined until they are known, and of others. */
  account_permissions?: Readonly<Record<string, boolean | undefined>> | undefined;
}

export interface Possibility {
  action: Action;
  /** Why it is not possible, in words; null where it is. */
  reason: string | null;
}

/** What the server requires for each action. */
const rules: Readonly<Partial<Record<Action, SignedInRule>>> = {
  capture: may.capture,
  refund: may.refund,
  void: may.void,
  approve: may.approve,
  decline: may.decline,
  tip_adjust: may.adjust_tip,
  save_customer: may.save_customers,
};

/** And of a partner or an administrator, who decide about payments of others. */
const rules_below: typeof rules = { approve: may.approve_below, decline: may.decline_below };

const merchant_actions: readonly Action[] = [
  'capture',
  'refund',
  'void',
  'tip_adjust',
  'email',
  'save_customer',
];
const flagged_actions: readonly Action[] = ['approve', 'decline'];

export function actionStateOf(t: TransactionRecord): ActionState {
  return { ...t, refund_reserved: t.amount_refunded };
}

/** Minor units that can still be given back. */
export function leftToRefund(t: TransactionRecord): number {
  return refundable(actionStateOf(t));
}

/** Which flag a reader may lift: a merchant its own, a partner its own, an admin both (Q10). */
function mayJudge(area: AccountType, t: TransactionRecord): boolean {
  if (area === 'admin') return true;
  return t.status === (area === 'merchant' ? 'flagged' : 'flagged_partner');
}

function missingRight(action: Action, reader: Reader): string | null {
  const rule = (reader.area === 'merchant' ? rules : rules_below)[action];
  if (rule === undefined) return null;
  const { permissions, account_permissions } = reader;
  const who = { kind: 'session', account_type: reader.area, role: '', permissions } as const;
  return whyNotAllowed(rule, { ...who, account_permissions }) || null;
}

/**
 * A tip is listed only while it can be set: most payments never have one. Saving the payer takes a
 * payment that can be saved, the right, and the switch of the account (spec 2 §6).
 */
function isOffered(action: Action, t: TransactionRecord, reader: Reader): boolean {
  if (action === 'tip_adjust') return whyNot(action, actionStateOf(t)) === null;
  if (action !== 'save_customer') return true;
  const knows = reader.account_permissions !== undefined;
  return knows && reasonAgainst(action, t, reader) === null;
}

/**
 * The actions of a transaction in reading order. Partners and admins cannot capture, refund, void
 * or email; approve and decline are listed only on a flagged transaction (spec 2 §4, Q10).
 */
export function possibilities(t: TransactionRecord, reader: Reader): Possibility[] {
  const flagged = t.status === 'flagged' || t.status === 'flagged_partner';
  const offered = [
    ...(flagged ? flagged_actions : []),
    ...(reader.area === 'merchant' ? merchant_actions : []),
  ].filter((action) => isOffered(action, t, reader));
  return offered.map((action) => ({ action, reason: reasonAgainst(action, t, reader) }));
}

function reasonAgainst(action: Action, t: TransactionRecord, reader: Reader): string | null {
  const state = whyNot(action, actionStateOf(t));
  if (state !== null) return state;
  if (flagged_actions.includes(action) && !mayJudge(reader.area, t)) {
    return t.status === 'flagged'
      ? 'This payment is flagged for the merchant to review.'
      : 'This payment is flagged for the partner to review.';
  }
  return missingRight(action, reader);
}

const open_outcomes: readonly TransactionRecord['status'][] = ['pending', 'unknown'];

/** One sentence for all that the state does not allow; '' where it allows something. */
export function sharedReason(t: TransactionRecord, all: readonly Possibility[]): string {
  const standing = actionStateOf(t);
  const moves = all.filter(({ action }) => action !== 'email' && action !== 'save_customer');
  const isAllowed = ({ action }: Possibility) => whyNot(action, standing) === null;
  if (moves.length === 0 || moves.some(isAllowed)) return '';
  return open_outcomes.includes(t.status)
    ? 'The outcome is not known yet. Capture, refund and void are not available.'
    : 'Nothing is left to capture, refund or void.';
}
