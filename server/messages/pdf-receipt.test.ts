// Receipts as PDF: what they say, that they say it on one page a copy, and the same bytes again.
import { describe, expect, it } from 'vitest';
import {
  empty_address,
  type TransactionRecord,
} from '../../contract/payments/transactions/record.ts';
import { pdfPages } from '../testing/pdf-text.ts';
import { type ReceiptMaking, receiptPdf } from './pdf-receipt.ts';

const card = {
  card_type: 'visa',
  masked_card: '411111******1111',
  last_four: '1111',
  entry_type: 'keyed',
  auth_code: 'A12345',
};
const sale = {
  id: '0123456789abcdefghij',
  type: 'sale',
  status: 'pending_settlement',
  response: 'approved',
  response_code: 100,
  amount: 12_345,
  amount_authorized: 12_345,
  amount_refunded: 0,
  tax_amount: 700,
  shipping_amount: 500,
  discount_amount: 250,
  duty_amount: 0,
  national_tax_amount: 0,
  surcharge: 345,
  service_fee: 0,
  tip_amount: 1_000,
  currency: 'usd',
  order_id: 'O-5',
  po_number: '',
  description: '',
  payment_type: 'card',
  billing_address: empty_address,
  created_at: '2026-06-18T15:04:05Z',
  response_body: { card },
} as unknown as TransactionRecord;
const merchant = {
  name: 'Café Łódź',
  address: ['1 Harbor View', 'Bellingham, WA 98225'],
  phone: '3605550142',
  website: '',
  timezone: 'America/Los_Angeles',
};
const brand = 'Acme Pay';
const customer: ReceiptMaking = { copies: ['customer'], signature_required: true, brand };
const both: ReceiptMaking = { ...customer, copies: ['customer', 'merchant'] };

const made = (overrides: Partial<TransactionRecord> = {}, making = customer, of = merchant) =>
  receiptPdf({ ...sale, ...overrides }, of, making);

async function linesOf(input: Partial<TransactionRecord>, making = customer): Promise<string[]> {
  return pdfPages(await made(input, making))[0] ?? [];
}

describe('a receipt as PDF', () => {
  it('names merchant, card, each part of the amount and the result', async () => {
    expect(await linesOf({})).toEqual([
      'Café Łódź',
      '1 Harbor View',
      'Bellingham, WA 98225',
      '(360) 555-0142',
      'SALE',
      'Date  Jun 18, 2026, 8:04 AM PDT',
      'Transaction  0123456789abcdefghij',
      'Order  O-5',
      'Visa  ************1111',
      'Entry  keyed',
      'Authorization  A12345',
      'Subtotal  $100.50',
      'Discount  −$2.50',
      'Shipping  $5.00',
      'Tax  $7.00',
      'Surcharge  $3.45',
      'Tip  $10.00',
      'Total USD  $123.45',
      'APPROVED',
      'Customer copy',
    ]);
  });

  it('tells what was asked where only a part was approved, and what was given back', async () => {
    const partial = { response: 'partial', amount_authorized: 10_000 } as const;
    const lines = await linesOf({ ...partial, amount_refunded: 2_500 });
    expect(lines.slice(-6)).toEqual([
      'Requested  $123.45',
      'Total USD  $100.00',
      'Refunded  −$25.00',
      'Left after refunds  $75.00',
      'PARTIALLY APPROVED',
      'Customer copy',
    ]);
    const refund = await linesOf({ type: 'refund', amount: 500, tip_amount: 0, surcharge: 0 });
    expect(refund).toContain('REFUND');
    expect(refund).toContain('Total USD  $5.00');
  });

  it('says what it is for without an amount of its own, and how it ended', async () => {
    const lines = await linesOf({ type: 'verification', amount: 0, response: 'declined' });
    expect(lines).toContain('VERIFICATION');
    expect(lines).toContain('DECLINED');
    expect(lines).not.toContain('Subtotal  $0.00');
    expect(await linesOf({ status: 'voided' })).toContain('VOIDED');
  });

  it('has a page a copy, and room to sign on the merchant’s where that is asked', async () => {
    const pages = pdfPages(await made({}, both));
    expect(pages.map((lines) => lines.at(-1))).toEqual(['Customer copy', 'Merchant copy']);
    expect(pages.map((lines) => lines.includes('Signature'))).toEqual([false, true]);
    const unsigned = pdfPages(await made({}, { ...both, signature_required: false }));
    const declined = pdfPages(await made({ response: 'declined' }, both));
    const refund = pdfPages(await made({ type: 'refund' }, both));
    expect([...unsigned, ...declined, ...refund].flat()).not.toContain('Signature');
  });

  it('keeps very long words and texts on its one page', async () => {
    const order_id = 'X'.repeat(300);
    const description = `${'and on '.repeat(60)}<script>alert(1)</script>\n\u0007\u202eend`;
    const pages = pdfPages(await made({ order_id, description }));
    expect(pages).toHaveLength(1);
    const text = (pages[0] ?? []).join(' ');
    expect(text.replace(/[^X]/g, '')).toHaveLength(300);
    expect(text.match(/and/g)).toHaveLength(60);
    expect(text).toContain('<script>alert(1)</script> end');
    expect(Math.max(...(pages[0] ?? []).map((line) => line.length))).toBeLessThanOrEqual(44);
  });

  it('draws accents and signs of currencies, with its own fonts alone', async () => {
    const file = await made({ currency: 'php', order_id: 'Žluťoučký ñandú Ωмега' });
    const lines = (pdfPages(file)[0] ?? []).join('\n');
    expect(lines).toContain('₱123.45');
    expect(lines).toContain('Žluťoučký ñandú Ωмега');
    const bytes = file.toString('latin1');
    expect(bytes.match(/\/FontFile2/g)).toHaveLength(2);
    expect(bytes).not.toMatch(/\/Helvetica|\/URI|\/JavaScript|\/Launch|\/EmbeddedFile/);
  });

  it('names the brand as its maker, and no other', async () => {
    const bytes = (await made()).toString('latin1');
    expect(bytes.match(/obj\n\(Acme Pay\)\nendobj/g)).toHaveLength(2);
    expect(bytes).not.toContain('Penstock');
  });

  it('spells what its fonts lack, or says that something is left out', async () => {
    const of = { ...merchant, name: 'カフェ・서울', address: ['１-２ Harbor'] };
    const spelled = pdfPages(await made({}, customer, of))[0] ?? [];
    expect(spelled.slice(0, 2)).toEqual(['Kafe·Seoul', '1-2 Harbor']);
    expect(spelled.at(-1)).toBe('Customer copy');
    const lines = pdfPages(await made({ order_id: '注文 7 🎉' }, both)).map((page) => page);
    expect(lines[0]).toContain('Order  […] 7 […]');
    expect(lines.map((page) => page.slice(-2).join(' '))).toEqual([
      expect.stringMatching(/^\[…\] Some characters cannot be printed/),
      expect.stringMatching(/^\[…\] Some characters cannot be printed/),
    ]);
  });

  it('is the same bytes for the same payment, whenever it is made', async () => {
    const first = await made({}, both);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await made({}, both)).equals(first)).toBe(true);
    expect((await made({ amount: 12_346 }, both)).equals(first)).toBe(false);
  });
});
