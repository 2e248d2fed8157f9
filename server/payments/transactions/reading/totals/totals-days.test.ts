// Sums of days: with what has not reached them yet they are the transactions' own, at every moment.
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { transaction_search } from '../../../../../contract/payments/transactions/search.ts';
import type { Search } from '../../../../../contract/search/search.ts';
import type { Context } from '../../../../context.ts';
import { runAudits } from '../../../../db/audit.ts';
import { connect, inTransaction } from '../../../../db/database.ts';
import { runOutbox } from '../../../../jobs/outbox.ts';
import { besideChange } from '../../../../testing/beside.ts';
import { openMoneyWorld } from '../../../../testing/worlds/money-world.ts';
import { searchTransactions } from '../search.ts';
import { totalsOf } from './totals.ts';
import { transactionDays, transactionDaysJob } from './totals-days.ts';
import { countByDays } from './totals-groups.ts';

let merchant: Context;

const w = openMoneyWorld({ jobs: [] });
beforeAll(async () => {
  const actor = { ...w.world.system.actor, account_type: 'merchant' as const };
  merchant = { ...w.world.system, actor: { ...actor, account_id: w.m1.account.id } };
  await inTransaction(w.world.system, null, (tx) =>
    // Midnight is far from UTC's, and the clocks are put back within a few days of the test's
    // start.
    sql`update account set timezone = 'America/Havana' where id = ${w.m1.account.id}`.execute(tx),
  );
});

const deliver = () => runOutbox(w.world.system, [transactionDays]);
/** Runs the merchant's job as if it were due. */
async function sum(merchant_id = w.m1.account.id): Promise<void> {
  const later = new Date(w.world.clock.now().getTime() + 600_000);
  const system = { ...w.world.system, clock: { ...w.world.clock, now: () => later } };
  await transactionDaysJob.run(system, { merchant_id } as never);
}
const storedGroups = async () =>
  (await sql`select 1 from transaction_day`.execute(connect(w.world.system))).rows.length;
const storedHours = async () =>
  (await sql`select 1 from transaction_hour`.execute(connect(w.world.system))).rows.length;
/** How many sums all transactions have, days cut in this zone. */
const groupsIn = async (zone: string) =>
  (
    await sql`select 1 from transaction where status <> 'pending'
      group by (created_at at time zone ${zone}::text)::date, currency, processor_id,
        transaction_source, type, status`.execute(connect(w.world.system))
  ).rows.length;
const zones = async () =>
  (
    await sql`select time_zone from transaction_day_state
      where merchant_id = ${w.m1.account.id}`.execute(connect(w.world.system))
  ).rows;
const due = async () =>
  (await sql`select 1 from transaction_day_due`.execute(connect(w.world.system))).rows.length;

const parked = async () =>
  (await sql`select 1 from outbox_retry where state = 'parked'`.execute(connect(w.world.system)))
    .rows.length;

/** The same search with a filter that no sum knows and every transaction passes. */
function fromRows(search: Search): Search {
  const amount = { operator: '>', value: -1 } as const;
  return { ...search, filters: { ...search.filters, amount } };
}

const all = { created_at: { start_date: '2000-01-01T00:00:00Z' } };
const hour_ms = 3_600_000;

/** Searches of every shape that sums answer, around the moment it is. */
function searches(): Search[] {
  const now = w.world.clock.now().getTime();
  const at = (hours: number) => new Date(now + hours * hour_ms).toISOString();
  const range = (from: number, to: number) => ({ start_date: at(from), end_date: at(to) });
  return [
    all,
    {},
    { created_at: range(-30, 1) },
    { created_at: range(-100, -10) },
    { created_at: range(-2, 2) },
    { ...all, status: { operator: '=', value: 'settled' } },
    { ...all, type: { operator: '!=', value: 'sale' } },
    { ...all, processor_id: { operator: '=', value: w.m1.processors.card } },
    { created_at: range(-60, 3), currency_iso_code: { operator: '=', value: 'usd' } },
    { ...all, transaction_source: { operator: '=', value: 'api' } },
    { created_at_duration: { duration: 'today' } },
  ].map((body) => transaction_search.parse({ limit: 0, ...body }));
}

async function compare(context: Context, merchant_id = ''): Promise<void> {
  for (const search of searches()) {
    const totals = await totalsOf(context, search, merchant_id);
    expect(totals, JSON.stringify(search.filters)).toEqual(
      await totalsOf(context, fromRows(search), merchant_id),
    );
    const count = await countByDays(context, search, merchant_id);
    const { total_count } = await searchTransactions(context, search, merchant_id);
    if (count !== null) expect(count, JSON.stringify(search.filters)).toBe(total_count);
  }
}

async function compareAll(): Promise<void> {
  await compare(merchant);
  await compare(w.world.system, w.m1.account.id);
  await compare(w.world.system);
}

describe('totals', () => {
  it('are those of the transactions before, while and after the sums follow', async () => {
    const sale = () => w.pay({ tip_amount: 100, tax_amount: 30 });
    const steps = [sale, deliver, sale, sum, sale, deliver, sale, sum, deliver, sum];
    for (let round = 0; round < 3; round++) {
      for (const step of steps) await step();
      const first = await w.pay({ type: 'authorize', amount: 5_000 });
      await compare(merchant);
      await w.post(`/transaction/${first.id}/capture`, { amount: 4_000 });
      await deliver();
      const voided = await sale();
      await w.post(`/transaction/${voided.id}/void`);
      await compareAll();
      await sum();
      await compare(merchant);
      await w.advance(11 * 3_600);
    }
    expect(await storedGroups()).toBe(await groupsIn('America/Havana'));
  }, 60_000);

  it('hold settled and refunded payments of earlier days', async () => {
    const sale = await w.pay({ amount: 2_000 });
    await w.settle();
    await compareAll();
    await deliver();
    await sum();
    await w.post(`/transaction/${sale.id}/refund`, { amount: 500 });
    await compareAll();
    await deliver();
    await compareAll();
    await sum();
    expect(await due()).toBe(0);
    await compareAll();
  }, 60_000);

  it('trust no day with an event that waits for its next try or is parked', async () => {
    const sale = await w.pay();
    await deliver();
    await sum();
    await w.post(`/transaction/${sale.id}/void`);
    const stuck = {
      ...transactionDays,
      consume: () => Promise.reject(new Error('cannot take it')),
    };
    await runOutbox(w.world.system, [stuck]);
    await sum();
    await compareAll();
    for (let n = 0; n < 10; n++) {
      await w.advance(300);
      await runOutbox(w.world.system, [stuck]);
    }
    await sum();
    expect(await parked()).toBe(1);
    await compareAll();
    await inTransaction(w.world.system, w.m1.account.id, (tx) =>
      sql`update outbox_retry set state = 'waiting', parked_at = null`.execute(tx),
    );
    await deliver();
    await sum();
    expect([await parked(), await due()]).toEqual([0, 0]);
    await compareAll();
  }, 60_000);

  it('are requested once by a day that changes, and again by its next change', async () => {
    const scheduled = async () => {
      const { rows } = await sql<{ count: number }>`select request_count as count from job
        where name = 'transaction_days' and key = ${w.m1.account.id}`.execute(
        connect(w.world.system),
      );
      return rows[0]?.count ?? 0;
    };
    await deliver();
    await sum();
    const before = await scheduled();
    for (let n = 0; n < 2; n++) {
      await w.pay();
      await deliver();
      expect(await scheduled()).toBe(before + 1);
    }
    await sum();
    await w.pay();
    await deliver();
    expect(await scheduled()).toBe(before + 2);
  });

  it('are read from the sums where nothing lags', async () => {
    const id = w.m1.account.id;
    const forge = (by: number) =>
      sql`update transaction_day set amount_captured = amount_captured + ${by}
        where merchant_id = ${id} and type = 'sale' and status = 'settled'`.execute(
        connect(w.world.system, id),
      );
    const search = transaction_search.parse(all);
    const before = await totalsOf(merchant, search);
    await forge(1_000_000);
    const after = await totalsOf(merchant, search);
    expect(after.captured_amount).toBeGreaterThan(before.captured_amount + 999_999);
    const wrong = (await runAudits(w.world.services.database)).filter(
      ({ rows }) => rows.length > 0,
    );
    expect(wrong.map(({ name }) => name)).toEqual(['i20-days-are-their-transactions']);
    await forge(-1_000_000);
  });

  it('are no finding of an audit while they follow', async () => {
    const findings = async () =>
      (await runAudits(w.world.services.database)).filter(({ rows }) => rows.length > 0);
    await deliver();
    await sum();
    // Its event waits, then its day, then neither.
    await w.pay();
    expect(await findings()).toEqual([]);
    await deliver();
    expect([await due(), await findings()]).toEqual([1, []]);
    await sum();
    expect([await due(), await findings()]).toEqual([0, []]);
  });

  it('follow a merchant into another time zone', async () => {
    await inTransaction(w.world.system, null, (tx) =>
      sql`update account set timezone = 'Asia/Kathmandu' where id = ${w.m1.account.id}`.execute(tx),
    );
    await transactionDaysJob.run(w.world.system, { merchant_id: '' } as never);
    expect(await zones()).toEqual([{ time_zone: 'Asia/Kathmandu' }]);
    expect(await due()).toBeGreaterThan(0);
    // Nothing that was cut in the former zone is left.
    expect([await storedGroups(), await storedHours()]).toEqual([0, 0]);
    await compareAll();
    await sum();
    expect(await due()).toBe(0);
    expect(await storedGroups()).toBe(await groupsIn('Asia/Kathmandu'));
    await compareAll();
    await inTransaction(w.world.system, null, (tx) =>
      sql`update account set timezone = 'Asia/Tokyo' where id = ${w.m1.account.id}`.execute(tx),
    );
    await w.pay();
    await deliver();
    expect(await zones()).toEqual([{ time_zone: 'Asia/Tokyo' }]);
    await compareAll();
  });

  it('follow transactions alone', async () => {
    const before = await zones();
    const other = { kind: 'settlement_batch', merchant_id: w.m1.account.id, resource_id: 'b1' };
    await transactionDays.consume(w.world.system, [other] as never);
    expect(await zones()).toEqual(before);
  });

  it('note no change while somebody sums, who might not see it', async () => {
    await w.pay();
    await sum();
    const summing = 'select from transaction_day_state where merchant_id = $1 for no key update';
    await besideChange(
      w.world.database_url,
      (owner) => owner.query(summing, [w.m1.account.id]),
      deliver,
    );
    expect(await due()).toBe(1);
  });

  it('count pending payments, which no sum holds', async () => {
    const owner = new pg.Client({ connectionString: w.world.database_url });
    await owner.connect();
    const search = transaction_search.parse(all);
    const before = await countByDays(merchant, search, '');
    await owner.query('create temporary table one as select * from transaction limit 1');
    await owner.query("update one set id = 'pendingpendingpendin', status = 'pending'");
    await owner.query('insert into transaction select * from one');
    await compareAll();
    expect(await countByDays(merchant, search, '')).toBe(Number(before) + 1);
    await owner.query("delete from transaction where id = 'pendingpendingpendin'");
    await owner.end();
  });
});
