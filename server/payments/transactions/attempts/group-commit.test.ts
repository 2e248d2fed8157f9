// Group commits: what stands is the same as alone, a bad one hurts nobody, none is answered early.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../../context.ts';
import { change, missing_row, requireRow, statement } from '../../../db/connections/statements.ts';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';
import { commitInGroup } from './group-commit.ts';
import { auditedRow } from './rows.ts';

let behind: pg.Pool;

const w = openMoneyWorld();
beforeAll(() => {
  behind = new pg.Pool({ connectionString: w.world.database_url, max: 2 });
});
afterAll(() => behind?.end());

const many = Array.from({ length: 24 }, (_, n) => n);

async function rowsBehind(text: string, values: unknown[] = []) {
  return (await behind.query(text, values)).rows;
}

function actingAs(request_id = w.world.services.ids.next()): Context {
  return { ...w.world.system, request_id };
}

/** One audit row, under this id of a noun. */
function note(context: Context, id: string) {
  const merchant_id = w.m1.account.id;
  return auditedRow(context, {
    verb: 'note',
    noun: 'group_commit',
    id,
    merchant_id,
    after: { id },
  });
}

async function noted(prefix: string): Promise<string[]> {
  const text = `select noun_id from audit_log
    where noun = 'group_commit' and noun_id like $1 order by 1`;
  return (await rowsBehind(text, [`${prefix}%`])).map((row) => row.noun_id);
}

/** Everything that stands of a payment, with what differs from one to the next taken out. */
async function traceOf(id: string): Promise<unknown> {
  const [row] = await rowsBehind('select to_jsonb(t) as all from transaction t where id = $1', [
    id,
  ]);
  const rest = await rowsBehind(
    `select 'event' as kind, to_jsonb(e) as all from transaction_event e where transaction_id = $1
    union all select 'attempt', to_jsonb(a) from rail_attempt a where transaction_id = $1
    union all select 'outbox', to_jsonb(o) from outbox o where resource_id = $1
    union all select 'audit', to_jsonb(l) from audit_log l where noun_id = $1
    union all select 'posting', to_jsonb(p) from ledger_posting p where source_id = $1
    union all select 'line', to_jsonb(x) from ledger_line x where source_id = $1`,
    [id],
  );
  const rows = [{ kind: 'transaction', all: row.all }, ...rest].map(({ kind, all }) => ({
    kind,
    ...withoutOwn(all),
  }));
  return rows.map((one) => JSON.stringify(one)).sort();
}

/** Ids, references and times are a payment's own. */
function withoutOwn(value: unknown, name = ''): object {
  const own =
    /(^|_)(id|key|reference|at)$|^(order_id|processor_ref|processor_transaction_id|auth_code)$/;
  if (own.test(name) || typeof value !== 'object' || value === null) {
    return own.test(name) ? ({ own: value !== '' && value !== null } as object) : (value as object);
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member]) => member !== 'delivered_at' && member !== 'attempt_count')
      .map(([member, part]) => [member, withoutOwn(part, member)]),
  );
}

/** The commits that wrote, before they were sent, payments whose order ids begin so. */
const commitsOf = (prefix: string) =>
  rowsBehind(
    `select xmin::text, count(*)::int as payments, count(distinct merchant_id)::int as merchants
    from transaction_event where sequence = 1 and transaction_id in (
      select id from transaction where order_id like $1) group by 1`,
    [`${prefix}%`],
  );

/** Payments that wait for a commit of their merchant, and the commits that run. */
function queuedNow() {
  const queues = [...w.world.services.commit_queues.values()];
  return {
    waiting: queues.reduce((sum, one) => sum + one.waiting.length, 0),
    running: queues.reduce((sum, one) => sum + one.running, 0),
  };
}

const queued = (wanted: { waiting: number; running: number }) =>
  vi.waitFor(() => expect(queuedNow()).toEqual(wanted), { timeout: 10_000, interval: 5 });

/** With the three that commit ahead, as many payments as are worked on at once. */
const following = many.slice(0, 9);

/** While no attempt can be written: as many payments as may commit at a time, then the others. */
async function payWhileHeld(prefix: string): Promise<void> {
  const holder = await behind.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table rail_attempt in share mode');
    const ahead = [];
    for (const n of [1, 2, 3]) {
      ahead.push(w.pay({ order_id: `ahead-${n}` }));
      await queued({ waiting: 0, running: n });
    }
    const rest = following.map((n) => w.pay({ order_id: `${prefix}${n}` }));
    await queued({ waiting: following.length, running: 3 });
    await holder.query('commit');
    await Promise.all([...ahead, ...rest]);
  } finally {
    holder.release();
  }
}

describe('payments of one merchant at the same moment', () => {
  it('leave behind what each of them leaves alone', async () => {
    const alone = await traceOf((await w.pay({ order_id: 'alone' })).id);
    const paid = await Promise.all(many.map((n) => w.pay({ order_id: `many-${n}` })));
    for (const { id } of paid) expect(await traceOf(id)).toEqual(alone);
  });

  it('that wait for a commit share the next one', async () => {
    // Its own commits leave connections free: what comes later is read, and queues meanwhile.
    await payWhileHeld('few-');
    expect(await commitsOf('few-')).toEqual([
      { xmin: expect.any(String), payments: following.length, merchants: 1 },
    ]);
  });

  it('never share one with another merchant', async () => {
    const { m2 } = w.tenants;
    const sales = many.flatMap((n) => {
      const sale = { type: 'sale', amount: 1299, order_id: `both-${n}`, ...card };
      return [w.post('/transaction', sale), w.post('/transaction', sale, m2)];
    });
    const answers = await Promise.all(sales);
    expect(answers.map((answer) => answer.body.data.response)).not.toContain('error');
    const commits = await commitsOf('both-');
    expect(commits.reduce((sum, one) => sum + one.payments, 0)).toBe(2 * many.length);
    expect(new Set(commits.map((one) => one.merchants))).toEqual(new Set([1]));
  });

  it('keep the correlation id of each in the ledger', async () => {
    const paid = await Promise.all(many.map((n) => w.pay({ order_id: `traced-${n}` })));
    const [traced] = await rowsBehind(
      `select count(distinct p.request_id)::int as traces, bool_and(exists (
        select from transaction_event e where e.transaction_id = p.source_id
          and e.request_id = p.request_id)) as same
      from ledger_posting p where source_id = any($1)`,
      [paid.map(({ id }) => id)],
    );
    expect(traced).toEqual({ traces: many.length, same: true });
  });
});

const card = { payment_method: { card: { number: '4111111111111111', expiration_date: '12/30' } } };

/** The next commit is made, and its connection is lost before it says so. */
function loseCommit(pool: pg.Pool, lost: Error): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = (async () => {
    Reflect.deleteProperty(pool, 'connect');
    const client = await connect();
    const ask = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    client.query = (async (...args: unknown[]) => {
      const answer = await ask(...args);
      if (args[0] !== 'commit') return answer;
      Reflect.deleteProperty(client, 'query');
      throw lost;
    }) as unknown as typeof client.query;
    return client;
  }) as typeof pool.connect;
}

describe('a group commit', () => {
  const commit = (id: string, changes: Parameters<typeof commitInGroup>[2]['changes'] = []) => {
    const context = actingAs();
    const rows = [note(context, id)];
    return commitInGroup(context, w.m1.account.id, { changes, rows, postings: [] });
  };
  const bad = () => requireRow(statement('select 1 as found where false', []));

  it('that one of them fails leaves the others whole, the bad one with its own error', async () => {
    const ended = await Promise.allSettled(
      many.map((n) => commit(`bad-${n}`, n === 7 ? [bad()] : [])),
    );
    const failed = ended.flatMap((one, n) => (one.status === 'rejected' ? [[n, one.reason]] : []));
    expect(failed).toEqual([[7, expect.objectContaining({ code: missing_row })]]);
    expect(await noted('bad-')).toHaveLength(many.length - 1);
    expect(await noted('bad-7')).toEqual([]);
  });

  it('is answered only when it is committed', async () => {
    const seen = await Promise.all(
      many.map(async (n) => {
        await commit(`stored-${n}`);
        return await noted(`stored-${n}`);
      }),
    );
    expect(seen.every((found, n) => found.includes(`stored-${n}`))).toBe(true);
  });

  it('keeps the order of what one of them changes', async () => {
    const { id } = await w.pay({ order_id: 'order' });
    const key = { merchant_id: w.m1.account.id, id };
    const step = (n: number) =>
      requireRow(
        change('transaction', key, { description: `${n}` }, 'description = $3', [from(n)]),
      );
    const from = (n: number) => (n === 0 ? '' : `${n - 1}`);
    await Promise.all([commit('order', many.map(step)), ...many.map((n) => commit(`by-${n}`))]);
    const [row] = await rowsBehind('select description from transaction where id = $1', [id]);
    expect(row.description).toBe(`${many.length - 1}`);
  });

  it('whose answer was lost may stand, and is not made again', async () => {
    const { id } = await w.pay({ order_id: 'lost' });
    const text = 'update transaction set description = description || $2 where id = $1';
    const write = (letter: string) => {
      const writing = { changes: [statement(text, [id, letter])], rows: [], postings: [] };
      return commitInGroup(actingAs(), w.m1.account.id, writing);
    };
    const lost = new Error('Connection terminated unexpectedly');
    loseCommit(w.world.services.database.pool, lost);
    const ended = await Promise.allSettled([write('a'), write('b')]);
    const [row] = await rowsBehind('select description from transaction where id = $1', [id]);
    expect([row.description, ...ended]).toEqual([
      'ab',
      { status: 'rejected', reason: lost },
      { status: 'rejected', reason: lost },
    ]);
  });

  it('goes on after one failed, and fails all where the database is away', async () => {
    await expect(commit('alone', [bad()])).rejects.toMatchObject({ code: missing_row });
    await commit('next');
    expect(await noted('next')).toEqual(['next']);
    const { pool } = w.world.services.database;
    const connect = pool.connect;
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    pool.connect = (() => Promise.reject(away)) as typeof connect;
    const ended = await Promise.allSettled(many.map((n) => commit(`away-${n}`)));
    pool.connect = connect;
    expect(ended.every((one) => one.status === 'rejected' && one.reason === away)).toBe(true);
    await commit('back');
    expect(await noted('away-')).toEqual([]);
    expect(await noted('back')).toEqual(['back']);
  });
});
