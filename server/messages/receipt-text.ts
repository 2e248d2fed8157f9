// The receipt as lines of a 72 mm printer: what print, mail and panel show of one payment.

import { cardBody } from '../../contract/payments/transactions/method-body.ts';
import {
  chipLines,
  phoneText,
  type ReceiptLine,
  receiptAccount,
  receiptMoment,
  receiptMoney,
  receiptResult,
} from '../../contract/payments/transactions/receipt.ts';
import type { TransactionRecord } from '../../contract/payments/transactions/record.ts';

/** What a receipt says of the merchant. */
export interface ReceiptMerchant {
  name: string;
  address: readonly string[];
  phone: string;
  website: string;
  timezone: string;
}

/** Characters in a line: font A on paper of 80 mm with 72 mm printed. */
export const receipt_columns = 42;

const titles: Readonly<Record<TransactionRecord['type'], string>> = {
  sale: 'SALE',
  authorize: 'AUTHORIZATION',
  verification: 'VERIFICATION',
  capture: 'CAPTURE',
  credit: 'CREDIT',
  refund: 'REFUND',
  void: 'VOID',
};

export function receiptTitle(record: TransactionRecord): string {
  return titles[record.type];
}

function methodLines(record: TransactionRecord): ReceiptLine[] {
  const { ach } = record.response_body;
  const card = cardBody(record.response_body);
  const account = receiptAccount(record);
  if (account === null) return [['Paid by', record.payment_type]];
  if (card) {
    const own: ReceiptLine[] = [
      ['Entry', card.entry_type],
      ['Authorization', card.auth_code],
    ];
    return [account, ...own, ...chipLines(record)];
  }
  return [
    account,
    ['Account type', ach?.account_type ?? ''],
    ['SEC code', ach?.sec_code.toUpperCase() ?? ''],
  ];
}

/** Facts above the amounts; lines without a value are left out. */
export function receiptFacts(record: TransactionRecord, timezone: string): ReceiptLine[] {
  const lines: ReceiptLine[] = [
    ['Date', receiptMoment(record.created_at, timezone)],
    ['Transaction', record.id],
    ['Order', record.order_id],
    ['PO number', record.po_number],
    ...methodLines(record),
  ];
  return lines.filter(([, value]) => value !== '');
}

/** The amounts: parts, total, and what was given back since. */
export function receiptAmounts(record: TransactionRecord): ReceiptLine[] {
  const { parts, total, after } = receiptMoney(record);
  return [...parts, total, ...after];
}

function centred(text: string): string {
  const left = Math.max(0, Math.floor((receipt_columns - text.length) / 2));
  return `${' '.repeat(left)}${text}`;
}

function wrapped(text: string): string[] {
  const pattern = new RegExp(`.{1,${receipt_columns}}(?:\\s|$)|.{${receipt_columns}}`, 'g');
  return (text.match(pattern) ?? []).map((line) => line.trim());
}

function spread([label, value]: ReceiptLine): string[] {
  const gap = receipt_columns - label.length - value.length;
  if (gap > 0) return [`${label}${' '.repeat(gap)}${value}`];
  return [label, ...wrapped(value).map((line) => line.padStart(receipt_columns))];
}

/** The whole receipt as plain text, ending with a line break. */
export function receiptText(record: TransactionRecord, merchant: ReceiptMerchant): string {
  const rule = '-'.repeat(receipt_columns);
  const head = [merchant.name, ...merchant.address, phoneText(merchant.phone), merchant.website];
  const lines = [
    ...head.filter((line) => line !== '').flatMap((line) => wrapped(line).map(centred)),
    '',
    centred(receiptTitle(record)),
    rule,
    ...receiptFacts(record, merchant.timezone).flatMap(spread),
    ...wrapped(record.description),
    rule,
    ...receiptAmounts(record).flatMap(spread),
    rule,
    centred(receiptResult(record)),
    ...(record.response_code >= 200 ? [centred(`Code ${record.response_code}`)] : []),
    '',
    centred('Thank you'),
  ];
  return `${lines.join('\n')}\n`;
}
