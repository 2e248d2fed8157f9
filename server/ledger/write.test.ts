// The writer on a real database: every vector, every repeat, races, closed months.
import { describe, expect, test, vi } from 'vitest';
import { runAudits } from '../db/audit.ts';
import { inTransaction } from '../db/database.ts';
import { make, openLedgerWorld, runnable, type Vector } from '../testing/worlds/ledger-world.ts';
import { accountId } from './accounts.ts';
import { balanceOf } from './balances.ts';
import { allCommitted } from './known-accounts.ts';
import type { Posting, PostingKind } from './postings.ts';
import { writeSnapshots } from './snapshots.ts';
import { confirmPosted, postStatements, requirePostStatements } from './write.ts';

const world = openLedgerWorld();

const ownersOf = (vector: Vector) => [...new Set(vector.postings.map((p) => p.owner))];

/** Owners differ by their vector, so that all of them stand in one database. */
function postingsOf(vector: Vector): Posting[] {
  return vector.postings.map((p) => {
    const key = p.key.slice(p.kind.length + 1);
    const owner_id = `${vector.id}${p.owner}`;
    return make(p.kind as PostingKind, owner_id, key, p.input, { currency: p.currency });
  });
}

async function standing(vector: Vector): Promise<string[]> {
  const lists = ownersOf(vector).map(async (name) => {
    const rows = await world.standing(`${vector.id}${name}`);
    return rows.map((row) => `${name} ${row}`);
  });
  return (await Promise.all(lists)).flat().sort();
}

function spelled(balances: Vector['balances']): string[] {
  const rows = balances.filter((row) => row.balance !== 0);
  return rows.map((r) => `${r.owner} ${r.account} ${r.currency} ${r.balance}`).sort();
}

async function counted(): Promise<unknown> {
  const { rows } = await world.owner.query(
    'select (select count(*) from ledger_posting) as p, (select count(*) from ledger_entry) as e',
  );
  return rows[0];
}

describe('vectors through the writer', () => {
  test.each(runnable)('$id gives the stated balances', async (vector) => {
    for (const [n, posting] of postingsOf(vector).entries()) {
      await world.write(posting.owner_id, posting);
      const here = vector.checkpoints.find((point) => point.after === n + 1);
      if (here) expect(await standing(vector)).toEqual(spelled(here.balances));
    }
    expect(await standing(vector)).toEqual(spelled(vector.balances));
  });

  test('every prefix written again changes nothing', async () => {
    const before = await counted();
    for (const vector of runnable) {
      for (const name of ownersOf(vector)) {
        const owner_id = `${vector.id}${name}`;
        const owned = postingsOf(vector).filter((p) => p.owner_id === owner_id);
        for (let n = 1; n <= owned.length; n++) await world.write(owner_id, ...owned.slice(0, n));
      }
    }
    expect(await counted()).toEqual(before);
  });

  test('the audits of the ledger are silent afterwards, with snapshots too', async () => {
    const silent = async () => {
      const results = await runAudits(world.services.database);
      const ledger = results.filter((result) => /^l0[1-7]/.test(result.name));
      expect(ledger).toHaveLength(7);
      expect(ledger.filter((result) => result.rows.length > 0)).toEqual([]);
    };
    await silent();
    const soon = new Date(Date.now() + 1000);
    expect(await writeSnapshots(world.system, soon)).toBeGreaterThan(100);
    expect(await writeSnapshots(world.system, soon)).toBe(0);
    await silent();
    for (const vector of runnable) expect(await standing(vector)).toEqual(spelled(vector.balances));
  });
});

describe('the writer', () => {
  const sale = (amount: number) => ({ processor: 'p1', transaction: { amount } });

  test('a key that exists with other entries is a defect, and the commit fails', async () => {
    await world.write('w1', make('sale', 'w1', 't1', sale(100)));
    const other = make('sale', 'w1', 't1', sale(101));
    const fresh = make('sale', 'w1', 't2', sale(5));
    await expect(world.write('w1', fresh, other)).rejects.toThrow(
      'already exists with other entries',
    );
    expect(await balanceOf(world.system, 'w1', 'processor_receivable/p1', 'usd')).toBe(100);
  });

  test('one key twice in one call stands once, or is a defect', async () => {
    const one = make('sale', 'w2', 't1', sale(100));
    await world.write('w2', one, one);
    expect(await balanceOf(world.system, 'w2', 'sales', 'usd')).toBe(-100);
    const [a, b] = [make('sale', 'w2', 't3', sale(7)), make('sale', 'w2', 't3', sale(8))];
    await expect(world.write('w2', a, b)).rejects.toThrow('already exists with other entries');
  });

  test('thirty-two at once with one key and new accounts write it once', async () => {
    const one = make('sale', 'w3', 't1', sale(100));
    await world.addMerchant('w3');
    await Promise.all(Array.from({ length: 32 }, () => world.write('w3', one)));
    expect(await balanceOf(world.system, 'w3', 'processor_receivable/p1', 'usd')).toBe(100);
  });

  test('several thousand postings go in few statements', async () => {
    const many = Array.from({ length: 2500 }, (_, n) => make('sale', 'w4', `t${n}`, sale(n + 1)));
    await world.write('w4', ...many);
    expect(await balanceOf(world.system, 'w4', 'sales', 'usd')).toBe(-(2500 * 2501) / 2);
  });

  test('a requireRow statement writes all it was given, or fails', async () => {
    await world.addMerchant('w9');
    const required = (key: string) =>
      inTransaction(world.system, 'w9', async (tx) => {
        const postings = [make('sale', 'w9', key, sale(100))];
        for (const one of requirePostStatements(world.system, postings)) await tx.executeQuery(one);
      });
    await required('t1');
    const ids = ['sales', 'processor_receivable/p1'].map((name) => accountId('w9', name, 'usd'));
    await vi.waitFor(() => expect(allCommitted(world.system, 'w9', ids)).toBe(true), 5_000);
    await required('t2');
    expect(await balanceOf(world.system, 'w9', 'sales', 'usd')).toBe(-200);
    await expect(required('t2')).rejects.toThrow('a required row is missing');
  });

  test('a posting into a closed month goes into the next open one', async () => {
    await world.owner.query(
      "insert into ledger_period (owner_id, period, state) values ('w5', '2026-03', 'closed')",
    );
    await world.write(
      'w5',
      make('sale', 'w5', 't1', sale(1)),
      make('sale', 'w5', 't2', sale(2), {
        effective_on: '2026-05-31',
      }),
    );
    const { rows } = await world.owner.query(
      "select period from ledger_posting where owner_id = 'w5' order by key",
    );
    expect(rows.map((row) => row.period)).toEqual(['2026-04', '2026-05']);
  });

  test('two owners in one call are a defect', async () => {
    const two = [make('sale', 'w6', 't1', sale(1)), make('sale', 'w7', 't1', sale(1))];
    await expect(world.write('w6', ...two)).rejects.toThrow('several owners');
  });

  test('more than a statement bears stand by several, each posting in one of them', async () => {
    await world.addMerchant('w10');
    const many = Array.from({ length: 1_001 }, (_, n) => make('sale', 'w10', `t${n}`, sale(1)));
    const statements = requirePostStatements(world.system, many);
    expect(statements).toHaveLength(2);
    await inTransaction(world.system, 'w10', async (tx) => {
      for (const one of statements) await tx.executeQuery(one);
    });
    const { rows } = await world.owner.query(
      "select count(*)::int as count from ledger_posting where owner_id = 'w10'",
    );
    expect(rows).toEqual([{ count: 1_001 }]);
  });

  test('what was written is confirmed without a question', async () => {
    const posting = make('sale', 'w8', 't1', sale(1));
    const nothing = make('batch_close', 'w8', 'b1', { processor: 'p1', captured: 5, credited: 5 });
    const unreachable = {
      executeQuery: async () => Promise.reject(new Error('it asked')),
    } as never;
    const earlier = { rows: [{ key: 'sale:t1' }] };
    const written = { rows: [{ key: 'sale:t1' }] };
    await confirmPosted(unreachable, [posting, nothing], [earlier, written]);
    await confirmPosted(unreachable, [nothing], [earlier]);
    const missing = confirmPosted(unreachable, [posting], [earlier, { rows: [] }]);
    await expect(missing).rejects.toThrow('it asked');
    await expect(confirmPosted(unreachable, [posting, posting], [written])).rejects.toThrow(
      'it asked',
    );
  });
});

describe('accounts that are not known yet', () => {
  /** A process that has seen nothing of the ledger, and its clock. */
  function process(ids: string[] = []) {
    const at = { ms: 5_000 };
    const known = { ids: new Set(ids), last_read_ms: new Map<string, number>() };
    const clock = { ...world.system.clock, monotonicMs: () => at.ms };
    const context = { ...world.system, known_ledger_accounts: known, clock };
    return { at, known, stand: (...wanted: string[]) => allCommitted(context, 'asked', wanted) };
  }

  test('are read once a second, and known from then on', async () => {
    const facts = { processor: 'p1', transaction: { amount: 1 } };
    await world.write('asked', make('sale', 'asked', 't1', facts));
    const { rows } = await world.owner.query(
      "select id from ledger_account where owner_id = 'asked'",
    );
    const ids: string[] = rows.map(({ id }) => id);
    const { at, known, stand } = process();
    expect([stand(), stand(...ids), known.last_read_ms.get('asked')]).toEqual([true, false, 5_000]);
    await expect.poll(() => stand(...ids)).toBe(true);
    for (const [ms, last_read_ms] of [
      [6_000, 5_000],
      [6_001, 6_001],
    ] as const) {
      at.ms = ms;
      expect([stand(...ids, 'none'), known.last_read_ms.get('asked')]).toEqual([
        false,
        last_read_ms,
      ]);
    }
  });

  test('are remembered up to two hundred thousand, then all are forgotten', async () => {
    for (const [count, is_known] of [
      [200_000, true],
      [200_001, false],
    ] as const) {
      const { known, stand } = process(Array.from({ length: count }, (_, n) => `a${n}`));
      stand('none');
      await expect.poll(() => known.ids.size !== count).toBe(true);
      expect(known.ids.has('a0')).toBe(is_known);
    }
  });

  test('are opened in the order of their ids, so that nobody waits for nobody', () => {
    const parts = { tax_amount: 1, tip_amount: 2, surcharge: 3, shipping_amount: 4 };
    const facts = { processor: 'p1', transaction: { amount: 100, ...parts } };
    for (const owner of ['o1', 'o2', 'o3', 'o4', 'o5', 'o6']) {
      const [written] = postStatements(world.system, [make('sale', owner, 't1', facts)]);
      // Of each account its id, book, kind, party and currency.
      const ids = written?.parameters.at(-5) as string[];
      expect(ids).toHaveLength(6);
      expect(ids).toEqual(ids.toSorted());
    }
  });
});
