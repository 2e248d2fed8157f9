// Settling a day at the real lab: members, numbers, ledger; differences, crashes and lost answers.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { entriesOf } from '../../ledger/balances.ts';
import { opened } from '../../testing/opened.ts';
import { card_processor } from '../../testing/settlement-items.ts';
import { tree } from '../../testing/worlds/search-world.ts';
import { makeSettlementWorld } from '../../testing/worlds/settlement-world.ts';
import { settleProcessor } from './close.ts';

/** Of a process that dies: its statements come to nothing, and it catches nothing. */
const killed = () => Object.assign(new Error('killed'), { code: '57P01' });
/** Each test settles a day of its own. */
let due: Date;
const day_ms = 86_400_000;

/** Its tests leave differences behind that an audit would find. */
const world = opened(makeSettlementWorld, (open) => open.close());
beforeAll(() => {
  due = new Date(Math.ceil(Date.now() / day_ms) * day_ms + 3 * 3_600_000);
});
beforeEach(async () => {
  due = new Date(due.getTime() + day_ms);
  await world.moveTo(new Date(due.getTime() - 3_600_000));
});

const settle = (context: Context = world.system) =>
  settleProcessor(context, tree.merchant, card_processor, due);

async function batchesOfDay() {
  const all = await world.batches();
  return all.filter((batch) => batch.batch_date.getTime() === due.getTime());
}

describe('a day of a card processor', () => {
  it('becomes one batch a currency, its members settled, credits taken off', async () => {
    const sale = await world.pending({ amount: 5000 });
    const yen = await world.pending({ amount: 700, currency: 'jpy' });
    const credit = await world.pending({ type: 'credit', amount: 1200 });
    await world.moveTo(due);
    expect(await settle()).toBe('done');
    const [yens, dollars] = await batchesOfDay();
    expect(yens).toMatchObject({ currency: 'jpy', state: 'closed', num_transactions: 1 });
    expect(dollars).toMatchObject({
      currency: 'usd',
      state: 'closed',
      num_transactions: 2,
      amount_captured: 5000,
      amount_credit: 1200,
      net_deposit: 3800,
      response_code: 100,
      response_message: ' ACCEPT',
    });
    expect(dollars?.batch_number).toMatch(/^[1-9]\d*$/);
    expect(await world.row(sale)).toMatchObject({
      status: 'settled',
      amount_settled: 5000,
      settlement_batch_id: dollars?.id,
      version: 2,
    });
    expect((await world.row(sale)).settled_at).not.toBeNull();
    expect(await world.row(credit)).toMatchObject({ status: 'settled', amount_settled: 1200 });
    expect((await world.row(yen)).settlement_batch_id).toBe(yens?.id);
    await world.expectSound();
  });

  it('tells the ledger, the audit log and the outbox', async () => {
    const sale = await world.pending({ amount: 900 });
    await world.moveTo(due);
    await settle({ ...world.system, request_id: 'the close' });
    const [batch] = await batchesOfDay();
    const entries = await entriesOf(world.system, tree.merchant, [batch?.id as string]);
    expect(
      entries.map(({ posting_kind, account, amount }) => [posting_kind, account, amount]),
    ).toEqual([
      ['batch_close', 'settlement_receivable', 900],
      ['batch_close', 'processor_receivable', -900],
    ]);
    const query = connect(world.system);
    const reported = await query
      .selectFrom('outbox')
      .select(['kind', 'sequence', 'request_id'])
      .where('resource_id', 'in', [sale, batch?.id as string])
      .where('kind', 'like', '%settlement%')
      .orderBy('kind')
      .execute();
    expect(reported).toEqual([
      { kind: 'settlement_batch', sequence: 1, request_id: 'the close' },
      { kind: 'transaction_settlement', sequence: 2, request_id: 'the close' },
    ]);
    const audits = await query
      .selectFrom('audit_log')
      .select(['verb', 'account_type', 'before', 'after'])
      .where('noun_id', '=', batch?.id as string)
      .execute();
    const { state, batch_number } = batch ?? {};
    const numbers = { num_transactions: 1, amount_captured: 900, amount_credit: 0 };
    expect(audits).toEqual([
      {
        ...{ verb: 'settle', account_type: 'system', before: { state: 'closing' } },
        after: { state, batch_number, ...numbers },
      },
    ]);
  });

  it('without anything pending asks nobody and makes no batch', async () => {
    const before = world.requests('close_batch');
    await world.moveTo(due);
    expect(await settle()).toBe('done');
    expect(await batchesOfDay()).toEqual([]);
    expect(world.requests('close_batch')).toBe(before);
  });

  it('settled twice stands once', async () => {
    await world.pending();
    await world.moveTo(due);
    await settle();
    const [first] = await batchesOfDay();
    const closes = world.requests('close_batch');
    expect(await settle()).toBe('done');
    expect(await batchesOfDay()).toEqual([first]);
    expect(world.requests('close_batch')).toBe(closes);
  });

  it('leaves what joins after the cut to the next day, unless the host took it', async () => {
    await world.pending({ amount: 100 });
    await world.moveTo(new Date(due.getTime() + 60_000));
    const late = await world.pending({ amount: 200, at_host: 'nothing' });
    const member = await world.pending({ amount: 300 });
    await settle();
    expect((await batchesOfDay())[0]).toMatchObject({ state: 'closed', amount_captured: 400 });
    expect((await world.row(member)).status).toBe('settled');
    expect((await world.row(late)).status).toBe('pending_settlement');
    await world.expectSound();
  });
});

describe('a difference', () => {
  it('in an amount or in a missing item leaves the item pending and names the batch', async () => {
    const fine = await world.pending({ amount: 400 });
    const other = await world.pending({ amount: 500, at_host: 450 });
    const missing = await world.pending({ amount: 600, at_host: 'nothing' });
    await world.moveTo(due);
    expect(await settle()).toBe('done');
    const [batch] = await batchesOfDay();
    expect(batch).toMatchObject({ state: 'mismatch', num_transactions: 1, amount_captured: 400 });
    expect((await world.row(fine)).status).toBe('settled');
    expect((await world.row(other)).status).toBe('pending_settlement');
    expect((await world.row(missing)).status).toBe('pending_settlement');
    const entries = await entriesOf(world.system, tree.merchant, [batch?.id as string]);
    const suspended = entries.filter((entry) => entry.account === 'settlement_suspense');
    expect(suspended.map((entry) => entry.amount)).toEqual([-450]);
    const closes = world.requests('close_batch');
    expect(await settle()).toBe('done');
    expect(world.requests('close_batch')).toBe(closes);
    expect(await batchesOfDay()).toEqual([batch]);
    await world.expectSound();
  });

  it('is explained by what is adopted later', async () => {
    const query = connect(world.system, tree.merchant);
    const setStatus = (id: string, amount: number) =>
      query
        .updateTable('transaction')
        .set({ amount_captured: amount, amount_authorized: amount, amount })
        .where('merchant_id', '=', tree.merchant)
        .where('id', '=', id)
        .execute();
    const known = await world.pending({ amount: 800 });
    const odd = await world.pending({ amount: 700, at_host: 750 });
    await world.moveTo(due);
    await settle();
    expect((await batchesOfDay())[0]).toMatchObject({ state: 'mismatch', amount_captured: 800 });
    await setStatus(odd, 750);
    const yesterday = due;
    due = new Date(due.getTime() + day_ms);
    await world.moveTo(due);
    await settle();
    const all = await world.batches();
    const batch = all.find((one) => one.batch_date.getTime() === yesterday.getTime());
    expect(batch).toMatchObject({ state: 'closed', num_transactions: 2, amount_captured: 1550 });
    expect((await world.row(odd)).settlement_batch_id).toBe(
      (await world.row(known)).settlement_batch_id,
    );
    const entries = await entriesOf(world.system, tree.merchant, [batch?.id as string]);
    const suspense = entries.filter((entry) => entry.account === 'settlement_suspense');
    expect(suspense.map((entry) => entry.amount)).toEqual([-750, 750]);
  });
});

describe('a host that does not answer', () => {
  it('is asked again under the same name, and closes once', async () => {
    const sale = await world.pending();
    await world.moveTo(due);
    await world.script('close_batch', 'drop_after_commit');
    expect(await settle()).toBe('later');
    expect((await batchesOfDay())[0]).toMatchObject({ state: 'unknown', num_transactions: 0 });
    expect((await world.row(sale)).status).toBe('pending_settlement');
    expect(await settle()).toBe('done');
    const [batch] = await batchesOfDay();
    expect(batch).toMatchObject({ state: 'closed', num_transactions: 1 });
    expect((await world.row(sale)).settlement_batch_id).toBe(batch?.id);
  });

  it('is finished on the next day, before that day itself', async () => {
    const first = await world.pending();
    await world.moveTo(due);
    await world.script('close_batch', 'drop_after_commit');
    expect(await settle()).toBe('later');
    const yesterday = due;
    due = new Date(due.getTime() + day_ms);
    await world.moveTo(new Date(due.getTime() - 1000));
    const second = await world.pending();
    await world.moveTo(due);
    expect(await settle()).toBe('done');
    const batches = await world.batches();
    const of = async (id: string) => {
      const { settlement_batch_id } = await world.row(id);
      return batches.find((batch) => batch.id === settlement_batch_id)?.batch_date;
    };
    expect(await of(first)).toEqual(yesterday);
    expect(await of(second)).toEqual(due);
  });

  it('that certainly did nothing is tried for six hours, then the items wait', async () => {
    const sale = await world.pending();
    await world.moveTo(due);
    await world.script('close_batch', 'busy', 2);
    expect(await settle()).toBe('later');
    expect((await batchesOfDay())[0]?.state).toBe('closing');
    await world.moveTo(new Date(due.getTime() + 7 * 3_600_000));
    expect(await settle()).toBe('done');
    expect((await batchesOfDay())[0]?.state).toBe('rejected');
    expect((await world.row(sale)).status).toBe('pending_settlement');
    due = new Date(due.getTime() + day_ms);
    await world.moveTo(due);
    expect(await settle()).toBe('done');
    expect((await world.row(sale)).status).toBe('settled');
    expect((await batchesOfDay())[0]?.state).toBe('closed');
  });

  it('is found again after a crash while its members were booked', async () => {
    const sale = await world.pending();
    const euro = await world.pending({ currency: 'eur' });
    await world.moveTo(due);
    const { ids, egress } = world.services;
    let made = 0;
    // The first currency is booked whole; the second dies within its commit.
    const dying: Context = {
      ...world.system,
      egress: {
        exchange: async (request) => {
          if (request.url.endsWith('/close_batch')) made = 0;
          return await egress.exchange(request);
        },
      },
      ids: {
        next: () => {
          made++;
          if (made > 7) throw killed();
          return ids.next();
        },
      },
    };
    await expect(settle(dying)).rejects.toThrow('killed');
    const states = (await batchesOfDay()).map((batch) => `${batch.currency} ${batch.state}`);
    expect(states).toEqual(['eur closed', 'usd closing']);
    expect(await settle()).toBe('done');
    expect((await batchesOfDay()).map((batch) => batch.state)).toEqual(['closed', 'closed']);
    for (const id of [sale, euro]) expect((await world.row(id)).version).toBe(2);
  });

  it('is found again after a crash between its answer and our commit', async () => {
    const sale = await world.pending();
    await world.moveTo(due);
    const { egress } = world.services;
    const dying: Context = {
      ...world.system,
      egress: {
        exchange: async (request) => {
          const answer = await egress.exchange(request);
          if (request.url.endsWith('/close_batch')) throw killed();
          return answer;
        },
      },
    };
    await expect(settle(dying)).rejects.toThrow('killed');
    expect((await batchesOfDay())[0]?.state).toBe('closing');
    expect(await settle()).toBe('done');
    expect((await batchesOfDay())[0]).toMatchObject({ state: 'closed', num_transactions: 1 });
    expect((await world.row(sale)).status).toBe('settled');
  });
});
