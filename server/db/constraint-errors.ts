// Violated constraints as refusals: the guard stands in the table, its words beside the verb.
import { refuse } from '../../contract/errors.ts';
import { violatedConstraint } from './database.ts';

/** Refuses with the sentence of the constraint that `work` violates; others stay defects. */
export async function refuseOnConstraint<T>(
  work: Promise<T>,
  sentences: Readonly<Record<string, string>>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const sentence = sentences[violatedConstraint(error)];
    if (sentence === undefined) throw error;
    return refuse('refused', sentence);
  }
}
