// Totals: which rows count, what the net subtracts, and that both key sets say the same.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  type Totals,
  totals_record,
  transaction_search,
} from '../../../../../contract/payments/transactions/search.ts';
import { connect } from '../../../../db/database.ts';
import type { JobRow } from '../../../../jobs/claims.ts';
import type { OutboxEvent } from '../../../../jobs/outbox.ts';
import { openSearchWorld, tree } from '../../../../testing/worlds/search-world.ts';
import { totalsOf } from './totals.ts';
import { transactionDays, transactionDaysJob } from './totals-days.ts';

const world = openSearchWorld();

async function totals(order_id: string, account: keyof typeof tree = 'merchant', currency = '') {
  const search = transaction_search.parse({
    po_number: { operator: '=', value: order_id },
    ...(currency !== '' && { currency_iso_code: { operator: '=', value: currency } }),
  });
  const type = account === 'partner' ? 'partner' : 'merchant';
  return totals_record.parse(await totalsOf(world.as(type, tree[account]), search));
}

function amountsOf({ currency: _, by_currency: __, ...sums }: Totals): Set<number> {
  return new Set(Object.values(sums));
}

describe('totals', () => {
  it('sum the parts of sales and captures under both names', async () => {
    const parts = {
      tax_amount: 70,
      shipping_amount: 50,
      duty_amount: 5,
      tip_amount: 100,
      surcharge: 30,
      service_fee: 20,
      payment_adjustment: 0,
      discount_amount: 10,
    };
    await world.add({ po_number: 'A', ...parts });
    await world.add({ po_number: 'A', type: 'authorize', status: 'pending_settlement', ...parts });
    expect(await totals('A')).toMatchObject({
      currency: 'usd',
      authorized_amount: 2000,
      amount_authorized: 2000,
      captured_amount: 2000,
      amount_captured: 2000,
      net_amount: 2000,
      base_amount: 1700,
      tax_amount: 140,
      shipping_amount: 100,
      duty_amount: 10,
      tip_amount: 200,
      surcharge_amount: 60,
      surcharge: 60,
      service_fee_amount: 40,
      service_fee: 40,
      discount_amount: 20,
    });
  });

  it('leave out what is declined, voided, returned, pending or unknown', async () => {
    for (const status of ['declined', 'voided', 'returned', 'pending', 'unknown']) {
      await world.add({ po_number: 'B', status, tax_amount: 70 });
    }
    expect(amountsOf(await totals('B'))).toEqual(new Set([0]));
  });

  it('count an open authorization as authorized alone', async () => {
    await world.add({
      po_number: 'C',
      type: 'authorize',
      status: 'authorized',
      amount_captured: 0,
      amount_settled: 0,
      tax_amount: 70,
    });
    const { authorized_amount, captured_amount, tax_amount, base_amount } = await totals('C');
    expect([authorized_amount, captured_amount, tax_amount, base_amount]).toEqual([1000, 0, 0, 0]);
  });

  it('subtract refunds, credits and late returns from the net alone', async () => {
    await world.add({ po_number: 'D', amount_captured: 1000 });
    await world.add({ po_number: 'D', amount_captured: 400, status: 'late_return' });
    const other = { amount_authorized: 0, amount_captured: 0, amount_settled: 0 };
    await world.add({ po_number: 'D', type: 'refund', amount: 250, ...other });
    await world.add({ po_number: 'D', type: 'credit', amount: 75, ...other });
    await world.add({ po_number: 'D', type: 'refund', amount: 999, ...other, status: 'voided' });
    const { captured_amount, net_amount } = await totals('D');
    expect([captured_amount, net_amount]).toEqual([1400, 675]);
  });

  it('stay within the reach of the caller', async () => {
    await world.add({ po_number: 'E' });
    await world.add({ po_number: 'E', merchant_id: tree.sub_merchant });
    await world.add({ po_number: 'E', merchant_id: tree.foreign_merchant });
    expect((await totals('E')).captured_amount).toBe(1000);
    expect((await totals('E', 'partner')).captured_amount).toBe(2000);
  });

  it('keep currencies apart, the one with most transactions first', async () => {
    for (const currency of ['eur', 'usd', 'usd']) await world.add({ po_number: 'F', currency });
    const found = await totals('F');
    expect([found.currency, found.captured_amount]).toEqual(['usd', 2000]);
    const each = found.by_currency.map((one) => [one.currency, one.net_amount]);
    expect(each).toEqual([
      ['usd', 2000],
      ['eur', 1000],
    ]);
  });

  it('of one currency hold nothing of another, and a refund counts in its own', async () => {
    const other = { amount_authorized: 0, amount_captured: 0, amount_settled: 0 };
    await world.add({ po_number: 'G', currency: 'jpy', tip_amount: 70 });
    await world.add({ po_number: 'G', currency: 'jpy', type: 'refund', amount: 300, ...other });
    for (const tip_amount of [5, 6]) await world.add({ po_number: 'G', tip_amount });
    await world.add({ po_number: 'G', type: 'refund', amount: 45, ...other });
    const yen = await totals('G', 'merchant', 'jpy');
    const sums = { captured_amount: 1000, net_amount: 700, tip_amount: 70 };
    expect(yen).toMatchObject({ currency: 'jpy', ...sums });
    expect(yen.by_currency).toEqual([expect.objectContaining({ currency: 'jpy', ...sums })]);
    expect((await totals('G')).by_currency).toMatchObject([
      { currency: 'usd', captured_amount: 2000, net_amount: 1955, tip_amount: 11 },
      { currency: 'jpy', ...sums },
    ]);
    expect((await totals('G', 'merchant', 'eur')).by_currency).toEqual([]);
  });

  it('of one currency are the same from the stored sums of days', async () => {
    const created_at = new Date(Date.now() - 3 * 86_400_000);
    const days_before = { currency: 'gbp', created_at };
    const resource_id = await world.add({ ...days_before, tip_amount: 40 });
    await world.add({ ...days_before, currency: 'aud', tip_amount: 5 });
    const event = { merchant_id: tree.merchant, kind: 'transaction_create', resource_id };
    await transactionDays.consume(world.system, [event as OutboxEvent]);
    const job = { merchant_id: tree.merchant } as JobRow;
    await transactionDaysJob.run(world.system, job);
    const { rows } = await sql`select sum(transaction_count)::int as counted from transaction_day
      where currency = 'gbp'`.execute(connect(world.system));
    expect(rows).toEqual([{ counted: 1 }]);
    const found = async (filters: object) =>
      await totalsOf(
        world.as('merchant', tree.merchant),
        transaction_search.parse({
          created_at: { start_date: '2000-01-01T00:00:00Z' },
          currency_iso_code: { operator: '=', value: 'gbp' },
          ...filters,
        }),
      );
    const sums = { currency: 'gbp', captured_amount: 1000, net_amount: 1000, tip_amount: 40 };
    const all = await found({});
    expect(all).toMatchObject({ ...sums, by_currency: [sums] });
    // A filter that no sum knows and every transaction passes.
    expect(all).toEqual(await found({ amount: { operator: '>', value: -1 } }));
  });

  it('of nothing are zero', async () => {
    const nothing = await totals('nothing');
    expect(amountsOf(nothing)).toEqual(new Set([0]));
    expect([nothing.currency, nothing.by_currency]).toEqual(['', []]);
  });
});
