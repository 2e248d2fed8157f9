// Sums of hours: with what has not reached them yet they are the transactions' own, in any zone.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { runAudits } from '../../../db/audit.ts';
import { connect, inTransaction } from '../../../db/database.ts';
import { scopeWithin } from '../../../db/scope.ts';
import { runOutbox } from '../../../jobs/outbox.ts';
import { openMoneyWorld } from '../../../testing/money-world.ts';
import { transactionDays, transactionDaysJob } from './totals-days.ts';
import { partsByHour } from './totals-hours.ts';

const hour_ms = 3_600_000;

const w = openMoneyWorld({ jobs: [] });
const merchant_id = () => w.m1.account.id;

async function moveZone(zone: string): Promise<void> {
  await inTransaction(w.world.system, null, (tx) =>
    sql`update account set timezone = ${zone} where id = ${merchant_id()}`.execute(tx),
  );
  await transactionDaysJob.run(w.world.system, { merchant_id: '' } as never);
}
const deliver = () => runOutbox(w.world.system, [transactionDays]);
/** Runs the merchant's job as if it were due. */
async function sum(): Promise<void> {
  const later = new Date(w.world.clock.now().getTime() + 600_000);
  const system = { ...w.world.system, clock: { ...w.world.clock, now: () => later } };
  await transactionDaysJob.run(system, { merchant_id: merchant_id() } as never);
}

/** Payments of three days, some before local midnights of zones that are half an hour off. */
async function payments(): Promise<void> {
  const times = [0.1, 0.4, 1.2, 2.7, 5.5, 11, 23.6, 24.2, 30, 47.9, 60];
  for (const [n, hours] of times.entries()) {
    const { id } = await w.pay({ amount: 1_000 + n });
    const at = new Date(w.world.clock.now().getTime() - hours * hour_ms);
    await inTransaction(w.world.system, merchant_id(), (tx) =>
      sql`update transaction set created_at = ${at} where merchant_id = ${merchant_id()}
        and id = ${id}`.execute(tx),
    );
  }
}

const newest = async () =>
  (
    await sql<{ status: string }>`select status from transaction
      where merchant_id = ${merchant_id()} order by id desc limit 1`.execute(
      connect(w.world.system),
    )
  ).rows[0]?.status ?? '';
const setNewest = (status: string) =>
  inTransaction(w.world.system, merchant_id(), (tx) =>
    sql`update transaction set status = ${status} where merchant_id = ${merchant_id()}
      and id = (select max(id) from transaction where merchant_id = ${merchant_id()})`.execute(tx),
  );

function spans() {
  const now = w.world.clock.now().getTime();
  const span = (from: number, to: number) => ({
    since: new Date(now + from * hour_ms),
    until: new Date(now + to * hour_ms),
  });
  const hour = now - (now % hour_ms);
  const whole = (from: number, to: number) => ({
    since: new Date(hour + from * hour_ms),
    until: new Date(hour + to * hour_ms),
  });
  return [
    ...[span(-70, 1), span(-2.6, -1.1), span(-0.3, -0.2), span(-0.001, 0.001)],
    ...[whole(-24, 0), whole(-48, -24), whole(-23.5, 0.5), whole(-1, 1), whole(-60.25, -3.75)],
  ];
}

/** Number of payments and what they captured, of each span that has some. */
async function byHour(): Promise<unknown[]> {
  const reached = scopeWithin(w.world.system, merchant_id(), 'account.id');
  const { rows } = await sql`${partsByHour(spans(), reached)} select at, type, status, payment_type,
      card_brand, sum(transaction_count)::int as count, sum(captured_count)::int as taken,
      sum(amount_captured)::int as captured, sum(amount)::int as amount
    from part group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(connect(w.world.system));
  return rows;
}
async function byRows(): Promise<unknown[]> {
  const found = await Promise.all(
    spans().map(async ({ since, until }, at) => {
      const { rows } = await sql`select ${at}::int as at, type, status, payment_type,
          coalesce(response_body -> 'card' ->> 'card_type', '') as card_brand,
          count(*)::int as count, count(*) filter (where amount_captured > 0)::int as taken,
          sum(amount_captured)::int as captured, sum(amount)::int as amount
        from transaction where merchant_id = ${merchant_id()}
          and created_at >= ${since} and created_at < ${until}
        group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(connect(w.world.system));
      return rows;
    }),
  );
  return found.flat();
}
async function compare(): Promise<void> {
  const rows = await byRows();
  expect(rows.length).toBeGreaterThan(5);
  expect(await byHour()).toEqual(rows);
}
const wrong = async () =>
  (await runAudits(w.world.services.database))
    .filter(({ rows }) => rows.length > 0)
    .map(({ name }) => name);

describe('sums of hours', () => {
  it('are those of the transactions before, while and after they follow, in any zone', async () => {
    await payments();
    await compare();
    for (const zone of ['America/Havana', 'Asia/Kathmandu', 'Australia/Eucla', 'UTC']) {
      await moveZone(zone);
      await compare();
      await sum();
      await compare();
      await w.pay();
      await compare();
      await deliver();
      await compare();
      await sum();
      await compare();
    }
    await deliver();
    const status = await newest();
    await setNewest('pending');
    await moveZone('Asia/Tokyo');
    await sum();
    await compare();
    await setNewest(status);
    await moveZone('UTC');
    await sum();
  });

  it('are read where nothing lags, and the audit hears one that is not its rows’', async () => {
    const forge = (by: number) =>
      sql`update transaction_hour set amount_captured = amount_captured + ${by}
        where merchant_id = ${merchant_id()} and hour_at = (select max(hour_at)
          from transaction_hour where hour_at < ${w.world.clock.now()}::timestamptz
            - interval '2 hours')`.execute(connect(w.world.system, merchant_id()));
    const before = await byHour();
    await forge(1_000_000);
    expect(await byHour()).not.toEqual(before);
    expect(await wrong()).toContain('i20-hours-are-their-transactions');
    await forge(-1_000_000);
    expect(await byHour()).toEqual(before);
  });
});
