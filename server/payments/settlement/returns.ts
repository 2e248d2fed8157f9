// Bank entries that come back: before their batch, or on a later day after they have settled.
import { sum } from '../../../contract/money.ts';
import type { ResponseBody } from '../../../contract/payments/transactions/record.ts';
import type { Status } from '../../../contract/payments/transactions/states.ts';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/database.ts';
import { wakeOutbox } from '../../jobs/outbox.ts';
import { capturedAmounts, givenBack, postingSums } from '../../ledger/balances.ts';
import { type Amounts, amountsOf } from '../../ledger/components.ts';
import type { AccountSums } from '../../ledger/entries.ts';
import { type Posting, posting } from '../../ledger/postings.ts';
import { post } from '../../ledger/write.ts';
import type { ReturnedEntry } from '../processors/types.ts';
import { assertMove } from '../transactions/outcome.ts';
import type { TransactionRow } from '../transactions/read.ts';
import { lockRow, parentStatements } from '../transactions/refund-parent.ts';
import { audited, change, event, tell, together } from '../transactions/statements.ts';
import type { Closing } from './batches.ts';

const by = { verb: 'return', user_id: '', user_name: 'system' };

/** Statuses an entry may come back from, and what it is then. */
const from_statuses: Record<'returned' | 'late_return', readonly string[]> = {
  returned: ['pending_settlement'],
  late_return: ['settled', 'partially_refunded', 'refunded'],
};

interface Return {
  tx: Tx;
  context: Context;
  closing: Closing;
  entry: ReturnedEntry;
  row: TransactionRow;
  to: 'returned' | 'late_return';
}

function aboutOf({ closing, row }: Return, source_id: string, key: string) {
  return {
    owner_id: closing.merchant_id,
    key,
    source_type: 'transaction',
    source_id,
    effective_on: closing.on,
    currency: row.currency,
  };
}

function negative(amounts: Amounts): Amounts {
  const entries = Object.entries(amounts) as [keyof Amounts, number][];
  return Object.fromEntries(entries.map(([name, value]) => [name, -value])) as unknown as Amounts;
}

/** Refunds of a sale that comes back stand as credits of their own (reference ledger 3.3). */
async function orphaned(given: Return): Promise<Posting[]> {
  const { tx, row } = given;
  const refunds = await tx
    .selectFrom('transaction')
    .select('id')
    .where('merchant_id', '=', row.merchant_id)
    .where('referenced_transaction_id', '=', row.id)
    .where('type', '=', 'refund')
    .where('status', 'in', ['pending_settlement', 'settled'])
    .execute();
  const postings: Posting[] = [];
  for (const { id } of refunds) {
    const { parts } = await givenBack(tx, row.merchant_id, [id]);
    postings.push(posting('refund_orphaned', aboutOf(given, id, id), { refund_parts: parts }));
  }
  return postings;
}

/** A sale's return takes the whole entry back. */
async function saleReturned(given: Return): Promise<Posting[]> {
  const { tx, row, to, entry } = given;
  const sale = await capturedAmounts(tx, row.merchant_id, row.id);
  const about = aboutOf(given, row.id, entry.reference);
  const facts = { processor: row.processor_id, sale };
  if (to === 'returned') return [posting('processor_return', about, facts)];
  return [...(await orphaned(given)), posting('processor_late_return', about, facts)];
}

/** Money given back that could not be delivered: the merchant has it again. */
async function givingReturned(given: Return): Promise<Posting[]> {
  const { tx, row, to, entry } = given;
  const kind = row.type === 'refund' ? 'refund' : 'credit';
  const orphan = await postingSums(tx, row.merchant_id, row.id, 'refund_orphaned');
  const is_orphan = Object.keys(orphan).length > 0;
  if (to === 'returned') {
    const sums = await postingSums(tx, row.merchant_id, row.id, kind);
    const undo = (of: string, posted: AccountSums) =>
      posting('reverse', aboutOf(given, row.id, `${of}:${row.id}`), { posting: posted });
    return [undo(kind, sums), ...(is_orphan ? [undo('refund_orphaned', orphan)] : [])];
  }
  const about = aboutOf(given, row.id, entry.reference);
  const processor = row.processor_id;
  // A credit, and a refund whose sale is gone, have no parts to give back: they were given away.
  if (kind === 'credit' || is_orphan) {
    return [posting('processor_late_return', about, { processor, credit: row.amount })];
  }
  const { parts } = await givenBack(tx, row.merchant_id, [row.id]);
  const sale = negative(amountsOf(parts));
  return [posting('processor_late_return', about, { processor, sale })];
}

/** A refund that came back no longer takes from what its sale may give. */
async function parentChanges({ tx, context, row }: Return) {
  if (row.type !== 'refund') return [];
  const parent = await lockRow(tx, row.merchant_id, row.referenced_transaction_id);
  const changes = {
    refund_reserved: sum([parent.refund_reserved, -row.amount]),
    amount_refunded: sum([parent.amount_refunded, -row.amount]),
  };
  if (!from_statuses.late_return.includes(parent.status)) {
    return [change('transaction', parent, changes)];
  }
  return parentStatements(context, parent, changes, by);
}

async function write(given: Return): Promise<void> {
  const { tx, context, row, to, entry } = given;
  assertMove(row.status, to as Status);
  const gives_back = row.type === 'refund' || row.type === 'credit';
  const postings = await (gives_back ? givingReturned(given) : saleReturned(given));
  const body = row.response_body as unknown as ResponseBody;
  const response_body = body.ach
    ? { ...body, ach: { ...body.ach, return_code: entry.code } }
    : body;
  const changes = {
    status: to,
    response_body,
    version: row.version + 1,
    updated_at: context.clock.now(),
  };
  const parent = await parentChanges(given);
  await together(tx, [
    change('transaction', row, changes),
    event(context, row, to, by),
    tell(context, row, 'transaction_update'),
    ...parent,
    audited(context, {
      verb: 'return',
      noun: 'transaction',
      id: row.id,
      merchant_id: row.merchant_id,
      before: { status: row.status },
      after: { status: to, return_code: entry.code },
    }),
  ]);
  await post(tx, context, postings);
}

/**
 * Books entries that came back; each in a commit of its own. One that is booked already, or that is
 * not where a return can find it, is left alone and told to the log.
 */
export async function bookReturns(
  context: Context,
  closing: Closing,
  entries: readonly ReturnedEntry[],
  to: 'returned' | 'late_return',
): Promise<void> {
  for (const entry of entries) {
    await inTransaction(context, closing.merchant_id, async (tx) => {
      const attempt = await tx
        .selectFrom('rail_attempt')
        .select('transaction_id')
        .where('merchant_id', '=', closing.merchant_id)
        .where('processor_id', '=', closing.processor.row.id)
        .where('reference', '=', entry.reference)
        .executeTakeFirst();
      const row = attempt && (await lockRow(tx, closing.merchant_id, attempt.transaction_id));
      if (row?.status === to) return;
      if (!row || !from_statuses[to].includes(row.status)) {
        const about = {
          reference: entry.reference,
          status: row?.status,
          request_id: context.request_id,
        };
        context.log.warn(about, 'a bank entry came back that is not waiting for it');
        return;
      }
      await write({ tx, context, closing, entry, row, to });
    });
    wakeOutbox(context);
  }
}
