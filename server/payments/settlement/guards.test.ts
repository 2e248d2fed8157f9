// Single guards of settlement: booked once, read whole, and only what waits in this very batch.
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Egress, Exchange, ExchangeRequest } from '../../context.ts';
import { connect, inTransaction } from '../../db/database.ts';
import { card_processor } from '../../testing/settlement-items.ts';
import { addProcessor, tree } from '../../testing/worlds/search-world.ts';
import { openSettlementWorld } from '../../testing/worlds/settlement-world.ts';
import { invalidateMerchant, merchantConfig, type ProcessorConfig } from '../merchant-config.ts';
import type { BatchMember } from '../processors/batch-types.ts';
import { type BatchRow, beginClosing, type Closing, closeReference, setState } from './batches.ts';
import { bookBatch } from './book.ts';
import { settleProcessor } from './close.ts';
import { settlesByItself } from './plan.ts';

let real: Egress;
/** Each test settles a day of its own. */
let due: Date;
const day_ms = 86_400_000;

const world = openSettlementWorld();
beforeAll(() => {
  real = world.services.egress;
  due = new Date(Math.ceil(Date.now() / day_ms) * day_ms + 3 * 3_600_000);
});
beforeEach(async () => {
  world.services.egress = real;
  world.system.egress = real;
  due = new Date(due.getTime() + day_ms);
  await world.moveTo(new Date(due.getTime() - 3_600_000));
});

const settle = () => settleProcessor(world.system, tree.merchant, card_processor, due);
const batchOfDay = async () =>
  (await world.batches()).find((batch) => batch.batch_date.getTime() === due.getTime());

async function cardProcessor(): Promise<ProcessorConfig> {
  const { processors } = await merchantConfig(world.system, tree.merchant);
  const processor = processors.find(({ row }) => row.id === card_processor);
  if (!processor) throw new Error('the world has no such processor');
  return processor;
}

async function closingOfDay(): Promise<Closing> {
  const processor = await cardProcessor();
  const on = due.toISOString().slice(0, 10);
  const reference = closeReference(tree.merchant, card_processor, on, 0);
  return { merchant_id: tree.merchant, processor, on, due, reference };
}

/** A close of today that is begun, as a crash would leave it. */
async function begun(currency = 'usd'): Promise<BatchRow> {
  const [row] = await beginClosing(world.system, await closingOfDay(), [currency]);
  return row as BatchRow;
}

async function memberOf(id: string, currency = 'usd'): Promise<BatchMember> {
  const { reference, amount } = await connect(world.system)
    .selectFrom('rail_attempt')
    .select(['reference', 'amount'])
    .where('transaction_id', '=', id)
    .executeTakeFirstOrThrow();
  return { reference, amount, currency, operation: 'sale' };
}

const report = (members: readonly BatchMember[]) => ({
  batch_number: 900_000 + Math.floor(due.getTime() / day_ms),
  text: ' ACCEPT',
  members,
  more: false,
});

const change = (id: string, changes: object) =>
  inTransaction(world.system, tree.merchant, (tx) =>
    tx.updateTable('transaction').set(changes).where('id', '=', id).execute(),
  );

it('a close is asked again for what it was asked, not for what came to light since', async () => {
  await world.pending();
  await world.moveTo(due);
  await world.script('close_batch', 'drop_after_commit');
  expect(await settle()).toBe('later');
  await world.pending({ currency: 'jpy', at: new Date(due.getTime() - 60_000) });
  expect(await settle()).toBe('done');
  const batches = (await world.batches()).filter(({ batch_date }) => +batch_date === +due);
  expect(batches).toMatchObject([{ currency: 'usd', state: 'closed', num_transactions: 1 }]);
  due = new Date(due.getTime() + day_ms);
  await world.moveTo(due);
  expect(await settle(), 'the next day takes it').toBe('done');
});

it('what joins after its moment opens no batch, and is in the next one', async () => {
  await world.moveTo(new Date(due.getTime() + 60_000));
  const id = await world.pending();
  expect([await settle(), await batchOfDay()]).toEqual(['done', undefined]);
  due = new Date(due.getTime() + day_ms);
  await world.moveTo(due);
  await settle();
  expect([(await batchOfDay())?.state, (await world.row(id)).status]).toEqual([
    'closed',
    'settled',
  ]);
});

it('a report that is booked by two at once, and again, is booked once', async () => {
  const id = await world.pending({ amount: 700 });
  const batch = await begun();
  const reported = report([await memberOf(id)]);
  const book = () => bookBatch(world.system, batch, reported);
  await Promise.all([book(), book(), book()]);
  await book();
  expect(await batchOfDay()).toMatchObject({ state: 'closed', amount_captured: 700 });
  const { rows } = await sql`select
      (select count(*)::int from outbox where resource_id = ${batch.id}) as events,
      (select count(*)::int from audit_log where noun_id = ${batch.id}) as audits`.execute(
    connect(world.system),
  );
  expect(rows).toEqual([{ events: 1, audits: 1 }]);
});

const unread: [string, (answer: Exchange) => Exchange][] = [
  ['are not answered', () => ({ kind: 'no_answer', reason: 'the line is dead' })],
  [
    'end before all have come',
    (answer) =>
      answer.kind === 'answered'
        ? { ...answer, body: answer.body.replace('"count":1', '"count":2') }
        : answer,
  ],
];

it.each(unread)('members that %s settle nothing until they can be read', async (_how, bend) => {
  const id = await world.pending({ amount: 800 });
  await world.moveTo(due);
  const egress: Egress = {
    async exchange(request: ExchangeRequest) {
      const answer = await real.exchange(request);
      return request.url.endsWith('batch_detail') ? bend(answer) : answer;
    },
  };
  world.system.egress = egress;
  expect(await settle()).toBe('later');
  expect((await world.row(id)).status).toBe('pending_settlement');
  expect(await batchOfDay()).toMatchObject({ state: 'unknown', num_transactions: 0 });
  world.system.egress = real;
  expect(await settle()).toBe('done');
  expect((await world.row(id)).status).toBe('settled');
});

it('members that come in more than one page are all read', async () => {
  const ids = [await world.pending({ amount: 610 }), await world.pending({ amount: 620 })];
  await world.moveTo(due);
  const asked = world.requests('batch_detail');
  world.system.egress = {
    exchange: (request) =>
      real.exchange({ ...request, body: request.body.replace('"limit":5000', '"limit":1') }),
  };
  expect(await settle()).toBe('done');
  expect(world.requests('batch_detail') - asked).toBeGreaterThan(1);
  for (const id of ids) expect((await world.row(id)).status).toBe('settled');
});

it('a host that would close again is not asked again: its batch waits for a person', async () => {
  const id = await world.pending({ amount: 850 });
  await world.moveTo(due);
  const { capabilities } = (await cardProcessor()).type;
  const { idempotency } = capabilities;
  Object.assign(capabilities, { idempotency: 'none' });
  await world.script('close_batch', 'drop_after_commit');
  expect(await settle()).toBe('later');
  const asked = world.requests('close_batch');
  expect(await settle()).toBe('done');
  expect(world.requests('close_batch')).toBe(asked);
  expect(await batchOfDay()).toMatchObject({ state: 'unknown', num_transactions: 0 });
  // One that knows the close by its name is asked.
  Object.assign(capabilities, { idempotency });
  expect(await settle()).toBe('done');
  expect((await world.row(id)).status).toBe('settled');
});

it('an item of another currency is no member, whatever the host says', async () => {
  const yen = await world.pending({ amount: 900, currency: 'jpy' });
  const batch = await begun();
  const booked = await bookBatch(world.system, batch, report([await memberOf(yen)]));
  expect(booked).toMatchObject({ state: 'mismatch', num_transactions: 0 });
  expect((await world.row(yen)).status).toBe('pending_settlement');
});

it('an item that was voided does not settle', async () => {
  const id = await world.pending({ amount: 950 });
  const batch = await begun();
  await change(id, { status: 'voided' });
  const booked = await bookBatch(world.system, batch, report([await memberOf(id)]));
  expect(booked).toMatchObject({ state: 'mismatch', num_transactions: 0 });
  expect((await world.row(id)).status).toBe('voided');
  await change(id, { status: 'pending_settlement' });
});

it('a processor whose batches no host closes is done at once, whatever waits there', async () => {
  const id = 'processor0000000cash';
  await addProcessor(world.system, tree.merchant, id, { type: 'cash' });
  invalidateMerchant(world.system, tree.merchant);
  const columns = { processor_id: id, processor_type: 'cash' };
  const sale = await world.pending({ at_host: 'nothing', columns });
  expect(await settleProcessor(world.system, tree.merchant, id, due)).toBe('done');
  expect((await world.row(sale)).status).toBe('pending_settlement');
});

it('a processor that takes no payments in its environment closes nothing', async () => {
  const id = await world.pending({ amount: 975 });
  await world.moveTo(due);
  const config = { ...world.system.config, environment: 'production' as const };
  const there = { ...world.system, config };
  expect(await settleProcessor(there, tree.merchant, card_processor, due)).toBe('done');
  expect((await world.row(id)).status).toBe('pending_settlement');
  expect(settlesByItself(there, (await cardProcessor()).row)).toBe(false);
  expect(await settle()).toBe('done');
  expect((await world.row(id)).status).toBe('settled');
});

it('an item with an action under way is no difference', async () => {
  const sale = await world.pending({ amount: 400 });
  const busy = await world.pending({ amount: 600 });
  const batch = await begun();
  await change(busy, { open_attempt_id: 'a'.repeat(20) });
  const booked = await bookBatch(world.system, batch, report([await memberOf(sale)]));
  expect(booked).toMatchObject({ state: 'closed', num_transactions: 1 });
  await change(busy, { open_attempt_id: '' });
});

it('a close that left more for the next one is no mismatch', async () => {
  const first = await world.pending({ amount: 700 });
  const next = await world.pending({ amount: 300 });
  const reported = { ...report([await memberOf(first)]), more: true };
  const booked = await bookBatch(world.system, await begun(), reported);
  expect(booked).toMatchObject({ state: 'closed', amount_captured: 700 });
  expect((await world.row(next)).status).toBe('pending_settlement');
});

it('a close that settled nothing keeps its own name, whatever the host numbers it', async () => {
  await world.pending({ amount: 500, at_host: 'nothing' });
  const batch = await begun();
  const booked = await bookBatch(world.system, batch, report([]));
  expect(booked).toMatchObject({ state: 'mismatch', batch_number: batch.batch_number });
});

it('a close that is refused leaves another one of its processor open', async () => {
  await begun();
  const first = await closingOfDay();
  due = new Date(due.getTime() + day_ms);
  await begun();
  await setState(world.system, first, 'rejected', 'no');
  expect(await batchOfDay()).toMatchObject({ state: 'closing', response_message: '' });
  await setState(world.system, await closingOfDay(), 'rejected', 'no');
});
