// Where a merchant's money is, held against the entries themselves, and told to nobody else.
import { beforeAll, describe, expect, test } from 'vitest';
import { payoutPictures } from '../../contract/ledger/payouts.ts';
import { make, openLedgerWorld } from '../testing/worlds/ledger-world.ts';
import { payoutsOf } from './payouts.ts';
import { writeSnapshots } from './snapshots.ts';

const world = openLedgerWorld();
const merchant = (id: string) => world.as({ account_type: 'merchant', account_id: id });
const day_ms = 86_400_000;
const dayBefore = (count: number) =>
  new Date(world.system.clock.now().getTime() - count * day_ms).toISOString().slice(0, 10);

const closing = (key: string, processor: string, captured: number, ago: number, credited = 0) =>
  make(
    'batch_close',
    'ma',
    key,
    { processor, captured, credited },
    { effective_on: dayBefore(ago) },
  );
const selling = (key: string, processor: string, amount: number) =>
  make('sale', 'ma', key, { processor, transaction: { amount } });

beforeAll(async () => {
  await world.addMerchant('ma');
  await world.addMerchant('mb');
  await world.write(
    'ma',
    make('authorize', 'ma', 'h1', { processor: 'p1', amount: 700 }),
    selling('s1', 'p1', 90_000),
    selling('s2', 'p2', 5_000),
    make('cash_sale', 'ma', 'c1', { transaction: { amount: 450 } }),
    closing('b40', 'p1', 20_000, 40),
    closing('b3', 'p1', 30_000, 3, 1_000),
  );
  // What the hourly job has summed and what came since are two ways to the same figures.
  const { rows } = await world.owner.query<{ at: Date }>('select clock_timestamp() as at');
  await writeSnapshots(world.system, rows[0]?.at);
  await world.write(
    'ma',
    make(
      'funding',
      'ma',
      'd1',
      { processor: 'p1', deposit: 19_500, fees: 500 },
      {
        effective_on: dayBefore(2),
      },
    ),
    closing('b1', 'p1', 8_000, 1),
    closing('b1b', 'p2', 6_000, 1),
    make('sale', 'ma', 'e1', { processor: 'p1', transaction: { amount: 77 } }, { currency: 'eur' }),
  );
  await world.write('mb', make('sale', 'mb', 'x', { processor: 'p1', transaction: { amount: 1 } }));
});

describe('the payouts of a merchant', () => {
  test('equal what a query over all its entries finds', async () => {
    const found = await payoutsOf(merchant('ma'), 'ma');
    const { rows } = await world.owner.query(`
      select party as processor_id, currency, kind, sum(amount)::int as amount from ledger_line
      where owner_id = 'ma' group by 1, 2, 3 having sum(amount) <> 0`);
    const names: Record<string, string> = {
      ...{ authorization_hold: 'held', processor_receivable: 'open' },
      ...{ settlement_receivable: 'settled', cash_collected: 'cash' },
    };
    const expected = rows.flatMap(({ kind, amount, ...of }) =>
      names[kind] ? [`${of.processor_id} ${of.currency} ${names[kind]} ${amount}`] : [],
    );
    const told = found.sums.flatMap(({ processor_id, currency, ...sums }) =>
      Object.entries(sums)
        .filter(([, amount]) => amount !== 0)
        .map(([name, amount]) => `${processor_id} ${currency} ${name} ${amount}`),
    );
    expect(told.sort()).toEqual(expected.sort());
    expect(told).toContain('p1 usd settled 37000');

    const by_day = await world.owner.query(
      `select party as processor_id, currency, effective_on as day,
        coalesce(sum(amount) filter (where kind = 'settlement_receivable'
          and posting_kind <> 'funding'), 0)::int as settled,
        coalesce(sum(amount) filter (where kind = 'merchant_bank'), 0)::int as paid_out
      from ledger_line where owner_id = 'ma' and effective_on >= $1
        and kind in ('settlement_receivable', 'merchant_bank')
      group by 1, 2, 3 order by 3 desc, 2, 1`,
      [found.since],
    );
    expect(found.days).toEqual(by_day.rows);
    expect(found.days.map(({ day }) => day)).not.toContain(dayBefore(40));
  });

  test('are nobody else’s', async () => {
    const other = await payoutsOf(merchant('mb'), 'ma');
    expect([other.sums, other.days]).toEqual([[], []]);
    const own = await payoutsOf(merchant('mb'), 'mb');
    expect(own.sums).toMatchObject([{ processor_id: 'p1', open: 1 }]);
  });

  test('are one picture for each currency, whose parts add up to the balances', async () => {
    const found = await payoutsOf(merchant('ma'), 'ma');
    const [usd, eur] = payoutPictures(found, dayBefore(0));
    expect(eur).toMatchObject({ currency: 'eur', open: 77, on_its_way: 77 });
    expect(usd).toMatchObject({ currency: 'usd', held: 700, cash: 450, paid_out: 19_500 });
    const arriving = (usd?.arriving ?? []).reduce((total, { amount }) => total + amount, 0);
    const settled = found.sums.reduce((total, one) => total + one.settled, 0);
    expect(arriving + (usd?.unconfirmed ?? 0)).toBe(settled);
  });
});
