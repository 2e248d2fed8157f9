// Void of a transaction that has not settled.
import type { InputOf } from '../../../../contract/endpoint.ts';
import { refuse } from '../../../../contract/errors.ts';
import { can } from '../../../../contract/payments/processor-types/catalogue.ts';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { Context } from '../../../context.ts';
import { RawAnswer } from '../../../http/serve.ts';
import type { TransactionRow } from '../reading/read.ts';
import { runFollowUp } from './run-follow-up.ts';

function amountAtStake(row: TransactionRow): number {
  return row.status === 'pending_settlement' ? row.amount_captured : row.amount_authorized;
}

/** `POST /transaction/{id}/void`: the whole transaction, before it settles. */
export async function voidTransaction(
  context: Context,
  { id }: { id: string },
  input: InputOf<typeof transactions.void>,
) {
  const answer = await voidOf(context, context.actor.account_id, id, input);
  return answer instanceof RawAnswer ? answer : undefined;
}

/** The same for a merchant that is not the caller itself. */
export async function voidOf(
  context: Context,
  merchant_id: string,
  id: string,
  idempotency: InputOf<typeof transactions.void> = {},
) {
  return await runFollowUp(context, {
    merchant_id,
    id,
    action: 'void',
    payload: {},
    idempotency,
    intend(row, { type }) {
      if (!can(type, 'void')) refuse('refused', 'This processor cannot void.');
      return { operation: 'void', amount: amountAtStake(row) };
    },
  });
}
