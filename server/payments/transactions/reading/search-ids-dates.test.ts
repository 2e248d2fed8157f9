// Searches by id and by date: what is found at any age, what the window leaves out, whole days.
import { beforeAll, describe, expect, it } from 'vitest';
import { transaction_search } from '../../../../contract/payments/transactions/search.ts';
import { addProcessor, openSearchWorld, tree } from '../../../testing/worlds/search-world.ts';
import { searchTransactions } from './search.ts';
import { monthsBefore } from './search-where.ts';

const noon = Date.UTC(2030, 4, 15, 12);

const at = (iso: string) => new Date(iso);

const world = openSearchWorld();
beforeAll(() => {
  // Business time stands at noon of a Wednesday, the 15th of May 2030.
  world.services.clock = { ...world.clock, now: () => new Date(noon) };
});

async function found(body: Record<string, unknown>): Promise<string[]> {
  const search = transaction_search.parse({ limit: 100, ...body });
  const context = world.as('merchant', tree.merchant);
  return (await searchTransactions(context, search)).rows.map((row) => row.id);
}

describe('an id', () => {
  it('finds the transaction or the order at any age', async () => {
    const old = at('2020-01-01T00:00:00Z');
    const mine = await world.add({ created_at: old, order_id: 'O-777' });
    const other = await world.add({ created_at: old, order_id: 'O-778' });
    for (const value of [mine, 'O-777']) {
      const filter = { operator: '=', value };
      expect(await found({ transaction_or_order_id: filter })).toEqual([mine]);
    }
    expect(await found({ transaction_id: { operator: '=', value: other } })).toEqual([other]);
    expect(await found({ order_id: { operator: '=', value: 'O-778' } })).toEqual([other]);
  });

  it('is found by a part of it, be it the transaction’s or the order’s', async () => {
    const created_at = new Date(noon);
    const mine = await world.add({ created_at, order_id: 'Blue-Lamp-9' });
    const other = await world.add({ created_at, order_id: 'Blue_Lamp-9' });
    const held = (value: string) => found({ transaction_or_order_id: { operator: '%', value } });
    expect(await held('ue-lamp')).toEqual([mine]);
    expect(await held('ue_lamp')).toEqual([other]);
    expect(await held(mine.slice(3, 18))).toContain(mine);
  });

  it('leaves out one transaction within the window', async () => {
    const now = new Date(noon);
    const one = await world.add({ created_at: now, order_id: 'N1' });
    const two = await world.add({ created_at: now, order_id: 'N2' });
    for (const [name, value] of [
      ['transaction_or_order_id', one],
      ['transaction_or_order_id', 'N1'],
      ['transaction_id', one],
    ] as const) {
      const ids = await found({ [name]: { operator: '!=', value } });
      expect(ids).toContain(two);
      expect(ids).not.toContain(one);
    }
  });

  it('of a processor tells rows apart', async () => {
    const second = 'processor00000000002';
    await addProcessor(world.system, tree.merchant, second);
    const now = new Date(noon);
    const here = await world.add({ created_at: now, processor_id: second });
    const there = await world.add({ created_at: now });
    const same = await found({ processor_id: { operator: '=', value: second } });
    expect(same).toContain(here);
    expect(same).not.toContain(there);
    const differs = await found({ processor_id: { operator: '!=', value: second } });
    expect(differs).toContain(there);
    expect(differs).not.toContain(here);
  });
});

describe('the window', () => {
  it('goes back four months of business time when no date is given', async () => {
    const inside = await world.add({ created_at: at('2030-01-15T12:00:00.000Z') });
    const outside = await world.add({ created_at: at('2030-01-15T11:59:59.999Z') });
    const ids = await found({ amount: { operator: '=', value: 1000 } });
    expect(ids).toContain(inside);
    expect(ids).not.toContain(outside);
  });

  it('ends with the last day of a shorter month', () => {
    expect(monthsBefore(at('2030-06-30T08:00:00Z'), 4)).toEqual(at('2030-02-28T08:00:00Z'));
    expect(monthsBefore(at('2030-02-10T08:00:00Z'), 4)).toEqual(at('2029-10-10T08:00:00Z'));
  });
});

describe('a date', () => {
  const columns = ['created_at', 'updated_at', 'captured_at', 'settled_at'] as const;
  it.each(columns)('of %s bounds on both sides, whole days in UTC', async (column) => {
    // Filters on other dates still stand within the window of created_at.
    const add = (iso: string) => world.add({ created_at: new Date(noon), [column]: at(iso) });
    const first = await add('2030-03-02T00:00:00.000Z');
    const last = await add('2030-03-03T23:59:59.999Z');
    const before = await add('2030-03-01T23:59:59.999Z');
    const after = await add('2030-03-04T00:00:00.000Z');
    const ids = await found({ [column]: { start_date: '2030-03-02', end_date: '2030-03-03' } });
    expect(ids.sort()).toEqual([first, last].sort());
    const from = await found({ [column]: { start_date: '2030-03-04T00:00:00Z' } });
    expect(from).toContain(after);
    expect(from).not.toContain(last);
    const to = await found({ [column]: { end_date: '2030-03-01T23:59:59.999Z' } });
    expect(to).toContain(before);
    expect(to).not.toContain(first);
  });

  const durations: [string, string, string][] = [
    ['today', '2030-05-15T00:00:00Z', '2030-05-14T23:59:59Z'],
    ['yesterday', '2030-05-14T00:00:00Z', '2030-05-15T00:00:00Z'],
    ['this_week', '2030-05-12T00:00:00Z', '2030-05-11T23:59:59Z'],
    ['last_week', '2030-05-05T00:00:00Z', '2030-05-12T00:00:00Z'],
    ['this_month', '2030-05-01T00:00:00Z', '2030-04-30T23:59:59Z'],
    ['last_month', '2030-04-01T00:00:00Z', '2030-05-01T00:00:00Z'],
    ['this_year', '2030-01-01T00:00:00Z', '2029-12-31T23:59:59Z'],
    ['last_year', '2029-01-01T00:00:00Z', '2030-01-01T00:00:00Z'],
  ];
  it.each(durations)('may be spoken: %s', async (duration, inside, outside) => {
    const match = await world.add({ created_at: at(inside) });
    const other = await world.add({ created_at: at(outside) });
    for (const body of [
      { created_at: { duration } },
      { created_at_duration: { duration } },
      { created_at_duration: { operator: '=', value: duration } },
    ]) {
      const ids = await found(body);
      expect(ids).toContain(match);
      expect(ids).not.toContain(other);
    }
  });

  it('that is no date is refused by name', () => {
    const parse = () => transaction_search.parse({ created_at: { start_date: 'soon' } });
    expect(parse).toThrow();
  });
});
