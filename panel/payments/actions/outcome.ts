// Recognises an action that was answered but not carried out: a decline is no error.
import { isDeclined, responseText } from '../../../contract/payments/response-codes.ts';
import { explainAnswer } from '../../../contract/payments/transactions/explain-answer.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import { showDialog } from '../../notices.ts';

/** True where the money moved or will; else a dialog says in words why not. */
export function wasAccepted(title: string, answer: TransactionRecord): boolean {
  const refused = answer.status === 'declined' || isDeclined(answer.response_code);
  const open = answer.response === 'unknown' || answer.status === 'unknown';
  if (!refused && !open) return true;
  showDialog({
    tone: refused ? 'error' : 'warning',
    title: refused
      ? `${title}: ${responseText(answer.response_code)}`
      : `${title}: outcome unknown`,
    text: explainAnswer(answer),
  });
  return false;
}
