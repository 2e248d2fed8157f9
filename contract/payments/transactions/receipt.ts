// What a receipt says of a payment, on paper, in mail and on screen: one wording for all of them.
import { z } from 'zod';
import { formatMoney, subtract } from '../../money.ts';
import { brand_labels, type CardType } from '../cards/cards.ts';
import { methodPrices } from '../pricing/method-prices.ts';
import { cardBody } from './method-body.ts';
import { type MoneyLine, moneyLines } from './money-lines.ts';
import type { TransactionRecord } from './record.ts';

/** Whose paper it is: the merchant's bears the signature. */
export const receipt_copies = ['customer', 'merchant'] as const;
export type ReceiptCopy = (typeof receipt_copies)[number];

/** A label at the left and a value at the right. */
export type ReceiptLine = readonly [label: string, value: string];

/** Which copies to write; without it the merchant's `print_receipt` decides. */
export const print_input = z.object({
  format: z.literal('pdf').default('pdf'),
  copy: z.enum([...receipt_copies, 'both']).optional(),
});

/**
 * The copies that `print_receipt` asks for (spec 1 §3). `no` prints none by itself; who asks for a
 * receipt all the same gets the customer's.
 */
export function copiesOf(print_receipt: ReceiptCopy | 'both' | 'no'): readonly ReceiptCopy[] {
  if (print_receipt === 'both') return receipt_copies;
  return [print_receipt === 'merchant' ? 'merchant' : 'customer'];
}

export const copy_labels: Readonly<Record<ReceiptCopy, string>> = {
  customer: 'Customer copy',
  merchant: 'Merchant copy',
};

const results: Readonly<Record<TransactionRecord['response'], string>> = {
  approved: 'APPROVED',
  partial: 'PARTIALLY APPROVED',
  declined: 'DECLINED',
  error: 'NOT PROCESSED',
  pending: 'PENDING',
  unknown: 'NOT CONFIRMED YET',
};

/** What card schemes want of a chip: the application that was used, and its ID. */
export function chipLines({ response_body: { terminal } }: TransactionRecord): ReceiptLine[] {
  if (!terminal) return [];
  return [
    ['Application', terminal.emv_app_name],
    ['AID', terminal.emv_aid],
  ];
}

/** The result in a word; a transaction that was voided says so. */
export function receiptResult(of: Pick<TransactionRecord, 'status' | 'response'>): string {
  return of.status === 'voided' ? 'VOIDED' : results[of.response];
}

/** `Visa`, `************1881`: a receipt shows the last four digits and nothing else. */
export function receiptAccount(of: Pick<TransactionRecord, 'response_body'>): ReceiptLine | null {
  const { ach } = of.response_body;
  const card = cardBody(of.response_body);
  if (card) {
    const label = brand_labels[card.card_type as CardType] ?? brand_labels.unknown;
    const stars = '*'.repeat(Math.max(card.masked_card.length - 4, 0));
    return [label, `${stars}${card.last_four}`];
  }
  return ach ? ['Bank account', ach.masked_account_number] : null;
}

/**
 * `Jun 18, 2026, 8:04 AM PDT`: the merchant's own time, whoever reads it and wherever (decisions
 * G49). A zone that is not known here reads as UTC.
 */
export function receiptMoment(iso: string, timezone: string): string {
  const parts: Intl.DateTimeFormatOptions = {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  };
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { ...parts, timeZone }).format(new Date(iso));
  const text = isTimeZone(timezone) ? format(timezone) : format('UTC');
  return text.replace(/\u202f/g, ' ');
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** `(360) 555-0142` for ten digits of North America; others as they are stored. */
export function phoneText(phone: string): string {
  const match = /^1?(\d{3})(\d{3})(\d{4})$/.exec(phone.replace(/\D/g, ''));
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : phone;
}

export interface ReceiptMoney {
  /** The parts of the amount, which sum to it; a verification has none. */
  parts: ReceiptLine[];
  total: ReceiptLine;
  /** The prices it was offered at, what was given back since, and what that leaves. */
  after: ReceiptLine[];
}

/**
 * The prices that were offered, where they depended on how it was paid. An amount that was changed
 * since, by a tip or a capture, is no longer one of them: then none is printed.
 */
export function offeredPrices(of: TransactionRecord): MoneyLine[] {
  const totals = of.payment_type_totals;
  const type = of.payment_type as keyof NonNullable<typeof totals>;
  return totals !== undefined && totals[type] === of.amount ? methodPrices(totals) : [];
}

/**
 * The amounts. Approved or captured in part, the total is that part, and what was requested or
 * authorized is printed too.
 */
export function receiptMoney(of: TransactionRecord): ReceiptMoney {
  const { amount, amount_authorized, amount_captured, amount_refunded, currency } = of;
  const money = (minor: number) => formatMoney(minor, currency);
  const approved = of.response === 'partial' ? amount_authorized : amount;
  const total = amount_captured > 0 ? amount_captured : approved;
  const lines = of.type === 'verification' ? [] : moneyLines(of);
  const parts = lines.map(({ label, amount: part }): ReceiptLine => [label, money(part)]);
  if (approved !== amount) parts.push(['Requested', money(amount)]);
  if (total !== approved) parts.push(['Authorized', money(approved)]);
  const prices = offeredPrices(of).map(({ label, amount: price }): ReceiptLine => {
    return [label, money(price)];
  });
  const back: ReceiptLine[] = [
    ['Refunded', money(subtract(0, amount_refunded))],
    ['Left after refunds', money(subtract(total, amount_refunded))],
  ];
  return {
    parts,
    total: [`Total ${currency.toUpperCase()}`, money(total)],
    after: [...prices, ...(amount_refunded > 0 ? back : [])],
  };
}

/** Whether the merchant's copy leaves room to sign: card money taken, signatures requested. */
export function signsReceipt(of: TransactionRecord, signature_required: boolean): boolean {
  const is_paid = of.response === 'approved' || of.response === 'partial';
  const takes = of.type === 'sale' || of.type === 'authorize';
  return signature_required && is_paid && takes && of.payment_type === 'card';
}
