// The second commit of a payment or refund: the transaction takes its outcome (DESIGN 3, step 8).
import type { CompiledQuery } from 'kysely';
import { isApproved } from '../../../../contract/payments/response-codes.ts';
import type { Context } from '../../../context.ts';
import { change } from '../../../db/connections/statements.ts';
import type { Tx } from '../../../db/database.ts';
import { type Posting, posting } from '../../../ledger/postings.ts';
import { scheduleMail } from '../../../messages/mail.ts';
import { receiptMail } from '../../../messages/receipts.ts';
import {
  deleteDraft,
  methodToSave,
  saveDraft,
} from '../../../vault/customers/save-after-payment.ts';
import { recordFirstUse } from '../../../vault/customers/saved-payment.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import type { Outcome } from '../../processors/types.ts';
import { type Attempt, initiatorOf } from '../attempts/attempts.ts';
import type { CallAnswer } from '../attempts/idempotency.ts';
import { releaseLimits } from '../attempts/limit-counters.ts';
import { createdEvent, insertRows, type NewRow, statusEventRows } from '../attempts/rows.ts';
import { as_read, publishEvent, statusEvent } from '../attempts/statements.ts';
import { planRefund } from '../follow-ups/refund-parent.ts';
import { type TransactionRow, toRecord } from '../reading/read.ts';
import { rulesAfter } from '../rules.ts';
import type { StoredDetail } from '../stored-documents.ts';
import { endCardCheck } from './card-check-rows.ts';
import {
  answerOf,
  commitFirstOutcome,
  commitOutcome,
  type Finish,
  type FirstOutcome,
} from './finish.ts';
import { amountsOfRow, asPaid, type Changes, changesOf, statusesPassed } from './outcome.ts';
import { exposureClosed, postingAbout } from './posting-parts.ts';

/** The posting of a payment's outcome; a refund needs its parent and is planned in its own file. */
function postingsOf(
  context: Context,
  config: MerchantConfig,
  row: TransactionRow,
  outcome: Outcome,
): Posting[] {
  if (outcome.outcome !== 'approved' && outcome.outcome !== 'partial') return [];
  const about = postingAbout(context, config, row, row.id);
  const processor = row.processor_id;
  const amount = outcome.approved_amount;
  switch (row.type) {
    case 'authorize':
      return [posting('authorize', about, { processor, amount })];
    case 'credit':
      return [posting('credit', about, { processor, amount })];
    case 'sale': {
      const transaction = amountsOfRow(row);
      if (row.payment_type === 'cash') return [posting('cash_sale', about, { transaction })];
      const part = outcome.outcome === 'partial' ? { approved: amount } : {};
      return [posting('sale', about, { processor, transaction, ...part })];
    }
    default:
      return [];
  }
}

/** Statements that store a row's outcome: the row, its status history, its event. */
export function rowStatements(
  context: Context,
  row: TransactionRow,
  after: TransactionRow,
  changes: object,
  attempt: Attempt,
): CompiledQuery<unknown>[] {
  const by = initiatorOf(attempt);
  const passed = statusesPassed(row, after);
  // The first outcome makes the transaction known to webhooks; an outcome after that is an update.
  const kind = row.status === 'pending' ? 'transaction_create' : 'transaction_update';
  return [
    change('transaction', row, { ...changes }, as_read, [row.status, row.version]),
    ...passed.map((status) => statusEvent(context, row, status, by)),
    publishEvent(context, row, kind),
  ];
}

/** The email address for the receipt of an approved payment; empty where none is sent. */
function recipientOf(row: TransactionRow): string {
  if (!row.email_receipt || !isApproved(row.response_code)) return '';
  return row.email_address || (row.billing_address.email ?? '');
}

function receiptOf(context: Context, config: MerchantConfig, row: TransactionRow): NewRow[] {
  const recipient = recipientOf(row);
  if (recipient === '') return [];
  return [{ table: 'outgoing_mail', row: receiptMail(context, config, toRecord(row), recipient) }];
}

/** Verdicts of the rules on the answer, added to those on the request. */
function withVerdicts(row: TransactionRow, outcome: Outcome, changes: Changes): Changes {
  const verdict = rulesAfter(row, outcome);
  if (verdict.length === 0) return changes;
  const verdicts = [...(changes.detail?.verdicts ?? []), ...verdict];
  return { ...changes, detail: { ...changes.detail, verdicts } };
}

/** The audit row's amounts are those that the outcome left: with the tip given at the terminal. */
function auditedOf(after: TransactionRow, { outcome, code }: Outcome) {
  const { type, status, amount, amount_authorized } = after;
  return { type, status, amount, ...(outcome === 'partial' && { amount_authorized }), code };
}

const isOpen = ({ status }: Changes) => status === 'pending' || status === 'unknown';

/** The first payment by a saved method, whose consent later ones refer to. */
function firstUse(row: TransactionRow, { outcome, network_transaction_id = '' }: Outcome) {
  const { customer_payment_id: method_id, stored_credential_indicator } = row.detail;
  const is_approved = outcome === 'approved' || outcome === 'partial';
  if (!method_id || stored_credential_indicator !== 'stored' || !is_approved) return [];
  return [recordFirstUse(row, method_id, network_transaction_id)];
}

/** What an outcome does to the draft of a method: an approval saves it, a decline ends it. */
async function draftEnded(tx: Tx, context: Context, row: TransactionRow, found: Changes) {
  const draft = row.detail.method_draft;
  if (isOpen(found)) return { changes: found, statements: [] };
  const is_approved = isApproved(found.response_code ?? 0);
  // A retained method draft stays only if the payment was approved.
  const ended = is_approved ? [] : [deleteDraft(row), ...endCardCheck(row)];
  if (!draft) return { changes: found, statements: ended };
  const { method_draft: _, ...detail }: StoredDetail = found.detail ?? row.detail;
  const method = is_approved ? await methodToSave(tx, row, draft) : null;
  if (!method) return { changes: { ...found, detail }, statements: [deleteDraft(row)] };
  const named = {
    customer_payment_type: draft.payment_method_type,
    customer_payment_id: method.id,
  };
  return {
    changes: { ...found, customer_id: method.customer_id, detail: { ...detail, ...named } },
    statements: method.is_saved
      ? [deleteDraft(row)]
      : saveDraft(context, { ...row, detail: found.detail ?? row.detail }, draft),
  };
}

/** A row with its outcome and its postings; for a refund also the changes of its parent. */
async function plan(
  tx: Tx,
  context: Context,
  config: MerchantConfig,
  attempt: Attempt,
  outcome: Outcome,
  row: TransactionRow,
): Promise<Finish> {
  const refund =
    row.type === 'refund' ? await planRefund(tx, context, config, attempt, outcome, row) : null;
  const found = withVerdicts(row, outcome, changesOf(row, outcome, context.clock.now()));
  const drafted = await draftEnded(tx, context, row, found);
  const changes = { ...drafted.changes, ...refund?.own };
  const after = { ...row, ...changes };
  return {
    changes: [
      ...rowStatements(context, row, after, changes, attempt),
      ...(refund?.changes ?? []),
      ...drafted.statements,
      ...firstUse(row, outcome),
      ...releaseLimits(attempt, after.amount_authorized),
      ...insertRows(receiptOf(context, config, after)),
    ],
    postings: [
      ...exposureClosed(context, config, row, attempt),
      ...(refund?.postings ?? postingsOf(context, config, asPaid(row, outcome), outcome)),
    ],
    answer: answerOf(after),
    after: auditedOf(after, outcome),
  };
}

/** Whether the request that sent the payment stores its first outcome: nearly every payment. */
function isFirst(attempt: Attempt, row: TransactionRow): boolean {
  const is_first = attempt.state === 'sent' && row.status === 'pending';
  // Whether the payment saves a customer is decided by the rows that exist at commit time.
  return attempt.context.verb === 'create' && is_first && !row.detail.method_draft;
}

function firstOutcome(
  context: Context,
  config: MerchantConfig,
  attempt: Attempt,
  outcome: Outcome,
  row: TransactionRow,
): FirstOutcome {
  const found = withVerdicts(row, outcome, changesOf(row, outcome, context.clock.now()));
  const statements =
    isOpen(found) || isApproved(found.response_code ?? 0)
      ? []
      : [deleteDraft(row), ...endCardCheck(row)];
  const after = { ...row, ...found };
  const passed = statusesPassed(row, after);
  return {
    changes: [
      change('transaction', row, { ...found }, as_read, [row.status, row.version]),
      ...statements,
      ...firstUse(row, outcome),
      ...releaseLimits(attempt, after.amount_authorized),
    ],
    rows: [
      ...statusEventRows(context, row, passed, initiatorOf(attempt), row.status),
      createdEvent(context, after),
      ...receiptOf(context, config, after),
    ],
    postings: postingsOf(context, config, asPaid(row, outcome), outcome),
    answer: answerOf(after),
    after: auditedOf(after, outcome),
  };
}

/** Ends a sale, authorization, verification, credit or refund with a definite outcome. */
export async function finishPayment(
  context: Context,
  config: MerchantConfig,
  attempt: Attempt,
  outcome: Outcome,
  row: TransactionRow,
): Promise<CallAnswer> {
  const planned = (tx: Tx, now: TransactionRow) => plan(tx, context, config, attempt, outcome, now);
  const answer = isFirst(attempt, row)
    ? await commitFirstOutcome(
        context,
        attempt,
        outcome,
        firstOutcome(context, config, attempt, outcome, row),
        planned,
      )
    : await commitOutcome(context, attempt, outcome, row, planned);
  if (row.email_receipt) await scheduleMail(context);
  return answer;
}
