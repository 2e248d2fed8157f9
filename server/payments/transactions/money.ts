// The calls that move money, as handlers of the transactions contract.
import type { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import type { Handlers } from '../../http/serve.ts';
import { create } from './create.ts';
import { email } from './email.ts';
import { refund } from './refund.ts';
import { adjustTip, capture, decisions, voidTransaction } from './verbs.ts';

type Verbs = Pick<
  Handlers<typeof transactions>,
  | 'create'
  | 'capture'
  | 'refund'
  | 'void'
  | 'adjustTip'
  | 'approve'
  | 'decline'
  | 'approveOf'
  | 'declineOf'
  | 'email'
>;

export const transactionVerbs: Verbs = {
  create,
  capture,
  refund,
  void: voidTransaction,
  adjustTip,
  ...decisions,
  email,
};
