// Sums of hours and kinds: with what has not reached them yet they are the transactions' own.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { runAudits } from '../../../../db/audit.ts';
import { connect, inTransaction } from '../../../../db/database.ts';
import { scopeWithin } from '../../../../db/scope.ts';
import { runOutbox } from '../../../../jobs/outbox.ts';
import { openMoneyWorld } from '../../../../testing/worlds/money-world.ts';
import { partsOf, type StoredSums } from './stored-sums.ts';
import { transactionDays, transactionDaysJob } from './totals-days.ts';
import { counted_names, figuresOf } from './totals-hours.ts';
import { kinds } from './totals-kinds.ts';

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

/** What is compared of each span: of stored sums, and of one transaction. */
const asked = {
  kinds: {
    stored: kinds,
    sums: sql`type, status, payment_type, card_brand, sum(transaction_count)::int as count,
      sum(captured_count)::int as captures, sum(amount_captured)::int as captured,
      sum(amount)::int as amount`,
    rows: sql`type, status, payment_type,
      coalesce(response_body -> 'card' ->> 'card_type', '') as card_brand, count(*)::int as count,
      count(*) filter (where amount_captured > 0)::int as captures,
      sum(amount_captured)::int as captured, sum(amount)::int as amount`,
  },
  figures: {
    stored: figuresOf(counted_names),
    sums: sql`response_code, currency, '' as none, '' as no,
      sum(transaction_count)::int as count, sum(attempt_count)::int as attempts,
      sum(open_attempt_count)::int as open, sum(transaction_amount_sum)::int as captured`,
    rows: sql`response_code, currency, '' as none, '' as no, count(*)::int as count,
      count(*)::int as attempts, count(*) filter (where status = 'pending')::int as open,
      coalesce(sum(amount_captured) filter (where status not in ('pending', 'voided')), 0)::int
        as captured`,
  },
} as const;
type Name = keyof typeof asked;
const names = Object.keys(asked) as Name[];

type Interval = Parameters<typeof partsOf>[1][number];
async function bySums(name: Name, of: readonly Interval[], sums: StoredSums = asked[name].stored) {
  const reached = scopeWithin(w.world.system, merchant_id(), 'account.id');
  const { rows } = await sql`${partsOf(sums, of, reached)} select at, ${asked[name].sums}
    from part group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(connect(w.world.system));
  return rows;
}
async function byRows(name: Name, of: readonly Interval[]): Promise<unknown[]> {
  const found = await Promise.all(
    of.map(async ({ since, until }, at) => {
      const { rows } = await sql`select ${at}::int as at, ${asked[name].rows}
        from transaction where merchant_id = ${merchant_id()}
          and created_at >= ${since} and created_at < ${until}
        group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(connect(w.world.system));
      return rows;
    }),
  );
  return found.flat();
}
/** All spans at once, and the longest one alone: whole days lie in it. */
async function compare(): Promise<void> {
  for (const name of names) {
    const rows = await byRows(name, spans());
    expect(rows.length).toBeGreaterThan(5);
    expect(await bySums(name, spans())).toEqual(rows);
    for (const span of spans().slice(0, 1)) {
      expect(await bySums(name, [span])).toEqual(await byRows(name, [span]));
    }
  }
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

  it('are right where nothing of an hour was taken, and the audit agrees', async () => {
    const { id } = await w.pay({ type: 'verification', amount: 0 });
    const at = new Date(w.world.clock.now().getTime() - 100 * hour_ms);
    await inTransaction(w.world.system, merchant_id(), (tx) =>
      sql`update transaction set created_at = ${at} where merchant_id = ${merchant_id()}
        and id = ${id}`.execute(tx),
    );
    await moveZone('UTC');
    await deliver();
    await sum();
    const [hour] = (
      await sql`select transaction_count, capture_count from transaction_hour
        where merchant_id = ${merchant_id()}
          and hour_at = date_trunc('hour', ${at}::timestamptz)`.execute(connect(w.world.system))
    ).rows;
    expect(hour).toEqual({ transaction_count: 1, capture_count: 0 });
    expect(await wrong()).toEqual([]);
  });

  it.each([
    ['transaction_hour', 'figures', 'transaction_amount_sum', 'i20-hours-are-their-transactions'],
    [
      ...(['transaction_kind_hour', 'kinds', 'amount_captured'] as const),
      'i20-kind-hours-are-their-transactions',
    ],
    ['transaction_kind_day', 'kinds', 'amount_captured', 'i20-kind-days-are-their-hours'],
  ] as const)(
    'in %s are read where nothing lags, and audited',
    async (table, name, sum_of, audit) => {
      const forge = (by: number) =>
        sql`update ${sql.table(table)} set ${sql.id(sum_of)} = ${sql.id(sum_of)} + ${by}
        where merchant_id = ${merchant_id()}`.execute(connect(w.world.system, merchant_id()));
      const before = await bySums(name, spans());
      await forge(1_000_000);
      expect(await bySums(name, spans())).not.toEqual(before);
      expect(await wrong()).toContain(audit);
      await forge(-1_000_000);
      expect(await bySums(name, spans())).toEqual(before);
      expect(await wrong()).toEqual([]);
    },
  );
});
