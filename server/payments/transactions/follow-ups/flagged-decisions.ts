// Approval and decline of flagged payments.
import { refuse } from '../../../../contract/errors.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import type { Context } from '../../../context.ts';
import type { RawAnswer } from '../../../http/serve.ts';
import { getRow, type TransactionRow } from '../reading/read.ts';
import { runFollowUp } from './run-follow-up.ts';

type Id = { id: string };

/** Who decides what (decisions G04): merchants flagged, partners flagged_partner, admins both. */
function mayDecide(context: Context, row: TransactionRow): void {
  const { account_type } = context.actor;
  const wrong =
    (row.status === 'flagged_partner' && account_type === 'merchant') ||
    (row.status === 'flagged' && account_type === 'partner');
  if (wrong) refuse('forbidden', 'forbidden: you cannot approve or decline this transaction');
}

async function decide(
  context: Context,
  merchant_id: string,
  id: string,
  action: 'approve' | 'decline',
): Promise<TransactionRecord | RawAnswer> {
  // Reads in the caller's scope first, so that a foreign id is 404 like an unknown one.
  await getRow(context, merchant_id, id);
  return await runFollowUp(context, {
    merchant_id,
    id,
    action,
    payload: {},
    idempotency: {},
    intend(row) {
      mayDecide(context, row);
      const operation = action === 'approve' ? 'capture' : 'void';
      return { operation, amount: row.amount_authorized };
    },
  });
}

/** Decisions on a flagged payment: approve captures its hold, decline reverses it (Q10). */
export const decisions = {
  approve: (context: Context, { id }: Id) =>
    decide(context, context.actor.account_id, id, 'approve'),
  decline: (context: Context, { id }: Id) =>
    decide(context, context.actor.account_id, id, 'decline'),
  approveOf: (context: Context, params: Id & { merchantId: string }) =>
    decide(context, params.merchantId, params.id, 'approve'),
  declineOf: (context: Context, params: Id & { merchantId: string }) =>
    decide(context, params.merchantId, params.id, 'decline'),
};
