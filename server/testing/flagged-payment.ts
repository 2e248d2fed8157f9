// A flagged payment for tests: no rule flags one by itself before its answer.
import { pipeline } from '../db/connections/pipeline.ts';
import { change } from '../db/connections/statements.ts';
import { inTransaction } from '../db/database.ts';
import { getRow } from '../payments/transactions/reading/read.ts';
import type { MoneyWorld } from './worlds/money-world.ts';
import { asOwner } from './worlds/open-world.ts';

/** A sale of 10.00 that a rule held back after its answer: an authorization with an open hold. */
export async function flagPayment(
  w: MoneyWorld,
  status: 'flagged' | 'flagged_partner',
): Promise<string> {
  const context = w.world.system;
  const { id: merchant_id } = w.m1.account;
  const { id } = await w.pay({ type: 'authorize', amount: 1000 });
  const row = await getRow(context, merchant_id, id);
  await inTransaction(context, merchant_id, async (tx) => {
    await pipeline(tx, [change('transaction', row, { status, type: 'sale' })]);
  });
  // The bare way from authorized to flagged does not exist: its history is written as it would be.
  await asOwner(
    w.world.database_url,
    `update transaction_event set to_status = '${status}'
      where merchant_id = '${merchant_id}' and transaction_id = '${id}' and sequence = 2`,
  );
  return id;
}
