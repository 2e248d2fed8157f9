// The ledger's calls: balances by owner, processor, currency and day; whether the books balance.
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkBooks } from '../db/audit-runs.ts';
import { inTransaction } from '../db/database.ts';
import type { Person } from '../testing/tenants.ts';
import { make } from '../testing/worlds/ledger-world.ts';
import { openOwner, openTenants, openWorld } from '../testing/worlds/open-world.ts';
import type { Posting } from './postings.ts';
import { writeSnapshots } from './snapshots.ts';
import { post } from './write.ts';

const world = openWorld({ lab: false });
const tenants = openTenants(world);
const owner = openOwner(() => world.database_url);
beforeAll(() => fill());

async function write(...postings: Posting[]): Promise<void> {
  const owner_id = postings[0]?.owner_id as string;
  await inTransaction(world.system, owner_id, (tx) => post(tx, world.system, postings));
}

const card = () => ({ processor: tenants.m1.processors.card });
const ach = () => ({ processor: tenants.m1.processors.ach });
const transaction = { amount: 1070, tax_amount: 70 };

/** Two days of m1, of which the first is in a snapshot, and one day of m2. */
async function fill(): Promise<void> {
  const [m1, m2] = [tenants.m1.account.id, tenants.m2.account.id];
  const eur = { currency: 'eur' };
  await write(
    make('sale', m1, 't1', { ...card(), transaction }),
    make('sale', m1, 't2', { ...card(), transaction }, eur),
  );
  await writeSnapshots(world.system, world.clock.real());
  const next = { effective_on: '2026-03-02' };
  const whole = { sale: transaction, amount: 1070 };
  await write(
    make('sale', m1, 't3', { ...ach(), transaction: { amount: 300 } }, next),
    make('refund', m1, 'r2', { ...card(), ...whole }, { ...eur, ...next }),
  );
  await write(make('sale', m2, 't9', { processor: 'x', transaction: { amount: 5000 } }));
}

async function balances(who: Person, body: object = {}) {
  const { private_key: credential } = who;
  const answer = await world.call('POST', '/ledger/balances', { credential, body });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.total_count).toBe(answer.body.data.length);
  return answer.body.data as Record<string, string | number>[];
}
const spelled = (rows: Record<string, string | number>[]) =>
  rows.map((row) => `${row.account} ${row.party} ${row.currency} ${row.balance}`);

describe('balances', () => {
  test('are a merchant’s own, positive on their normal side, none of them zero', async () => {
    const rows = await balances(tenants.m1.boss);
    expect(new Set(rows.map((row) => row.merchant_id))).toEqual(new Set([tenants.m1.account.id]));
    expect(spelled(rows).sort()).toEqual(
      [
        `processor_receivable ${card().processor} usd 1070`,
        `processor_receivable ${ach().processor} usd 300`,
        'sales  usd 1300',
        'tax_collected  usd 70',
      ].sort(),
    );
  });

  test('are given as of a day, by what happened until then', async () => {
    const rows = await balances(tenants.m1.boss, { as_of: '2026-03-01' });
    expect(spelled(rows)).toContain(`processor_receivable ${card().processor} eur 1070`);
    expect(spelled(rows)).toContain('sales  usd 1000');
    expect(await balances(tenants.m1.boss, { as_of: '2026-02-28' })).toEqual([]);
  });

  test('are narrowed by processor, currency and account', async () => {
    const { processor } = ach();
    expect(spelled(await balances(tenants.m1.boss, { processor_id: processor }))).toEqual([
      `processor_receivable ${processor} usd 300`,
    ]);
    expect(await balances(tenants.m1.boss, { currency: 'eur' })).toEqual([]);
    const sales = await balances(tenants.m1.boss, { account: 'sales' });
    expect(spelled(sales)).toEqual(['sales  usd 1300']);
  });

  test('are summed over merchants and processors where that is requested', async () => {
    const body = { group_by: [], account: 'processor_receivable' };
    const all = await balances(tenants.admin.boss, body);
    expect(spelled(all)).toEqual(['processor_receivable  usd 6370']);
    const merchants = await balances(tenants.admin.boss, { ...body, group_by: ['merchant'] });
    expect(merchants.map((row) => `${row.merchant_id} ${row.balance}`).sort()).toEqual(
      [`${tenants.m1.account.id} 1370`, `${tenants.m2.account.id} 5000`].sort(),
    );
  });

  test('name processors and terminals however they are summed', async () => {
    const of_m1 = [tenants.m1.account.id];
    const all = 'select id, name from processor where merchant_id = $1';
    const { rows } = await owner.query(all, of_m1);
    const names = Object.fromEntries(rows.map(({ id, name }) => [id, name]));
    const body = { account: 'processor_receivable', merchant_id: tenants.m1.account.id };
    for (const group_by of [['merchant', 'processor'], ['processor']]) {
      const found = await balances(tenants.p1.boss, { ...body, group_by });
      expect(found.map((row) => row.party_name)).toEqual(
        found.map((row) => names[row.party as string]),
      );
      expect(found).toHaveLength(2);
    }
    const [other] = await balances(tenants.m2.boss, { account: 'processor_receivable' });
    expect(other).toMatchObject({ party: 'x', party_name: '' });
    const [sales] = await balances(tenants.m1.boss, { account: 'sales' });
    expect(sales?.party_name).toBe('');
  });

  test('of a partner are those of the merchants below it, whatever it names', async () => {
    const rows = await balances(tenants.p1.boss, { group_by: ['merchant'], account: 'sales' });
    expect(rows.map((row) => row.merchant_id)).toEqual([tenants.m1.account.id]);
    const foreign = { merchant_id: tenants.m2.account.id };
    expect(await balances(tenants.p1.boss, foreign)).toEqual([]);
    expect(await balances(tenants.m1.boss, foreign)).toEqual([]);
  });

  test('of the operator’s book are not shown to the merchant they concern', async () => {
    const { account, boss } = tenants.m1a;
    const facts = { balances: { operator_cash: 900 }, against: 'opening_equity' } as const;
    await write(make('opening', account.id, 'o1', facts));
    const own = { balances: { 'merchant_bank/x': 100 }, against: 'opening_memo' } as const;
    await write(make('opening', account.id, 'o2', own));
    const shown = (rows: Record<string, string | number>[]) =>
      rows.map((row) => `${row.book} ${row.account} ${row.balance}`);
    const memo = ['payments merchant_bank 100', 'payments opening_memo -100'];
    expect(shown(await balances(boss))).toEqual(memo);
    const body = { merchant_id: account.id };
    expect(shown(await balances(tenants.admin.boss, body))).toEqual([
      ...['operator opening_equity -900', 'operator operator_cash 900'],
      ...memo,
    ]);
    expect(
      await balances(tenants.admin.boss, { ...body, processor_id: 'none0000000000000000' }),
    ).toEqual([]);
  });

  test('come in pages', async () => {
    const { private_key: credential } = tenants.m1.boss;
    const body = { limit: 1, offset: 1 };
    const page = await world.call('POST', '/ledger/balances', { credential, body });
    expect(page.body.total_count).toBe(4);
    expect(page.body.data).toHaveLength(1);
    const beyond = await world.call('POST', '/ledger/balances', {
      credential,
      body: { offset: 9 },
    });
    expect(beyond.body).toMatchObject({ total_count: 4, data: [] });
  });
});

async function books(who: Person) {
  const answer = await world.call('GET', '/ledger/books', { credential: who.private_key });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

describe('the books', () => {
  const damage = (amount: number) =>
    owner.query(
      `update ledger_entry set amount = amount + $2
      where owner_id = $1 and line = 1 and currency = 'eur'`,
      [tenants.m1.account.id, amount],
    );

  test('balance for nobody before they were checked', async () => {
    const unchecked = { balanced: false, checked_at: null, checks: 0, wrong: 0 };
    for (const { boss } of [tenants.m1, tenants.p1, tenants.admin]) {
      expect(await books(boss)).toMatchObject(unchecked);
    }
  });

  const wrongCount = async () => {
    const { rows } = await owner.query(
      'select audit_count, wrong_count from audit_run order by finished_at desc limit 1',
    );
    return rows[0];
  };

  test('that the hourly look finds wrong are wrong for those whose they are', async () => {
    await checkBooks(world.system, 'recent');
    expect(await wrongCount()).toEqual({ audit_count: 1, wrong_count: 0 });
    expect(await books(tenants.m1.boss)).toMatchObject({ balanced: true, checks: 0, wrong: 0 });
    await damage(1);
    const logged: Record<string, unknown>[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) });
    await checkBooks({ ...world.system, log }, 'recent');
    expect(logged).toMatchObject([{ audit: 'l01-recent-postings', rows: [{}, {}] }]);
    expect(await wrongCount()).toEqual({ audit_count: 1, wrong_count: 1 });
    expect(await books(tenants.m1.boss)).toMatchObject({ balanced: false, wrong: 2, findings: [] });
    expect(await books(tenants.m1.clerk)).toMatchObject({ balanced: false });
    expect(await books(tenants.p1.boss)).toMatchObject({ balanced: false, findings: [] });
    expect(await books(tenants.m2.boss)).toMatchObject({ balanced: true, wrong: 0 });
    const shown = await books(tenants.admin.boss);
    expect(shown).toMatchObject({ balanced: false, checked_whole_at: null, wrong: 2 });
    expect(shown.findings).toMatchObject([
      { audit: 'l01-recent-postings', merchant_id: tenants.m1.account.id, row_count: 2 },
    ]);
    expect(shown.findings[0].sample[0]).toMatchObject({ difference: 1 });
  });

  test('are looked at whole, which puts earlier findings behind it', async () => {
    await damage(-1);
    const results = await checkBooks(world.system, 'all');
    const found = await books(tenants.admin.boss);
    expect(found.checks).toBe(results.length);
    expect(found.findings.map((one: { audit: string }) => one.audit)).not.toContain(
      'l01-recent-postings',
    );
    expect(Math.abs(Date.parse(found.checked_at) - Date.now())).toBeLessThan(10_000);
    expect(found.checked_whole_at).toBe(found.checked_at);
    // Postings without transactions: what L09 is there for.
    expect(await books(tenants.m2.boss)).toMatchObject({ balanced: false });
    await checkBooks(world.system, 'recent');
    expect((await books(tenants.admin.boss)).checked_whole_at).toBe(found.checked_whole_at);
  });

  test('one that cannot run keeps no other from running, and no run is recorded', async () => {
    const found = await books(tenants.admin.boss);
    const logged: Record<string, unknown>[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) });
    await owner.query('alter table outbox_retry rename to outbox_retry_away');
    const checked = checkBooks({ ...world.system, log }, 'all').finally(() =>
      owner.query('alter table outbox_retry_away rename to outbox_retry'),
    );
    await expect(checked).rejects.toThrow('outbox_retry');
    const failed = logged.filter(({ alert }) => alert === 'not_audited');
    expect(failed.length).toBeGreaterThan(0);
    const told = logged.filter(({ alert }) => alert === undefined);
    expect(told.map(({ audit }) => audit)).toContainEqual(expect.stringMatching(/^l09/));
    expect(await books(tenants.admin.boss)).toEqual(found);
  });
});

describe('payouts', () => {
  const read = async (who: Person, body: object = {}) =>
    (await world.call('POST', '/ledger/payouts', { credential: who.private_key, body })).body.data;

  test('name what money is held with, and when that settles by itself', async () => {
    const { rows } = await owner.query(
      `select id, name, settle_at, timezone from processor
      where merchant_id = $1 and id in ($2, $3) order by id`,
      [tenants.m1.account.id, card().processor, ach().processor],
    );
    expect(rows).toHaveLength(2);
    expect((await read(tenants.m1.boss)).processors).toEqual(rows);
    const below = { merchant_id: tenants.m1.account.id };
    expect((await read(tenants.p1.boss, below)).processors).toEqual(rows);
    expect((await read(tenants.m2.boss)).processors).toEqual([]);
  });

  test('state no time where a processor settles by hand or was released', async () => {
    const change = (set: string) =>
      owner.query(`update processor set ${set} where merchant_id = $1 and id = $2`, [
        tenants.m1.account.id,
        card().processor,
      ]);
    const timeOf = async () =>
      (await read(tenants.m1.boss)).processors.find(
        ({ id }: { id: string }) => id === card().processor,
      ).settle_at;
    expect(await timeOf()).toMatch(/^\d\d:\d\d:\d\d$/);
    await change(`features = '{"disable_auto_settle": true}'`);
    expect(await timeOf()).toBe('');
    await change(`features = '{}', status = 'released'`);
    expect(await timeOf()).toBe('');
    await change(`status = 'active'`);
  });
});
