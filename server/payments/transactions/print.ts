// `POST /transaction/{id}/print`: the receipt as plain text for a 72 mm printer.
import type { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/serve.ts';
import { receiptText } from '../../messages/receipt-text.ts';
import { merchantFacts } from '../merchant-facts.ts';
import { getRow, toRecord } from './read.ts';

async function printed(context: Context, merchant_id: string, id: string): Promise<string> {
  const row = await getRow(context, merchant_id, id);
  return receiptText(toRecord(row), await merchantFacts(context, merchant_id));
}

export const transactionPrint: Pick<Handlers<typeof transactions>, 'print' | 'printOf'> = {
  print: (context, { id }) => printed(context, context.actor.account_id, id),
  printOf: (context, { merchantId, id }) => printed(context, merchantId, id),
};
