// Whose transactions a search answers, in which order, page by page, and how it counts them.
import { beforeAll, describe, expect, it } from 'vitest';
import { transaction_record } from '../../../../contract/payments/transactions/record.ts';
import {
  sortable_columns,
  transaction_search,
} from '../../../../contract/payments/transactions/search.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/database.ts';
import { openSearchWorld, transactionRow, tree } from '../../../testing/worlds/search-world.ts';
import { getRow, toRecord } from './read.ts';
import { searchTransactions } from './search.ts';

const ids = { merchant: '', sub_merchant: '', foreign_merchant: '' };

const world = openSearchWorld();
beforeAll(async () => {
  for (const name of Object.keys(ids) as (keyof typeof ids)[]) {
    ids[name] = await world.add({ merchant_id: tree[name] });
  }
});

async function search(context: Context, body: Record<string, unknown> = {}, merchant_id = '') {
  const input = transaction_search.parse({ limit: 100, ...body });
  const answer = await searchTransactions(context, input, merchant_id);
  return { ...answer, ids: answer.rows.map((row) => row.id) };
}

describe('the reach of a search', () => {
  it('is the own account, all below a partner, everything for an admin', async () => {
    expect((await search(world.as('merchant', tree.merchant))).ids).toEqual([ids.merchant]);
    const below = await search(world.as('partner', tree.partner));
    expect(below.ids.sort()).toEqual([ids.merchant, ids.sub_merchant].sort());
    expect(below.total_count).toBe(2);
    expect((await search(world.as('admin', tree.admin))).total_count).toBe(3);
    expect((await search({ ...world.as('', ''), actor: world.as('', '').actor })).ids).toEqual([]);
  });

  it('is cut to merchants directly below by directOnly', async () => {
    const direct = await search(world.as('partner', tree.partner), { directOnly: true });
    expect(direct.ids).toEqual([ids.merchant]);
    expect((await search(world.as('admin', tree.admin), { directOnly: true })).ids).toEqual([]);
    const own = await search(world.as('merchant', tree.merchant), { directOnly: true });
    expect(own.ids).toEqual([ids.merchant]);
  });

  it('is cut to one merchant by its id, which must lie within it', async () => {
    const partner = world.as('partner', tree.partner);
    expect((await search(partner, {}, tree.sub_merchant)).ids).toEqual([ids.sub_merchant]);
    const own = world.as('merchant', tree.merchant);
    expect((await search(own, {}, tree.merchant)).ids).toEqual([ids.merchant]);
    for (const [context, merchant_id] of [
      [partner, tree.foreign_merchant],
      [partner, tree.sub_partner],
      [partner, 'nobodynobodynobodyno'],
      [own, tree.sub_merchant],
    ] as const) {
      await expect(search(context, {}, merchant_id)).rejects.toThrow('not found');
    }
  });

  it('is cut to the merchants below a partner, or to all others, by the partner’s id', async () => {
    const below = (value: string, operator = '=') => ({ partner_id: { operator, value } });
    const admin = world.as('admin', tree.admin);
    const both = [ids.merchant, ids.sub_merchant].sort();
    expect((await search(admin, below(tree.partner))).ids.sort()).toEqual(both);
    expect((await search(admin, below(tree.sub_partner))).ids).toEqual([ids.sub_merchant]);
    expect((await search(admin, below(tree.partner, '!='))).ids).toEqual([ids.foreign_merchant]);
    expect((await search(admin, below(tree.merchant))).ids).toEqual([]);
    const partner = world.as('partner', tree.partner);
    expect((await search(partner, below(tree.sub_partner))).ids).toEqual([ids.sub_merchant]);
    expect((await search(partner, below(tree.stranger))).ids).toEqual([]);
    // Whoever stands above the caller is not told by what is found.
    const sub = world.as('partner', tree.sub_partner);
    expect((await search(sub, below(tree.partner))).ids).toEqual([]);
    const own = world.as('merchant', tree.merchant);
    expect((await search(own, below(tree.partner))).ids).toEqual([]);
  });

  it('holds for an id too, at any age and for every kind of caller', async () => {
    const body = { transaction_or_order_id: { operator: '=', value: ids.foreign_merchant } };
    expect((await search(world.as('partner', tree.partner), body)).ids).toEqual([]);
    const found = await search(world.as('admin', tree.admin), body);
    expect(found.ids).toEqual([ids.foreign_merchant]);
  });
});

describe('one transaction', () => {
  it('is answered as its record, to those who may see it', async () => {
    const context = world.as('partner', tree.partner);
    const record = toRecord(await getRow(context, tree.merchant, ids.merchant));
    expect(transaction_record.parse(record)).toEqual(record);
    expect(record.billing_address.company).toBe('');
    await expect(getRow(context, tree.merchant, ids.sub_merchant)).rejects.toThrow('not found');
    const foreign = getRow(context, tree.foreign_merchant, ids.foreign_merchant);
    await expect(foreign).rejects.toThrow('not found');
  });
});

describe('a page', () => {
  const order_prefix = { order_id: { operator: '!=', value: 'x' } };

  it('holds the newest first, each row once, whatever the sort', async () => {
    const now = world.clock.now().getTime();
    for (let n = 0; n < 25; n++) {
      const created_at = new Date(now - 1_000_000 - Math.floor(n / 3) * 1000);
      await world.add({ merchant_id: tree.sub_merchant, created_at, amount: 100 + (n % 4) });
    }
    const context = world.as('merchant', tree.sub_merchant);
    const all = (await search(context)).rows;
    const sorted = [...all].sort((a, b) =>
      `${b.created_at}${b.id}` < `${a.created_at}${a.id}` ? -1 : 1,
    );
    expect(all).toEqual(sorted);
    for (const sort of [
      { field: 'created_at', direction: 'asc' },
      { field: 'amount', direction: 'asc' },
      { field: 'settled_at', direction: 'desc' },
      { field: 'status' },
    ]) {
      const seen: string[] = [];
      for (let offset = 0; offset < 30; offset += 10) {
        seen.push(...(await search(context, { sort, limit: 10, offset })).ids);
      }
      expect(new Set(seen).size).toBe(26);
    }
    const amounts = (await search(context, { sort: { field: 'amount', direction: 'asc' } })).rows;
    const values = amounts.map((row) => row.amount);
    expect(values).toEqual([...values].sort((a, b) => a - b));
  });

  it('is sorted by every column that says so, by name with the nameless last', async () => {
    const merchant_id = tree.merchant;
    const context = world.as('merchant', merchant_id);
    for (const field of sortable_columns) {
      expect((await search(context, { sort: { field } })).rows, field).toHaveLength(1);
    }
    const named = { order_id: 'SORTED', merchant_id };
    const of = (first_name: string) =>
      world.add({ ...named, billing_address: JSON.stringify({ first_name }) });
    const [zoe, ann, nobody] = [await of('Zoe'), await of('Ann'), await of('')];
    const found = await search(context, {
      order_id: { operator: '=', value: 'SORTED' },
      sort: { field: 'name', direction: 'asc' },
    });
    expect(found.rows.map(({ id }) => id)).toEqual([ann, zoe, nobody]);
  });

  it('of no rows still counts', async () => {
    const none = await search(world.as('merchant', tree.sub_merchant), { limit: 0 });
    expect(none).toMatchObject({ rows: [], total_count: 26 });
  });

  it('refuses sorts that do not exist, characters no text holds, and absurd depth', async () => {
    const context = world.as('merchant', tree.merchant);
    const sorted = search(context, { sort: { field: 'masked_account' } });
    await expect(sorted).rejects.toThrow('bad request error: invalid Sort');
    const filter = { user_name: { operator: '=', value: 'a\u0000b' } };
    await expect(search(context, filter)).rejects.toThrow('bad request error: invalid Search');
    await expect(search(context, { offset: 1_000_001 })).rejects.toThrow('narrow the dates');
  });

  it('counts exactly to ten thousand and says when it estimates beyond', async () => {
    const merchant_id = tree.foreign_merchant;
    const context = world.as('merchant', merchant_id);
    const rows = Array.from({ length: 1000 }, () => 0);
    const addThousand = () =>
      inTransaction(world.system, merchant_id, (tx) =>
        tx
          .insertInto('transaction')
          .values(rows.map(() => transactionRow(world.system, { merchant_id })))
          .execute(),
      );
    for (let n = 0; n < 9; n++) await addThousand();
    const exact = await search(context, { ...order_prefix, limit: 1 });
    expect(exact.total_count).toBe(9001);
    expect(exact.count_estimated).toBeUndefined();
    await expectSameFromBothEnds(context, exact.total_count);
    for (let n = 0; n < 2; n++) await addThousand();
    const estimated = await search(context, { limit: 1 });
    expect(estimated.count_estimated).toBe(true);
    expect(estimated.total_count).toBeGreaterThan(10_000);
  }, 60_000);
});

/**
 * Pages far down are read from the list's other end: they are the pages of the list turned round.
 */
async function expectSameFromBothEnds(context: Context, total: number): Promise<void> {
  const upward = { field: 'created_at', direction: 'asc' };
  for (const [offset, limit] of [
    [8_000, 10],
    [total - 4, 10],
    [total, 10],
  ] as const) {
    const page = await search(context, { offset, limit });
    const length = Math.min(limit, total - offset);
    const turned = { sort: upward, offset: total - offset - length, limit: length };
    expect(page.ids).toEqual((await search(context, turned)).ids.reverse());
    expect(page.ids).toHaveLength(length);
  }
}
