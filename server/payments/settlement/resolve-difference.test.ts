// A person ends a batch that differs from its report: suspense is emptied once, with a reason.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { BatchState } from '../../../contract/payments/settlement.ts';
import { connect, inTransaction } from '../../db/database.ts';
import { balanceOf } from '../../ledger/balances.ts';
import { card_processor } from '../../testing/settlement-items.ts';
import { merchants, tree } from '../../testing/worlds/search-world.ts';
import { openSettlementWorld } from '../../testing/worlds/settlement-world.ts';
import { settleProcessor } from './close.ts';
import { resolve } from './resolve-difference.ts';

const world = openSettlementWorld();

const balance = (account: string) => balanceOf(world.system, tree.merchant, account, 'usd');
const end = (id: string, merchantId: string = tree.merchant) =>
  resolve(
    world.as('admin', 'office00000000000000'),
    { merchantId, id },
    { to: 'settlement_differences', reason: 'The processor took ten cents for itself.' },
  );

it('accepts what stands in suspense, confirms the batch, and says who and why', async () => {
  const due = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 3 * 3_600_000);
  await world.pending({ amount: 400 });
  const other = await world.pending({ amount: 500, at_host: 450 });
  await world.moveTo(due);
  await settleProcessor(world.system, tree.merchant, card_processor, due);
  const [batch] = await world.batches();
  const id = batch?.id as string;
  expect(batch?.state).toBe('mismatch');
  expect(await balance(`settlement_suspense/${card_processor}`)).toBe(-450);

  const ends = await Promise.allSettled([end(id), end(id), end(id)]);
  const done = ends.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const merchant_id = tree.merchant;
  expect(done).toEqual([{ id, merchant_id, state: 'confirmed', amount: -450, currency: 'usd' }]);
  expect(await balance(`settlement_suspense/${card_processor}`)).toBe(0);
  expect(await balance(`settlement_differences/${card_processor}`)).toBe(-450);
  expect((await world.batches())[0]?.state).toBe('confirmed');
  expect((await world.row(other)).status).toBe('pending_settlement');
  const events = await connect(world.system)
    .selectFrom('outbox')
    .select(['sequence', sql<string>`payload ->> 'state'`.as('state')])
    .where('resource_id', '=', id)
    .orderBy('sequence')
    .execute();
  expect(events).toEqual([
    { sequence: 1, state: 'mismatch' },
    { sequence: 2, state: 'confirmed' },
  ]);
  const [trace, ...more] = await connect(world.system)
    .selectFrom('audit_log')
    .select(['before', 'after', 'account_type'])
    .where('noun_id', '=', id)
    .where('verb', '=', 'resolve')
    .execute();
  expect(trace).toMatchObject({
    account_type: 'admin',
    before: { state: 'mismatch' },
    after: {
      state: 'confirmed',
      to: 'settlement_differences',
      amount: -450,
      reason: expect.stringContaining('ten'),
    },
  });
  expect(more).toEqual([]);
});

it('is refused a second time, and unknown for another merchant’s batch', async () => {
  const [batch] = await world.batches();
  const id = batch?.id as string;
  await expect(end(id)).rejects.toThrow('the batch already matches its report');
  const stranger = merchants.find((merchant) => merchant !== tree.merchant) as string;
  await expect(end(id, stranger)).rejects.toThrow('not found');
});

it.each<BatchState>(['closed', 'funded', 'closing', 'unknown', 'rejected'])(
  'is refused for a batch that is %s: nothing is posted, nothing changes',
  async (state) => {
    const [batch] = await world.batches();
    const id = batch?.id as string;
    await inTransaction(world.system, tree.merchant, (tx) =>
      tx.updateTable('settlement_batch').set({ state }).where('id', '=', id).execute(),
    );
    const before = await world.batches();
    const suspense = await balance(`settlement_suspense/${card_processor}`);
    await expect(end(id)).rejects.toThrow('the batch already matches its report');
    expect(await world.batches()).toEqual(before);
    expect(await balance(`settlement_suspense/${card_processor}`)).toBe(suspense);
    await inTransaction(world.system, tree.merchant, (tx) =>
      tx.updateTable('settlement_batch').set({ state: 'confirmed' }).where('id', '=', id).execute(),
    );
  },
);

it('numbers the event on, when the outbox has forgotten the earlier ones', async () => {
  const due = new Date(world.system.clock.now().getTime() + 86_400_000);
  await world.pending({ amount: 300, at_host: 250 });
  await world.moveTo(due);
  await settleProcessor(world.system, tree.merchant, card_processor, due);
  const id = (await world.batches()).at(-1)?.id as string;
  const sequences = () =>
    connect(world.system)
      .selectFrom('outbox')
      .select('sequence')
      .where('resource_id', '=', id)
      .execute();
  expect(await sequences()).toEqual([{ sequence: 1 }]);
  await inTransaction(world.system, tree.merchant, (tx) =>
    tx.deleteFrom('outbox').where('resource_id', '=', id).execute(),
  );
  await end(id);
  expect(await sequences()).toEqual([{ sequence: 2 }]);
});

it('is booked in the currency of its batch', async () => {
  const due = new Date(world.system.clock.now().getTime() + 86_400_000);
  await world.pending({ amount: 700, currency: 'jpy', at_host: 650 });
  await world.moveTo(due);
  await settleProcessor(world.system, tree.merchant, card_processor, due);
  const batch = (await world.batches()).find(({ currency }) => currency === 'jpy');
  const dollars = await balance(`settlement_differences/${card_processor}`);
  expect(await end(batch?.id as string)).toMatchObject({ currency: 'jpy', amount: -650 });
  const yen = (account: string) =>
    balanceOf(world.system, tree.merchant, `${account}/${card_processor}`, 'jpy');
  const both = [await yen('settlement_suspense'), await yen('settlement_differences')];
  expect(both).toEqual([0, -650]);
  expect(await balance(`settlement_differences/${card_processor}`)).toBe(dollars);
});
