// handlersOf(): each call of crud() over a store, below its merchant and answered by its record.
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { signedIn } from '../../contract/access/access.ts';
import { crud } from '../../contract/crud.ts';
import * as f from '../../contract/search/search.ts';
import { store } from '../db/store.ts';
import { contextOf, type Tenant } from '../testing/tenants.ts';
import { asOwner, openTenants, openWorld } from '../testing/worlds/open-world.ts';
import { handlersOf } from './plain.ts';

const fields = { name: f.text('Name', 50) };
const rule = signedIn(undefined, { scope: 'view_accounts' });
const noun = {
  noun: 'shelf',
  find: '/shelf/search',
  record: z.object({
    id: z.string(),
    merchant_id: z.string(),
    name: z.string(),
    status: z.string(),
    created_at: z.string(),
  }),
  input: z.object({ name: z.string() }),
  update: z.object({ name: z.string() }),
  fields,
  read: rule,
  write: rule,
  below: rule,
  has_status: true,
} as const;
const plain = store<{ id: string; merchant_id: string; secret: string }>({
  table: 'shelf',
  noun: 'shelf',
  fields: ['name'],
  search: fields,
  statuses: { disable: 'disabled' },
});
const own = handlersOf(crud({ ...noun, one: '/shelf', many: '/shelves' }), plain);
const paths = { one: '/merchant/{mid}/shelf', many: '/merchant/{mid}/shelves' } as const;
const below = handlersOf(crud({ ...noun, ...paths }), plain);

const world = openWorld({ lab: false });
const tenants = openTenants(world);
beforeAll(() =>
  asOwner(
    world.database_url,
    `create table shelf (
      merchant_id text not null, id text not null, name text not null,
      status text not null default 'active', secret text not null default 'kept inside',
      created_at timestamptz not null, updated_at timestamptz not null,
      primary key (merchant_id, id));
    call protect('shelf', 'merchant_id');
    grant select, insert, update, delete on shelf to penstock_app`,
  ),
);

const as = (tenant: Tenant) => contextOf(world, tenant);
const page = { limit: 10, offset: 0 };
const not_found = { kind: 'not_found' };

it('answers the members of the record alone, with its dates as text', async () => {
  const made = await own.create(as(tenants.m1), {}, { name: 'first' });
  const { id } = made as { id: string };
  expect(made).toEqual({
    id,
    merchant_id: tenants.m1.account.id,
    name: 'first',
    status: 'active',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(await own.get(as(tenants.m1), { id }, {})).toEqual(made);
  const listed = await own.search(as(tenants.m1), {}, page);
  expect(listed).toEqual({ rows: [made], total_count: 1 });
  const moved = await own.setStatus(as(tenants.m1), { id, action: 'disable' }, {});
  expect(moved).toEqual({ ...(made as object), status: 'disabled' });
});

it('lists and finds those of a merchant below, and 404 for one out of reach', async () => {
  await own.create(as(tenants.m1a), {}, { name: 'of m1a' });
  const merchantId = tenants.m1a.account.id;
  const search = { ...page, filters: { name: { operator: '%' as const, value: 'OF M' } } };
  for (const tenant of [tenants.p1, tenants.p1a, tenants.admin]) {
    const listed = await own.searchOf(as(tenant), { merchantId }, page);
    const found = await own.findOf(as(tenant), { merchantId }, search);
    expect([listed, found]).toMatchObject([{ total_count: 1 }, { total_count: 1 }]);
  }
  for (const tenant of [tenants.p2, tenants.m2]) {
    for (const list of [own.searchOf, own.findOf]) {
      await expect(list(as(tenant), { merchantId }, search)).rejects.toMatchObject(not_found);
    }
  }
  // Across merchants a partner finds those of all below it.
  const all = await own.find(as(tenants.p1), {}, { ...page, filters: {} });
  expect(all).toMatchObject({ total_count: 2 });
});

it('makes, changes and removes below the merchant that its path names', async () => {
  const mid = tenants.m1.account.id;
  const partner = as(tenants.p1);
  const made = await below.create(partner, { mid }, { name: 'by a partner' });
  const { id } = made as { id: string };
  expect(made).toMatchObject({ merchant_id: mid });
  const elsewhere = { mid: tenants.m1a.account.id, id };
  await expect(below.get(partner, elsewhere, {})).rejects.toMatchObject(not_found);
  await expect(below.remove(partner, elsewhere, {})).rejects.toMatchObject(not_found);
  const foreign = below.create(as(tenants.p2), { mid }, { name: 'planted' });
  await expect(foreign).rejects.toMatchObject(not_found);
  const changed = await below.update(partner, { mid, id }, { name: 'renamed' });
  expect(changed).toMatchObject({ id, name: 'renamed' });
  await below.remove(partner, { mid, id }, {});
  await expect(below.get(partner, { mid, id }, {})).rejects.toMatchObject(not_found);
});
