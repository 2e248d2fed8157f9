// Settling a processor's day: intent, close at the host, returns, one booking a batch (rails 17.5).
import { sql } from 'kysely';
import { closeIsIdempotent } from '../../../contract/payments/processor-types/catalogue.ts';
import type { Context } from '../../context.ts';
import { isDatabaseUnavailable } from '../../db/connections/connection-errors.ts';
import { connect } from '../../db/database.ts';
import { localDay } from '../days.ts';
import type { ProcessorConfig } from '../merchant-config.ts';
import type { BatchClose, BatchMember } from '../processors/batch-types.ts';
import { whyNotStored } from '../transactions/outcomes/why-not-stored.ts';
import {
  type BatchRow,
  beginClosing,
  type Closing,
  closeReference,
  emptyBatch,
  mismatches,
  openClosings,
  pendingCurrencies,
  rowsOf,
  setBatchMessage,
  setState,
} from './batches.ts';
import { bookBatch, type HostReport } from './book.ts';
import { type BatchHost, hostOf } from './host.ts';
import { bookReturns } from './returns.ts';
import { recordedClose, storeNumber, takeClose } from './single-close.ts';

/** `later`: the host has not answered or cannot be reached, or its answer could not be booked. */
export type Settled = 'done' | 'later';
/**
 * `more`: the host has more items open than it took. `next`: the round was booked by an earlier
 * run, and something waits that is not in it. `failed`: the host has answered and some of it could
 * not be booked.
 */
type Round = Settled | 'more' | 'next' | 'failed';

/** The maximum number of closes after one answer; the rest waits for the next day. */
const max_rounds = 50;
/** How long a host that did nothing is tried again before its items wait for the next day. */
const patience_ms = 6 * 3_600_000;
/** How long after settling a bank entry may come back. */
const return_window = '90 days';

/**
 * Closes a processor's batch that was due at `due` and books what its host says. It may run again
 * after a crash at any point: the close is known to the host by a name computed from processor and
 * day, or is sent once, so it happens once, and what is booked is left alone. Processors that do
 * not settle at our command are `done` at once. Empty batches are not made.
 */
export async function settleProcessor(
  context: Context,
  merchant_id: string,
  processor_id: string,
  due: Date,
): Promise<Settled> {
  if (!(await hasWork(context, merchant_id, processor_id, due))) return 'done';
  const found = await hostOf(context, merchant_id, processor_id);
  if (!found) return 'done';
  const { processor, host } = found;
  const on = localDay(due, processor.row.timezone);
  const first = closeReference(merchant_id, processor_id, on, 0);
  for (const earlier of await openClosings(context, merchant_id, processor)) {
    if (earlier.reference === first) continue;
    // An exception that cannot be booked is retried by the job of its own day and does not delay
    // others.
    if ((await closeOnce(context, host, earlier, false)) === 'later') return 'later';
  }
  await explainMismatches(context, host, merchant_id, processor);
  let continues = false;
  for (let n = 0; n < max_rounds; n++) {
    const reference = closeReference(merchant_id, processor_id, on, n);
    const closing = { merchant_id, processor, on, due, reference, continues };
    const round = await closeOnce(context, host, closing, n === 0);
    if (round === 'failed') return 'later';
    if (round === 'done' || round === 'later') return round;
    continues = round === 'more';
  }
  return 'done';
}

/** Finishes what was begun at a processor, whatever its day; begins nothing. */
export async function finishClosings(
  context: Context,
  merchant_id: string,
  processor_id: string,
): Promise<Settled> {
  const found = await hostOf(context, merchant_id, processor_id);
  if (!found) return 'done';
  const { processor, host } = found;
  let settled: Settled = 'done';
  for (const closing of await openClosings(context, merchant_id, processor)) {
    const round = await closeOnce(context, host, closing, false);
    if (round === 'later' || round === 'failed') settled = 'later';
  }
  return settled;
}

const nothing_open = 'No batch was open at the processor. Check its earlier batches.';

const settled_states = sql`('settled', 'partially_refunded', 'refunded')`;

/**
 * One query that ends most nights of most processors: nothing is pending and nothing can be
 * returned.
 */
async function hasWork(
  context: Context,
  merchant_id: string,
  processor_id: string,
  due: Date,
): Promise<boolean> {
  const mine = sql`merchant_id = ${merchant_id} and processor_id = ${processor_id}`;
  const { rows } = await sql<{ found: boolean }>`select
    exists (select 1 from transaction where ${mine} and status = 'pending_settlement')
    or exists (select 1 from settlement_batch where ${mine} and state in ('closing', 'unknown'))
    or exists (select 1 from transaction where ${mine} and payment_type = 'ach'
      and status in ${settled_states}
      and created_at > ${due}::timestamptz - ${return_window}::interval)
    as found`.execute(connect(context));
  return (rows[0] as { found: boolean }).found;
}

function isOpen(row: BatchRow): boolean {
  return row.state === 'closing' || row.state === 'unknown';
}

/**
 * Whether entries that settled earlier may have been returned: then the host is asked even without
 * items.
 */
async function hasPossibleReturns(context: Context, closing: Closing): Promise<boolean> {
  const { merchant_id, processor } = closing;
  if (processor.type.capabilities.ach === null) return false;
  const { rows } = await sql`select 1 from transaction
    where merchant_id = ${merchant_id} and processor_id = ${processor.row.id}
      and status in ${settled_states}
      and created_at > ${closing.due}::timestamptz - ${return_window}::interval
    limit 1`.execute(connect(context));
  return rows.length > 0;
}

async function closeOnce(
  context: Context,
  host: BatchHost,
  closing: Closing,
  polls_returns: boolean,
): Promise<Round> {
  const begun = await rowsOf(context, closing);
  if (begun.length > 0 && !begun.some(isOpen)) {
    return (await pendingCurrencies(context, closing)).length > 0 ? 'next' : 'done';
  }
  const rows =
    begun.length > 0
      ? begun
      : await beginClosing(context, closing, await pendingCurrencies(context, closing));
  if (rows.length === 0 && !(polls_returns && (await hasPossibleReturns(context, closing)))) {
    return 'done';
  }
  const answer = await closeAtHost(context, host, closing, rows);
  if (answer === 'done' || answer === 'later') return answer;
  if (answer.result !== 'closed') return await unanswered(context, closing, answer);
  const members = answer.batch_number > 0 ? await host.members(answer.batch_number) : [];
  if (members === null) {
    await setState(context, closing, 'unknown', 'the members of the batch could not be read');
    return 'later';
  }
  await bookReturns(context, closing, answer.returned, 'returned');
  await bookReturns(context, closing, answer.late_returned, 'late_return');
  if (!(await bookAll(context, closing, rows, answer, members))) return 'failed';
  return answer.more ? 'more' : 'done';
}

/** What the host answers; `done` or `later` where it is not asked again. */
async function closeAtHost(
  context: Context,
  host: BatchHost,
  closing: Closing,
  rows: readonly BatchRow[],
): Promise<BatchClose | Settled> {
  if (closeIsIdempotent(closing.processor.type)) return await host.close(closing.reference);
  const stored = recordedClose(rows);
  if (stored) return stored;
  // What was sent may have closed the batch: a person finds out.
  if (rows.some((row) => row.state === 'unknown')) return 'done';
  if (!(await takeClose(context, closing))) return 'later';
  const answer = await host.close(closing.reference);
  if (answer.result !== 'closed') return answer;
  if (answer.batch_number === 0 && (await pendingCurrencies(context, closing)).length > 0) {
    await setState(context, closing, 'unknown', nothing_open);
    return 'later';
  }
  return (await storeNumber(context, closing, answer.batch_number)) ? answer : 'later';
}

async function unanswered(
  context: Context,
  closing: Closing,
  answer: Exclude<BatchClose, { result: 'closed' }>,
): Promise<Settled> {
  const { processor, due } = closing;
  const about = {
    processor_id: processor.row.id,
    reason: answer.reason,
    request_id: context.request_id,
  };
  context.log.warn(about, 'a batch could not be closed');
  if (answer.result === 'no_answer') {
    await setState(context, closing, 'unknown', answer.reason);
    return 'later';
  }
  if (context.clock.now().getTime() - due.getTime() < patience_ms) {
    // It is certain that nothing was closed, so it may be sent again.
    if (!closeIsIdempotent(processor.type)) await setState(context, closing, 'closing', '');
    return 'later';
  }
  await setState(context, closing, 'rejected', answer.reason);
  return 'done';
}

/** Books the batch of each currency by itself; false where one of them could not be booked. */
async function bookAll(
  context: Context,
  closing: Closing,
  rows: readonly BatchRow[],
  answer: Extract<BatchClose, { result: 'closed' }>,
  members: readonly BatchMember[],
): Promise<boolean> {
  let all = true;
  const currencies = new Set([...rows, ...members].map((one) => one.currency));
  for (const currency of [...currencies].sort()) {
    const batch =
      rows.find((row) => row.currency === currency) ?? emptyBatch(context, closing, currency);
    const booked = await bookOrAlert(context, batch, {
      batch_number: answer.batch_number,
      text: answer.text,
      members: members.filter((member) => member.currency === currency),
      more: answer.more,
    });
    if (!booked) all = false;
  }
  return all;
}

/** Books a batch; a failure is alerted, stored with its reason, and does not stop the others. */
async function bookOrAlert(
  context: Context,
  batch: BatchRow,
  report: HostReport,
): Promise<boolean> {
  try {
    await bookBatch(context, batch, report);
    return true;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    const { merchant_id, processor_id, id } = batch;
    const { request_id } = context;
    context.log.error(
      {
        err: error,
        alert: 'batch_not_booked',
        merchant_id,
        processor_id,
        batch_id: id,
        request_id,
      },
      'a batch could not be booked',
    );
    const why = `The batch could not be recorded. ${whyNotStored(error)} Error ID: ${request_id}.`;
    await setBatchMessage(context, batch, why);
    return false;
  }
}

/** Items that the host settled before we had them join the batch that contains them. */
async function explainMismatches(
  context: Context,
  host: BatchHost,
  merchant_id: string,
  processor: ProcessorConfig,
): Promise<void> {
  for (const batch of await mismatches(context, merchant_id, processor)) {
    const batch_number = Number(batch.batch_number);
    const members = await host.members(batch_number);
    if (members === null) continue;
    await bookOrAlert(context, batch, {
      batch_number,
      text: batch.response_message,
      members: members.filter((member) => member.currency === batch.currency),
      more: false,
    });
  }
}
