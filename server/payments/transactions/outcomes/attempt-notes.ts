// What is stored beside an attempt for people: what was tried, what did not fit, who decided.
import type { Context } from '../../../context.ts';

/** One thing that was tried to learn what became of an attempt. */
export interface Tried {
  at: string;
  did: 'sent' | 'inquired' | 'reversed' | 'repeated';
  /** What came of it: not_found, no_answer, mismatch, refused … */
  found: string;
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
  /** The correlation id under which log and trace tell the rest. */
  error_id: string;
  text: string;
}

/** Part of a limit that the attempt took in its first commit. */
export interface LimitUse {
  kind: 'sale' | 'credit';
  period: string;
  /** Of the merchant as a whole; else of the attempt's processor. */
  of_merchant?: true;
}

interface Noted {
  context: { tried?: Tried[]; alerts?: string[] };
}

const max_tried = 40;

/** Appends what was tried to find the attempt's outcome. */
export function recordTried(
  context: Context,
  attempt: Noted,
  did: Tried['did'],
  found: string,
): void {
  const at = context.clock.now().toISOString();
  attempt.context.tried = [...(attempt.context.tried ?? []), { at, did, found }].slice(-max_tried);
}

/** Adds the kind of an answer that did not fit, each kind once. */
export function recordAlert(attempt: Noted, alert: string | null): void {
  const known = attempt.context.alerts ?? [];
  if (alert !== null && !known.includes(alert)) attempt.context.alerts = [...known, alert];
}
