// `POST /terminal/{id}/settle`: the batch that a terminal's own time would close, closed now.
import { sql } from 'kysely';
import { notFound, refuse } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction } from '../../db/database.ts';
import { merchantConfig } from '../merchant-config.ts';
import { settleProcessor } from '../settlement/close.ts';
import { settingsOf, terminalOf } from './terminal-method.ts';

interface Batch {
  id: string;
  batch_number: string;
  currency: string;
  num_transactions: number;
  amount_captured: number;
  amount_credit: number;
}

/** Batches of the terminal that were closed since a moment. */
async function closedSince(context: Context, mid: string, id: string, since: Date) {
  const { rows } = await sql<Batch>`
    select id, batch_number, currency, num_transactions, amount_captured, amount_credit
    from settlement_batch where merchant_id = ${mid} and processor_id = ${id}
      and state not in ('closing', 'unknown', 'rejected') and updated_at >= ${since}
    order by id`.execute(connect(context));
  return rows.map((row) => ({ ...row, batch_number: Number(row.batch_number) || 0 }));
}

/** Whether a batch of the terminal has no outcome yet. */
async function isUnanswered(context: Context, mid: string, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from settlement_batch
    where merchant_id = ${mid} and processor_id = ${id} and state in ('closing', 'unknown')
    limit 1`.execute(connect(context));
  return rows.length > 0;
}

/**
 * Settles what the terminal has taken. 404 for a terminal that is none of the caller's; refuses
 * where the host settles it by itself.
 */
export async function settle(context: Context, { id }: { id: string }) {
  const mid = context.actor.account_id;
  const config = await merchantConfig(context, mid);
  const terminal = terminalOf(config, id) ?? notFound();
  if (settingsOf(terminal).host_capture === true) {
    const at = terminal.row.settle_at.slice(0, 5);
    refuse('refused', `This terminal settles automatically every day at ${at}.`);
  }
  const started = context.clock.now();
  const settled = await settleProcessor(context, mid, id, started);
  const batches = await closedSince(context, mid, id, started);
  const is_open = batches.length === 0 && (await isUnanswered(context, mid, id));
  const result = is_open ? 'later' : settled;
  await inTransaction(context, mid, (tx) =>
    audit(tx, context, {
      verb: 'settle',
      noun: 'terminal',
      id,
      merchant_id: mid,
      after: { result, batches: batches.map((batch) => batch.id) },
    }),
  );
  if (result === 'later') return { result, batches };
  return { result: batches.length > 0 ? 'settled' : 'nothing_to_settle', batches } as const;
}
