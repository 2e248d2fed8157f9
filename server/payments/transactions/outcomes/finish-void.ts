// The second commit of a void, and of the refusal of a flagged payment (Q7, Q10).
import type { CompiledQuery } from 'kysely';
import { subtract } from '../../../../contract/money.ts';
import type { Status } from '../../../../contract/payments/transactions/states.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/database.ts';
import { capturedSums, refundSums } from '../../../ledger/balances.ts';
import { type Posting, posting } from '../../../ledger/postings.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import { type Attempt, initiatorOf } from '../attempts/attempts.ts';
import { publishEvent, statusEvent } from '../attempts/statements.ts';
import { parentStatements } from '../follow-ups/refund-parent.ts';
import { lockRow, type TransactionRow } from '../reading/read.ts';
import { endCardCheck } from './card-check-rows.ts';
import {
  type Approved,
  answerOf,
  empty_answer,
  endOpenAction,
  type Finish,
  followUpFinisher,
} from './finish.ts';
import { assertMove } from './outcome.ts';
import { postingAbout } from './posting-parts.ts';

/** What a void reverses: an open hold, a refund or credit, or the whole captured amount. */
async function undone(
  tx: Tx,
  context: Context,
  config: MerchantConfig,
  row: TransactionRow,
): Promise<Posting> {
  const about = postingAbout(context, config, row, row.id);
  if (row.status !== 'pending_settlement') {
    const { processor_id: processor, amount_authorized: amount } = row;
    return posting('hold_release', about, { processor, amount });
  }
  if (row.type === 'refund' || row.type === 'credit') {
    const sums = await refundSums(tx, config.id, row.id);
    return posting('refund_void', about, { posting: sums });
  }
  const postings = [await capturedSums(tx, config.id, [row.id])];
  return posting('void', about, { postings });
}

/** A voided refund can be refunded again; its parent returns to the status it had before it. */
async function parentAfter(
  tx: Tx,
  context: Context,
  attempt: Attempt,
  refund: TransactionRow,
): Promise<CompiledQuery<unknown>[]> {
  if (refund.type !== 'refund') return [];
  const parent = await lockRow(tx, refund.merchant_id, refund.referenced_transaction_id);
  const changes = {
    refund_reserved: subtract(parent.refund_reserved, refund.amount),
    amount_refunded: subtract(parent.amount_refunded, refund.amount),
  };
  return parentStatements(context, parent, changes, {
    ...initiatorOf(attempt),
    verb: 'refund_void',
  });
}

/** The status and response of a transaction whose hold or capture was reversed. */
interface End {
  status: Status;
  news: string;
  changes: Partial<TransactionRow>;
}

const voided: End = { status: 'voided', news: 'transaction_void', changes: {} };

/** A flagged payment that a person declined gets the code of a decline by a rule. */
const declined: End = {
  status: 'declined',
  news: 'transaction_update',
  changes: { response: 'declined', response_code: 310 },
};

async function plan({ tx, context, config, attempt, row }: Approved): Promise<Finish> {
  const end = attempt.context.verb === 'decline' ? declined : voided;
  assertMove(row.status, end.status);
  const parent = await parentAfter(tx, context, attempt, row);
  const entries = await undone(tx, context, config, row);
  const updated_at = context.clock.now();
  const changes = { ...end.changes, status: end.status, updated_at, version: row.version + 1 };
  const after = { ...row, ...changes, open_attempt_id: '' };
  return {
    changes: [
      endOpenAction(attempt, row, changes),
      statusEvent(context, row, end.status, initiatorOf(attempt)),
      publishEvent(context, row, end.news),
      ...parent,
      ...endCardCheck(row),
    ],
    postings: [entries],
    answer: end === declined ? answerOf(after) : empty_answer,
    after: { status: end.status },
  };
}

/** Ends a void: the whole transaction is undone, or it stays as it was. */
export const finishVoid = followUpFinisher('The processor did not void it', plan);
