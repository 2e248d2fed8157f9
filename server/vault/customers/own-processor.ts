// The processor that is noted at a customer or a method must be one of the merchant's.
import { invalid } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';

/** 400 for a processor that the merchant does not have; none and '' are fine. */
export async function checkProcessor(
  context: Context,
  ...ids: readonly (string | undefined)[]
): Promise<void> {
  for (const id of new Set(ids)) {
    if (!id) continue;
    const has = await context.hasProcessor(context, context.actor.account_id, id);
    if (!has) invalid('Processor ID');
  }
}
