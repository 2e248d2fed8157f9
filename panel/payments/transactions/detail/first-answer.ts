// What a payment's own request was answered, where its outcome may have been found out later.
import type { Explanation } from '../../../../contract/payments/transactions/explanation.ts';
import type { PendingTransaction } from '../../../../contract/payments/transactions/record.ts';

export type Answer = Pick<PendingTransaction, 'response' | 'response_code'>;

const unknown: Answer = { response: 'unknown', response_code: 0 };

/** `answer` is null where no outcome got out; `later`: the record says what came afterwards. */
export function firstAnswer(
  t: PendingTransaction,
  { first_answer }: Explanation,
): { answer: Answer | null; later: boolean } {
  if (first_answer === '') return { answer: t, later: false };
  return { answer: first_answer === 'none' ? null : unknown, later: t.status !== 'unknown' };
}
