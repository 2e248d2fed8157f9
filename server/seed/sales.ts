// One sale as rows: created, answered, captured or voided; its refunds come after
// settlement.

import { responseText } from '../../contract/payments/response-codes.ts';
import type { StoredVerdict } from '../../contract/payments/transactions/explanation.ts';
import { empty_address } from '../../contract/payments/transactions/record.ts';
import { networkCode } from '../payments/processors/network-codes.ts';
import { digestOfAccount, digestOfCard } from '../vault/digest.ts';
import {
  attemptAt,
  auditAt,
  type Book,
  type Draft,
  idAt,
  move,
  postAt,
  type Speaker,
} from './book.ts';
import type { DemoSale, SeedCard } from './demo-sales.ts';

const answer_after_ms = 240;

function speakerOf(book: Book, sale: DemoSale): Speaker {
  return sale.source === 'cp' ? book.merchant.clerk : book.merchant.api_user;
}

function addressOf(sale: DemoSale) {
  return { ...empty_address, ...sale.person, country: 'US' };
}

function bodyOf(book: Book, sale: DemoSale, id: string, code: number, processor_code: string) {
  const processor = book.processors[sale.rail];
  const approved = code === 100;
  const common = {
    id: idAt(book, sale.at),
    response: approved ? 'approved' : 'declined',
    response_code: code,
    auth_code: approved && sale.rail !== 'cash' ? 'TAS000' : '',
    processor_response_code: processor_code,
    processor_response_text: approved ? 'APPROVAL TAS000' : responseText(code).toUpperCase(),
    processor_transaction_id: processorTransactionId(id),
    processor_type: processor.type,
    processor_id: processor.id,
    processor_specific: null,
    created_at: sale.at.toISOString(),
    updated_at: sale.at.toISOString(),
  };
  if (sale.rail === 'cash') return { cash: common };
  if (sale.rail === 'ach') {
    return {
      ach: {
        ...common,
        sec_code: sale.sec_code,
        account_type: 'checking',
        masked_account_number: `XXXXX${sale.account_number.slice(-4)}`,
        routing_number,
        check_number: '',
        return_code: '',
      },
    };
  }
  return { card: { ...common, ...cardFacts(sale) } };
}

const routing_number = '111111111';

function shownDigits({ number }: SeedCard) {
  return { first_six: number.slice(0, 6), last_four: number.slice(-4) };
}

/** What a payment is found by when somebody types its whole number. */
function digestOf({ digest_key }: Book, { card, rail, account_number }: DemoSale): string {
  if (card) return digestOfCard(digest_key, card.number);
  return rail === 'ach' ? digestOfAccount(digest_key, routing_number, account_number) : '';
}

function cardFacts(sale: DemoSale) {
  const card = sale.card as NonNullable<DemoSale['card']>;
  const { first_six, last_four } = shownDigits(card);
  const stars = '*'.repeat(card.number.length - 10);
  return {
    card_type: card.brand,
    type: card.funding,
    first_six,
    last_four,
    masked_card: `${first_six}${stars}${last_four}`,
    expiration_date: '11/28',
    bin_type: 'STANDARD',
    entry_type: 'keyed',
    cardholder_name: `${sale.person.first_name} ${sale.person.last_name}`,
    avs_response_code: sale.flagged ? 'N' : 'Y',
    cvv_response_code: networkCode(sale.declined).code === wrong_cvv ? 'N' : 'M',
  };
}

/** Code of a payment that was declined for its security code. */
const wrong_cvv = 225;

/** Why a flagged payment is held: its address, as a partner's rule reads it. */
const flagging_verdict: StoredVerdict = {
  rule: 'avs_response',
  verdict: 'flag',
  value: 'N',
  operator: 'in',
  threshold: ['N', 'C'],
  phase: 'after',
  set_by: 'partner',
};

/** How the processor knows a seeded payment; the lab is given the same. */
export function processorTransactionId(transaction_id: string): string {
  return `seed${transaction_id}`;
}

function draftOf(book: Book, sale: DemoSale): Draft {
  const { merchant, processors } = book;
  const processor = processors[sale.rail];
  const who = speakerOf(book, sale);
  const id = idAt(book, sale.at);
  const digits = sale.card ? shownDigits(sale.card) : { first_six: '', last_four: '' };
  const row = {
    merchant_id: merchant.id,
    id,
    version: 0,
    type: sale.type,
    status: '',
    response: 'pending',
    response_code: 0,
    currency: 'usd',
    amount: sale.amount,
    base_amount: sale.amount - sale.tip_amount,
    amount_authorized: 0,
    amount_captured: 0,
    amount_settled: 0,
    amount_refunded: 0,
    refund_reserved: 0,
    tip_amount: sale.tip_amount,
    tax_amount: sale.tax_amount,
    payment_method: sale.rail,
    payment_type: sale.rail,
    transaction_source: sale.source,
    user_id: who.id,
    user_name: who.username,
    merchant_name: merchant.trade.name,
    processor_id: processor.id,
    processor_type: processor.type,
    processor_name: processor.name,
    order_id: sale.order_id,
    settlement_batch_id: '',
    referenced_transaction_id: '',
    ip_address: '203.0.113.7',
    email_address: sale.person.email,
    description: sale.item,
    method_digest: digestOf(book, sale),
    card_first_six: digits.first_six,
    card_last_four: digits.last_four,
    card_funding: sale.card?.funding ?? '',
    response_body: {},
    billing_address: addressOf(sale),
    shipping_address: empty_address,
    custom_fields: {},
    features: sale.rail === 'card' ? ['avs', 'cvv'] : [],
    detail: {
      processor_ref: { transaction_id: processorTransactionId(id) },
      ...(sale.rail !== 'cash' && { routing: 'default' }),
      ...(sale.flagged && { verdicts: [flagging_verdict] }),
    },
    created_at: sale.at,
    updated_at: sale.at,
    captured_at: null,
    settled_at: null,
  };
  return { row, status: '', event_count: 0, processor, captured_at: null, settled_at: null };
}

/** Tells one sale until before its settlement. */
export function addSale(book: Book, sale: DemoSale): Draft {
  const draft = draftOf(book, sale);
  const who = speakerOf(book, sale);
  const answered = new Date(sale.at.getTime() + answer_after_ms);
  book.transactions.push(draft);
  move(book, draft, 'pending', 'create', sale.at, who);
  const code = sale.declined ? networkCode(sale.declined).code : 100;
  const processor_code = sale.declined || (sale.rail === 'card' ? '00' : '000');
  draft.row.response_body = bodyOf(book, sale, draft.row.id, code, processor_code);
  if (sale.rail !== 'cash') {
    attemptAt(book, draft, sale.type, sale.amount, sale.at, {
      outcome: sale.declined ? 'declined' : 'approved',
      response_code: code,
      processor_transaction_id: processorTransactionId(draft.row.id),
    });
  }
  if (sale.declined) {
    Object.assign(draft.row, { response: 'declined', response_code: code });
    move(book, draft, 'declined', 'create', answered, who);
  } else approve(book, draft, sale, answered);
  auditAt(book, draft, 'create', answered, who);
  if (draft.status === 'authorized' && sale.captured_at) captureAt(book, draft, sale);
  if (sale.voided_at && draft.status === 'pending_settlement') voidAt(book, draft, sale);
  return draft;
}

function approve(book: Book, draft: Draft, sale: DemoSale, at: Date): void {
  const { row, processor } = draft;
  const who = speakerOf(book, sale);
  Object.assign(row, { response: 'approved', response_code: 100, amount_authorized: sale.amount });
  if (sale.flagged || sale.type === 'authorize') {
    const held = { processor: processor.id, amount: sale.amount };
    postAt(book, 'authorize', row.id, row.id, at, held);
    move(book, draft, sale.flagged ? 'flagged' : 'authorized', 'create', at, who);
    return;
  }
  const transaction = amountsOf(draft);
  if (sale.rail === 'cash') {
    postAt(book, 'cash_sale', row.id, row.id, at, { transaction });
    // Cash is in the till: there is no batch to wait for.
    Object.assign(row, { amount_settled: sale.amount, settled_at: at });
  } else postAt(book, 'sale', row.id, row.id, at, { processor: processor.id, transaction });
  Object.assign(row, { amount_captured: sale.amount, captured_at: at });
  draft.captured_at = at;
  move(book, draft, 'pending_settlement', 'create', at, who);
  if (sale.rail === 'cash') {
    draft.settled_at = at;
    move(book, draft, 'settled', 'settle', at, who);
  }
}

/** The named parts of a sale, for the ledger. */
export function amountsOf(draft: Draft) {
  const { amount, tax_amount = 0, tip_amount = 0 } = draft.row;
  return { amount, tax_amount, tip_amount };
}

function captureAt(book: Book, draft: Draft, sale: DemoSale): void {
  const at = sale.captured_at as Date;
  const who = speakerOf(book, sale);
  const { row, processor } = draft;
  const attempt = attemptAt(book, draft, 'capture', sale.amount, at, {
    outcome: 'approved',
    response_code: 100,
    processor_transaction_id: processorTransactionId(row.id),
  });
  postAt(book, 'capture', attempt, row.id, at, {
    processor: processor.id,
    amount: sale.amount,
    hold: sale.amount,
    transaction: amountsOf(draft),
  });
  Object.assign(row, { amount_captured: sale.amount, captured_at: at });
  draft.captured_at = at;
  move(book, draft, 'pending_settlement', 'capture', at, who);
  auditAt(book, draft, 'capture', at, who);
}

function voidAt(book: Book, draft: Draft, sale: DemoSale): void {
  const wanted = sale.voided_at as Date;
  const captured_ms = (draft.captured_at as Date).getTime();
  const at = new Date(Math.max(wanted.getTime(), captured_ms + 1_000));
  const who = speakerOf(book, sale);
  const { row } = draft;
  attemptAt(book, draft, 'void', sale.amount, at, {
    outcome: 'approved',
    response_code: 100,
    processor_transaction_id: processorTransactionId(row.id),
  });
  const sums = book.postings.filter((p) => p.source_id === row.id).map(sumsOf);
  postAt(book, 'void', row.id, row.id, at, { postings: sums });
  draft.captured_at = null;
  move(book, draft, 'voided', 'void', at, who);
  auditAt(book, draft, 'void', at, who);
}

function sumsOf(p: Book['postings'][number]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { account, amount } of p.entries) sums[account] = (sums[account] ?? 0) + amount;
  return sums;
}
