// One sale's story as rows: created, answered, captured or voided; its refunds come after
// settlement.

import { responseText } from '../../contract/payments/response-codes.ts';
import { empty_address } from '../../contract/payments/transactions/record.ts';
import { networkCode } from '../payments/processors/network-codes.ts';
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
import type { SaleStory } from './story.ts';

const answer_after_ms = 240;

function speakerOf(book: Book, story: SaleStory): Speaker {
  return story.source === 'cp' ? book.merchant.clerk : book.merchant.api_user;
}

function addressOf(story: SaleStory) {
  return { ...empty_address, ...story.person, country: 'US' };
}

function bodyOf(book: Book, story: SaleStory, id: string, code: number, processor_code: string) {
  const processor = book.processors[story.rail];
  const approved = code === 100;
  const common = {
    id: idAt(book, story.at),
    response: approved ? 'approved' : 'declined',
    response_code: code,
    auth_code: approved && story.rail !== 'cash' ? 'TAS000' : '',
    processor_response_code: processor_code,
    processor_response_text: approved ? 'APPROVAL TAS000' : responseText(code).toUpperCase(),
    processor_transaction_id: processorTransactionId(id),
    processor_type: processor.type,
    processor_id: processor.id,
    processor_specific: null,
    created_at: story.at.toISOString(),
    updated_at: story.at.toISOString(),
  };
  if (story.rail === 'cash') return { cash: common };
  if (story.rail === 'ach') {
    return {
      ach: {
        ...common,
        sec_code: story.sec_code,
        account_type: 'checking',
        masked_account_number: `XXXXX${story.account_last_four}`,
        routing_number: '111111111',
        check_number: '',
        return_code: '',
      },
    };
  }
  return { card: { ...common, ...cardFacts(story) } };
}

function cardFacts(story: SaleStory) {
  const card = story.card as NonNullable<SaleStory['card']>;
  const stars = '*'.repeat(card.length - 10);
  return {
    card_type: card.brand,
    type: card.funding,
    first_six: card.first_six,
    last_four: card.last_four,
    masked_card: `${card.first_six}${stars}${card.last_four}`,
    expiration_date: '11/28',
    bin_type: 'STANDARD',
    entry_type: 'keyed',
    cardholder_name: `${story.person.first_name} ${story.person.last_name}`,
    avs_response_code: 'Y',
    cvv_response_code: 'M',
  };
}

/** How the processor knows a seeded payment; the lab is told the same. */
export function processorTransactionId(transaction_id: string): string {
  return `seed${transaction_id}`;
}

function draftOf(book: Book, story: SaleStory): Draft {
  const { merchant, processors } = book;
  const processor = processors[story.rail];
  const who = speakerOf(book, story);
  const id = idAt(book, story.at);
  const row = {
    merchant_id: merchant.id,
    id,
    version: 0,
    type: story.type,
    status: '',
    response: 'pending',
    response_code: 0,
    currency: 'usd',
    amount: story.amount,
    base_amount: story.amount - story.tip_amount,
    amount_authorized: 0,
    amount_captured: 0,
    amount_settled: 0,
    amount_refunded: 0,
    refund_reserved: 0,
    tip_amount: story.tip_amount,
    tax_amount: story.tax_amount,
    payment_method: story.rail,
    payment_type: story.rail,
    transaction_source: story.source,
    user_id: who.id,
    user_name: who.username,
    merchant_name: merchant.trade.name,
    processor_id: processor.id,
    processor_type: processor.type,
    processor_name: processor.name,
    order_id: story.order_id,
    settlement_batch_id: '',
    referenced_transaction_id: '',
    ip_address: '203.0.113.7',
    email_address: story.person.email,
    description: story.item,
    card_first_six: story.card?.first_six ?? '',
    card_last_four: story.card?.last_four ?? '',
    card_funding: story.card?.funding ?? '',
    response_body: {},
    billing_address: addressOf(story),
    shipping_address: empty_address,
    custom_fields: {},
    features: story.rail === 'card' ? ['avs', 'cvv'] : [],
    detail: { processor_ref: { transaction_id: processorTransactionId(id) } },
    created_at: story.at,
    updated_at: story.at,
    captured_at: null,
    settled_at: null,
  };
  return { row, status: '', event_count: 0, processor, captured_at: null, settled_at: null };
}

/** Tells one sale until before its settlement. */
export function addSale(book: Book, story: SaleStory): Draft {
  const draft = draftOf(book, story);
  const who = speakerOf(book, story);
  const answered = new Date(story.at.getTime() + answer_after_ms);
  book.transactions.push(draft);
  move(book, draft, 'pending', 'create', story.at, who);
  const code = story.declined ? networkCode(story.declined).code : 100;
  const processor_code = story.declined || (story.rail === 'card' ? '00' : '000');
  draft.row.response_body = bodyOf(book, story, draft.row.id, code, processor_code);
  if (story.rail !== 'cash') {
    attemptAt(book, draft, story.type, story.amount, story.at, {
      outcome: story.declined ? 'declined' : 'approved',
      response_code: code,
      processor_transaction_id: processorTransactionId(draft.row.id),
    });
  }
  if (story.declined) {
    Object.assign(draft.row, { response: 'declined', response_code: code });
    move(book, draft, 'declined', 'create', answered, who);
  } else approve(book, draft, story, answered);
  auditAt(book, draft, 'create', answered, who);
  if (draft.status === 'authorized' && story.captured_at) captureAt(book, draft, story);
  if (story.voided_at && draft.status === 'pending_settlement') voidAt(book, draft, story);
  return draft;
}

function approve(book: Book, draft: Draft, story: SaleStory, at: Date): void {
  const { row, processor } = draft;
  const who = speakerOf(book, story);
  Object.assign(row, { response: 'approved', response_code: 100, amount_authorized: story.amount });
  if (story.flagged || story.type === 'authorize') {
    const held = { processor: processor.id, amount: story.amount };
    postAt(book, 'authorize', row.id, row.id, at, held);
    move(book, draft, story.flagged ? 'flagged' : 'authorized', 'create', at, who);
    return;
  }
  const transaction = amountsOf(draft);
  if (story.rail === 'cash') {
    postAt(book, 'cash_sale', row.id, row.id, at, { transaction });
    // Cash is in the till: there is no batch to wait for.
    Object.assign(row, { amount_settled: story.amount, settled_at: at });
  } else postAt(book, 'sale', row.id, row.id, at, { processor: processor.id, transaction });
  Object.assign(row, { amount_captured: story.amount, captured_at: at });
  draft.captured_at = at;
  move(book, draft, 'pending_settlement', 'create', at, who);
  if (story.rail === 'cash') {
    draft.settled_at = at;
    move(book, draft, 'settled', 'settle', at, who);
  }
}

/** The named parts of a sale, for the ledger. */
export function amountsOf(draft: Draft) {
  const { amount, tax_amount, tip_amount } = draft.row as unknown as Record<string, number>;
  return { amount: amount as number, tax_amount: tax_amount ?? 0, tip_amount: tip_amount ?? 0 };
}

function captureAt(book: Book, draft: Draft, story: SaleStory): void {
  const at = story.captured_at as Date;
  const who = speakerOf(book, story);
  const { row, processor } = draft;
  const attempt = attemptAt(book, draft, 'capture', story.amount, at, {
    outcome: 'approved',
    response_code: 100,
    processor_transaction_id: processorTransactionId(row.id),
  });
  postAt(book, 'capture', attempt, row.id, at, {
    processor: processor.id,
    amount: story.amount,
    hold: story.amount,
    transaction: amountsOf(draft),
  });
  Object.assign(row, { amount_captured: story.amount, captured_at: at });
  draft.captured_at = at;
  move(book, draft, 'pending_settlement', 'capture', at, who);
  auditAt(book, draft, 'capture', at, who);
}

function voidAt(book: Book, draft: Draft, story: SaleStory): void {
  const wanted = story.voided_at as Date;
  const captured_ms = (draft.captured_at as Date).getTime();
  const at = new Date(Math.max(wanted.getTime(), captured_ms + 1_000));
  const who = speakerOf(book, story);
  const { row } = draft;
  attemptAt(book, draft, 'void', story.amount, at, {
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
