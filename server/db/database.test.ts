// The database layer: settings travel with statements, never leak, and the second wall stands.
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, type Context, nobody, type Services } from '../context.ts';
import { bareServices } from '../testing/bare-services.ts';
import { cloneDatabase, type TestDatabase } from '../testing/database.ts';
import { connect, inTransaction } from './database.ts';

let database: TestDatabase;
let services: Services;

function contextOf(actor: Partial<Actor>): Context {
  return { ...services, actor: { ...nobody, ...actor }, request_id: 'test' } as Context;
}
const merchantA = () => contextOf({ account_type: 'merchant', account_id: 'merchantaaaaaaaaaaaa' });
const merchantB = () => contextOf({ account_type: 'merchant', account_id: 'merchantbbbbbbbbbbbb' });
const partner = () => contextOf({ account_type: 'partner', account_id: 'partnerpppppppppppp0' });
const system = () => contextOf({ account_type: 'system' });

async function addAccount(id: string, type: string, above: string | null): Promise<void> {
  const now = new Date();
  await inTransaction(system(), null, async (tx) => {
    await tx
      .insertInto('account')
      .values({
        id,
        account_type: type,
        parent_id: above,
        name: id,
        status: 'active',
        created_at: now,
        updated_at: now,
      })
      .execute();
    const reach = [id, ...(above ? [above] : [])].map((account_id, depth) => ({
      account_id,
      descendant_id: id,
      descendant_type: type,
      depth,
    }));
    await tx.insertInto('account_closure').values(reach).execute();
  });
}

async function addMail(context: Context, merchant_id: string): Promise<void> {
  await inTransaction(context, merchant_id, (tx) => insertMail(context, tx, merchant_id));
}

async function insertMail(
  context: Context,
  tx: Parameters<Parameters<typeof inTransaction>[2]>[0],
  merchant_id: string,
): Promise<void> {
  await tx
    .insertInto('outgoing_mail')
    .values({
      merchant_id,
      id: context.ids.next(),
      kind: 'test',
      recipient: 'a@b.co',
      subject: merchant_id,
      body_text: '',
      body_html: '',
      state: 'queued',
      next_attempt_at: new Date(),
      created_at: new Date(),
    })
    .execute();
}

beforeAll(async () => {
  database = await cloneDatabase();
  ({ services } = bareServices(database.url, 2));
  await addAccount('partnerpppppppppppp0', 'partner', null);
  await addAccount('merchantaaaaaaaaaaaa', 'merchant', 'partnerpppppppppppp0');
  await addAccount('merchantbbbbbbbbbbbb', 'merchant', null);
  await addMail(merchantA(), 'merchantaaaaaaaaaaaa');
  await addMail(merchantB(), 'merchantbbbbbbbbbbbb');
});

afterAll(async () => {
  await services.database.close();
  await database.drop();
});

const subjects = async (context: Context) =>
  (await connect(context).selectFrom('outgoing_mail').select('subject').execute()).map(
    (row) => row.subject,
  );

describe('row-level security, without any scope()', () => {
  it('shows a merchant its own rows, a partner those below it, nobody nothing', async () => {
    expect(await subjects(merchantA())).toEqual(['merchantaaaaaaaaaaaa']);
    expect(await subjects(partner())).toEqual(['merchantaaaaaaaaaaaa']);
    expect(await subjects(contextOf({}))).toEqual([]);
    expect((await subjects(system())).length).toBe(2);
  });

  it('never lets a caller see with the settings of the one before', async () => {
    const callers = [merchantA, merchantB, partner, () => contextOf({})];
    const expected = [
      ['merchantaaaaaaaaaaaa'],
      ['merchantbbbbbbbbbbbb'],
      ['merchantaaaaaaaaaaaa'],
      [],
    ];
    const rounds = Array.from({ length: 400 }, (_, i) => i % callers.length);
    const seen = await Promise.all(rounds.map((i) => subjects((callers[i] as () => Context)())));
    for (const [round, i] of rounds.entries()) expect(seen[round]).toEqual(expected[i]);
  });

  it('refuses a write to a foreign merchant and to one that was not named', async () => {
    await expect(addMail(merchantA(), 'merchantbbbbbbbbbbbb')).rejects.toThrow(
      /row-level security/,
    );
    const misnamed = inTransaction(merchantA(), 'merchantaaaaaaaaaaaa', (tx) =>
      insertMail(merchantA(), tx, 'merchantbbbbbbbbbbbb'),
    );
    await expect(misnamed).rejects.toThrow(/row-level security/);
    expect((await subjects(system())).length).toBe(2);
  });

  it('works as a role that is neither owner nor superuser nor exempt', async () => {
    const { rows } = await services.database.pool.query(
      `select current_user as name, rolsuper, rolbypassrls
       from pg_roles where rolname = current_user`,
    );
    expect(rows).toEqual([{ name: 'penstock_app', rolsuper: false, rolbypassrls: false }]);
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    const owned = await owner.query(
      `select relname from pg_class
       where relowner = (select oid from pg_roles where rolname = 'penstock_app')`,
    );
    const open = await owner.query(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind = 'r' and a.attname = 'merchant_id' and c.relname <> 'job'
         and not (c.relrowsecurity and c.relforcerowsecurity)`,
    );
    await owner.end();
    expect(owned.rows).toEqual([]);
    expect(open.rows).toEqual([]);
  });
});

describe('transactions', () => {
  it('roll back whole when a later statement fails', async () => {
    const context = merchantA();
    const failing = inTransaction(context, 'merchantaaaaaaaaaaaa', async (tx) => {
      await insertMail(context, tx, 'merchantaaaaaaaaaaaa');
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect((await subjects(context)).length).toBe(1);
  });

  it.each([
    ['a serialization failure', '40001'],
    ['a dead-lock', '40P01'],
    ['a lock that was not to be had', '55P03'],
  ])('are tried again after %s', async (_what, code) => {
    let tries = 0;
    const value = await inTransaction(merchantA(), null, async () => {
      tries += 1;
      if (tries < 3) throw Object.assign(new Error('turned back'), { code });
      return 'done';
    });
    expect([value, tries]).toEqual(['done', 3]);
  });

  it('are tried five times at most, and once where they are wrong', async () => {
    const triesOf = async (code: string) => {
      let tries = 0;
      const failing = inTransaction(merchantA(), null, async () => {
        tries += 1;
        throw Object.assign(new Error('turned back'), { code });
      });
      await expect(failing).rejects.toThrow('turned back');
      return tries;
    };
    expect([await triesOf('40001'), await triesOf('23505')]).toEqual([5, 1]);
    expect(await triesOf('ECONNRESET')).toBe(1);
  });

  it('wait for a database that is away as long as the caller is patient', async () => {
    const patient = { ...merchantA(), database_retry_ms: 1_000 };
    let now_ms = 7_000;
    const clock = { ...patient.clock, monotonicMs: () => now_ms };
    let tries = 0;
    const away = () => {
      tries += 1;
      now_ms += 999;
      throw Object.assign(new Error(`away ${tries}`), { code: 'ECONNREFUSED' });
    };
    const waiting = inTransaction({ ...patient, clock }, null, async () => away());
    await expect(waiting).rejects.toThrow('away 2');
    expect(now_ms).toBe(7_000 + 2 * 999);
  });

  it('survive a connection that is cut while idle', async () => {
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and datname = current_database()`,
    );
    await owner.end();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await subjects(merchantA())).length).toBe(1);
  });
});

describe('connections', () => {
  it.each([
    ['on', 'select', ''],
    ['on', 'select behind a comment', '/* custom plan */ '],
    ['on', 'select behind its parts', 'with one as (select 1) '],
    ['off', 'statement that writes', 'with one as (update job set due_at = due_at where false) '],
  ])('only read (%s) for a %s', async (wanted, _what, before) => {
    const text = `${before}select current_setting('transaction_read_only') as reads`;
    const found = await connect(system()).executeQuery(CompiledQuery.raw(text));
    expect(found.rows).toEqual([{ reads: wanted }]);
  });

  it('of exports are given back when their settings fail, and see what they may', async () => {
    const bad = contextOf({ account_type: 'merchant', account_id: 'no\0text' });
    const { database } = services;
    for (let n = 0; n < 5; n++)
      await expect(database.exportClient(bad, 'client')).rejects.toThrow();
    const client = await database.exportClient(merchantB(), 'client');
    const { rows } = await client.query('select subject from outgoing_mail');
    client.release();
    expect(rows).toEqual([{ subject: 'merchantbbbbbbbbbbbb' }]);
  });

  it('are waited for without end until a limit is set', () => {
    const { pool, versions, limitWaiting } = services.database;
    const limits = () => [pool, versions].map((one) => one.options.connectionTimeoutMillis);
    expect(limits()).toEqual([undefined, undefined]);
    limitWaiting();
    expect(limits()).toEqual([5_000, 5_000]);
    limitWaiting(7);
    expect(limits()).toEqual([7, 7]);
    limitWaiting();
  });

  it('read whole numbers as numbers, days as text, and no number that is too large', async () => {
    const one = (text: string) => services.database.pool.query(`select ${text} as value`);
    expect((await one('9007199254740991::bigint')).rows).toEqual([
      { value: 9_007_199_254_740_991 },
    ]);
    expect((await one("date '2026-03-01'")).rows).toEqual([{ value: '2026-03-01' }]);
    await expect(one('9007199254740992::bigint')).rejects.toThrow('bigint out of range');
  });
});
