// Where fraud rules are evaluated: before a payment is sent, and after it was answered (DESIGN 3).
import type { Outcome } from '../processors/types.ts';
import type { TransactionRow } from './reading/read.ts';

/** The verdict of one rule on a payment, stored so that the outcome can be explained. */
export interface Verdict {
  rule: string;
  verdict: 'pass' | 'deny' | 'flag';
  value: unknown;
}

/** Verdicts before anything is sent, in the order the rules ran; none where no rule set exists. */
export function rulesBefore(_row: Pick<TransactionRow, 'merchant_id'>): readonly Verdict[] {
  return [];
}

/** Verdicts on the answer: AVS, CVV and other response data; none if there are no rules. */
export function rulesAfter(_row: TransactionRow, _outcome: Outcome): readonly Verdict[] {
  return [];
}
