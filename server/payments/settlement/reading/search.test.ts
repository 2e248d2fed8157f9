// Searching batches: in scope, by date, id, processor and state, with sums by day.
import { text as textOf } from 'node:stream/consumers';
import { parse as parseCsv } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  batch_record,
  batch_search,
  batch_summary,
} from '../../../../contract/payments/settlement.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/database.ts';
import { addProcessor, openSearchWorld, tree } from '../../../testing/worlds/search-world.ts';
import { fileOfBatches, searchBatches } from './search.ts';

let count = 0;
const first_processor = 'processor00000000001';
const second_processor = 'processor00000000002';

async function add(overrides: Record<string, string | number>): Promise<string> {
  const id = world.system.ids.next();
  const merchant_id = String(overrides.merchant_id ?? tree.merchant);
  const batch_on = String(overrides.batch_on ?? '2030-05-01');
  count++;
  await inTransaction(world.system, merchant_id, (tx) =>
    tx
      .insertInto('settlement_batch')
      .values({
        merchant_id,
        id,
        processor_id: first_processor,
        processor_name: 'Main card',
        processor_type: 'tsys_sierra',
        state: 'closed',
        currency: 'usd',
        batch_on,
        batch_date: new Date(`${batch_on}T22:00:00Z`),
        batch_number: String(count),
        num_transactions: 3,
        amount_captured: 500,
        amount_credit: 120,
        net_deposit: 380,
        response_code: 100,
        response_message: ' ACCEPT',
        created_at: new Date(),
        updated_at: new Date(),
        ...overrides,
      })
      .execute(),
  );
  return id;
}

const ids: Record<string, string> = {};

const world = openSearchWorld();
beforeAll(async () => {
  await addProcessor(world.system, tree.merchant, second_processor);
  ids.one = await add({});
  ids.again = await add({ amount_captured: 100, net_deposit: -20 });
  ids.other = await add({ processor_id: second_processor, processor_name: 'Second' });
  ids.next = await add({ batch_on: '2030-05-02', state: 'mismatch' });
  ids.closing = await add({ state: 'closing' });
  ids.rejected = await add({ state: 'rejected' });
  ids.below = await add({ merchant_id: tree.sub_merchant });
  ids.foreign = await add({ merchant_id: tree.foreign_merchant });
});

async function search(context: Context, body: Record<string, unknown> = {}) {
  const answer = await searchBatches(context, batch_search.parse(body));
  for (const row of answer.results) batch_record.parse(row);
  for (const row of answer.summary) batch_summary.parse(row);
  return { ...answer, ids: answer.results.map((row) => row.id).sort() };
}

const own = () => world.as('merchant', tree.merchant);
const named = (...names: string[]) => names.map((name) => ids[name]).sort();

const file = async (context: Context, body: Record<string, unknown>) => {
  const { body: stream } = await fileOfBatches(context, batch_search.parse(body));
  return parseCsv(await textOf(stream), { columns: true }) as Record<string, string>[];
};

describe('the file of a search', () => {
  it('has a line for every batch within reach, whatever the page', async () => {
    const rows = await file(own(), { limit: 1, csv: true });
    expect(rows.map((row) => row.settlement_batch_id).sort()).toEqual(
      named('one', 'again', 'other', 'next'),
    );
    const [last] = rows.filter((row) => row.settlement_batch_id === ids.again);
    expect(last).toMatchObject({
      batch_date: '2030-05-01T22:00:00Z',
      amount_captured: '1.00',
      amount_credit: '1.20',
      net_deposit: '-0.20',
      currency: 'usd',
    });
    const below = await file(world.as('partner', tree.partner), { csv: true });
    expect(below).toHaveLength(5);
    expect(await file(own(), { csv: true, state: { operator: '=', value: 'funded' } })).toEqual([]);
  });

  it('has a line for every member, detailed; what was given back is negative', async () => {
    const of = (amount_settled: number, overrides: object = {}) =>
      world.add({ settlement_batch_id: ids.one, amount_settled, tip_amount: 30, ...overrides });
    const sale = await of(500, { order_id: '=1+1' });
    const refund = await of(120, { type: 'refund', tax_amount: 7 });
    await of(9, { merchant_id: tree.foreign_merchant });
    const rows = await file(own(), { detailed: true, csv: true });
    const lines = rows.map(({ transaction_id, amount, order_id }) => [
      transaction_id,
      amount,
      order_id,
    ]);
    expect(lines.sort()).toEqual(
      [
        [sale, '5.00', "'=1+1"],
        [refund, '-1.20', ''],
      ].sort(),
    );
    const { results } = await search(own(), { detailed: true });
    expect(results.find(({ id }) => id === ids.one)?.details).toEqual({
      ...{ num_captured: 1, num_credits: 1, tax_amount: 0, tip_amount: 30 },
      ...{ surcharge: 0, service_fee: 0 },
    });
    expect(results.find(({ id }) => id === ids.next)?.details).toMatchObject({ num_captured: 0 });
    expect((await search(own())).results[0]?.details).toBeUndefined();
  });

  it('is refused where it would be longer than one answer', async () => {
    const id = await add({ merchant_id: tree.sub_merchant, num_transactions: 50_001 });
    const asked = { settlement_batch_id: { operator: '=', value: id } };
    const partner = world.as('partner', tree.partner);
    await expect(file(partner, { ...asked, detailed: true })).rejects.toThrow(/50001 lines/);
    expect(await file(partner, asked)).toHaveLength(1);
    await inTransaction(world.system, tree.sub_merchant, (tx) =>
      tx.updateTable('settlement_batch').set({ state: 'closing' }).where('id', '=', id).execute(),
    );
  });
});

describe('a search of batches', () => {
  it('answers those that have their numbers, within reach', async () => {
    expect((await search(own())).ids).toEqual(named('one', 'again', 'other', 'next'));
    const below = await search(world.as('partner', tree.partner));
    expect(below.ids).toEqual(named('one', 'again', 'other', 'next', 'below'));
    expect((await search(world.as('admin', tree.admin))).total_count).toBe(6);
    expect((await search(world.as('', ''))).ids).toEqual([]);
  });

  it('is bounded by dates, whole days in UTC', async () => {
    const on = (start_date: string, end_date: string) => ({ batch_date: { start_date, end_date } });
    expect((await search(own(), on('2030-05-02', '2030-05-02'))).ids).toEqual(named('next'));
    expect((await search(own(), on('2030-05-03', '2030-05-09'))).ids).toEqual([]);
  });

  it('finds by id, processor and state', async () => {
    const is = (name: string, value: unknown, operator = '=') =>
      search(own(), { [name]: { operator, value } });
    expect((await is('settlement_batch_id', ids.one)).ids).toEqual(named('one'));
    expect((await is('settlement_batch_id', ids.below)).ids).toEqual([]);
    const others = await is('settlement_batch_id', ids.one, '!=');
    expect(others.ids).toEqual(named('again', 'other', 'next'));
    expect((await is('processor_id', second_processor)).ids).toEqual(named('other'));
    const first = await is('processor_id', second_processor, '!=');
    expect(first.ids).toEqual(named('one', 'again', 'next'));
    expect((await is('state', 'mismatch')).ids).toEqual(named('next'));
    expect((await is('state', 'mismatch', '!=')).ids).toEqual(named('one', 'again', 'other'));
  });

  it('sums by merchant, day, processor and currency over every page', async () => {
    const { summary, results, total_count } = await search(own(), { limit: 1 });
    expect(results).toHaveLength(1);
    expect(total_count).toBe(4);
    const line = (batch_date: string, processor_id: string, num: number, captured: number) => ({
      merchant_id: tree.merchant,
      batch_date,
      processor_id,
      num_transactions: num,
      captured,
    });
    expect(summary).toMatchObject([
      line('2030-05-02', first_processor, 3, 500),
      { ...line('2030-05-01', first_processor, 6, 600), credit: 240, processor_name: 'Main card' },
      line('2030-05-01', second_processor, 3, 500),
    ]);
  });

  it('adds all matches up by currency, whatever the page', async () => {
    const { totals } = await search(own(), { limit: 1 });
    expect(totals).toEqual([
      {
        ...{ currency: 'usd', num_batches: 4, num_transactions: 12 },
        ...{ captured: 1600, credit: 480, net_deposit: 1120 },
      },
    ]);
  });

  it('pages through all of them, each once', async () => {
    const seen: string[] = [];
    for (let offset = 0; offset < 4; offset++) {
      seen.push(...(await search(own(), { limit: 1, offset })).ids);
    }
    expect(seen.sort()).toEqual(named('one', 'again', 'other', 'next'));
    await expect(search(own(), { sort: { field: 'state' } })).rejects.toThrow('invalid Sort');
    await expect(file(own(), { sort: { field: 'state' } })).rejects.toThrow('invalid Sort');
    expect(() => batch_search.parse({ limit: 101 })).toThrow();
  });
});
