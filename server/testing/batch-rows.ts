// Rows of settled batches, for tests of what is read of them.
import type { Insertable } from 'kysely';
import { inTransaction } from '../db/database.ts';
import type { SettlementBatch } from '../db/tables.generated.ts';
import type { MerchantTenant } from './tenants.ts';
import type { World } from './worlds/world.ts';

/** A batch of one sale as a bare row, without members. */
export async function insertBatch(
  world: World,
  merchant: MerchantTenant,
  overrides: Partial<Insertable<SettlementBatch>>,
): Promise<void> {
  const context = world.system;
  const now = context.clock.now();
  const row = {
    merchant_id: merchant.account.id,
    id: context.ids.next(),
    processor_id: merchant.processors.card,
    processor_name: 'Main',
    processor_type: 'tsys_sierra',
    state: 'closed',
    currency: 'usd',
    batch_on: '2026-06-18',
    batch_date: now,
    batch_number: '1',
    num_transactions: 1,
    amount_captured: 1000,
    amount_credit: 0,
    net_deposit: 1000,
    response_code: 0,
    response_message: '',
    created_at: now,
    updated_at: now,
    ...overrides,
  };
  await inTransaction(context, merchant.account.id, (tx) =>
    tx.insertInto('settlement_batch').values(row).execute(),
  );
}
