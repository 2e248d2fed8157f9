// Bank entries at the real lab: those that settle, those that come back at once or a day later.
import { beforeAll, describe, expect, it } from 'vitest';
import { connect, inTransaction } from '../../db/database.ts';
import { balanceOf } from '../../ledger/balances.ts';
import { ach_processor } from '../../testing/settlement-items.ts';
import { asOwner } from '../../testing/worlds/open-world.ts';
import { tree } from '../../testing/worlds/search-world.ts';
import {
  openSettlementWorld,
  type SettlementWorld,
} from '../../testing/worlds/settlement-world.ts';
import { merchantConfig } from '../merchant-config.ts';
import { recovery_job } from '../transactions/attempts/attempts.ts';
import type { Closing } from './batches.ts';
import { settleProcessor } from './close.ts';
import { bookReturns, bookWaitingReturns } from './returns.ts';

let due: Date;
const day_ms = 86_400_000;

const world = openSettlementWorld();
beforeAll(async () => {
  due = new Date(Math.ceil(Date.now() / day_ms) * day_ms + 20 * 3_600_000);
  await world.moveTo(new Date(due.getTime() - day_ms / 2));
});

const ach = (overrides: Parameters<SettlementWorld['pending']>[0] = {}) =>
  world.pending({ processor_id: ach_processor, ...overrides });

async function settleDay(): Promise<void> {
  await world.moveTo(due);
  expect(await settleProcessor(world.system, tree.merchant, ach_processor, due)).toBe('done');
  due = new Date(due.getTime() + day_ms);
}

/** The host reports a late return that is booked already. */
async function reportAgain(transaction_id: string): Promise<void> {
  const { reference } = await connect(world.system)
    .selectFrom('rail_attempt')
    .select('reference')
    .where('transaction_id', '=', transaction_id)
    .executeTakeFirstOrThrow();
  await report(reference);
}

/** The host reports a late return under this reference. */
async function report(reference: string): Promise<void> {
  const { system } = world;
  const { processors } = await merchantConfig(system, tree.merchant);
  const processor = processors.find(({ row }) => row.id === ach_processor);
  const on = due.toISOString().slice(0, 10);
  const closing = { merchant_id: tree.merchant, processor, on, due, reference: 'again' } as Closing;
  await bookReturns(system, closing, [{ reference, code: 'R01' }], 'late_return');
}

const balance = (account: string) => balanceOf(world.system, tree.merchant, account, 'usd');
const returnCode = async (id: string) =>
  ((await world.row(id)).response_body as { ach: { return_code: string } }).ach.return_code;

describe('bank entries', () => {
  it('settle with the batch of their day, but for those that are returned instead', async () => {
    const fine = await ach({ amount: 5000 });
    const bad = await ach({ amount: 700, routing_number: '000000001' });
    await settleDay();
    expect(await world.row(fine)).toMatchObject({ status: 'settled', amount_settled: 5000 });
    expect(await world.row(bad)).toMatchObject({
      status: 'returned',
      amount_settled: 0,
      settlement_batch_id: '',
    });
    expect(await returnCode(bad)).toBe('R01');
    const traces = await connect(world.system)
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('noun_id', '=', bad)
      .where('verb', '=', 'return')
      .execute();
    const before = { status: 'pending_settlement' };
    expect(traces).toEqual([{ before, after: { status: 'returned', return_code: 'R01' } }]);
    const [batch] = await world.batches();
    expect(batch).toMatchObject({ state: 'closed', num_transactions: 1, amount_captured: 5000 });
    expect(await balance(`processor_receivable/${ach_processor}`)).toBe(0);
    expect(await balance(`settlement_receivable/${ach_processor}`)).toBe(5000);
    expect(await balance('sales')).toBe(-5000);
  });

  it('that are all returned make no batch that counts', async () => {
    const bad = await ach({ amount: 300, routing_number: '000000001' });
    await settleDay();
    expect((await world.row(bad)).status).toBe('returned');
    const last = (await world.batches()).at(-1);
    expect(last).toMatchObject({ state: 'rejected', num_transactions: 0 });
  });

  it('come back on a later day although nothing is pending then', async () => {
    const late = await ach({ amount: 900, routing_number: '000000002' });
    await settleDay();
    expect((await world.row(late)).status).toBe('settled');
    const before = await balance(`settlement_receivable/${ach_processor}`);
    await settleDay();
    expect(await world.row(late)).toMatchObject({ status: 'late_return', amount_settled: 900 });
    expect(await returnCode(late)).toBe('R01');
    expect(await balance(`settlement_receivable/${ach_processor}`)).toBe(before - 900);
    expect(await balance('sales')).toBe(-5000);
  });

  it('that were refunded before they came back leave the refund as a credit', async () => {
    const late = await ach({ amount: 1000, routing_number: '000000002' });
    await settleDay();
    const refund = await ach({ type: 'refund', amount: 400, of: late });
    await settleDay();
    expect((await world.row(late)).status).toBe('late_return');
    expect((await world.row(refund)).status).toBe('settled');
    expect(await balance('sales')).toBe(-5000);
    expect(await balance('credits_given')).toBe(400);
    await world.expectSound();
  });

  it('that were refunded whole before they came back leave a credit, too', async () => {
    const credits = await balance('credits_given');
    const sales = await balance('sales');
    const late = await ach({ amount: 800, routing_number: '000000002' });
    await settleDay();
    await ach({ type: 'refund', amount: 800, of: late });
    expect((await world.row(late)).status).toBe('refunded');
    await settleDay();
    expect((await world.row(late)).status).toBe('late_return');
    expect(await returnCode(late)).toBe('R01');
    expect(await balance('sales')).toBe(sales);
    expect(await balance('credits_given')).toBe(credits + 800);
  });

  it('that gave money back return it, and a refund frees what its sale may give', async () => {
    const credit = await ach({ type: 'credit', amount: 250, routing_number: '000000001' });
    await settleDay();
    expect((await world.row(credit)).status).toBe('returned');
    expect(await balance('credits_given')).toBe(1200);
    const sale = await ach({ amount: 2000 });
    await settleDay();
    const refund = await ach({
      type: 'refund',
      amount: 500,
      of: sale,
      routing_number: '000000001',
    });
    expect((await world.row(sale)).status).toBe('partially_refunded');
    await settleDay();
    expect((await world.row(refund)).status).toBe('returned');
    expect(await world.row(sale)).toMatchObject({
      status: 'settled',
      refund_reserved: 0,
      amount_refunded: 0,
    });
    expect(await balance('sales')).toBe(-7000);
    await world.expectSound();
  });

  it('of a credit that comes back late are with the merchant again', async () => {
    const sales = await balance('sales');
    const credits = await balance('credits_given');
    const credit = await ach({ type: 'credit', amount: 150, routing_number: '000000002' });
    await settleDay();
    expect(await balance('credits_given')).toBe(credits + 150);
    const before = await balance(`settlement_receivable/${ach_processor}`);
    await settleDay();
    expect((await world.row(credit)).status).toBe('late_return');
    expect(await balance(`settlement_receivable/${ach_processor}`)).toBe(before + 150);
    expect(await balance('credits_given')).toBe(credits);
    expect(await balance('sales')).toBe(sales);
  });

  it('of a refund whose sale had come back before it leave neither sale nor credit', async () => {
    const sales = await balance('sales');
    const credits = await balance('credits_given');
    for (const routing_number of ['000000001', '000000002']) {
      const late = await ach({ amount: 1000, routing_number: '000000002' });
      await settleDay();
      const refund = await ach({ type: 'refund', amount: 400, of: late, routing_number });
      await settleDay();
      await settleDay();
      expect((await world.row(late)).status).toBe('late_return');
      expect((await world.row(refund)).status).toMatch(/return/);
      expect(await balance('credits_given')).toBe(credits);
      expect(await balance('sales')).toBe(sales);
      await world.expectSound();
    }
  });

  it('are booked once, however often the host reports them', async () => {
    const bad = await ach({ routing_number: '000000001' });
    await world.moveTo(due);
    const again = () => settleProcessor(world.system, tree.merchant, ach_processor, due);
    await world.script('close_batch', 'drop_after_commit');
    expect(await again()).toBe('later');
    expect(await again()).toBe('done');
    expect(await again()).toBe('done');
    expect(await world.row(bad)).toMatchObject({ status: 'returned', version: 2 });
    due = new Date(due.getTime() + day_ms);
    const late = await ach({ amount: 650, routing_number: '000000002' });
    await settleDay();
    await settleDay();
    const before = await world.row(late);
    expect(before.status).toBe('late_return');
    const owed = await balance(`settlement_receivable/${ach_processor}`);
    await reportAgain(late);
    expect(await world.row(late)).toEqual(before);
    expect(await balance(`settlement_receivable/${ach_processor}`)).toBe(owed);
  });

  it('while their payment is still open wait for its outcome, and are booked once', async () => {
    const open = await ach({ amount: 1300, routing_number: '000000001' });
    const other = await ach({ amount: 1700, routing_number: '000000001' });
    const stand = (id: string, status: string) =>
      inTransaction(world.system, tree.merchant, (tx) =>
        tx.updateTable('transaction').set({ status }).where('id', '=', id).execute(),
      );
    for (const id of [open, other]) await stand(id, 'unknown');
    await settleDay();
    await bookWaitingReturns(world.system);
    for (const id of [open, other]) expect((await world.row(id)).status).toBe('unknown');
    // The inquiry of one is answered: the entry had been taken.
    await stand(open, 'pending_settlement');
    await Promise.all([bookWaitingReturns(world.system), bookWaitingReturns(world.system)]);
    expect(await world.row(open)).toMatchObject({ status: 'returned', version: 2 });
    expect(await returnCode(open)).toBe('R01');
    const left = connect(world.system).selectFrom('waiting_return').select('transaction_id');
    expect(await left.execute()).toEqual([{ transaction_id: other }]);
    await stand(other, 'pending_settlement');
    await bookWaitingReturns(world.system);
    expect((await world.row(other)).status).toBe('returned');
    expect(await left.execute()).toEqual([]);
    await world.expectSound();
  });

  it('under a reference that is none of ours are kept, and looked after at once', async () => {
    const { system } = world;
    await asOwner(world.database_url, `delete from job where name = '${recovery_job}'`);
    await report('nobodys');
    const stored = await connect(system)
      .selectFrom('waiting_return')
      .select(['reference', 'transaction_id', 'try_count', 'last_error'])
      .execute();
    const untried = { transaction_id: '', try_count: 0, last_error: '' };
    expect(stored).toEqual([{ reference: 'nobodys', ...untried }]);
    const { due_at } = await connect(system)
      .selectFrom('job')
      .select('due_at')
      .where('name', '=', recovery_job)
      .executeTakeFirstOrThrow();
    expect(system.clock.now().getTime() - due_at.getTime()).toBeLessThan(10_000);
  });

  it('under a reference of another processor are nobody’s', async () => {
    const { reference } = await connect(world.system)
      .selectFrom('rail_attempt')
      .select('reference')
      .where('transaction_id', '=', await world.pending())
      .executeTakeFirstOrThrow();
    await report(reference);
    const stored = await connect(world.system)
      .selectFrom('waiting_return')
      .select('transaction_id')
      .where('reference', '=', reference)
      .execute();
    expect(stored).toEqual([{ transaction_id: '' }]);
  });
});
