// Adapters without a host: cash is approved at once, pending waits for a person.
import { responseText } from '../../../contract/payments/response-codes.ts';
import type { Decide } from './driver.ts';
import type { MoneyCommand, Outcome } from './types.ts';
import { nothing_known } from './wire-answer.ts';

function outcome(command: MoneyCommand, result: Pick<Outcome, 'outcome' | 'code'>): Outcome {
  const requested_amount = command.operation === 'verify' ? 0 : command.amount;
  const approved = result.outcome === 'approved';
  const text = responseText(result.code);
  return {
    ...nothing_known,
    ...result,
    certainty: approved ? 'effect' : 'no_effect',
    text,
    approved_amount: approved ? requested_amount : 0,
    requested_amount,
    processor_code: '000',
    processor_text: text.toUpperCase(),
    processor_ref: { transaction_id: command.reference },
    retry: 'never',
    alert: null,
    raw: {},
  };
}

/** Money that changed hands in front of the clerk: always approved. */
export const cash: Decide = (command) => outcome(command, { outcome: 'approved', code: 100 });

/** Recorded, not taken; a person completes it. */
export const pending: Decide = (command) => outcome(command, { outcome: 'pending', code: 99 });
