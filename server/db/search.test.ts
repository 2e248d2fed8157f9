// Search → SQL: each operator on real rows, periods in UTC, texts taken literally, counts.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as f from '../../contract/search/search.ts';
import { type Context, systemContext } from '../context.ts';
import { bareServices } from '../testing/bare-services.ts';
import { cloneDatabase, type TestDatabase } from '../testing/database.ts';
import { connect } from './database.ts';
import {
  conditionsOf,
  containing,
  countOf,
  exact_count_limit,
  intervalOf,
  rangeOf,
} from './search.ts';

let database: TestDatabase;
let context: Context;

beforeAll(async () => {
  database = await cloneDatabase();
  context = systemContext(bareServices(database.url, 2).services, 'test');
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`create table probe (n integer, name text, status text, at timestamptz);
    grant select on probe to penstock_app;
    insert into probe values
      (1, 'Plain', 'open', '2026-03-01T00:00:00Z'),
      (2, '100% Wool_', 'open', '2026-03-01T23:59:59.999Z'),
      (3, 'plain sailing', 'closed', '2026-03-02T00:00:00Z'), (4, null, null, null)`);
  await owner.end();
});
afterAll(async () => {
  await context.database.close();
  await database.drop();
});

const fields = {
  n: f.integer('N'),
  name: f.text('Name', 50),
  status: f.choice('Status', ['open', 'closed']),
  at: f.date('At'),
  period: f.duration('At'),
  odd: f.text('Odd', 9),
  box: { name: f.text('Name', 50), status: f.text('Status', 9) },
} as const satisfies f.SearchFields;
const targets = {
  n: 'probe.n',
  name: 'probe.name',
  status: sql`coalesce(probe.status, '')`,
  at: 'probe.at',
  period: 'probe.at',
  odd: { condition: () => sql<boolean>`probe.n % 2 = 1` },
  box: { name: 'probe.name', status: 'probe.status' },
};

async function found(body: object, now = '2026-03-02T12:00:00Z'): Promise<number[]> {
  const { filters } = f.searchInput(fields).parse(body);
  const conditions = conditionsOf(fields, targets, filters, new Date(now));
  const where = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
  const { rows } = await sql<{ n: number }>`select n from probe where ${where} order by n`.execute(
    connect(context),
  );
  return rows.map((row) => row.n);
}
const by = (operator: string, value: unknown) => ({ operator, value });

describe('operators', () => {
  it('compare numbers', async () => {
    expect(await found({ n: by('=', 2) })).toEqual([2]);
    expect(await found({ n: by('!=', 2) })).toEqual([1, 3, 4]);
    expect(await found({ n: by('<', 2) })).toEqual([1]);
    expect(await found({ n: by('>', 2) })).toEqual([3, 4]);
  });

  it('find texts as a whole or inside, in any case; "not" includes what has none', async () => {
    expect(await found({ name: by('=', 'Plain') })).toEqual([1]);
    expect(await found({ name: by('!=', 'Plain') })).toEqual([2, 3, 4]);
    expect(await found({ name: by('%', 'PLAIN') })).toEqual([1, 3]);
  });

  it('take wildcards and quotes literally', async () => {
    expect(await found({ name: by('%', '%') })).toEqual([2]);
    expect(await found({ name: by('%', '_') })).toEqual([2]);
    expect(await found({ name: by('%', '\\') })).toEqual([]);
    expect(await found({ name: by('=', "' or true --") })).toEqual([]);
    expect(containing('a%b_c\\d')).toBe('%a\\%b\\_c\\\\d%');
  });

  it('work on expressions and on conditions made by hand', async () => {
    expect(await found({ status: by('=', 'closed') })).toEqual([3]);
    expect(await found({ status: by('!=', 'open') })).toEqual([3, 4]);
    expect(await found({ odd: by('=', 'x') })).toEqual([1, 3]);
  });

  it('join with "and", and inside groups; no filter finds all', async () => {
    expect(await found({ name: by('%', 'plain'), status: by('=', 'open') })).toEqual([1]);
    expect(await found({ box: { name: by('%', 'plain') } })).toEqual([1, 3]);
    expect(await found({})).toEqual([1, 2, 3, 4]);
  });

  it('leave empty filters of a group out', async () => {
    expect(await found({ box: { name: by('%', 'plain'), status: by('=', '') } })).toEqual([1, 3]);
    expect(await found({ box: { name: null } })).toEqual([1, 2, 3, 4]);
  });
});

describe('moments', () => {
  it('count both ends, and a day alone whole, in UTC', async () => {
    const end_date = '2026-03-01';
    expect(await found({ at: { start_date: '2026-03-01', end_date } })).toEqual([1, 2]);
    expect(await found({ at: { start_date: '2026-03-01T23:59:59.999Z' } })).toEqual([2, 3]);
    expect(await found({ at: { end_date: '2026-03-01T00:00:00Z' } })).toEqual([1]);
    expect(await found({ at: { end_date: '2026-02-28T19:00:00-05:00' } })).toEqual([1]);
  });

  it.each([
    ['2026-03-01', '', '2026-03-01T00:00:00.000Z', null],
    ['', '2026-03-01', null, '2026-03-02T00:00:00.000Z'],
    [
      '2026-03-01T10:00:00',
      '2026-03-01T10:00:00+02:00',
      '2026-03-01T10:00:00.000Z',
      '2026-03-01T08:00:00.001Z',
    ],
    ['2026-03-01T10:00:00+0200', '', '2026-03-01T08:00:00.000Z', null],
    // Years that PostgreSQL does not read as text.
    ['', '9999-12-31', null, '9999-12-31T23:59:59.999Z'],
    ['0001-01-01T00:00:00+14:00', '', '0001-01-02T00:00:00.000Z', null],
  ])('from %j to %j', (start_date, end_date, since, until) => {
    const interval = intervalOf({ start_date, end_date }, new Date(), 'At');
    expect(JSON.parse(JSON.stringify(interval))).toEqual({ since, until });
  });

  it.each([
    ['2026-13-01', ''],
    ['', '2026-02-30T25:00:00Z'],
  ])('from %j to %j are refused by their name', (start_date, end_date) => {
    const read = () => intervalOf({ start_date, end_date }, new Date(), 'At');
    expect(read).toThrow('bad request error: invalid At');
  });

  it('are spoken of as periods of the business clock', async () => {
    expect(await found({ period: { duration: 'today' } })).toEqual([3]);
    expect(await found({ at: { duration: 'yesterday' } })).toEqual([1, 2]);
    expect(await found({ period: { duration: 'this_month' } })).toEqual([1, 2, 3]);
    expect(await found({ period: { duration: 'last_month' } }, '2026-04-30T00:00:00Z')).toEqual([
      1, 2, 3,
    ]);
  });

  it.each([
    ['today', '2026-03-04T00:00:00.000Z', '2026-03-04T23:59:59.999Z'],
    ['yesterday', '2026-03-03T00:00:00.000Z', '2026-03-03T23:59:59.999Z'],
    ['this_week', '2026-03-01T00:00:00.000Z', '2026-03-07T23:59:59.999Z'],
    ['last_week', '2026-02-22T00:00:00.000Z', '2026-02-28T23:59:59.999Z'],
    ['this_month', '2026-03-01T00:00:00.000Z', '2026-03-31T23:59:59.999Z'],
    ['last_month', '2026-02-01T00:00:00.000Z', '2026-02-28T23:59:59.999Z'],
    ['this_year', '2026-01-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
    ['last_year', '2025-01-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z'],
  ] as const)('%s begins and ends in UTC; weeks begin on Sunday', (duration, from, to) => {
    const range = rangeOf({ duration }, new Date('2026-03-04T15:00:00Z'));
    expect(range).toEqual({ start_date: from, end_date: to });
  });
});

describe('counts', () => {
  const series = (count: number) => sql`select 1 from generate_series(1, ${sql.lit(count)})`;

  it('are exact up to the limit', async () => {
    expect(await countOf(connect(context), series(exact_count_limit))).toEqual({
      total_count: exact_count_limit,
    });
    expect(await countOf(connect(context), sql`select 1 from probe where false`)).toEqual({
      total_count: 0,
    });
  });

  it('beyond a limit are counted by a function that runs only then', async () => {
    const rows = sql`select 1 from probe`;
    const seven = async () => 7;
    expect(await countOf(connect(context), rows, seven, 3)).toEqual({ total_count: 7 });
    expect(await countOf(connect(context), rows, seven, 4)).toEqual({ total_count: 4 });
  });

  it('are estimates beyond it, never below it, and say so', async () => {
    const counted = await countOf(connect(context), series(exact_count_limit + 1));
    expect(counted.count_estimated).toBe(true);
    expect(counted.total_count).toBeGreaterThan(exact_count_limit);
  });
});
