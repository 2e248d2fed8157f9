// Mails the receipt of a transaction again, to any address (spec 2 §8).
import type { InputOf } from '../../../../contract/endpoint.ts';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import type { Context } from '../../../context.ts';
import { pipeline } from '../../../db/connections/pipeline.ts';
import { insert } from '../../../db/connections/statements.ts';
import { inTransaction } from '../../../db/database.ts';
import { scheduleMail } from '../../../messages/mail.ts';
import { receiptMail } from '../../../messages/receipts.ts';
import { merchantConfig } from '../../merchant-config.ts';
import { audited } from '../attempts/statements.ts';
import { getRow, toRecord } from './read.ts';

/** `POST /transaction/{id}/email`: queues the mail and answers the transaction. */
export async function email(
  context: Context,
  { id }: { id: string },
  input: InputOf<typeof transactions.email>,
): Promise<TransactionRecord> {
  const merchant_id = context.actor.account_id;
  const record = toRecord(await getRow(context, merchant_id, id));
  const config = await merchantConfig(context, merchant_id);
  const mail = receiptMail(context, config, record, input.email_address);
  const after = { mail_id: mail.id };
  await inTransaction(context, merchant_id, (tx) =>
    pipeline(tx, [
      insert('outgoing_mail', mail),
      audited(context, { verb: 'email', noun: 'transaction', id, merchant_id, after }),
    ]),
  );
  await scheduleMail(context);
  return record;
}
