// Printing: the receipt as plain text for a 72 mm printer, and as a PDF with its copies.
import { Readable } from 'node:stream';
import type { FileBody, InputOf } from '../../../../contract/endpoint.ts';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import { copiesOf } from '../../../../contract/payments/transactions/receipt.ts';
import type { Context } from '../../../context.ts';
import type { Handlers } from '../../../http/serve.ts';
import { brandName } from '../../../identity/brand-name.ts';
import { receiptPdf } from '../../../messages/pdf-receipt.ts';
import { receiptText } from '../../../messages/receipt-text.ts';
import { merchantConfig } from '../../merchant-config.ts';
import { getRow, toRecord } from './read.ts';

type Printing = 'print' | 'printOf' | 'printPdf' | 'printPdfOf';

async function found(context: Context, merchant_id: string, id: string) {
  const row = await getRow(context, merchant_id, id);
  return { record: toRecord(row), config: await merchantConfig(context, merchant_id) };
}

async function printed(context: Context, merchant_id: string, id: string): Promise<string> {
  const { record, config } = await found(context, merchant_id, id);
  return receiptText(record, config);
}

/** The copies requested, else those of the merchant's `print_receipt` (spec 1 §3). */
async function pdfOf(
  context: Context,
  { merchant_id, id }: { merchant_id: string; id: string },
  { copy }: InputOf<(typeof transactions)['printPdf']>,
): Promise<FileBody<Readable>> {
  const { record, config } = await found(context, merchant_id, id);
  const { print_receipt, signature_required } = config.documents.default_values.virtual_terminal;
  const copies = copiesOf(copy ?? print_receipt);
  const brand = await brandName(context, merchant_id);
  const bytes = await receiptPdf(record, config, { copies, signature_required, brand });
  return {
    content_type: 'application/pdf',
    filename: `receipt-${record.id}.pdf`,
    body: Readable.from(bytes),
  };
}

export const transactionPrint: Pick<Handlers<typeof transactions>, Printing> = {
  print: (context, { id }) => printed(context, context.actor.account_id, id),
  printOf: (context, { merchantId, id }) => printed(context, merchantId, id),
  printPdf: (context, { id }, input) =>
    pdfOf(context, { merchant_id: context.actor.account_id, id }, input),
  printPdfOf: (context, { merchantId, id }, input) =>
    pdfOf(context, { merchant_id: merchantId, id }, input),
};
