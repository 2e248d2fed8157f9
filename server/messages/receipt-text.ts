// The receipt as lines of a 72 mm printer: what print, mail and panel show of one payment.

import { formatMoney } from '../../contract/money.ts';
import { brand_labels, type CardType } from '../../contract/payments/cards.ts';
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

/** A label at the left and a value at the right. */
export type ReceiptLine = readonly [label: string, value: string];

const titles: Readonly<Record<TransactionRecord['type'], string>> = {
  sale: 'SALE',
  authorize: 'AUTHORIZATION',
  verification: 'VERIFICATION',
  capture: 'CAPTURE',
  credit: 'CREDIT',
  refund: 'REFUND',
  void: 'VOID',
};

const results: Readonly<Record<TransactionRecord['response'], string>> = {
  approved: 'APPROVED',
  partial: 'PARTLY APPROVED',
  declined: 'DECLINED',
  error: 'NOT PROCESSED',
  pending: 'PENDING',
  unknown: 'OUTCOME NOT KNOWN YET',
};

export function receiptTitle(record: TransactionRecord): string {
  return titles[record.type];
}

/** The result in a word; a transaction that was voided says so. */
export function receiptResult(record: TransactionRecord): string {
  return record.status === 'voided' ? 'VOIDED' : results[record.response];
}

function moment(iso: string, timezone: string): string {
  const parts = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat('en-US', { ...parts, timeZone: timezone })
    .format(new Date(iso))
    .replace(/\u202f/g, ' ');
}

function methodLines({ response_body, payment_type }: TransactionRecord): ReceiptLine[] {
  const { card, ach } = response_body;
  if (card) {
    const label = brand_labels[card.card_type as CardType] ?? 'Card';
    return [
      [label, card.masked_card],
      ['Entry', card.entry_type],
      ['Authorization', card.auth_code],
    ];
  }
  if (ach) {
    return [
      ['Bank account', ach.masked_account_number],
      ['Account type', ach.account_type],
      ['SEC code', ach.sec_code.toUpperCase()],
    ];
  }
  return [['Paid by', payment_type]];
}

/** Facts above the amounts; lines without a value are left out. */
export function receiptFacts(record: TransactionRecord, timezone: string): ReceiptLine[] {
  const lines: ReceiptLine[] = [
    ['Date', moment(record.created_at, timezone)],
    ['Transaction', record.id],
    ['Order', record.order_id],
    ['PO number', record.po_number],
    ...methodLines(record),
  ];
  return lines.filter(([, value]) => value !== '');
}

/** The amounts, the total last; parts that are zero are left out. */
export function receiptAmounts(record: TransactionRecord): ReceiptLine[] {
  const parts: (readonly [string, number])[] = [
    ['Tax', record.tax_amount],
    ['Shipping', record.shipping_amount],
    ['Discount', record.discount_amount],
    ['Surcharge', record.surcharge],
    ['Service fee', record.service_fee],
    ['Tip', record.tip_amount],
  ];
  const shown = parts.filter(([, amount]) => amount !== 0);
  const { currency } = record;
  const total = record.response === 'partial' ? record.amount_authorized : record.amount;
  const asked: ReceiptLine[] =
    total === record.amount ? [] : [['Requested', formatMoney(record.amount, currency)]];
  return [
    ...shown.map(([label, amount]) => [label, formatMoney(amount, currency)] as const),
    ...asked,
    ['Total', formatMoney(total, currency)],
  ];
}

function centred(text: string): string {
  const left = Math.max(0, Math.floor((receipt_columns - text.length) / 2));
  return `${' '.repeat(left)}${text}`;
}

function spread([label, value]: ReceiptLine): string[] {
  const gap = receipt_columns - label.length - value.length;
  if (gap > 0) return [`${label}${' '.repeat(gap)}${value}`];
  return [label, value.padStart(receipt_columns)];
}

function wrapped(text: string): string[] {
  const pattern = new RegExp(`.{1,${receipt_columns}}(?:\\s|$)|.{${receipt_columns}}`, 'g');
  return (text.match(pattern) ?? []).map((line) => line.trim());
}

/** The whole receipt as plain text, ending with a line break. */
export function receiptText(record: TransactionRecord, merchant: ReceiptMerchant): string {
  const rule = '-'.repeat(receipt_columns);
  const head = [merchant.name, ...merchant.address, merchant.phone, merchant.website];
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
