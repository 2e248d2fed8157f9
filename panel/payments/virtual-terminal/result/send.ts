// The call that takes a payment, and its answer in words; apart from the form, which is first.
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { ApiError, call } from '../../../api.ts';
import { listKey, rememberCreated } from '../../../kit/list/list-created.ts';
import { readCard } from '../../readers/bridge.ts';
import { connection } from '../../readers/connected.ts';
import { type BodyFacts, bodyOf } from '../body.ts';
import type { TerminalForm } from '../form.ts';
import { resultAnnouncement } from './outcome-text.ts';

export interface ChargeResult {
  transaction: TransactionRecord;
  /** From the press of the button to the answer. */
  seconds: number;
  /** One sentence for readers of the screen. */
  spoken: string;
}

/** Waits for the card at the reader, where that is how it is paid. */
async function withReader(values: TerminalForm, facts: BodyFacts): Promise<BodyFacts> {
  if (values.method !== 'cardReader') return facts;
  const { readers } = connection.get();
  const reader = readers.find(({ mac_address }) => mac_address === values.mac_address);
  const chosen = reader ?? readers[0];
  if (!chosen) throw new ApiError('No card reader is connected.', 400);
  return { ...facts, reader: await readCard(chosen, facts.price.amount) };
}

/** Throws what `call` throws; the payment is one for each idempotency key. */
export async function send(values: TerminalForm, facts: BodyFacts): Promise<ChargeResult> {
  const started = performance.now();
  // Not through the query cache: it would keep what was sent.
  const input = bodyOf(values, await withReader(values, facts));
  const transaction = await call(transactions.create, { input });
  const seconds = (performance.now() - started) / 1000;
  rememberCreated(listKey(transactions.search.path), transaction);
  return { transaction, seconds, spoken: resultAnnouncement(transaction) };
}
