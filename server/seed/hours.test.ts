import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runAudits } from '../db/audit.ts';
import { connect } from '../db/database.ts';
import { makeWorld } from '../testing/world.ts';
import { seedDemo } from './demo.ts';
const odd = sql<object>`with members as (
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
const leaps = sql<object>`select * from (select b.processor_id, b.batch_number::int as number,
    row_number() over (partition by b.merchant_id, b.processor_id order by b.batch_date) as place
  from settlement_batch b where b.state in ('closed', 'funded')) as b where number <> place`;
for (const hours of [1, 3, 5, 8, 11, 14, 17, 20, 23, 30, 41, 55, 67, 80, 99, 123, 150]) it(`${hours}`, async () => {
  const world = await makeWorld({ config: { seed: 'demo' }, jobs: [] });
  world.passRealTime(hours * 3_600_000);
  await seedDemo(world.system);
  const r = async (q: any) => (await q.execute(connect(world.system))).rows.length;
  const a = (await runAudits(world.services.database)).filter((one) => one.rows.length > 0).map((one) => one.name);
  console.log('HOUR', hours, world.clock.now().toISOString(), await r(odd), await r(leaps), a.join());
  await world.close();
  expect(1).toBe(1);
}, 200000);
