// Batches of the demo world: what was captured is settled, returned or waits, as the cut-offs fell.
import { share, sum } from '../../contract/money.ts';
import { empty_address } from '../../contract/payments/transactions/record.ts';
import { refundParts } from '../ledger/components.ts';
import { localDay } from '../payments/days.ts';
import { nextSettlement } from '../payments/settlement/schedule.ts';
import {
  attemptAt,
  auditAt,
  type Book,
  type Draft,
  idAt,
  move,
  postAt,
  type SeedProcessor,
} from './book.ts';
import type { DemoSale } from './demo-sales.ts';
import { type Deposits, depositOf, makeDeposits } from './deposits.ts';
import { amountsOf, processorTransactionId } from './sales.ts';

const product = { id: '', username: '' };
const hour_ms = 3_600_000;

interface Item {
  draft: Draft;
  sale: DemoSale;
  /** The sale that a refund gives back. */
  parent: Draft | null;
}

/** Settles, returns and refunds everything the sales say, day by day until now. */
export function settleBook(book: Book, sales: { draft: Draft; sale: DemoSale }[]): void {
  for (const rail of ['card', 'ach'] as const) {
    const processor = book.processors[rail];
    const open: Item[] = sales
      .filter(({ draft }) => draft.processor === processor && draft.captured_at !== null)
      .map((sale) => ({ ...sale, parent: null }));
    settleProcessor(book, processor, open);
  }
}

/** Items in order of capture: sales are known from the start, refunds join as batches settle. */
interface Queue {
  sales: readonly Item[];
  position: number;
  refunds: Item[];
}

function capturedMs({ draft }: Item): number {
  return (draft.captured_at as Date).getTime();
}

function firstCapture(queue: Queue): number | null {
  const sale = queue.sales[queue.position];
  const refund = queue.refunds[0];
  const moments = [sale, refund].flatMap((item) => (item ? [capturedMs(item)] : []));
  return moments.length > 0 ? Math.min(...moments) : null;
}

function takeUntil(queue: Queue, closes_ms: number): Item[] {
  const from = queue.position;
  let item = queue.sales[queue.position];
  while (item && capturedMs(item) < closes_ms) {
    queue.position += 1;
    item = queue.sales[queue.position];
  }
  const due = queue.refunds.filter((refund) => capturedMs(refund) < closes_ms);
  queue.refunds = queue.refunds.filter((refund) => capturedMs(refund) >= closes_ms);
  return [...queue.sales.slice(from, queue.position), ...due];
}

function settleProcessor(book: Book, processor: SeedProcessor, open: Item[]): void {
  const sales = [...open].sort((a, b) => capturedMs(a) - capturedMs(b));
  const queue: Queue = { sales, position: 0, refunds: [] };
  const deposits = makeDeposits(book, processor);
  const begun = book.batches.length;
  for (;;) {
    const first = firstCapture(queue);
    if (first === null) return;
    const closes = nextSettlement(processor, new Date(first));
    if (closes > book.now) return;
    const members = takeUntil(queue, closes.getTime());
    // A close with nothing left to settle has no number, as at the host.
    const number = book.batches.length - begun + 1;
    const closed = closeBatch(book, deposits, { processor, members, at: closes, number });
    queue.refunds.push(...closed);
    queue.refunds.sort((a, b) => capturedMs(a) - capturedMs(b));
  }
}

interface Closed {
  processor: SeedProcessor;
  members: Item[];
  at: Date;
  number: number;
}

function closeBatch(book: Book, deposits: Deposits, closed: Closed): Item[] {
  const { processor, members, at, number } = closed;
  const returned = members.filter(({ sale }) => sale.returned === 'returned');
  for (const item of returned) returnBefore(book, item, at);
  const settled = members.filter(({ sale }) => sale.returned !== 'returned');
  if (settled.length === 0) return [];
  const batch_id = idAt(book, at);
  const batch_on = localDay(at, processor.timezone);
  for (const { draft } of settled) settleDraft(book, draft, batch_id, at);
  const captured = sum(settled.filter((item) => !item.parent).map(({ draft }) => draft.row.amount));
  const credited = sum(settled.filter((item) => item.parent).map(({ draft }) => draft.row.amount));
  const closing = { batch_id, batch_on, at, number, captured, credited };
  const batch = batchRow(book, processor, closing, settled);
  book.batches.push(batch);
  const input = { processor: processor.id, captured, credited };
  postAt(book, 'batch_close', batch_id, batch_id, at, input, batch_on);
  const late = settled.filter(({ sale }) => sale.returned === 'late_return');
  for (const item of late) returnLate(book, item, at, deposits);
  const paid_at = deposits.payOut(batch);
  if (paid_at) Object.assign(batch, { state: 'funded', updated_at: paid_at });
  return settled.filter((item) => !item.parent).flatMap((item) => refundsOf(book, item));
}

interface Closing {
  batch_id: string;
  batch_on: string;
  at: Date;
  number: number;
  captured: number;
  credited: number;
}

function batchRow(book: Book, processor: SeedProcessor, closing: Closing, settled: Item[]) {
  const { batch_id, batch_on, at, number, captured, credited } = closing;
  return {
    merchant_id: book.merchant.id,
    id: batch_id,
    processor_id: processor.id,
    processor_name: processor.name,
    processor_type: processor.type,
    state: 'closed',
    currency: 'usd',
    batch_on,
    batch_date: at,
    batch_number: String(number),
    num_transactions: settled.length,
    amount_captured: captured,
    amount_credit: credited,
    net_deposit: captured - credited,
    response_code: 100,
    response_message: ' ACCEPT',
    created_at: at,
    updated_at: at,
  };
}

function settleDraft(book: Book, draft: Draft, batch_id: string, at: Date): void {
  const { row } = draft;
  Object.assign(row, {
    amount_settled: row.amount,
    settlement_batch_id: batch_id,
    settled_at: at,
  });
  draft.settled_at = at;
  move(book, draft, 'settled', 'settle', at, product);
}

function returnBefore(book: Book, { draft }: Item, at: Date): void {
  const sale = amountsOf(draft);
  postAt(book, 'processor_return', draft.row.id, draft.row.id, at, {
    processor: draft.processor.id,
    sale,
  });
  markReturned(draft);
  move(book, draft, 'returned', 'return', at, product);
}

function returnLate(book: Book, { draft }: Item, settled_at: Date, deposits: Deposits): void {
  // The bank says so once it has paid the sale out.
  const { timezone } = draft.processor;
  const paid_out = depositOf(localDay(settled_at, timezone), timezone);
  const { at } = depositOf(paid_out.on, timezone);
  if (at > book.now) return;
  postAt(book, 'processor_late_return', draft.row.id, draft.row.id, at, {
    processor: draft.processor.id,
    sale: amountsOf(draft),
  });
  deposits.takesBack(draft.row.amount, at);
  markReturned(draft);
  move(book, draft, 'late_return', 'return', at, product);
}

function markReturned(draft: Draft): void {
  const body = draft.row.response_body as { ach?: Record<string, unknown> };
  if (body.ach) body.ach.return_code = 'R01';
}

/** Refunds of a sale that has just settled; each is a transaction that waits for its own batch. */
function refundsOf(book: Book, sale: Item): Item[] {
  let before = { amount: 0, parts: {} as ReturnType<typeof refundParts> };
  const items: Item[] = [];
  let last = sale.draft.settled_at as Date;
  for (const planned of sale.sale.refunds) {
    const earliest = new Date(last.getTime() + 2 * hour_ms);
    const at = planned.at > earliest ? planned.at : earliest;
    if (at > book.now) break;
    const amount = share(sale.draft.row.amount, planned.share_percent, 100);
    const input = { sale: amountsOf(sale.draft), amount, before };
    const parts = refundParts(input);
    items.push(refund(book, sale, amount, at, input));
    const entries = Object.entries(parts).map(([name, part = 0]) => [
      name,
      part + (before.parts[name as keyof typeof parts] ?? 0),
    ]);
    before = { amount: before.amount + amount, parts: Object.fromEntries(entries) };
    last = at;
  }
  return items;
}

type RefundInput = Parameters<typeof refundParts>[0];

function refund(book: Book, sale: Item, amount: number, at: Date, input: RefundInput): Item {
  const parent = sale.draft;
  const who = book.merchant.clerk;
  const id = idAt(book, at);
  const draft: Draft = {
    row: refundRow(parent, id, amount, at, who),
    status: '',
    event_count: 0,
    processor: parent.processor,
    captured_at: at,
    settled_at: null,
  };
  book.transactions.push(draft);
  move(book, draft, 'pending', 'refund', at, who);
  attemptAt(book, draft, 'refund', amount, at, {
    outcome: 'approved',
    response_code: 100,
    processor_transaction_id: processorTransactionId(id),
  });
  postAt(book, 'refund', id, id, at, { ...input, processor: parent.processor.id });
  move(book, draft, 'pending_settlement', 'refund', at, who);
  auditAt(book, draft, 'refund', at, who);
  const refunded = (parent.row.amount_refunded as number) + amount;
  Object.assign(parent.row, { amount_refunded: refunded, refund_reserved: refunded });
  const whole = refunded === parent.row.amount;
  move(book, parent, whole ? 'refunded' : 'partially_refunded', 'refund', at, who);
  return { draft, sale: { ...sale.sale, refunds: [], returned: '' }, parent };
}

function refundRow(
  parent: Draft,
  id: string,
  amount: number,
  at: Date,
  who: { id: string; username: string },
): Draft['row'] {
  return {
    ...parent.row,
    id,
    type: 'refund',
    status: '',
    version: 0,
    amount,
    base_amount: amount,
    amount_authorized: amount,
    amount_captured: amount,
    amount_settled: 0,
    amount_refunded: 0,
    refund_reserved: 0,
    tip_amount: 0,
    tax_amount: 0,
    user_id: who.id,
    user_name: who.username,
    transaction_source: 'cp',
    settlement_batch_id: '',
    referenced_transaction_id: parent.row.id,
    shipping_address: empty_address,
    detail: { processor_ref: { transaction_id: processorTransactionId(id) } },
    created_at: at,
    updated_at: at,
    captured_at: at,
    settled_at: null,
  };
}
