// Returned bank entries that cannot be booked yet: stored and retried.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/database.ts';
import type { ReturnedEntry } from '../processors/batch-types.ts';
import { secondsFrom } from '../transactions/attempts/attempts.ts';
import { whyNotStored } from '../transactions/outcomes/why-not-stored.ts';
import { lockRow, type TransactionRow } from '../transactions/reading/read.ts';

export type Kind = 'returned' | 'late_return';

/** A returned entry, as the host reported it with the close of the local day `on`. */
export interface ReturnNotice {
  merchant_id: string;
  processor_id: string;
  entry: ReturnedEntry;
  to: Kind;
  on: string;
}

/** Deletes the stored row of an entry that is booked now. */
export function deleteWaitingReturn(
  tx: Tx,
  { merchant_id, processor_id, entry, to }: ReturnNotice,
) {
  return tx
    .deleteFrom('waiting_return')
    .where('merchant_id', '=', merchant_id)
    .where('processor_id', '=', processor_id)
    .where('reference', '=', entry.reference)
    .where('kind', '=', to);
}

async function transactionOf(
  tx: Tx,
  { merchant_id, processor_id, entry }: ReturnNotice,
): Promise<string> {
  const attempt = await tx
    .selectFrom('rail_attempt')
    .select('transaction_id')
    .where('merchant_id', '=', merchant_id)
    .where('processor_id', '=', processor_id)
    // Our reference is the attempt's id.
    .where('id', '=', entry.reference)
    .executeTakeFirst();
  return attempt?.transaction_id ?? '';
}

/** The transaction of an entry, locked; undefined if none of our attempts has its reference. */
export async function findReturnedTransaction(
  tx: Tx,
  notice: ReturnNotice,
): Promise<TransactionRow | undefined> {
  const id = await transactionOf(tx, notice);
  return id === '' ? undefined : await lockRow(tx, notice.merchant_id, id);
}

/** The stored row of an entry that waits for its transaction or for its next try. */
function waitingRow({ clock }: Context, notice: ReturnNotice, transaction_id: string) {
  const { merchant_id, processor_id, entry, to, on } = notice;
  return {
    merchant_id,
    processor_id,
    reference: entry.reference,
    kind: to,
    code: entry.code,
    effective_on: on,
    transaction_id,
    created_at: clock.now(),
  };
}

/**
 * Stores an entry until its transaction is in a state in which it can be booked; recovery retries.
 */
export async function storeWaitingReturn(
  tx: Tx,
  context: Context,
  notice: ReturnNotice,
  row: TransactionRow | undefined,
) {
  await tx
    .insertInto('waiting_return')
    .values(waitingRow(context, notice, row?.id ?? ''))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { reference } = notice.entry;
  const about = { reference, status: row?.status, request_id: context.request_id };
  context.log.warn(
    about,
    'a returned bank entry cannot be booked yet and waits for its transaction',
  );
}

/** Delay until the next try: a minute, doubled each time, at most six hours. */
const first_wait_seconds = 60;
const longest_wait_seconds = 21_600;

/**
 * Keeps an entry whose booking failed, in a commit of its own: counted, alerted, tried again. The
 * audit `i21-returns-are-booked` shows it with its reason.
 */
export async function storeFailedReturn(
  context: Context,
  notice: ReturnNotice,
  error: unknown,
): Promise<void> {
  const { merchant_id, processor_id, entry } = notice;
  const { request_id: error_id, clock } = context;
  const now = clock.now();
  context.log.error(
    {
      err: error,
      alert: 'return_not_booked',
      merchant_id,
      processor_id,
      ...entry,
      request_id: error_id,
    },
    'a bank entry that came back could not be booked',
  );
  const next = sql<Date>`${now}::timestamptz + least(${longest_wait_seconds}::float8,
    ${first_wait_seconds} * power(2, least(waiting_return.try_count, 20))) * interval '1 second'`;
  await inTransaction(context, merchant_id, async (tx) => {
    const tried = { last_error: whyNotStored(error), error_id };
    await tx
      .insertInto('waiting_return')
      .values({
        ...waitingRow(context, notice, await transactionOf(tx, notice)),
        try_count: 1,
        next_try_at: secondsFrom(now, first_wait_seconds),
        ...tried,
      })
      .onConflict((conflict) =>
        conflict.columns(['merchant_id', 'processor_id', 'reference', 'kind']).doUpdateSet({
          ...tried,
          try_count: sql`waiting_return.try_count + 1`,
          next_try_at: next,
        }),
      )
      .execute();
  });
}
