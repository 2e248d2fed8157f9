// What cannot be booked keeps nothing else back: it waits, is alerted, shown and tried again.
import pino from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { runAudits } from '../../db/audit.ts';
import { requireRow } from '../../db/connections/statements.ts';
import { connect, inTransaction } from '../../db/database.ts';
import { ach_processor, postings_refused_by_source } from '../../testing/settlement-items.ts';
import { openOwner } from '../../testing/worlds/open-world.ts';
import { tree } from '../../testing/worlds/search-world.ts';
import {
  openSettlementWorld,
  type SettlementWorld,
} from '../../testing/worlds/settlement-world.ts';
import { recoverDue } from '../recovery/recovery.ts';
import { endOpenAction } from '../transactions/outcomes/finish.ts';
import { settleProcessor } from './close.ts';
import { bookWaitingReturns } from './returns.ts';

let due: Date;
const day_ms = 86_400_000;
const logged: Record<string, unknown>[] = [];

const world = openSettlementWorld();
const owner = openOwner(() => world.database_url);
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) });
  Object.assign(world.system, { log });
  await owner.query(postings_refused_by_source);
  due = new Date(Math.ceil(Date.now() / day_ms) * day_ms + 20 * 3_600_000);
  await world.moveTo(new Date(due.getTime() - day_ms / 2));
});

const shut = (id: string) => owner.query('insert into refused_source values ($1)', [id]);
const open = () => owner.query('delete from refused_source');
const ach = (overrides: Parameters<SettlementWorld['pending']>[0] = {}) =>
  world.pending({ processor_id: ach_processor, ...overrides });
const settle = () => settleProcessor(world.system, tree.merchant, ach_processor, due);
const statusOf = async (id: string) => (await world.row(id)).status;
const why = 'The database rejected it because of rule books_are_shut.';

async function waiting() {
  return await connect(world.system)
    .selectFrom('waiting_return')
    .select(['transaction_id', 'try_count', 'last_error', 'next_try_at'])
    .execute();
}

it('a return that cannot be booked lets the others, the batch and later days go on', async () => {
  const stuck = await ach({ amount: 700, routing_number: '000000001' });
  const fine = await ach({ amount: 300, routing_number: '000000001' });
  const sale = await ach({ amount: 5_000 });
  await shut(stuck);
  await world.moveTo(due);
  expect(await settle()).toBe('done');
  expect(await Promise.all([stuck, fine, sale].map(statusOf))).toEqual([
    'pending_settlement',
    'returned',
    'settled',
  ]);
  expect(await waiting()).toMatchObject([{ transaction_id: stuck, try_count: 1, last_error: why }]);
  expect(logged.at(-1)).toMatchObject({ alert: 'return_not_booked', merchant_id: tree.merchant });
  // Recovery tries it again when its time has come, and what waits beside it is booked.
  const beside = await ach({ amount: 900, at_host: 'nothing' });
  const { reference } = await connect(world.system)
    .selectFrom('rail_attempt')
    .select('reference')
    .where('transaction_id', '=', beside)
    .executeTakeFirstOrThrow();
  await owner.query(
    `insert into waiting_return select merchant_id, processor_id, $1, kind, code, effective_on, $2,
      created_at + interval '1 second' from waiting_return`,
    [reference, beside],
  );
  for (const minutes of [2, 3, 5]) {
    await world.moveTo(new Date(world.clock.now().getTime() + minutes * 60_000));
    await recoverDue(world.system);
  }
  expect(await statusOf(beside)).toBe('returned');
  expect(await waiting()).toMatchObject([{ transaction_id: stuck, try_count: 4 }]);
  const findings = await runAudits(world.services.database);
  const shown = findings.find(({ name }) => name === 'i21-returns-are-booked');
  expect(shown?.rows).toMatchObject([{ transaction_id: stuck, last_error: why }]);
  // Once nothing is in the way it is booked by itself.
  await open();
  await world.moveTo(new Date(world.clock.now().getTime() + 20 * 60_000));
  await recoverDue(world.system);
  expect(await statusOf(stuck)).toBe('returned');
  expect(await waiting()).toEqual([]);
  due = new Date(due.getTime() + day_ms);
});

it('a return that cannot be booked is tried at its time alone, each try twice as far', async () => {
  const stuck = await ach({ amount: 800, routing_number: '000000001' });
  await shut(stuck);
  await world.moveTo(due);
  expect(await settle()).toBe('done');
  const at = async (ms: number) => {
    await world.moveTo(new Date(world.clock.now().getTime() + ms));
    await bookWaitingReturns(world.system);
    return (await waiting())[0];
  };
  let last = (await waiting())[0];
  for (let tries = 1; tries <= 3; tries++) {
    const next_ms = last?.next_try_at?.getTime() ?? 0;
    // A minute, two, four: the clock goes on between a try and what is read of it here.
    const waits_ms = 60_000 * 2 ** (tries - 1);
    const left_ms = next_ms - world.clock.now().getTime();
    expect(last?.try_count).toBe(tries);
    expect(left_ms).toBeGreaterThan(waits_ms - 30_000);
    expect(left_ms).toBeLessThanOrEqual(waits_ms);
    expect(await at(left_ms - 30_000)).toEqual(last);
    last = await at(30_000);
  }
  await open();
  await at(8 * 60_000);
  expect(await statusOf(stuck)).toBe('returned');
  expect(await waiting()).toEqual([]);
  due = new Date(due.getTime() + day_ms);
});

it('a batch that cannot be booked lets the other currency and the next day go on', async () => {
  const dollars = await ach({ amount: 1_000 });
  const yen = await ach({ amount: 400, currency: 'jpy' });
  await world.moveTo(due);
  // The intent to close stands, and so do the ids of its batches.
  await world.script('close_batch', 'drop_before_commit');
  expect(await settle()).toBe('later');
  const batch = (await world.batches()).find(({ currency, state }) => {
    return currency === 'jpy' && state === 'unknown';
  });
  await shut(String(batch?.id));
  expect(await settle()).toBe('later');
  expect([await statusOf(dollars), await statusOf(yen)]).toEqual(['settled', 'pending_settlement']);
  const stored = (await world.batches()).find(({ id }) => id === batch?.id);
  expect(stored).toMatchObject({
    state: 'unknown',
    response_message: expect.stringContaining(why),
  });
  const on_that_day = due;
  due = new Date(due.getTime() + day_ms);
  const next = await ach({ amount: 600 });
  const next_yen = await ach({ amount: 500, currency: 'jpy' });
  await world.moveTo(due);
  expect(await settle()).toBe('done');
  expect(await Promise.all([next, next_yen, yen].map(statusOf))).toEqual([
    'settled',
    'settled',
    'pending_settlement',
  ]);
  const today = (await world.batches()).filter(
    ({ batch_date }) => batch_date.getTime() === due.getTime(),
  );
  expect(today.map(({ state }) => state)).toEqual(['closed', 'closed']);
  await open();
  due = on_that_day;
  expect(await settle()).toBe('done');
  expect(await statusOf(yen)).toBe('settled');
});

it('an item that has settled is not written back by what was read before', async () => {
  const id = await ach({ amount: 250 });
  const before = await world.row(id);
  due = new Date(due.getTime() + 2 * day_ms);
  await world.moveTo(due);
  expect(await settle()).toBe('done');
  const settled = await world.row(id);
  const attempt = { id: '', merchant_id: tree.merchant, transaction_id: id } as never;
  const late = endOpenAction(attempt, before, { status: 'voided', version: before.version + 1 });
  const write = inTransaction(world.system, tree.merchant, (tx) =>
    tx.executeQuery(requireRow(late)),
  );
  await expect(write).rejects.toThrow(/a required row is missing/);
  expect(await world.row(id)).toEqual(settled);
});
