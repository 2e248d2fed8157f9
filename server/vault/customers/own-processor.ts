// The processor set for a customer or a method must be one of the merchant's.
import { invalid } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';

/**
 * Whether the merchant has each of these processors; none and '' are fine. Read before the
 * transaction and refused in it, once the customer that is named is known to be there.
 */
export async function hasProcessors(
  context: Context,
  ...ids: readonly (string | undefined)[]
): Promise<boolean> {
  for (const id of new Set(ids)) {
    if (id && !(await context.hasProcessor(context, context.actor.account_id, id))) return false;
  }
  return true;
}

export function refuseProcessor(): never {
  return invalid('Processor ID');
}
