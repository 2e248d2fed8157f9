// Pays out the batches of the demo world as its clock passes: no bank stands behind the sandbox.
import { sql } from 'kysely';
import { subtract } from '../../contract/money.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { connect, inTransaction } from '../db/database.ts';
import { tryEach } from '../db/each.ts';
import type { JobDefinition } from '../jobs/runner.ts';
import { posting } from '../ledger/postings.ts';
import { post } from '../ledger/write.ts';
import { depositOf } from './deposits.ts';

const every_ms = 6 * 3_600_000;

interface Closed {
  merchant_id: string;
  id: string;
  processor_id: string;
  timezone: string;
  currency: string;
  batch_on: string;
  net_deposit: number;
}

const paysOut = ({ config }: Context) =>
  config.seed === 'demo' && config.environment !== 'production';

/** Closed batches, oldest first: what came back after settling lessens the next deposit. */
async function closedBatches(context: Context): Promise<Closed[]> {
  const { rows } = await sql<Closed>`select b.merchant_id, b.id, b.processor_id, p.timezone,
      b.currency, b.batch_on, b.net_deposit
    from settlement_batch b
    join processor p on p.merchant_id = b.merchant_id and p.id = b.processor_id
    where b.state = 'closed' order by b.batch_date, b.id`.execute(connect(context));
  return rows;
}

/** What late returns took back and no deposit has been lessened by yet. */
const owed_sql = ({ merchant_id, processor_id, currency }: Closed) => sql<{ owed: number }>`
  select (-coalesce((select sum(e.amount) from ledger_account a
      join ledger_entry e on e.owner_id = a.owner_id and e.account_id = a.id
      join ledger_posting p on p.owner_id = e.owner_id and p.id = e.posting_id
      where a.owner_id = ${merchant_id} and a.kind = 'settlement_receivable'
        and a.party = ${processor_id} and a.currency = ${currency}
        and p.kind in ('funding', 'processor_late_return')), 0)
    - coalesce((select sum(b.net_deposit) from settlement_batch b
      where b.merchant_id = ${merchant_id} and b.processor_id = ${processor_id}
        and b.currency = ${currency} and b.state = 'funded'), 0))::bigint as owed`;

/** Books the deposit of a batch and says so on it, unless that has happened. */
async function payOut(context: Context, batch: Closed, on: string): Promise<void> {
  const { merchant_id, id, processor_id: processor, currency, net_deposit } = batch;
  await inTransaction(context, merchant_id, async (tx) => {
    const { rows } = await owed_sql(batch).execute(tx);
    const deposit = subtract(net_deposit, rows[0]?.owed ?? 0);
    const paid = await tx
      .updateTable('settlement_batch')
      .set({ state: 'funded', updated_at: context.clock.now() })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .where('state', '=', 'closed')
      .executeTakeFirst();
    if (paid.numUpdatedRows === 0n) return;
    const source = { source_type: 'settlement_batch', source_id: id } as const;
    const about = { owner_id: merchant_id, key: id, ...source, effective_on: on, currency };
    await post(tx, context, [posting('funding', about, { processor, deposit })]);
    const before = { state: 'closed' };
    const after = { state: 'funded', deposit };
    await audit(tx, context, {
      ...{ verb: 'fund', noun: 'settlement_batch', id, merchant_id },
      ...{ before, after },
    });
  });
}

/** Four times a day of business time: a clock moved by days takes its turns with the closes. */
export const demoDeposits: JobDefinition = {
  name: 'demo_deposits',
  queue: 'money',
  standing: async (context) =>
    paysOut(context) ? [{ key: 'all', due_at: context.clock.now() }] : [],
  async run(context, job) {
    if (!paysOut(context)) return null;
    const now = context.clock.now();
    await tryEach(context, {
      parts: await closedBatches(context),
      alert: 'not_paid_out',
      sentence: 'a batch of the demo world was not paid out',
      about: ({ merchant_id, id }) => ({ merchant_id, batch_id: id }),
      async work(batch) {
        const { on, at } = depositOf(batch.batch_on, batch.timezone);
        if (at <= now) await payOut(context, batch, on);
      },
    });
    return new Date(job.due_at.getTime() + every_ms);
  },
};
