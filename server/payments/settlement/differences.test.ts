// Batches that differ from our books in one direction alone, and refunds among their members.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { entriesOf } from '../../ledger/balances.ts';
import {
  ach_processor,
  addPending,
  card_processor,
  line,
  rowOf,
} from '../../testing/settlement-items.ts';
import { tree } from '../../testing/worlds/search-world.ts';
import { openSettlementWorld } from '../../testing/worlds/settlement-world.ts';
import { settleProcessor } from './close.ts';
import { resolve } from './resolve-difference.ts';

/** Each test settles a day of its own. */
let due: Date;
const day_ms = 86_400_000;

const world = openSettlementWorld();
beforeAll(() => {
  due = new Date(Math.ceil(Date.now() / day_ms) * day_ms + 3 * 3_600_000);
});
beforeEach(() => nextDay());

async function nextDay(): Promise<void> {
  due = new Date(due.getTime() + day_ms);
  await world.moveTo(new Date(due.getTime() - 3_600_000));
}

async function settle() {
  await world.moveTo(due);
  expect(await settleProcessor(world.system, tree.merchant, card_processor, due)).toBe('done');
  const batches = await world.batches();
  return batches.find((batch) => batch.batch_date.getTime() === due.getTime());
}

/** The host's line of something that our books hold otherwise, or not at all. */
async function atHost(amount: number, reference: string): Promise<void> {
  const row = rowOf(world.system, { amount });
  await world.control('load', line(row, reference, {}));
}

it('a refund takes off what its batch brings', async () => {
  const of = await world.pending({ amount: 5_000 });
  await settle();
  await nextDay();
  await world.pending({ amount: 1_000 });
  const refund = await world.pending({ type: 'refund', of, amount: 700 });
  const batch = await settle();
  expect(batch).toMatchObject({
    state: 'closed',
    num_transactions: 2,
    amount_captured: 1_000,
    amount_credit: 700,
    net_deposit: 300,
  });
  expect(await world.row(refund)).toMatchObject({ status: 'settled', amount_settled: 700 });
  const entries = await entriesOf(world.system, tree.merchant, [batch?.id as string]);
  expect(new Set(entries.map(({ posting_kind }) => posting_kind))).toEqual(
    new Set(['batch_close']),
  );
});

it('an item that the host alone has makes a mismatch', async () => {
  await world.pending({ amount: 400 });
  await atHost(300, world.system.ids.next());
  expect(await settle()).toMatchObject({ state: 'mismatch', num_transactions: 1 });
});

it('an item that we alone have makes a mismatch', async () => {
  await world.pending({ amount: 400 });
  const missing = await world.pending({ amount: 600, at_host: 'nothing' });
  expect(await settle()).toMatchObject({ state: 'mismatch', amount_captured: 400 });
  expect((await world.row(missing)).status).toBe('pending_settlement');
});

it('an item that waited through a close that the host refused is missed by the next', async () => {
  const missing = await world.pending({ amount: 600, at_host: 'nothing' });
  await world.script('close_batch', 'busy');
  await world.moveTo(new Date(due.getTime() + 7 * 3_600_000));
  expect(await settle()).toMatchObject({ state: 'rejected', num_transactions: 0 });
  await nextDay();
  await world.pending({ amount: 400 });
  expect(await settle()).toMatchObject({ state: 'mismatch', amount_captured: 400 });
  expect((await world.row(missing)).status).toBe('pending_settlement');
});

it('an item that we learn of within a month joins the batch that it is in', async () => {
  const reference = world.system.ids.next();
  await world.pending({ amount: 400 });
  await atHost(300, reference);
  const found = await settle();
  expect(found).toMatchObject({ state: 'mismatch', amount_captured: 400 });
  due = new Date(due.getTime() + 29 * day_ms);
  await nextDay();
  const row = rowOf(world.system, { amount: 300 });
  await addPending(world.system, row, reference);
  await settle();
  expect((await world.batches()).find(({ id }) => id === found?.id)).toMatchObject({
    state: 'closed',
    num_transactions: 2,
    amount_captured: 700,
  });
  expect((await world.row(row.id)).settlement_batch_id).toBe(found?.id);
});

it('an item that we learn of explains its batch beside one of another currency', async () => {
  const reference = world.system.ids.next();
  await world.pending({ amount: 400 });
  await world.pending({ amount: 900, currency: 'jpy' });
  await atHost(300, reference);
  await settle();
  const ofDay = async () =>
    (await world.batches())
      .filter(({ batch_date }) => batch_date.getTime() === day.getTime())
      .map(({ currency, state, amount_captured }) => [currency, state, amount_captured])
      .sort();
  const day = due;
  expect(await ofDay()).toEqual([
    ['jpy', 'closed', 900],
    ['usd', 'mismatch', 400],
  ]);
  await nextDay();
  await addPending(world.system, rowOf(world.system, { amount: 300 }), reference);
  await settle();
  expect(await ofDay()).toEqual([
    ['jpy', 'closed', 900],
    ['usd', 'closed', 700],
  ]);
});

it('an item of another processor stays with it, whatever the host reports', async () => {
  await world.pending({ amount: 400 });
  const foreign = { processor_id: ach_processor, amount: 250, at_host: 'nothing' } as const;
  const id = await world.pending(foreign);
  const { reference } = await connect(world.system)
    .selectFrom('rail_attempt')
    .select('reference')
    .where('transaction_id', '=', id)
    .executeTakeFirstOrThrow();
  await atHost(250, reference);
  expect(await settle()).toMatchObject({ state: 'mismatch', num_transactions: 1 });
  expect((await world.row(id)).status).toBe('pending_settlement');
});

it('a day with a difference in one of its currencies is not closed again', async () => {
  await world.pending({ amount: 400, currency: 'jpy' });
  await world.pending({ amount: 600, at_host: 'nothing' });
  await settle();
  const closes = world.requests('close_batch');
  await settle();
  expect(world.requests('close_batch')).toBe(closes);
});

/** Settles what was taken until a moment of the same day after its batch was due. */
async function settleAgain(minutes: number) {
  const moment = new Date(due.getTime() + minutes * 60_000);
  await world.moveTo(moment);
  expect(await settleProcessor(world.system, tree.merchant, card_processor, moment)).toBe('done');
  return (await world.batches()).filter(({ batch_date }) => batch_date >= due);
}

const accept = (id: string) =>
  resolve(
    world.as('admin', 'office00000000000000'),
    { merchantId: tree.merchant, id },
    { to: 'settlement_differences', reason: 'The processor lost it.' },
  );

it.each(['mismatch', 'confirmed'])('after a %s what is taken on that day closes', async (state) => {
  const missing = await world.pending({ amount: 600, at_host: 'nothing' });
  await world.pending({ amount: 400 });
  const disputed = await settle();
  if (state === 'confirmed') await accept(disputed?.id as string);
  const closes = world.requests('close_batch');
  // Nothing was taken since, so the items in dispute are not closed again.
  expect(await settleAgain(1)).toMatchObject([{ state, amount_captured: 400 }]);
  expect(world.requests('close_batch')).toBe(closes);
  const taken = await world.pending({ amount: 250 });
  expect(await settleAgain(2)).toMatchObject([
    { state, amount_captured: 400 },
    { state: 'closed', num_transactions: 1, amount_captured: 250 },
  ]);
  expect((await world.row(taken)).status).toBe('settled');
  expect((await world.row(missing)).status).toBe('pending_settlement');
  await settleAgain(3);
  expect(world.requests('close_batch')).toBe(closes + 1);
});

it('after a mismatch another currency closes without the items in dispute', async () => {
  await world.pending({ amount: 600, at_host: 'nothing' });
  await world.pending({ amount: 400 });
  await settle();
  await world.moveTo(new Date(due.getTime() + 60_000));
  await world.pending({ amount: 900, currency: 'jpy' });
  const batches = await settleAgain(2);
  expect(batches.map(({ currency, state }) => [currency, state])).toEqual([
    ['usd', 'mismatch'],
    ['jpy', 'closed'],
  ]);
});

it('a difference does not end a close of which the host has more items open', async () => {
  await world.pending({ amount: 400 });
  await atHost(300, world.system.ids.next());
  const row = rowOf(world.system, { amount: 250 });
  const reference = world.system.ids.next();
  await addPending(world.system, row, reference);
  await world.moveTo(due);
  const { egress } = world.system;
  const context: Context = {
    ...world.system,
    egress: {
      // The first close leaves an item open, and says so.
      async exchange(request) {
        const answer = await egress.exchange(request);
        if (!request.url.endsWith('/close_batch') || answer.kind !== 'answered') return answer;
        const body = JSON.parse(answer.body);
        if (body.count !== 2) return answer;
        await world.control('load', line(row, reference, {}));
        return { ...answer, body: JSON.stringify({ ...body, more: true }) };
      },
    },
  };
  expect(await settleProcessor(context, tree.merchant, card_processor, due)).toBe('done');
  expect((await world.row(row.id)).status).toBe('settled');
  const batches = (await world.batches()).filter(({ batch_date }) => batch_date >= due);
  const states = batches.map(({ state, amount_captured }) => [state, amount_captured]).sort();
  expect(states).toEqual([
    ['closed', 250],
    ['mismatch', 400],
  ]);
});
