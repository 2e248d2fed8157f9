// store(): five verbs over a tenant table, scoped and audited, on a table made for the test.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextOf, type Tenant } from '../testing/tenants.ts';
import { asOwner, openTenants, openWorld } from '../testing/worlds/open-world.ts';
import { connect, inTransaction, type Tx } from './database.ts';
import { store } from './store.ts';

interface Note {
  merchant_id: string;
  id: string;
  title: string;
  tags: string[];
}

const declared = { noun: 'note', fields: ['title', 'tags'] };
const notes = store<Note>({ ...declared, table: 'note' });
/** Without row-level security: what keeps others out here is the first wall alone. */
const open_notes = store<Note>({ ...declared, table: 'open_note' });

const world = openWorld({ lab: false });
const tenants = openTenants(world);
beforeAll(() =>
  asOwner(
    world.database_url,
    `create table note (
      merchant_id text not null, id text not null, title text not null,
      tags jsonb not null default '[]', secret text not null default 'kept',
      created_at timestamptz not null, updated_at timestamptz not null,
      primary key (merchant_id, id));
    call protect('note', 'merchant_id');
    grant select, insert, update, delete on note to penstock_app;
    create table open_note (like note including all);
    grant select, insert, update, delete on open_note to penstock_app`,
  ),
);

const as = (tenant: Tenant) => contextOf(world, tenant);
const m1 = () => as(tenants.m1);
const m1_id = () => tenants.m1.account.id;
const add = (context: Context, title: string, merchant_id = m1_id()) =>
  notes.create(context, merchant_id, { title, tags: ['a', { b: 1 }] });
const page = { limit: 100, offset: 0 };

async function audits(context: Context) {
  return await connect(world.system)
    .selectFrom('audit_log')
    .select(['merchant_id', 'verb', 'noun', 'noun_id', 'before', 'after', 'user_id'])
    .where('request_id', '=', context.request_id)
    .execute();
}

describe('a row', () => {
  it('is made, read, changed and removed by its owner', async () => {
    const made = await add(m1(), 'first');
    expect(made).toMatchObject({ merchant_id: m1_id(), title: 'first', tags: ['a', { b: 1 }] });
    expect(await notes.get(m1(), { id: made.id })).toEqual(made);
    const changed = await notes.update(m1(), { id: made.id }, { title: 'second' });
    expect(changed).toMatchObject({ id: made.id, title: 'second', tags: ['a', { b: 1 }] });
    await notes.remove(m1(), { id: made.id });
    await expect(notes.get(m1(), { id: made.id })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('takes only the columns a caller may write', async () => {
    const planted = { title: 't', secret: 'x', merchant_id: tenants.m2.account.id, id: 'mine' };
    const made = await notes.create(m1(), m1_id(), planted);
    expect(made).toMatchObject({ secret: 'kept', merchant_id: m1_id() });
    expect(made.id).not.toBe('mine');
    const changed = await notes.update(m1(), { id: made.id }, planted);
    expect(changed).toMatchObject({ id: made.id, secret: 'kept', merchant_id: m1_id() });
  });

  it('leaves an audit row in the commit of each change, with what was and what is', async () => {
    const [creating, updating, removing] = [m1(), m1(), m1()];
    const { id } = await add(creating, 'one');
    await notes.update(updating, { id }, { title: 'two' });
    await notes.remove(removing, { id });
    const common = { merchant_id: m1_id(), noun: 'note', noun_id: id };
    const rows = [
      ...(await audits(creating)),
      ...(await audits(updating)),
      ...(await audits(removing)),
    ];
    expect(rows).toMatchObject([
      { ...common, verb: 'create', before: null, after: { title: 'one' } },
      { ...common, verb: 'update', before: { title: 'one' }, after: { title: 'two' } },
      { ...common, verb: 'remove', before: { title: 'two' }, after: null },
    ]);
    expect(rows.every((row) => row.user_id === tenants.m1.boss.user.id)).toBe(true);
  });

  it('that fails to be written leaves no audit row', async () => {
    const context = m1();
    await expect(notes.create(context, m1_id(), { tags: [] })).rejects.toThrow('title');
    expect(await audits(context)).toEqual([]);
  });
});

describe('callers', () => {
  it('see their own: merchant, partners above it, the office; nobody else', async () => {
    const { id } = await add(m1(), 'mine');
    const sees = async (tenant: Tenant) =>
      (await notes.search(as(tenant), page)).rows.some((row) => row.id === id);
    const { admin, p1, p1a, p2, m1: own, m1a, m2 } = tenants;
    const seen = [];
    for (const tenant of [admin, p1, own, p1a, p2, m1a, m2]) seen.push(await sees(tenant));
    expect(seen).toEqual([true, true, true, false, false, false, false]);
  });

  it('from elsewhere find nothing to read, change or remove: 404 as for unknown ids', async () => {
    const { id } = await add(m1(), 'mine');
    for (const tenant of [tenants.m2, tenants.p2, tenants.p1a, tenants.m1a]) {
      const context = as(tenant);
      const tries = (target: string) => [
        () => notes.get(context, { id: target }),
        () => notes.update(context, { id: target }, { title: 'stolen' }),
        () => notes.remove(context, { id: target }),
      ];
      for (const attempt of [...tries(id), ...tries('0'.repeat(20))]) {
        await expect(attempt()).rejects.toMatchObject({ kind: 'not_found', message: 'not found' });
      }
      expect(await audits(context)).toEqual([]);
    }
    expect((await notes.get(m1(), { id })).title).toBe('mine');
  });

  it('from elsewhere find nothing even without the first wall', async () => {
    const { id } = await add(m1(), 'mine');
    const context = { ...as(tenants.m2), without_scope: true };
    await expect(notes.get(context, { id })).rejects.toMatchObject({ kind: 'not_found' });
    const { rows, total_count } = await notes.search(context, page);
    expect([rows, total_count]).toEqual([[], 0]);
  });

  it('from elsewhere find nothing with the first wall alone', async () => {
    const { id } = await open_notes.create(m1(), m1_id(), { title: 'mine', tags: [] });
    for (const context of [as(tenants.m2), as(tenants.p2), as(tenants.p1a)]) {
      expect((await open_notes.search(context, page)).total_count).toBe(0);
      for (const attempt of [
        () => open_notes.get(context, { id }),
        () => open_notes.get(context, { id, mid: m1_id() }),
        () => open_notes.update(context, { id, mid: m1_id() }, { title: 'stolen' }),
        () => open_notes.remove(context, { id, mid: m1_id() }),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ kind: 'not_found' });
      }
    }
    // The writing statement itself is scoped, whatever row it was given.
    const row = await open_notes.get(m1(), { id });
    const works: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => open_notes.write(tx, as(tenants.m2), row, { title: 'stolen' }),
      (tx) => open_notes.drop(tx, as(tenants.m2), row),
    ];
    for (const work of works) {
      const written = inTransaction(as(tenants.m2), tenants.m2.account.id, work);
      await expect(written).rejects.toMatchObject({ kind: 'not_found' });
    }
    expect((await open_notes.get(as(tenants.p1), { id })).title).toBe('mine');
  });

  it('cannot make a row of another merchant', async () => {
    await expect(add(as(tenants.m2), 'planted', m1_id())).rejects.toThrow(/row-level security/);
    const made = await add(as(tenants.p1), 'by the partner above');
    expect(made.merchant_id).toBe(m1_id());
  });
});

it('a search pages newest first and counts all', async () => {
  const own = as(tenants.m1a);
  const id = tenants.m1a.account.id;
  for (const title of ['a', 'b', 'c']) await add(own, title, id);
  const titles = async (limit: number, offset: number) => {
    const { rows, total_count } = await notes.search(own, { limit, offset });
    return [rows.map((row) => row.title).join(''), total_count];
  };
  expect(await titles(2, 0)).toEqual(['cb', 3]);
  expect(await titles(2, 2)).toEqual(['a', 3]);
  expect(await titles(0, 0)).toEqual(['', 3]);
});
