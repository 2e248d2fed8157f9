// Tells the rail lab what it would know had the demo world's payments really gone through it.
import type { Context } from '../context.ts';
import type { Book, Draft } from './book.ts';
import { labCredentials } from './processors.ts';
import { processorTransactionId } from './sales.ts';

const states: Record<string, string> = {
  authorized: 'authorized',
  flagged: 'authorized',
  pending_settlement: 'pending',
  settled: 'settled',
  partially_refunded: 'settled',
  refunded: 'settled',
  voided: 'voided',
  returned: 'returned',
  late_return: 'late_returned',
};

const lines_a_request = 4_000;

type Numbers = ReadonlyMap<unknown, number>;

function lineOf(draft: Draft, reference: string, numbers: Numbers): string | null {
  const { processor } = draft;
  const { row, status } = draft;
  const state = states[status];
  if (!state || processor.type === 'cash') return null;
  const operation =
    row.type === 'refund' ? 'refund' : status === 'flagged' ? 'authorize' : row.type;
  return JSON.stringify({
    rail: processor.type === 'house_ach' ? 'ach' : 'card',
    credentials: labCredentials(processor),
    item: {
      transaction_id: processorTransactionId(row.id),
      reference,
      operation,
      state,
      currency: row.currency,
      amount: row.amount,
      captured_amount: row.amount_captured,
      settled_amount: row.amount_settled,
      refunded_amount: row.amount_refunded,
      at: (row.created_at as Date).toISOString(),
      last_four: row.card_last_four,
      batch: numbers.get(row.settlement_batch_id) ?? 0,
    },
  });
}

/** Loads every approved payment of a merchant; the lab skips what it knows already. */
export async function loadLab(context: Context, book: Book): Promise<void> {
  const lab = context.lab_url();
  if (!lab) return;
  const references = new Map<string, string>();
  for (const attempt of book.attempts) {
    const { transaction_id, reference } = attempt as { transaction_id: string; reference: string };
    if (!references.has(transaction_id)) references.set(transaction_id, reference);
  }
  // The host counts its batches on from the last one that it knows.
  const numbers = new Map(book.batches.map(({ id, batch_number }) => [id, Number(batch_number)]));
  const lines = book.transactions.flatMap((draft) => {
    const reference = references.get(draft.row.id);
    const line = reference && lineOf(draft, reference, numbers);
    return line ? [line] : [];
  });
  for (let from = 0; from < lines.length; from += lines_a_request) {
    const answer = await context.egress.exchange({
      url: `${lab}/control/load`,
      body: lines.slice(from, from + lines_a_request).join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
      connect_timeout_ms: 5_000,
      first_byte_timeout_ms: 30_000,
      total_timeout_ms: 30_000,
      max_answer_bytes: 65_536,
    });
    if (answer.kind !== 'answered' || answer.status !== 200) {
      throw new Error(`The rail lab did not take the demo world: ${JSON.stringify(answer)}`);
    }
  }
}
