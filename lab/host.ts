// What both simulated hosts share: the context of an operation, and follow-up operations.
import { stamp } from './clock.ts';
import { amountOf, type Body, currencyOf, Refused, text } from './request.ts';
import { type Fault, inheritedFault, refund_declines, type Verdict } from './triggers.ts';
import {
  type Account,
  type Answer,
  accountOf,
  answerKey,
  type Item,
  type LabEvent,
  type Rail,
  type World,
} from './world.ts';

/** What an operation works with: the request, the state of the lab, the time. */
export interface OperationContext {
  world: World;
  rail: Rail;
  operation: string;
  account: string;
  reference: string;
  body: Body;
  now: number;
  /** What a script orders instead of the triggers. */
  ordered: Verdict | null;
  fingerprint(secret: string): string;
}

/** What an operation comes to; `event` is absent where nothing changes. */
export interface Result {
  answer: Answer;
  event?: LabEvent;
}
export type Operation = (context: OperationContext) => Result;

/** The words and codes in which a rail says yes and no. */
export interface Dialect {
  approved: string;
  approved_text: string;
  auth_code: string;
  declined: string;
  declineText(code: string): string;
}

export const nextId = (context: OperationContext): string =>
  `TS${String(context.world.sequence + 1).padStart(12, '0')}`;

export const accountAt = (context: OperationContext): Account =>
  accountOf(context.world, context.account);

/** The members every answer of a money operation has. */
export function baseAnswer(
  context: OperationContext,
  id: string,
  amount: number,
  currency: string,
): Answer {
  return {
    reference: context.reference,
    operation: context.operation,
    transaction_id: id,
    amount,
    currency,
    approved_amount: 0,
    network_code: '',
    text: '',
    auth_code: '',
    avs: '',
    cvv: '',
    at: stamp(context.now),
  };
}

export function answered(
  context: OperationContext,
  answer: Answer,
  item: string,
  more: Omit<Partial<Extract<LabEvent, { kind: 'answered' }>>, 'kind'> = {},
): Result {
  const { account, reference, operation } = context;
  const event: LabEvent = {
    kind: 'answered',
    account,
    reference,
    operation,
    answer,
    item,
    ...more,
  };
  return { answer, event };
}

/** A new item of this operation; callers set what differs. */
export function newItem(
  context: OperationContext,
  fields: Partial<Item> & Pick<Item, 'operation'>,
): Item {
  return {
    id: nextId(context),
    account: context.account,
    rail: context.rail,
    reference: context.reference,
    state: 'declined',
    currency: '',
    approved: 0,
    captured: 0,
    settled: 0,
    refunded: 0,
    parent: '',
    last_four: '',
    fingerprint: '',
    trigger: '',
    available_at: 0,
    at: context.now,
    settled_at: 0,
    batch: 0,
    ...fields,
  };
}

/** The item a follow-up names; another account's items do not exist. */
export function itemOf(context: OperationContext): Item {
  const item = context.world.items.get(text(context.body, 'transaction_id'));
  if (!item || item.account !== context.account) {
    throw new Refused(422, 'unknown_transaction', 'NO SUCH TRANSACTION');
  }
  return item;
}

function checkCurrency(context: OperationContext, item: Item): string {
  const currency = currencyOf(context.body);
  if (currency !== item.currency) throw new Refused(400, 'bad_request', 'currency differs');
  return currency;
}

/** Reference already performed: its first answer, word for word, marked. */
export function firstAnswer(context: OperationContext): Answer | null {
  const known = context.world.answers.get(answerKey(context.account, context.reference));
  return known ? { ...known.answer, duplicate: true } : null;
}

/** Captures an authorization once, at most what it approved. */
export function capture(context: OperationContext, dialect: Dialect): Result {
  const item = itemOf(context);
  const currency = checkCurrency(context, item);
  const amount = amountOf(context.body);
  if (item.operation !== 'authorize') {
    throw new Refused(422, 'not_approved', 'NOT AN AUTHORIZATION');
  }
  if (item.state === 'voided') throw new Refused(422, 'already_voided', 'ALREADY VOIDED');
  if (item.state === 'pending' || item.state === 'settled') {
    throw new Refused(422, 'already_captured', 'ALREADY CAPTURED');
  }
  if (item.state !== 'authorized') throw new Refused(422, 'not_approved', 'NOT APPROVED');
  if (amount === 0 || amount > item.approved) {
    throw new Refused(422, 'over_amount', 'CAPTURE EXCEEDS AUTHORIZATION');
  }
  const answer = {
    ...baseAnswer(context, item.id, amount, currency),
    approved_amount: amount,
    network_code: dialect.approved,
    text: 'CAPTURED',
    auth_code: dialect.auth_code,
  };
  const set = { captured: amount, state: 'pending' as const };
  return answered(context, answer, item.id, { changes: [{ id: item.id, set }] });
}

/** Sets a new total on a sale or authorization that is not settled. */
export function adjustTip(context: OperationContext, dialect: Dialect): Result {
  const item = itemOf(context);
  const currency = checkCurrency(context, item);
  const amount = amountOf(context.body);
  if (item.state === 'settled') throw new Refused(422, 'already_settled', 'ALREADY SETTLED');
  if (item.state === 'voided') throw new Refused(422, 'already_voided', 'ALREADY VOIDED');
  const pending = item.state === 'pending';
  if ((!pending && item.state !== 'authorized') || item.parent !== '' || amount === 0) {
    throw new Refused(422, 'not_approved', 'CANNOT BE ADJUSTED');
  }
  const answer = {
    ...baseAnswer(context, item.id, amount, currency),
    approved_amount: amount,
    network_code: dialect.approved,
    text: 'ADJUSTED',
    auth_code: dialect.auth_code,
  };
  const set = pending ? { approved: amount, captured: amount } : { approved: amount };
  return answered(context, answer, item.id, { changes: [{ id: item.id, set }] });
}

/** What undoing an unsettled item changes: itself, its parent's capacity, its card's balance. */
export function undoing(context: OperationContext, item: Item) {
  const changes: { id: string; set: Partial<Item> }[] = [
    { id: item.id, set: { state: 'voided', captured: 0 } },
  ];
  const parent = item.parent === '' ? undefined : context.world.items.get(item.parent);
  if (parent) {
    changes.push({ id: parent.id, set: { refunded: parent.refunded - item.captured } });
  }
  const spending = item.operation === 'sale' || item.operation === 'authorize';
  const prepaid = accountAt(context).spent.has(item.fingerprint);
  if (!spending || !prepaid) return { changes };
  return { changes, spent: { fingerprint: item.fingerprint, by: -item.approved } };
}

/** Undoes an unsettled item completely. */
export function voidItem(context: OperationContext, dialect: Dialect): Result {
  const item = itemOf(context);
  if (item.state === 'voided') throw new Refused(422, 'already_voided', 'ALREADY VOIDED');
  if (item.state !== 'pending' && item.state !== 'authorized') {
    const settled = item.settled_at > 0;
    throw settled
      ? new Refused(422, 'already_settled', 'ALREADY SETTLED')
      : new Refused(422, 'not_approved', 'NOTHING TO VOID');
  }
  const amount = item.state === 'pending' ? item.captured : item.approved;
  const answer = {
    ...baseAnswer(context, item.id, amount, item.currency),
    approved_amount: amount,
    network_code: dialect.approved,
    text: 'VOIDED',
    auth_code: dialect.auth_code,
  };
  return answered(context, answer, item.id, undoing(context, item));
}

/** The fault that a card of the family puts on its refunds too. */
export function refundFault(world: World, body: Body): Fault {
  const id = body.transaction_id;
  const item = typeof id === 'string' ? world.items.get(id) : undefined;
  return inheritedFault(item?.trigger ?? '');
}

/** Gives back a settled item, whole or part, never more than what settled. */
export function refund(context: OperationContext, dialect: Dialect): Result {
  const item = itemOf(context);
  const currency = checkCurrency(context, item);
  const amount = amountOf(context.body);
  if (item.operation !== 'sale' && item.operation !== 'authorize') {
    throw new Refused(422, 'not_approved', 'CANNOT BE REFUNDED');
  }
  if (item.state !== 'settled') throw new Refused(422, 'not_settled', 'NOT SETTLED');
  if (amount === 0 || item.refunded + amount > item.settled) {
    throw new Refused(422, 'over_amount', 'REFUND EXCEEDS SETTLED AMOUNT');
  }
  const verdict: Verdict =
    context.ordered ??
    (item.trigger === refund_declines
      ? { do: 'decline', code: dialect.declined }
      : { do: 'approve' });
  const fields = { operation: 'refund' as const, currency, parent: item.id };
  const original = {
    last_four: item.last_four,
    trigger: context.rail === 'card' ? item.trigger : '',
  };
  if (verdict.do === 'decline') {
    const create = newItem(context, { ...fields, ...original });
    const answer = baseAnswer(context, create.id, amount, currency);
    answer.network_code = verdict.code;
    answer.text = dialect.declineText(verdict.code);
    return answered(context, answer, create.id, { create });
  }
  const create = newItem(context, {
    ...fields,
    ...original,
    state: 'pending',
    approved: amount,
    captured: amount,
  });
  const answer = {
    ...baseAnswer(context, create.id, amount, currency),
    approved_amount: amount,
    network_code: dialect.approved,
    text: dialect.approved_text,
    auth_code: dialect.auth_code,
  };
  const changes = [{ id: item.id, set: { refunded: item.refunded + amount } }];
  return answered(context, answer, create.id, { create, changes });
}
