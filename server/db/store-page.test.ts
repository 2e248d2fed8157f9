// Lists of a plain table: filters, sorting, pages from both ends, capped counts, archive, status.
import { beforeAll, describe, expect, it } from 'vitest';
import { notUnique } from '../../contract/faults.ts';
import * as f from '../../contract/search/search.ts';
import type { Context } from '../context.ts';
import { contextOf, type Tenant } from '../testing/tenants.ts';
import { openOwner, openTenants, openWorld } from '../testing/worlds/open-world.ts';
import { connect, inTransaction } from './database.ts';
import { store } from './store.ts';

interface Item {
  merchant_id: string;
  id: string;
  name: string;
  status: string;
  place: number;
  user_id: string;
  deleted_at: Date | null;
}

const declared = {
  table: 'item',
  noun: 'item',
  fields: ['name', 'status', 'place'],
  search: {
    name: f.text('Name', 50),
    status: f.choice('Status', ['active', 'disabled']),
    place: f.integer('Place'),
    created_at: f.date('Created'),
  },
  order: { field: 'place', direction: 'asc' as const },
  archive: { status: 'disabled' },
  statuses: { enable: 'active', disable: 'disabled' },
  sentences: { item_place: notUnique('place') },
};
const items = store<Item>(declared);
const rows_of_m2 = 12_000;

const world = openWorld({ lab: false });
const tenants = openTenants(world);
const owner = openOwner(() => world.database_url);
beforeAll(async () => {
  await owner.query(`create table item (
      merchant_id text not null, id text not null, name text not null,
      status text not null default 'active', place integer not null,
      user_id text not null default '', deleted_at timestamptz,
      created_at timestamptz not null, updated_at timestamptz not null,
      primary key (merchant_id, id));
    create unique index item_place on item (merchant_id, place) where deleted_at is null;
    call protect('item', 'merchant_id');
    grant select, insert, update, delete on item to penstock_app`);
  await owner.query(
    `insert into item (merchant_id, id, name, place, created_at, updated_at)
      select $1, lpad(n::text, 20, '0'), 'one of many', n, now(), now()
      from generate_series(1, $2) n`,
    [tenants.m2.account.id, rows_of_m2],
  );
  await owner.query('analyze item');
});

const as = (tenant: Tenant) => contextOf(world, tenant);
const page = { limit: 100, offset: 0 };
const names = (rows: readonly Item[]) => rows.map(({ name }) => name).join(' ');

describe('a list', () => {
  let own: Context;
  beforeAll(async () => {
    own = as(tenants.m1);
    const add = (name: string, place: number, status = 'active') =>
      items.create(own, tenants.m1.account.id, { name, place, status });
    await add('beta', 3);
    await add('alpha', 1);
    await add('Gamma', 2, 'disabled');
  });
  const searched = async (options: Partial<Parameters<typeof items.search>[1]>) =>
    names((await items.search(own, { ...page, ...options })).rows);

  it('stands in its declared order, or in the one that is requested', async () => {
    expect(await searched({})).toBe('alpha Gamma beta');
    expect(await searched({ sort: { field: 'place', direction: 'desc' } })).toBe(
      'beta Gamma alpha',
    );
    expect(await searched({ sort: { field: 'status', direction: 'asc' } })).toBe(
      'beta alpha Gamma',
    );
    const unknown = searched({ sort: { field: 'merchant_id', direction: 'asc' } });
    await expect(unknown).rejects.toThrow('bad request error: invalid Sort');
  });

  it('is filtered by the operators of its fields, and counts what it finds', async () => {
    expect(await searched({ filters: { name: { operator: '%', value: 'AM' } } })).toBe('Gamma');
    expect(await searched({ filters: { place: { operator: '>', value: 1 } } })).toBe('Gamma beta');
    expect(await searched({ filters: { status: { operator: '!=', value: 'active' } } })).toBe(
      'Gamma',
    );
    const filters = { place: { operator: '<' as const, value: 3 } };
    const { rows, total_count } = await items.search(own, { limit: 1, offset: 1, filters });
    expect([names(rows), total_count]).toEqual(['Gamma', 2]);
  });

  it('holds the rows of one merchant where one is named, and of nobody out of reach', async () => {
    const { m1, m2, p1, p2 } = tenants;
    const of = async (tenant: Tenant, account_id?: string) =>
      (await items.search(as(tenant), { limit: 1, offset: 0 }, account_id)).total_count;
    expect(await of(p1, m1.account.id)).toBe(3);
    expect(await of(p2, m1.account.id)).toBe(0);
    expect(await of(m1, m2.account.id)).toBe(0);
  });
});

describe('a long list', () => {
  const all = { limit: 2, offset: 0 };
  const deep = (offset: number, more: object = {}) =>
    items.search(as(tenants.m2), { ...all, offset, ...more });
  const below = (value: number) => ({ filters: { place: { operator: '<' as const, value } } });
  const places = async (offset: number, more: object = {}) =>
    (await deep(offset, more)).rows.map(({ place }) => place);

  it('counts exactly to 10,000 and says beyond it that it estimates', async () => {
    expect(await deep(0, below(9_001))).toMatchObject({ total_count: 9_000 });
    const { total_count, count_estimated } = await deep(0);
    expect(count_estimated).toBe(true);
    expect(total_count).toBeGreaterThan(10_000);
  });

  it('has the same pages from either end', async () => {
    expect(await places(4_998, below(9_001))).toEqual([4_999, 5_000]);
    expect(await places(5_000, below(9_001))).toEqual([5_001, 5_002]);
    expect(await places(8_998, below(9_001))).toEqual([8_999, 9_000]);
    expect(await places(8_999, below(9_001))).toEqual([9_000]);
    expect(await places(9_000, below(9_001))).toEqual([]);
    expect(await places(50_000, below(9_001))).toEqual([]);
    const newest = { ...below(9_001), sort: { field: 'place', direction: 'desc' } };
    expect(await places(8_000, newest)).toEqual([1_000, 999]);
  });

  it('is not read at any depth where nobody knows how long it is', async () => {
    expect(await places(11_998)).toEqual([11_999, 12_000]);
    await expect(deep(1_000_001)).rejects.toThrow('bad request error: invalid Offset');
    expect(await places(1_000_001, below(9_001))).toEqual([]);
  });
});

describe('a row', () => {
  const make = (context: Context, place: number) =>
    items.create(context, tenants.m1a.account.id, { name: 'one', place });
  const audits = (context: Context) =>
    connect(world.system)
      .selectFrom('audit_log')
      .select(['verb', 'before', 'after'])
      .where('request_id', '=', context.request_id)
      .execute();

  it('that is removed stays archived: listed on demand, neither read nor changed', async () => {
    const own = as(tenants.m1a);
    const { id } = await make(own, 1);
    const rest = await make(own, 2);
    await items.remove(own, { id });
    for (const work of [
      () => items.get(own, { id }),
      () => items.update(own, { id }, { name: 'back' }),
      () => items.setStatus(own, { id, action: 'enable' }),
      () => items.remove(own, { id }),
    ]) {
      await expect(work()).rejects.toMatchObject({ kind: 'not_found' });
    }
    expect((await items.search(own, page)).rows.map((row) => row.id)).toEqual([rest.id]);
    const { rows, total_count } = await items.search(own, { ...page, archived: true });
    expect([rows.map((row) => row.id), total_count]).toEqual([[rest.id, id], 2]);
    expect(rows[1]).toMatchObject({ status: 'disabled', deleted_at: expect.any(Date) });
    // Its place is free again.
    await make(own, 1);
  });

  it('takes the status that a word of its path leads to, and says so in the log', async () => {
    const own = as(tenants.m1a);
    const { id } = await make(own, 10);
    const moving = as(tenants.m1a);
    const moved = await items.setStatus(moving, { id, action: 'disable' });
    expect(moved).toMatchObject({ status: 'disabled', name: 'one', place: 10 });
    expect(await audits(moving)).toEqual([
      { verb: 'status', before: { status: 'active' }, after: { status: 'disabled' } },
    ]);
    for (const action of ['disabled', 'toString']) {
      await expect(items.setStatus(own, { id, action })).rejects.toThrow('not found');
    }
    await expect(items.setStatus(as(tenants.m2), { id, action: 'enable' })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('is found below its own merchant alone', async () => {
    const { id } = await make(as(tenants.m1a), 20);
    const mid = tenants.m1a.account.id;
    expect((await items.get(as(tenants.admin), { id, mid })).place).toBe(20);
    const other = { id, mid: tenants.m1.account.id };
    await expect(items.get(as(tenants.admin), other)).rejects.toThrow('not found');
    const stolen = items.update(as(tenants.m2), { id, mid }, { name: 'stolen' });
    await expect(stolen).rejects.toThrow('not found');
  });

  it('is refused in the words of the constraint it violates', async () => {
    const own = as(tenants.m1a);
    const { id } = await make(own, 30);
    await make(own, 31);
    const refusal = {
      kind: 'refused',
      message: 'bad request error: invalid Place: it is taken',
      data: { invalid: [{ field: 'place', message: 'The Place is already taken.' }] },
    };
    await expect(make(own, 30)).rejects.toMatchObject(refusal);
    await expect(items.update(own, { id }, { place: 31 })).rejects.toMatchObject(refusal);
  });

  it('of one user is seen by no other, not even within the account', async () => {
    const mine = store<Item>({ ...declared, of_user: 'user_id' });
    const own = as(tenants.m1a);
    const clerk = { ...own, actor: { ...own.actor, user_id: tenants.m1a.clerk.user.id } };
    const values = { name: 'mine', place: 40, user_id: own.actor.user_id };
    const { id } = await inTransaction(own, tenants.m1a.account.id, (tx) =>
      mine.insert(tx, own, tenants.m1a.account.id, values),
    );
    expect((await mine.get(own, { id })).name).toBe('mine');
    expect((await mine.search(clerk, page)).total_count).toBe(0);
    await expect(mine.remove(clerk, { id })).rejects.toMatchObject({ kind: 'not_found' });
  });
});
