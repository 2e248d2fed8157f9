// Void of a transaction that has not settled.
import type { InputOf } from '../../../../contract/endpoint.ts';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { Context } from '../../../context.ts';
import { RawAnswer } from '../../../http/serve.ts';
import { runVoid } from './run-follow-up.ts';

/** `POST /transaction/{id}/void`: the whole transaction, before it settles. */
export async function voidTransaction(
  context: Context,
  { id }: { id: string },
  input: InputOf<typeof transactions.void>,
) {
  const answer = await runVoid(context, context.actor.account_id, id, input);
  return answer instanceof RawAnswer ? answer : undefined;
}
