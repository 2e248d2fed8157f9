// Transactions in states that take time or a rule to reach, made for the sweeps.
import { inTransaction } from '../../db/database.ts';
import { type MerchantTenant, makeSale } from '../tenants.ts';
import type { World } from '../world.ts';

/** A card sale whose row says settled, so that it may be refunded. */
export async function settledTransaction(world: World, merchant: MerchantTenant): Promise<string> {
  const { id } = (await makeSale(world, merchant)).body.data;
  await set(world, merchant, id, {
    status: 'settled',
    amount_settled: 1299,
    settled_at: world.services.clock.now(),
  });
  return id;
}

/** An approved hold that waits for a person to approve or decline it (Q10). */
export async function flaggedTransaction(
  world: World,
  merchant: MerchantTenant,
  status: 'flagged' | 'flagged_partner',
): Promise<string> {
  const { id } = (await makeSale(world, merchant, { type: 'authorize' })).body.data;
  await set(world, merchant, id, { status });
  return id;
}

async function set(
  world: World,
  merchant: MerchantTenant,
  id: string,
  changes: Record<string, unknown>,
): Promise<void> {
  await inTransaction(world.system, merchant.account.id, (tx) =>
    tx
      .updateTable('transaction')
      .set(changes)
      .where('merchant_id', '=', merchant.account.id)
      .where('id', '=', id)
      .execute(),
  );
}
