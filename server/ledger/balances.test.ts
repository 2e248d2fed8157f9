// What the ledger tells: balances, entries, what to take back; and to whom it tells nothing.
import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ledger_entry_record } from '../../contract/ledger/entries.ts';
import { connect, inTransaction } from '../db/database.ts';
import { make, openLedgerWorld } from '../testing/worlds/ledger-world.ts';
import { accountId } from './accounts.ts';
import {
  balanceOf,
  balancesOf,
  bookedAmounts,
  capturedSums,
  entriesOf,
  postingSums,
  refundedBefore,
} from './balances.ts';
import { chart } from './chart.ts';
import type { Posting } from './postings.ts';
import { writeSnapshots } from './snapshots.ts';
import { post } from './write.ts';

const merchant = (id: string) => world.as({ account_type: 'merchant', account_id: id });
const partner = () => world.as({ account_type: 'partner', account_id: 'pa' });
const sale = { amount: 11127, tax_amount: 700, surcharge: 427 };

const world = openLedgerWorld();
beforeAll(async () => {
  await world.addMerchant('ma');
  await world.addMerchant('mb');
  await world.owner.query(
    `insert into account (id, account_type, name, status, created_at, updated_at)
     values ('pa', 'partner', 'pa', 'active', now(), now())`,
  );
  await world.owner.query("insert into account_closure values ('pa', 'ma', 'merchant', 1)");
  await world.write(
    'ma',
    make('authorize', 'ma', 't1', { processor: 'p1', amount: 11127 }),
    make(
      'capture',
      'ma',
      'a1',
      { processor: 'p1', amount: 11127, hold: 11127, transaction: sale },
      { source_id: 't1' },
    ),
    make('tip_adjust', 'ma', 'a2', { processor: 'p1', delta: 500 }, { source_id: 't1' }),
  );
  await world.write('mb', make('sale', 'mb', 't9', { processor: 'p1', transaction: sale }));
});

describe('what a void or refund must take back', () => {
  test('a void takes the capture and the tip, never the hold', async () => {
    const query = connect(world.system);
    expect(await capturedSums(query, 'ma', ['t1'])).toEqual({
      'processor_receivable/p1': 11627,
      sales: -10000,
      tax_collected: -700,
      surcharge_collected: -427,
      tip_collected: -500,
    });
  });

  test('refunds, one of them voided, leave nothing when the last cent is given back', async () => {
    const refund = async (id: string, amount: number, earlier: string[]) => {
      const query = connect(world.system);
      const captured = await bookedAmounts(query, 'ma', 't1');
      const before = await refundedBefore(query, 'ma', earlier);
      const input = { processor: 'p1', sale: captured, amount, before };
      await world.write('ma', make('refund', 'ma', id, input));
    };
    await refund('r1', 3333, []);
    await refund('r2', 1000, ['r1']);
    const made = await postingSums(connect(world.system), 'ma', 'r2', 'refund');
    await world.write('ma', make('refund_void', 'ma', 'r2', { posting: made }));
    expect((await refundedBefore(connect(world.system), 'ma', ['r1', 'r2'])).amount).toBe(3333);
    await refund('r3', 11627 - 3333, ['r1', 'r2']);
    expect(await world.standing('ma')).toEqual([]);
  });
});

describe('entriesOf', () => {
  test('gives the entries of the documents as the contract shows them, oldest first', async () => {
    const rows = await entriesOf(merchant('ma'), 'ma', ['t1', 'r1']);
    for (const row of rows) ledger_entry_record.parse(row);
    const kinds = [...new Set(rows.map((row) => row.posting_kind))];
    expect(kinds).toEqual(['authorize', 'capture', 'tip_adjust', 'refund']);
    expect(rows.filter((row) => row.posting_kind === 'authorize')).toMatchObject([
      { account: 'authorization_hold', party: 'p1', amount: 11127, key: 'authorize:t1' },
      { account: 'authorization_contra', amount: -11127, effective_on: '2026-03-01' },
    ]);
  });

  test('tells a partner of the merchants below it and of no others', async () => {
    expect(await entriesOf(partner(), 'ma', ['t1'])).toHaveLength(10);
    expect(await entriesOf(partner(), 'mb', ['t9'])).toEqual([]);
    expect(await entriesOf(merchant('ma'), 'mb', ['t9'])).toEqual([]);
    expect(await balancesOf(merchant('ma'), 'mb')).toEqual([]);
  });

  test('the second wall holds with the first one taken away', async () => {
    const open = (id: string) => ({ ...merchant(id), without_scope: true });
    expect(await entriesOf(open('ma'), 'mb', ['t9'])).toEqual([]);
    expect(await balanceOf(open('ma'), 'mb', 'sales', 'usd')).toBe(0);
    expect(await balanceOf(open('mb'), 'mb', 'sales', 'usd')).toBe(-10000);
  });
});

describe('the app role', () => {
  test.each([
    'update ledger_entry set amount = amount + 1',
    'delete from ledger_entry',
    "update ledger_posting set key = 'other'",
    'delete from ledger_posting',
    "update ledger_account set party = 'other'",
    'delete from ledger_account',
    "insert into ledger_kind values ('mine', 'payments', 'merchant', 'debit', '')",
  ])('may not %s', async (statement) => {
    const running = connect(world.system, 'ma').executeQuery(CompiledQuery.raw(statement));
    await expect(running).rejects.toThrow('permission denied');
  });

  test('may not post for another owner than the transaction names', async () => {
    const foreign = make('sale', 'mb', 't8', { processor: 'p1', transaction: sale });
    const context = merchant('ma');
    const writing = inTransaction(context, 'ma', (tx) => post(tx, context, [foreign]));
    await expect(writing).rejects.toThrow('row-level security');
  });
});

test('the chart of the code and the chart of the database are the same', async () => {
  const { rows } = await world.owner.query('select * from ledger_kind');
  const here = Object.entries(chart).map(([kind, row]) => ({
    kind,
    ...row,
    owner_types: row.owner_types.join(','),
  }));
  const byKind = (a: { kind: string }, b: { kind: string }) => (a.kind < b.kind ? -1 : 1);
  expect(rows.sort(byKind)).toEqual(here.sort(byKind));
});

test('a balance is the same before, behind and across a snapshot', async () => {
  const mine = () => balanceOf(merchant('mb'), 'mb', 'processor_receivable/p1', 'usd');
  expect(await mine()).toBe(11127);
  await writeSnapshots(world.system, new Date());
  expect(await mine()).toBe(11127);
  await world.write('mb', make('credit', 'mb', 't10', { processor: 'p1', amount: 27 }));
  expect(await mine()).toBe(11100);
});

describe('a snapshot', () => {
  const begun_ms = Date.parse('2026-01-05T10:00:00Z');
  const at = (ms: number) => new Date(begun_ms + ms);
  const address = 'processor_receivable/p1';
  const standing = () => balanceOf(world.system, 'mc', address, 'usd');

  /** Writes a posting as if it had been recorded at this moment. */
  async function record(ms: number, posting: Posting): Promise<void> {
    await world.write('mc', posting);
    for (const table of ['ledger_posting', 'ledger_entry']) {
      await world.owner.query(
        `update ${table} set recorded_at = $1 where owner_id = 'mc' and recorded_at > $2`,
        [at(ms), at(3_600_000)],
      );
    }
  }
  async function snapshots(): Promise<unknown[]> {
    const id = accountId('mc', address, 'usd');
    const { rows } = await world.owner.query(
      `select balance::int, entry_count::int from ledger_snapshot
       where owner_id = 'mc' and account_id = $1 order by through_at`,
      [id],
    );
    return rows;
  }

  test('holds what was recorded before its moment, and nothing twice', async () => {
    await world.addMerchant('mc');
    const sold = (id: string, amount: number) =>
      make('sale', 'mc', id, { processor: 'p1', transaction: { amount } });
    await record(1, sold('c1', 100));
    await writeSnapshots(world.system, at(1));
    expect([await snapshots(), await standing()]).toEqual([[], 100]);
    await writeSnapshots(world.system, at(2));
    const first = { balance: 100, entry_count: 1 };
    expect([await snapshots(), await standing()]).toEqual([[first], 100]);
    await record(2, sold('c2', 7));
    await record(2, make('credit', 'mc', 'c3', { processor: 'p1', amount: 30 }));
    expect(await standing()).toBe(77);
    await writeSnapshots(world.system, at(3));
    const second = { balance: 77, entry_count: 3 };
    expect([await snapshots(), await standing()]).toEqual([[first, second], 77]);
    const { rows } = await world.owner.query(
      `select kind, debit::int, credit::int, entry_count::int from ledger_day
       where owner_id = 'mc' and account_id = $1 order by kind`,
      [accountId('mc', address, 'usd')],
    );
    expect(rows).toEqual([
      { kind: 'credit', debit: 0, credit: -30, entry_count: 1 },
      { kind: 'sale', debit: 107, credit: 0, entry_count: 2 },
    ]);
  });
});
