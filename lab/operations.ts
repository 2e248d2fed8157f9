// One request from its body to what is sent: script, trigger, decision, journal.
import { accept, ach_dialect } from './ach-host.ts';
import { card_dialect, pay } from './card-host.ts';
import { updateCards, withCardUpdate } from './card-updates.ts';
import type { LabClock } from './clock.ts';
import {
  adjustTip,
  capture,
  firstAnswer,
  type Operation,
  type OperationContext,
  type Result,
  refund,
  refundFault,
  voidItem,
} from './host.ts';
import type { Journal } from './journal.ts';
import { inquire, reverse } from './recovery.ts';
import { accountName, type Body, part, Refused, referenceOf } from './request.ts';
import type { Scripts } from './scripts.ts';
import { batchDetail, closeBatch } from './settlement.ts';
import type { WaitingPayer } from './spin/spin-payments.ts';
import { cardTrigger, type Fault } from './triggers.ts';
import type { Wallets } from './wallets/wallets.ts';
import { type Answer, apply, type LabEvent, type Rail, type World } from './world.ts';

/** Everything the running lab holds. */
export interface Lab {
  world: World;
  journal: Journal;
  clock: LabClock;
  scripts: Scripts;
  /** Payments that wait at a terminal, by its TPN. */
  payers: Map<string, WaitingPayer>;
  wallets: Wallets;
  fingerprint(secret: string): string;
}

/** What the socket gets: an answer, and how it is spoilt. */
export interface Reply {
  status: number;
  body: Answer;
  fault: Fault;
}

const no_fault: Fault = { do: 'none' };

const testCredentials: Operation = (context) => ({
  answer: {
    reference: context.reference,
    operation: context.operation,
    ok: true,
    text: 'CREDENTIALS OK',
  },
});

const shared: Record<string, Operation> = {
  inquire,
  reverse,
  close_batch: closeBatch,
  batch_detail: batchDetail,
  test_credentials: testCredentials,
};

const operations: Record<Rail, Record<string, Operation>> = {
  card: {
    ...shared,
    sale: pay,
    authorize: pay,
    credit: pay,
    verify: pay,
    capture: (context) => capture(context, card_dialect),
    void: (context) => voidItem(context, card_dialect),
    refund: (context) => refund(context, card_dialect),
    adjust_tip: (context) => adjustTip(context, card_dialect),
    update_cards: updateCards,
  },
  ach: {
    ...shared,
    sale: accept,
    credit: accept,
    void: (context) => voidItem(context, ach_dialect),
    refund: (context) => refund(context, ach_dialect),
  },
};

/** The fault the card itself asks for. */
function cardFault(world: World, operation: string, body: Body): Fault {
  if (operation === 'refund') return refundFault(world, body);
  const number = part(body, 'card').number;
  return typeof number === 'string' ? cardTrigger(number).fault : no_fault;
}

const uncommitted: ReadonlySet<Fault['do']> = new Set([
  'drop_before_commit',
  'reset_before_commit',
  'hang_not_committed',
  'busy',
  'down',
]);

/** Moves the world by one event and queues it; safe on disk after `journal.durable()`. */
export function record(lab: Lab, event: LabEvent): void {
  lab.journal.append(event);
  apply(lab.world, event);
}

function makeLate(result: Result, fault: Fault, now: number): void {
  const event = result.event;
  if (event?.kind !== 'answered') return;
  if (fault.do === 'late_after_not_found') event.arrives_at = now + fault.seconds * 1000;
  if (fault.do !== 'late_inquiry' || !event.create) return;
  event.create.available_at = now + fault.seconds * 1000;
}

/** The answer as a fault makes it; of an inquiry the answer inside is spoilt. */
function spoilt(answer: Answer, fault: Fault): Answer {
  const inside = answer.answer;
  if (typeof inside === 'object' && inside !== null) {
    return { ...answer, answer: spoilt(inside as Answer, fault) };
  }
  const { amount, approved_amount } = answer;
  if (typeof amount !== 'number') return answer;
  switch (fault.do) {
    case 'wrong_amount':
      return { ...answer, amount: amount + 100, approved_amount: Number(approved_amount) + 100 };
    case 'wrong_currency':
      return { ...answer, currency: answer.currency === 'eur' ? 'usd' : 'eur' };
    case 'wrong_reference':
      return { ...answer, reference: `${String(answer.reference)}x` };
    default:
      return answer;
  }
}

function refusal(operation: string, body: Body, error: Refused): Reply {
  const { code, message } = error;
  const reference = typeof body.reference === 'string' ? body.reference : '';
  const answer = { reference, operation, processed: false, error: { code, text: message } };
  return { status: error.status, body: answer, fault: no_fault };
}

function work(lab: Lab, rail: Rail, operation: string, path: string, body: Body): Reply {
  const perform = operations[rail][operation];
  if (!perform) throw new Refused(404, 'unknown_operation', `no operation ${path}`);
  const context: OperationContext = {
    world: lab.world,
    rail,
    operation,
    account: accountName(rail, body),
    reference: referenceOf(body),
    body,
    now: lab.clock.now(),
    ordered: null,
    fingerprint: lab.fingerprint,
  };
  const script = lab.scripts.take(path, body, lab.world);
  const first = firstAnswer(context);
  const fault = script.fault ?? (first ? no_fault : cardFault(lab.world, operation, body));
  if (uncommitted.has(fault.do)) {
    const busy = new Refused(429, 'busy', 'TRY AGAIN LATER');
    const down = new Refused(503, 'unavailable', 'HOST NOT AVAILABLE');
    return { ...refusal(operation, body, fault.do === 'busy' ? busy : down), fault };
  }
  const leaving = (answer: Answer) => withCardUpdate(context, spoilt(answer, fault));
  if (first) return { status: 200, body: leaving(first), fault };
  context.ordered = script.verdict;
  const result = perform(context);
  makeLate(result, fault, context.now);
  if (result.event) record(lab, result.event);
  return { status: 200, body: leaving(result.answer), fault };
}

/** Works on one request; whatever it answers rests on a journal that is on disk. */
export async function serve(lab: Lab, path: string, body: Body): Promise<Reply> {
  const [, prefix, operation = ''] = path.split('/');
  const rail: Rail = prefix === 'sierra' ? 'card' : 'ach';
  let reply: Reply;
  try {
    reply = work(lab, rail, operation, path, body);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    reply = refusal(operation, body, error);
  }
  await lab.journal.durable();
  return reply;
}

/** Closes the batch of every account that has something open; for the control API. */
export async function settleAll(lab: Lab): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const [account, { open, coming_back }] of lab.world.accounts) {
    if (open.size + coming_back.size === 0) continue;
    const reference = `control-${lab.world.sequence + 1}`;
    const rail: Rail = account.startsWith('ach/') ? 'ach' : 'card';
    const { world, clock, fingerprint } = lab;
    const operation = 'close_batch';
    const now = clock.now();
    const context: OperationContext = {
      world,
      rail,
      operation,
      account,
      reference,
      body: {},
      now,
      ordered: null,
      fingerprint,
    };
    const { answer, event } = closeBatch(context);
    if (event) record(lab, event);
    answers.push({ account, ...answer });
  }
  await lab.journal.durable();
  return answers;
}
