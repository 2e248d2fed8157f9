// Resolves a batch that differs from its report: an administrator accepts its suspense (ledger
// 5.3).
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { notFound, refuse } from '../../../contract/errors.ts';
import type { settlement } from '../../../contract/payments/settlement.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { inTransaction, type Tx } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import type { Handlers } from '../../http/serve.ts';
import { wakeOutbox } from '../../jobs/outbox-waker.ts';
import { posting } from '../../ledger/postings.ts';
import { post } from '../../ledger/write.ts';
import { localDay } from '../days.ts';
import type { BatchRow } from './batches.ts';
import { publishBatchEvent } from './book.ts';

type Resolve = Handlers<typeof settlement>['resolve'];

async function lock(tx: Tx, context: Context, merchant_id: string, id: string) {
  const row = await tx
    .selectFrom('settlement_batch')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where(scope(context, 'settlement_batch.merchant_id'))
    .forUpdate()
    .executeTakeFirst();
  return row ?? notFound();
}

/** What the batch has in suspense, and the time zone of its processor. */
async function suspenseOf(tx: Tx, { merchant_id, id, processor_id }: BatchRow) {
  const { rows } = await sql<{ amount: number; timezone: string }>`
    select p.timezone, coalesce((
      select sum(l.amount) from ledger_line l
      where l.owner_id = p.merchant_id and l.source_id = ${id}
        and l.kind = 'settlement_suspense'), 0)::bigint as amount
    from processor p where p.merchant_id = ${merchant_id} and p.id = ${processor_id}`.execute(tx);
  return rows[0] as { amount: number; timezone: string };
}

/**
 * Posts the difference away and confirms the batch. Items of ours that the host did not take stay
 * pending: they belong to a later batch. Refuses a batch that is in no dispute with its report.
 */
export const resolve: Resolve = async (context, { merchantId, id }, { to, reason }) => {
  const resolved = await inTransaction(context, merchantId, async (tx) => {
    const batch = await lock(tx, context, merchantId, id);
    if (batch.state !== 'mismatch') refuse('refused', 'the batch already matches its report');
    const { amount, timezone } = await suspenseOf(tx, batch);
    const now = context.clock.now();
    const about = {
      owner_id: merchantId,
      key: id,
      source_type: 'settlement_batch',
      source_id: id,
      effective_on: localDay(now, timezone),
      currency: batch.currency,
    };
    const input = { processor: batch.processor_id, amount, to };
    await post(tx, context, [posting('suspense_resolve', about, input)]);
    const state = 'confirmed' as const;
    const written = await tx
      .updateTable('settlement_batch')
      .set({ state, updated_at: now })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .where('state', '=', batch.state)
      .executeTakeFirst();
    assert(written.numUpdatedRows === 1n, 'a batch stands as it was locked');
    await audit(tx, context, {
      verb: 'resolve',
      noun: 'settlement_batch',
      id,
      merchant_id: merchantId,
      before: { state: batch.state },
      after: { state, to, amount, reason },
    });
    await publishBatchEvent(tx, context, { ...batch, state });
    return { id, merchant_id: merchantId, state, currency: batch.currency, amount };
  });
  wakeOutbox(context);
  return resolved;
};
