// Violated constraints as refusals: the guard stands in the table, its words beside the verb.
import { type RefusalKind, refuse } from '../../contract/errors.ts';
import type { MemberRefusal } from '../../contract/faults.ts';
import { violatedConstraint } from './database.ts';

/** What is said of each constraint, by its name: a sentence alone, or with the member it is of. */
export type ConstraintSentences = Readonly<Record<string, string | MemberRefusal>>;

/** Refuses with the sentence of the constraint that `work` violates; others stay defects. */
export async function refuseOnConstraint<T>(
  work: Promise<T>,
  sentences: ConstraintSentences,
  kind: RefusalKind = 'refused',
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const sentence = sentences[violatedConstraint(error)];
    if (sentence === undefined) throw error;
    if (typeof sentence === 'string') return refuse(kind, sentence);
    return refuse(kind, sentence.sentence, sentence.data);
  }
}
