// The call that takes a payment, and its answer in words; apart from the form, which is first.
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { call } from '../../../api.ts';
import { listKey, noteCreated } from '../../../kit/list/list-created.ts';
import { type BodyFacts, bodyOf } from '../body.ts';
import type { TerminalForm } from '../form.ts';
import { resultAnnouncement } from './outcome-text.ts';

export interface Taken {
  transaction: TransactionRecord;
  /** From the press of the button to the answer. */
  seconds: number;
  /** One sentence for readers of the screen. */
  spoken: string;
}

/** Throws what `call` throws; the payment is one for each idempotency key. */
export async function send(values: TerminalForm, facts: BodyFacts): Promise<Taken> {
  const started = performance.now();
  // Not through the query cache: it would keep what was sent.
  const transaction = await call(transactions.create, { input: bodyOf(values, facts) });
  const seconds = (performance.now() - started) / 1000;
  noteCreated(listKey(transactions.search.path), transaction);
  return { transaction, seconds, spoken: resultAnnouncement(transaction) };
}
