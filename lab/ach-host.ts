// The simulated ACH originator: accepts debits and credits; routing numbers say what returns.
import {
  accountAt,
  answered,
  baseAnswer,
  type Dialect,
  newItem,
  type OperationContext,
  type Result,
} from './host.ts';
import { amountOf, badRequest, checkExtras, currencyOf, part, Refused, text } from './request.ts';
import type { Verdict } from './triggers.ts';
import { type Item, late_return } from './world.ts';

export const ach_dialect: Dialect = {
  approved: '000',
  approved_text: 'Successful',
  auth_code: '',
  declined: '001',
  declineText: () => 'Declined',
};

/** Trigger of an entry that is returned instead of settling. */
export const returned = 'returned';

const triggers: Readonly<Record<string, string>> = {
  '000000001': returned,
  '000000002': late_return,
};

export const achTrigger = (routing_number: string): string => triggers[routing_number] ?? '';

/** Accepts or declines an entry; money moves at the close. */
export function accept(context: OperationContext): Result {
  const { body, operation } = context;
  const ach = part(body, 'ach');
  const routing = text(ach, 'routing_number');
  const account_number = text(ach, 'account_number');
  if (!/^\d{9}$/.test(routing)) badRequest('ach.routing_number');
  if (!/^\d{3,17}$/.test(account_number)) badRequest('ach.account_number');
  checkExtras(body);
  const amount = amountOf(body);
  const currency = currencyOf(body);
  if (amount === 0) badRequest('amount');
  if (currency !== 'usd') throw new Refused(400, 'bad_request', 'ACH moves US dollars only');
  const barred = accountAt(context).barred.has(context.reference);
  const verdict: Verdict = context.ordered ?? { do: 'approve' };
  const declined =
    barred || verdict.do === 'decline' || (!context.ordered && routing === '000000000');
  const create = newItem(context, {
    operation: operation as Item['operation'],
    state: declined ? 'declined' : 'pending',
    currency,
    approved: declined ? 0 : amount,
    captured: declined ? 0 : amount,
    last_four: account_number.slice(-4),
    fingerprint: context.fingerprint(`${routing} ${account_number}`),
    trigger: achTrigger(routing),
  });
  const answer = {
    ...baseAnswer(context, create.id, amount, currency),
    approved_amount: create.approved,
    network_code: declined ? ach_dialect.declined : ach_dialect.approved,
    text: declined ? ach_dialect.declineText('') : ach_dialect.approved_text,
  };
  return answered(context, answer, create.id, { create });
}
