// Copies of receipts for the users of a merchant who requested them in their notifications.
import { createHash } from 'node:crypto';
import { isApproved } from '../../../../contract/payments/response-codes.ts';
import type { Context } from '../../../context.ts';
import { connect, inTransaction } from '../../../db/database.ts';
import type { OutboxConsumer, OutboxEvent } from '../../../jobs/outbox.ts';
import { scheduleMail } from '../../../messages/mail.ts';
import { receiptMail } from '../../../messages/receipts.ts';
import { merchantConfig } from '../../merchant-config.ts';
import { toRecord } from './read.ts';

/** Active users of the merchant who take mails and want this one (gateway-api 2.2). */
async function readersOf(context: Context, merchant_id: string) {
  const users = await connect(context)
    .selectFrom('user_account')
    .select(['id', 'email', 'notifications', 'supress_email_notification'])
    .where('account_id', '=', merchant_id)
    .where('status', '=', 'active')
    .execute();
  return users.filter(({ notifications, supress_email_notification }) => {
    const { merchant } = notifications as { merchant?: { transaction_receipts?: boolean } };
    return merchant?.transaction_receipts === true && !supress_email_notification;
  });
}

/**
 * The same id for one payment and user each time, so that no later event writes a second mail.
 */
function copyId(transaction_id: string, user_id: string): string {
  const digest = createHash('sha256').update(`${transaction_id}/${user_id}`).digest();
  return Array.from(digest.subarray(0, 20), (byte) => (byte % 32).toString(32)).join('');
}

/** Payments whose outcome was unknown at first, and became known by one of these events. */
async function resolvedBy(context: Context, merchant_id: string, event_ids: readonly string[]) {
  if (event_ids.length === 0) return [];
  const rows = await connect(context)
    .selectFrom('outbox')
    .innerJoin('transaction_event', (join) =>
      join
        .onRef('transaction_event.merchant_id', '=', 'outbox.merchant_id')
        .onRef('transaction_event.transaction_id', '=', 'outbox.resource_id')
        .onRef('transaction_event.request_id', '=', 'outbox.request_id'),
    )
    .select('outbox.resource_id as id')
    .where('outbox.merchant_id', '=', merchant_id)
    .where('outbox.id', 'in', [...event_ids])
    .where('transaction_event.from_status', '=', 'unknown')
    .execute();
  return rows.map(({ id }) => id);
}

async function approvedOf(context: Context, merchant_id: string, ids: readonly string[]) {
  const rows = await connect(context)
    .selectFrom('transaction')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', 'in', [...ids])
    .execute();
  const approved = rows.filter(({ response_code }) => isApproved(response_code));
  return approved.map(toRecord);
}

async function consume(context: Context, events: readonly OutboxEvent[]): Promise<void> {
  const of = (kind: string) => events.filter((event) => event.kind === kind);
  const [made, updated] = [of('transaction_create'), of('transaction_update')];
  const merchant_id = (made[0] ?? updated[0])?.merchant_id;
  if (merchant_id === undefined) return;
  const readers = await readersOf(context, merchant_id);
  if (readers.length === 0) return;
  const update_ids = updated.map(({ id }) => id);
  const resolved = await resolvedBy(context, merchant_id, update_ids);
  const ids = [...made.map(({ resource_id }) => resource_id), ...resolved];
  if (ids.length === 0) return;
  const records = await approvedOf(context, merchant_id, ids);
  const config = await merchantConfig(context, merchant_id);
  const mails = records.flatMap((record) =>
    readers.map(({ id, email }) => ({
      ...receiptMail(context, config, record, email),
      id: copyId(record.id, id),
      kind: 'receipt_copy',
    })),
  );
  if (mails.length === 0) return;
  await inTransaction(context, merchant_id, async (tx) => {
    await tx
      .insertInto('outgoing_mail')
      .values(mails)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  await scheduleMail(context);
}

export const receiptCopies: OutboxConsumer = {
  name: 'receipt_copies',
  // The events of a resource need no order: each is a mail of its own.
  any_order: true,
  consume,
};
