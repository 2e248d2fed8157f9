// Receipts as mail: the row of a mail to send, in text and HTML, made from one payment.
import {
  phoneText,
  type ReceiptLine,
  receiptMoney,
  receiptResult,
} from '../../contract/payments/transactions/receipt.ts';
import type { TransactionRecord } from '../../contract/payments/transactions/record.ts';
import type { Context } from '../context.ts';
import { escaped } from './html.ts';
import {
  type ReceiptMerchant,
  receiptAmounts,
  receiptFacts,
  receiptText,
  receiptTitle,
} from './receipt-text.ts';

function rows(lines: readonly ReceiptLine[]): string {
  const cell = 'padding:4px 0';
  return lines
    .map(
      ([label, value]) =>
        `<tr><td style="${cell};color:#5b6470">${escaped(label)}</td>` +
        `<td style="${cell};text-align:right">${escaped(value)}</td></tr>`,
    )
    .join('');
}

/** The receipt as an HTML mail: one table, no images, no links. */
export function receiptHtml(record: TransactionRecord, merchant: ReceiptMerchant): string {
  const table = 'width:100%;border-collapse:collapse;border-top:1px solid #d8dce2';
  const address = [...merchant.address, phoneText(merchant.phone)].filter((line) => line !== '');
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Receipt</title>' +
    '<body style="font:15px/1.4 system-ui,sans-serif;color:#1c2430;margin:0;padding:24px">' +
    '<main style="max-width:440px;margin:0 auto">' +
    `<h1 style="font-size:20px;margin:0">${escaped(merchant.name)}</h1>` +
    `<p style="margin:4px 0 16px;color:#5b6470">${address.map(escaped).join('<br>')}</p>` +
    `<p style="margin:0 0 8px">${escaped(receiptTitle(record))}: ` +
    `<strong>${escaped(receiptResult(record))}</strong></p>` +
    `<table style="${table}">${rows(receiptFacts(record, merchant.timezone))}</table>` +
    `<p>${escaped(record.description)}</p>` +
    `<table style="${table}">${rows(receiptAmounts(record))}</table>` +
    '</main></body></html>'
  );
}

/** A row of outgoing_mail, to be written in the commit that the receipt reports. */
export function receiptMail(
  context: Context,
  merchant: ReceiptMerchant,
  record: TransactionRecord,
  recipient: string,
) {
  const now = context.clock.now();
  const [, amount] = receiptMoney(record).total;
  return {
    merchant_id: record.merchant_id,
    id: context.ids.next(),
    transaction_id: record.id,
    kind: 'receipt',
    recipient,
    // A line break in a name would start a new header, so it becomes a space.
    subject: `Receipt from ${merchant.name}: ${amount}`.replace(/[\r\n]+/g, ' '),
    body_text: receiptText(record, merchant),
    body_html: receiptHtml(record, merchant),
    state: 'queued',
    request_id: context.request_id,
    next_attempt_at: now,
    created_at: now,
  };
}
