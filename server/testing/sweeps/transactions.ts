// Transactions in states that take time or a rule to reach, made for the sweeps.
import type { Egress } from '../../context.ts';
import { connect, inTransaction } from '../../db/database.ts';
import { settleProcessor } from '../../payments/settlement/close.ts';
import { good_card, type MerchantTenant, makeSale } from '../tenants.ts';
import type { World } from '../worlds/world.ts';

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

/** A sale that the processor never answered, after its last inquiry; gives the attempt's id. */
export async function lostAttempt(world: World, merchant: MerchantTenant): Promise<string> {
  const { timing } = world.services;
  const { inline_inquiries_ms } = timing;
  timing.inline_inquiries_ms = [1, 2, 3];
  // The lab drops this card's requests before it has done anything.
  const card = { ...good_card, number: '4000004100000003' };
  const { id } = (await makeSale(world, merchant, { payment_method: { card } })).body.data;
  timing.inline_inquiries_ms = inline_inquiries_ms;
  const key = ['merchant_id', '=', merchant.account.id] as const;
  await inTransaction(world.system, merchant.account.id, (tx) =>
    tx
      .updateTable('rail_attempt')
      .set({ next_inquiry_at: null, inquiry_count: 9 })
      .where(...key)
      .where('transaction_id', '=', id)
      .execute(),
  );
  const attempt = await connect(world.system)
    .selectFrom('rail_attempt')
    .select('id')
    .where(...key)
    .where('transaction_id', '=', id)
    .executeTakeFirstOrThrow();
  return attempt.id;
}

/** A batch without members; a mismatch is one that its host reported otherwise. */
export async function batchIn(
  world: World,
  merchant: MerchantTenant,
  state: 'mismatch' | 'unknown',
): Promise<string> {
  const id = world.system.ids.next();
  const now = world.services.clock.now();
  const numbers = { num_transactions: 0, amount_captured: 0, amount_credit: 0, net_deposit: 0 };
  await inTransaction(world.system, merchant.account.id, (tx) =>
    tx
      .insertInto('settlement_batch')
      .values({
        merchant_id: merchant.account.id,
        id,
        processor_id: merchant.processors.card,
        processor_name: '',
        processor_type: 'tsys_sierra',
        state,
        currency: 'usd',
        batch_on: now.toISOString().slice(0, 10),
        batch_date: now,
        batch_number: id,
        ...numbers,
        response_code: 100,
        response_message: state === 'unknown' ? 'The batch could not be booked.' : '',
        created_at: now,
        updated_at: now,
      })
      .execute(),
  );
  return id;
}

/** Closes a terminal's batch so that the answer is lost, ten minutes ago; gives the batch. */
export async function unansweredBatch(
  world: World,
  merchant: MerchantTenant,
  terminal_id: string,
): Promise<string> {
  const { system, services } = world;
  const real = services.egress;
  const lost: Egress = {
    async exchange(request) {
      const answer = await real.exchange(request);
      const is_close = request.url.endsWith('/Settle');
      return is_close ? { kind: 'no_answer', reason: 'the line is dead' } : answer;
    },
  };
  const mid = merchant.account.id;
  const context = { ...system, egress: lost };
  await settleProcessor(context, mid, terminal_id, services.clock.now());
  const updated_at = new Date(services.clock.now().getTime() - 600_000);
  const { id } = await inTransaction(system, mid, (tx) =>
    tx
      .updateTable('settlement_batch')
      .set({ updated_at })
      .where('merchant_id', '=', mid)
      .where('processor_id', '=', terminal_id)
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
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
