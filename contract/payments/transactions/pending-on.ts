// What an open transaction waits for, in words: who is waited for, what was tried, what comes next.
import { z } from 'zod';
import type { AccountType } from '../../access/access.ts';
import { supportOf } from '../../access/support.ts';
import { moment, nullable_moment } from '../../fields.ts';
import { formatMoney } from '../../money.ts';

const waits_for = ['processor', 'gateway', 'operator'] as const;

/** Member `pending_on` of one transaction whose outcome, or whose open action, nobody knows yet. */
export const pending_on_record = z.object({
  /** processor: it was just sent · gateway: it inquires · operator: an administrator decides. */
  who: z.enum(waits_for),
  waiting_for: z.string(),
  since: moment,
  progress: z.string(),
  /** When the next step falls due; null where it waits for a person. */
  next_at: nullable_moment,
  next_step: z.string(),
});
export type PendingOn = z.infer<typeof pending_on_record>;

export const step_actions = ['sent', 'inquired', 'reversed', 'repeated'] as const;

/** An attempt at a processor that has no outcome yet. */
interface OpenAttempt {
  /** Sent and not overdue yet, or without an answer. */
  state: 'sent' | 'no_answer';
  operation: string;
  amount: number;
  currency: string;
  processor_name: string;
  created_at: string;
  deadline_at: string;
  /** Null where no further inquiry is planned: a person has it. */
  next_inquiry_at: string | null;
  steps: readonly RecoveryStep[];
  alerts: readonly string[];
  /** Somebody proposed an outcome that a second person has to confirm. */
  proposed_by: string;
}

const words: Readonly<Record<string, string>> = {
  sale: 'sale',
  authorize: 'authorization',
  credit: 'credit',
  verify: 'verification',
  capture: 'capture',
  refund: 'refund',
  void: 'void',
  adjust_tip: 'tip adjustment',
};

/** The noun of an operation: `authorize` is an authorization. */
export function operationName(operation: string): string {
  return words[operation] ?? operation;
}

const results: Readonly<Record<string, string>> = {
  'sent no_answer': 'Sent. The processor did not answer.',
  'sent mismatch': 'Sent. The answer did not match the request.',
  'inquired not_found': 'the processor has no record of it.',
  'inquired not_yet': 'the processor received it but has no result yet.',
  'inquired no_answer': 'the processor did not answer.',
  'inquired mismatch': "the processor's record does not match the request.",
  'inquired found': 'the processor returned the result.',
  'reversed undone': 'Reversed.',
  'reversed nothing': 'Reversal sent. There was nothing to reverse.',
  'reversed refused': 'The processor refused the reversal.',
  'reversed no_answer': 'The processor did not answer the reversal.',
};

interface RecoveryStep {
  action: string;
  result: string;
}

/** What came of it; that of an inquiry goes on after `Inquiry: `. */
function resultText({ action, result }: RecoveryStep): string {
  return results[`${action} ${result}`] ?? `It was ${action}: ${result.replaceAll('_', ' ')}.`;
}

/** One step, as a sentence. */
export function stepText(step: RecoveryStep): string {
  return step.action === 'inquired' ? `Inquiry: ${resultText(step)}` : resultText(step);
}

/** The last result, and the number of inquiries. */
function progressText(steps: OpenAttempt['steps']): string {
  const last = steps.at(-1);
  if (!last) return 'Waiting for the processor to answer.';
  const inquired = steps.filter(({ action }) => action === 'inquired').length;
  if (inquired === 0) return stepText(last);
  const count = inquired === 1 ? '1 inquiry' : `${inquired} inquiries`;
  return `${count}. Last result: ${resultText(last)}`;
}

function subjectOf({ operation, amount, currency }: OpenAttempt): string {
  const noun = operationName(operation);
  return amount === 0 ? `the ${noun}` : `the ${noun} of ${formatMoney(amount, currency)}`;
}

const never_again = 'Do not submit it again.';

/** Who is waiting for what, and what happens next (rails 5.7, Q9); shown as it stands. */
export function pendingOn(
  attempt: OpenAttempt,
  reader: AccountType | 'system' | '' = 'admin',
): PendingOn {
  const { processor_name, state, next_inquiry_at, proposed_by } = attempt;
  const about = { since: attempt.created_at, progress: progressText(attempt.steps) };
  const subject = subjectOf(attempt);
  if (state === 'sent') {
    return {
      ...about,
      who: 'processor',
      waiting_for: `${processor_name} is processing ${subject}.`,
      next_at: attempt.deadline_at,
      next_step: `If no answer arrives, the gateway asks ${processor_name} for the outcome.`,
    };
  }
  const mismatch = attempt.alerts.includes('integrity');
  let waiting_for = `${processor_name} has not reported the outcome of ${subject}.`;
  if (mismatch) {
    const other = 'a different amount, currency or reference';
    waiting_for = `${processor_name} returned ${other} for ${subject}.`;
  }
  if (attempt.alerts.includes('not_stored')) {
    waiting_for = `The outcome of ${subject} could not be stored.`;
  }
  if (next_inquiry_at !== null) {
    const next_step = `The gateway checks again automatically. ${never_again}`;
    return { ...about, who: 'gateway', waiting_for, next_at: next_inquiry_at, next_step };
  }
  const next_step =
    proposed_by === ''
      ? `${supportOf(reader)} will review and resolve it. ${never_again}`
      : `${proposed_by} proposed an outcome. A second administrator must confirm it.`;
  return { ...about, who: 'operator', waiting_for, next_at: null, next_step };
}
