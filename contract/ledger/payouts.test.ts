// What balances and days mean for the next deposits.
import { describe, expect, it } from 'vitest';
import { type PayoutsRecord, payoutPictures } from './payouts.ts';

const nothing = { held: 0, open: 0, settled: 0, reserve: 0, disputed: 0, difference: 0, cash: 0 };
const at = (processor_id: string, sums: object) => ({
  ...{ processor_id, currency: 'usd' },
  ...nothing,
  ...sums,
});
const on = (day: string, settled: number, processor_id = 'p', paid_out = 0) => ({
  ...{ processor_id, currency: 'usd', day, settled, paid_out },
});
function pictureOf(sums: PayoutsRecord['sums'], days: PayoutsRecord['days'], today: string) {
  const [picture] = payoutPictures({ since: '2026-05-20', sums, days, processors: [] }, today);
  return picture;
}

describe('the picture of a merchant’s money', () => {
  // 06/17/2026 is a Wednesday; the Friday is a holiday.
  const sums = [at('p', { held: 900, open: 44_000, settled: 130_000 })];
  const days = [on('2026-06-17', 80_000), on('2026-06-16', 20_000), on('2026-06-15', 30_000)];

  it('expects a batch on the banking day after it closed, the oldest days first', () => {
    const found = pictureOf(sums, days, '2026-06-17');
    expect(found?.arriving.map(({ expected_on, amount }) => [expected_on, amount])).toEqual([
      ['2026-06-17', 20_000],
      ['2026-06-18', 80_000],
    ]);
    expect(found).toMatchObject({ held: 900, on_its_way: 144_000, unconfirmed: 30_000, owed: 0 });
  });

  it('waits over a weekend and a holiday', () => {
    const friday = pictureOf([at('p', { settled: 500 })], [on('2026-06-18', 500)], '2026-06-20');
    expect(friday?.arriving).toMatchObject([{ expected_on: '2026-06-22', amount: 500 }]);
  });

  it('lets deposits pay the oldest batches, so that no cent is expected twice', () => {
    const paid = [...days, on('2026-06-15', 0, 'p', 115_000)];
    const found = pictureOf([at('p', { settled: 15_000 })], paid, '2026-06-17');
    expect(found?.arriving).toMatchObject([{ expected_on: '2026-06-18', amount: 15_000 }]);
    expect(found).toMatchObject({ unconfirmed: 0, paid_out: 115_000 });
  });

  it('says what is owed where refunds exceed what a processor holds, apart from another’s', () => {
    const two = [at('p', { open: -2_500 }), at('q', { open: 4_000 })];
    expect(pictureOf(two, [], '2026-06-17')).toMatchObject({ on_its_way: 4_000, owed: 2_500 });
    const late = [at('p', { settled: -300 })];
    const found = pictureOf(late, [on('2026-06-17', -300)], '2026-06-17');
    expect(found).toMatchObject({ on_its_way: 0, owed: 300, unconfirmed: 0 });
  });
});

it('the currency with most money comes first, with what is held and was paid out', () => {
  const inCurrency = (currency: string, sums: object) => ({ ...at('p', sums), currency });
  const sums = [
    inCurrency('cad', { open: 500 }),
    inCurrency('eur', { held: 900 }),
    inCurrency('usd', { settled: 700 }),
  ];
  const record = { since: '2026-05-20', sums, days: [], processors: [] };
  const found = payoutPictures(record, '2026-06-17').map(({ currency }) => currency);
  expect(found).toEqual(['eur', 'usd', 'cad']);
});
