// The simulated terminals: one request of the SPIn wire from its body to its answer (spin.md).
import { card_dialect } from '../card-host.ts';
import { adjustTip, capture, voidItem } from '../host.ts';
import { type Lab, type Reply, record } from '../operations.ts';
import { type Body, Refused, text } from '../request.ts';
import { batchDetail, closeBatch } from '../settlement.ts';
import type { Fault } from '../triggers.ts';
import { type Answer, answerKey, type Item } from '../world.ts';
import { approved, centsOf, declined, failed, transactionOf } from './spin-format.ts';
import { accountName, contextOf, itemAt, payment, type Verdict } from './spin-payments.ts';

const no_fault: Fault = { do: 'none' };
/** What became of a transaction, as it stands now. */
function status(lab: Lab, tpn: string, reference: string): Answer {
  const waiting = lab.payers.get(tpn);
  if (waiting) return failed(waiting.reference === reference ? 'in_progress' : 'busy', reference);
  const item = itemAt(lab, tpn, reference);
  if (!item) return failed('not_found', reference);
  if (item.available_at > lab.clock.now()) return failed('in_progress', reference);
  const known = lab.world.answers.get(answerKey(accountName(tpn), reference));
  return item.state === 'declined'
    ? (known?.answer as Answer)
    : { ...known?.answer, ...transactionOf(item) };
}

/** Capture, void and tip of a transaction by its reference. */
function followUp(lab: Lab, tpn: string, operation: string, body: Body): Answer {
  const reference = text(body, 'ReferenceId');
  const item = itemAt(lab, tpn, reference);
  const name = `${reference}/${operation}/${lab.world.sequence}`;
  if (!item) {
    // A void that came first: what it names is not performed any more, should it still arrive.
    const { account } = contextOf(lab, tpn, operation, name, body);
    const answer = failed('not_found', reference);
    if (operation === 'void') {
      record(lab, {
        kind: 'answered',
        account,
        reference: name,
        operation,
        answer,
        item: '',
        bar: reference,
      });
    }
    return answer;
  }
  const tip = centsOf(body, 'TipAmount', 0);
  const amount = operation === 'void' ? 0 : centsOf(body, 'Amount') + tip;
  const asked = { transaction_id: item.id, amount, currency: 'usd' };
  const context = contextOf(lab, tpn, operation, name, asked);
  const perform = { capture, adjust_tip: adjustTip, void: voidItem }[operation] ?? voidItem;
  try {
    const { event } = perform(context, card_dialect);
    if (event?.kind === 'answered' && operation === 'adjust_tip') {
      event.changes?.push({ id: item.id, set: { tip } });
    }
    if (event) record(lab, event);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return declined(reference, '', error.message);
  }
  const first = lab.world.answers.get(answerKey(accountName(tpn), reference))?.answer;
  return { ...first, ...transactionOf(item), GeneralResponse: approved };
}

function settle(lab: Lab, tpn: string, body: Body): Answer {
  const context = contextOf(lab, tpn, 'close_batch', `${text(body, 'ReferenceId')}/settle`, body);
  const { answer, event } = closeBatch(context);
  if (event) record(lab, event);
  return {
    GeneralResponse: { ...approved, Message: 'Batch closed' },
    BatchNum: answer.batch_number,
    TransactionsCount: answer.count,
  };
}

function statusList(lab: Lab, tpn: string, body: Body): Answer {
  const { BatchNumber: batch_number, Offset: offset, Limit: limit } = body;
  const asked = { batch_number, offset, limit };
  const { answer } = batchDetail(contextOf(lab, tpn, 'batch_detail', 'status-list', asked));
  const members = answer.members as { transaction_id: string }[];
  return {
    GeneralResponse: approved,
    Count: answer.count,
    Transactions: members.map(({ transaction_id }) =>
      transactionOf(lab.world.items.get(transaction_id) as Item),
    ),
  };
}

function abort(lab: Lab, tpn: string, reference: string): Answer {
  const waiting = lab.payers.get(tpn);
  if (waiting?.reference !== reference) return failed('not_found', reference);
  waiting.abort();
  return { GeneralResponse: approved, ReferenceId: reference };
}

const payments: Readonly<Record<string, Item['operation']>> = {
  Sale: 'sale',
  Auth: 'authorize',
  Return: 'refund',
};
const follow_ups: Readonly<Record<string, string>> = {
  Capture: 'capture',
  Void: 'void',
  TipAdjust: 'adjust_tip',
};

async function work(lab: Lab, name: string, body: Body, yes: Verdict | null): Promise<Answer> {
  const tpn = text(body, 'Tpn');
  const reference = text(body, 'ReferenceId');
  if (!/^[0-9A-Za-z]{10,12}$/.test(tpn)) throw new Refused(400, 'bad_request', 'Tpn');
  if (/^0+$/.test(text(body, 'Authkey'))) return failed('bad_credentials', reference);
  const operation = payments[name];
  if (operation) return await payment(lab, tpn, operation, body, yes);
  const acts = follow_ups[name];
  if (acts) return followUp(lab, tpn, acts, body);
  switch (name) {
    case 'Status':
      return status(lab, tpn, reference);
    case 'Settle':
      return settle(lab, tpn, body);
    case 'StatusList':
      return statusList(lab, tpn, body);
    case 'AbortTransaction':
      return abort(lab, tpn, reference);
    case 'TerminalStatus':
      return {
        GeneralResponse: approved,
        TerminalStatus: tpn.endsWith('6') ? 'Offline' : 'Online',
      };
    default:
      throw new Refused(404, 'unknown_operation', name);
  }
}

const uncommitted: readonly Fault['do'][] = [
  'drop_before_commit',
  'reset_before_commit',
  'hang_not_committed',
];

/** The answer of a terminal that approved another amount than it was asked for. */
function spoilt(answer: Answer, fault: Fault): Answer {
  if (fault.do === 'wrong_reference') return { ...answer, ReferenceId: `${answer.ReferenceId}x` };
  if (fault.do !== 'wrong_amount' || typeof answer.Amounts !== 'object') return answer;
  const amounts = answer.Amounts as { TotalAmount: number };
  return { ...answer, Amounts: { ...amounts, TotalAmount: amounts.TotalAmount + 1 } };
}

/** Works on one request of the SPIn wire; whatever it answers is on disk. */
export async function serveSpin(lab: Lab, path: string, body: Body): Promise<Reply> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const reference = typeof body.ReferenceId === 'string' ? body.ReferenceId : '';
  const script = lab.scripts.take(path, { ...body, reference }, lab.world);
  const fault = script.fault ?? no_fault;
  if (fault.do === 'busy' || fault.do === 'down') {
    const code = fault.do === 'busy' ? 'busy' : 'not_connected';
    return { status: 200, body: failed(code, reference), fault: no_fault };
  }
  if (uncommitted.includes(fault.do)) return { status: 200, body: {}, fault };
  const yes = script.verdict && (script.verdict.do === 'approve' ? 'approve' : 'decline');
  try {
    const answer = await work(lab, name, body, yes);
    await lab.journal.durable();
    return { status: 200, body: spoilt(answer, fault), fault };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: 200, body: failed('bad_request', reference, error.message), fault: no_fault };
  }
}
