// Notes stored with an attempt for operators: inquiries, mismatches and manual decisions.
import type { Context } from '../../../context.ts';

/** One inquiry or reversal that was made to find the outcome of an attempt. */
export interface RecoveryStep {
  at: string;
  action: 'sent' | 'inquired' | 'reversed' | 'repeated';
  /** Its result: not_found, no_answer, mismatch, refused … */
  result: string;
}

/** What a person decided about an attempt that inquiries could not resolve (rails 5.7). */
export interface Decision {
  decision: 'approve' | 'not_processed';
  reason: string;
  processor_transaction_id: string;
  /** The user who proposed it, where two persons are required. */
  proposed_by: string;
  decided_by?: string;
}

/** Why the outcome could not be stored when it was last tried. */
export interface StoreFailure {
  at: string;
  /** The correlation ID under which the log and the trace have the details. */
  error_id: string;
  text: string;
}

/** The part of a limit that the attempt reserved in its first commit. */
export interface LimitUse {
  kind: 'sale' | 'credit';
  period: string;
  /** Of a limit of the merchant; left out of one of the attempt's processor. */
  of_merchant?: true;
}

interface Noted {
  context: { steps?: RecoveryStep[]; alerts?: string[] };
}

const max_steps = 40;

/** Appends one inquiry or reversal to those of the attempt. */
export function recordStep(
  context: Context,
  attempt: Noted,
  action: RecoveryStep['action'],
  result: string,
): void {
  const at = context.clock.now().toISOString();
  attempt.context.steps = [...(attempt.context.steps ?? []), { at, action, result }].slice(
    -max_steps,
  );
}

/** Adds the kind of a mismatching answer; each kind is stored once. */
export function recordAlert(attempt: Noted, alert: string | null): void {
  const known = attempt.context.alerts ?? [];
  if (alert !== null && !known.includes(alert)) attempt.context.alerts = [...known, alert];
}
