// Why an outcome could not be stored, in a sentence for operators.
import { Refusal } from '../../../../contract/errors.ts';
import { violatedConstraint } from '../../../db/database.ts';
import { ProcessorIdInUse } from '../attempts/attempt-errors.ts';

/** Sentences for operators by the message of our own assertion. */
const message_patterns: readonly (readonly [RegExp, string])[] = [
  [/has no processor/, 'The processor of this attempt no longer exists.'],
  [
    /cannot go|cannot change its tip/,
    'The transaction has changed and no longer allows this outcome.',
  ],
  [
    /already exists with other entries/,
    'The ledger already holds other entries for this transaction.',
  ],
  [/beyond what was captured/, 'The amount exceeds the unrefunded amount of the sale.'],
];

/** Why the outcome could not be stored, as a sentence that shows no stored data. */
export function whyNotStored(error: unknown): string {
  if (error instanceof ProcessorIdInUse)
    return 'The processor used this ID for another transaction.';
  if (error instanceof Refusal) return `The ledger rejected the amounts: ${error.message}.`;
  const rule = violatedConstraint(error);
  if (rule !== '') return `The database rejected it because of rule ${rule}.`;
  const message = error instanceof Error ? error.message : '';
  const known = message_patterns.find(([pattern]) => pattern.test(message));
  return known?.[1] ?? 'An internal error prevented it.';
}
