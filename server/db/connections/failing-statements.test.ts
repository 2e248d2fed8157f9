// Each statement of a request fails in turn, in every way: the next user of the connection works
// under its own settings.
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, type Context, nobody, type Services } from '../../context.ts';
import { bareServices } from '../../testing/bare-services.ts';
import { cloneDatabase, type TestDatabase } from '../../testing/database.ts';
import { connect, inTransaction, type Tx } from '../database.ts';
import { pipeline, pipelineAndCommit } from './pipeline.ts';

let database: TestDatabase;
let services: Services;
let owner: pg.Client;

const merchant_a = 'merchantaaaaaaaaaaaa';
const merchant_b = 'merchantbbbbbbbbbbbb';

function contextOf(actor: Partial<Actor>): Context {
  return { ...services, actor: { ...nobody, ...actor }, request_id: 'test' } as Context;
}
const administrator = () =>
  contextOf({ account_type: 'admin', account_id: 'adminaaaaaaaaaaaaaaa' });
const merchantB = () => contextOf({ account_type: 'merchant', account_id: merchant_b });

beforeAll(async () => {
  database = await cloneDatabase();
  // One connection: the next borrower gets the one that failed, unless it was thrown away.
  ({ services } = bareServices(database.url, 1));
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`create table note (merchant_id text, text text);
    grant all on note to penstock_app;
    alter table note enable row level security;
    alter table note force row level security;
    create policy own on note using (merchant_id = current_setting('app.account_id', true))
      with check (merchant_id = current_setting('app.merchant_id', true))`);
});
afterAll(async () => {
  await owner?.end();
  await services?.database.close();
  await database?.drop();
});

const statement = (text: string) => CompiledQuery.raw(text, []);
const write = (text: string) => statement(`insert into note values ('${merchant_a}', '${text}')`);

/** What a request does, as all of them do: reads, writes, commits of one round trip and of more. */
const requests: Record<string, (context: Context, text: string) => Promise<unknown>> = {
  'a read': (context) => connect(context).selectFrom('account').select('id').execute(),
  'a write that stands alone': (context, text) =>
    connect(context, merchant_a).executeQuery(write(text)),
  'a transaction': (context, text) =>
    inTransaction(context, merchant_a, async (tx: Tx) => {
      await tx.executeQuery(write(text));
      await pipeline(tx, [write(text), statement('select 1')]);
    }),
  'a transaction of one round trip': (context, text) =>
    inTransaction(context, merchant_a, (tx) => pipelineAndCommit(tx, [write(text), write(text)])),
};

/** The connection is closed while this is asked. */
const cut_off = 'select pg_sleep(10)';
const raise = (code: string) => `do $$ begin raise exception using errcode = '${code}'; end $$`;
const failures: Record<string, string> = {
  'an error of syntax': 'nonsense',
  'a constraint': raise('23505'),
  'a stale plan': raise('0A000'),
  'a cancelled statement': raise('57014'),
  'a serialization failure': raise('40001'),
  'an aborted transaction': raise('25P02'),
  'a lost connection': cut_off,
};

type Ask = (query_config: unknown, ...more: unknown[]) => unknown;
interface OwnQuery {
  callback(error: Error | null, result?: unknown): void;
}

interface Fault {
  asked: number;
  /** The statement in whose place another one failed. */
  text: string;
  end(): void;
}

/** From now on the nth statement that a connection of the pool is asked is `text` instead. */
function failing(nth: number, text: string): Fault {
  const { pool } = services.database;
  const connectOf = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const fault = { asked: 0, text: '', end: () => Reflect.deleteProperty(pool, 'connect') };
  pool.connect = (async () => {
    const client = await connectOf();
    const ask = client.query.bind(client) as Ask;
    const release = client.release;
    const query: Ask = (query_config, ...more) => {
      fault.asked += 1;
      if (fault.asked !== nth) return ask(query_config, ...more);
      fault.text =
        typeof query_config === 'string' ? query_config : (query_config as { text: string }).text;
      const failed = ask(text) as Promise<unknown>;
      if (text === cut_off) {
        const { processID } = client as unknown as { processID: number };
        void owner.query('select pg_terminate_backend($1)', [processID]);
      }
      const named = query_config as OwnQuery;
      if (typeof named.callback !== 'function') return failed;
      failed.then(
        (result) => named.callback(null, result),
        (error) => named.callback(error),
      );
      return query_config;
    };
    return Object.assign(client, {
      query,
      release(broken?: boolean) {
        Reflect.deleteProperty(client, 'query');
        release(broken);
      },
    });
  }) as typeof pool.connect;
  return fault;
}

/** Whom the connection speaks for, as the database sees it. */
async function speaker(context: Context, merchant_id = ''): Promise<unknown> {
  const { rows } = await connect(context, merchant_id).executeQuery(
    statement(
      `select current_setting('app.account_type') as type, current_setting('app.account_id') as id,
        current_setting('app.merchant_id') as merchant_id`,
    ),
  );
  return rows[0];
}

const notes = async (text: string) =>
  (await owner.query('select count(*)::int as count from note where text = $1', [text])).rows[0]
    .count;

const whole: Record<string, number> = {
  'a read': 0,
  'a write that stands alone': 1,
  'a transaction': 2,
  'a transaction of one round trip': 2,
};

describe.each(Object.entries(requests))('%s of which one statement fails', (kind, request) => {
  const next = ['the same', 'another'];
  const rounds = Object.entries(failures).flatMap(([what, text]) =>
    next.map((borrower) => [what, borrower, text] as const),
  );
  it.each(rounds)('by %s, and %s asks next', async (what, borrower, text) => {
    for (let nth = 1; ; nth++) {
      const round = `${what}, ${borrower}, statement ${nth}`;
      await speaker(merchantB());
      const fault = failing(nth, text);
      const ended = await request(administrator(), `${kind} ${round}`).then(
        () => 'done',
        () => 'failed',
      );
      fault.end();
      const other = { type: 'merchant', id: merchant_b, merchant_id: '' };
      if (borrower === 'another') expect(await speaker(merchantB()), round).toEqual(other);
      const merchant_id = kind === 'a read' ? '' : merchant_a;
      expect(await speaker(administrator(), merchant_id), round).toEqual({
        type: 'admin',
        id: 'adminaaaaaaaaaaaaaaa',
        merchant_id,
      });
      expect(await speaker(merchantB()), round).toEqual(other);
      expect(await notes(`${kind} ${round}`), round).toBe(ended === 'done' ? whole[kind] : 0);
      if (fault.asked < nth) return expect(ended).toBe('done');
    }
  });
});

/** The process of the database behind the one connection. */
const backend = async () =>
  (await connect(administrator()).executeQuery(statement('select pg_backend_pid() pid'))).rows[0];

it.each(Object.entries(requests))(
  '%s that hears its connection is closing leaves it to nobody, though it still answers',
  async (kind, request) => {
    const before = await backend();
    const fault = failing(1, raise('57P01'));
    await expect(request(administrator(), `${kind}, closing`)).rejects.toThrow();
    fault.end();
    expect(await backend()).not.toEqual(before);
  },
);

it('a read that names its parts is one statement; a write that does is three', async () => {
  await speaker(administrator());
  const asked = async (text: string) => {
    const count = failing(Infinity, '');
    const { rows } = await connect(administrator()).executeQuery(statement(text));
    count.end();
    return [rows, count.asked];
  };
  const read = `with one as (select 'read' as text) select text from one`;
  expect(await asked(read)).toEqual([[{ text: 'read' }], 1]);
  const write = `with made as (insert into note values ('', 'made') returning 'made' as text)
    select text from made`;
  expect(await asked(write)).toEqual([[{ text: 'made' }], 3]);
  expect(await notes('made')).toBe(1);
});

it('a transaction that went on after a failed statement is no commit, and says why', async () => {
  const swallowing = inTransaction(administrator(), merchant_a, async (tx: Tx) => {
    await tx.executeQuery(write('swallowed'));
    await tx.executeQuery(statement('nonsense')).catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow('syntax error');
  expect(await notes('swallowed')).toBe(0);
  expect(await speaker(merchantB())).toMatchObject({ id: merchant_b });
});
