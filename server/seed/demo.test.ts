// The demo world as it was seeded and as its clock passes: it agrees with itself and goes on.
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { runAudits } from '../db/audit.ts';
import { connect } from '../db/database.ts';
import { settlementJobs } from '../payments/settlement/jobs.ts';
import { openWorld } from '../testing/worlds/open-world.ts';
import { demo_users, demoKey } from './credentials.ts';
import { seedDemo } from './demo.ts';
import { demoDeposits } from './deposit-job.ts';

const week_seconds = 7 * 86_400;

const world = openWorld({ config: { seed: 'demo' }, jobs: [...settlementJobs, demoDeposits] });
beforeAll(async () => {
  await seedDemo(world.system);
}, 120_000);

const rows = async <T>(query: ReturnType<typeof sql<T>>) =>
  (await query.execute(connect(world.system))).rows;
const keyOf = (username: string) => demoKey(world.services.keys, 'api', username);
const post = (path: string, body: unknown, username: string = demo_users.merchant) =>
  world.call('POST', path, { credential: keyOf(username), body });
/** Batches whose numbers are not those of their members, or whose deposit is not booked. */
const odd_batches = sql<object>`with members as (
    select merchant_id, settlement_batch_id as id, count(*) as count,
      coalesce(sum(amount_settled) filter (where type <> 'refund'), 0) as captured,
      coalesce(sum(amount_settled) filter (where type = 'refund'), 0) as credit
    from transaction where settlement_batch_id <> '' group by 1, 2),
  paid as (select distinct owner_id as merchant_id, source_id as id
    from ledger_posting where kind = 'funding')
  select b.id from settlement_batch b left join members t using (merchant_id, id)
    left join paid using (merchant_id, id)
  where coalesce(t.count, 0) <> b.num_transactions
    or b.net_deposit <> b.amount_captured - b.amount_credit
    or coalesce(t.captured, 0) <> b.amount_captured
    or (b.state = 'funded' and b.net_deposit <> 0) <> (paid.id is not null)`;

/** Batches that do not count on from the one before it at the same processor. */
const leaps = sql<object>`select * from (select b.processor_id, b.batch_number::int as number,
    row_number() over (partition by b.merchant_id, b.processor_id order by b.batch_date) as place
  from settlement_batch b where b.state in ('closed', 'funded')) as b where number <> place`;

describe('the demo world', () => {
  it('has rows that agree with themselves', async () => {
    expect(await rows(odd_batches)).toEqual([]);
    expect(await rows(leaps)).toEqual([]);
    const unfindable = sql<object>`select id from transaction
      where payment_type <> 'cash' and method_digest = ''`;
    expect(await rows(unfindable)).toEqual([]);
  });

  it('finds a payment by the whole number of its card', async () => {
    const filter = {
      full_cc_number: { operator: '=', value: '4111 1111 1111 1111' },
      created_at: { start_date: '2000-01-01' },
    };
    const found = (await post('/transaction/search', filter)).body;
    const [counted] = await rows<{ count: number }>(sql`select count(*)::int as count
      from transaction t join user_account u on u.account_id = t.merchant_id
      where u.username_key = ${demo_users.merchant} and t.card_last_four = '1111'`);
    expect(found.total_count).toBe(counted?.count);
    expect(found.total_count).toBeGreaterThan(0);
  });

  it('counts its batches on and pays them out as the clock passes', async () => {
    const last = sql<{ id: string; at: Date }>`select p.id, max(b.batch_date) as at
      from processor p join settlement_batch b
        on b.merchant_id = p.merchant_id and b.processor_id = p.id group by p.id`;
    const before = new Map((await rows(last)).map(({ id, at }) => [id, at.getTime()]));
    await world.runner.start();
    await world.runner.stop();
    const clock = { advance_seconds: week_seconds };
    expect((await post('/sandbox/clock', clock, demo_users.admin)).status).toBe(200);
    const newer = (await rows(last)).filter(({ id, at }) => at.getTime() > (before.get(id) ?? 0));
    expect(newer.length).toBeGreaterThan(0);
    expect(await rows(leaps)).toEqual([]);
    const waiting = sql<object>`select id from settlement_batch
      where state = 'closed'
        and batch_date < ${world.clock.now()}::timestamptz - interval '6 days'`;
    expect(await rows(waiting)).toEqual([]);
    expect(await rows(odd_batches)).toEqual([]);
  }, 60_000);

  it('keeps every invariant, as it was seeded and after', async () => {
    const results = await runAudits(world.services.database);
    expect(results.filter((one) => one.rows.length > 0)).toEqual([]);
  }, 60_000);
});
