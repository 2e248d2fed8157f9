// A Kysely driver whose connections carry the caller's settings, sent with the first statement.
import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { queryNamed } from './described-once.ts';
import { type Settings, settings_sql, settingValues } from './settings.ts';

/** What a pooled connection was last told, so that it is told again only when it changes. */
const told = new WeakMap<pg.ClientBase, string>();

const streams = new WeakMap<pg.ClientBase, Writable>();

/** The client's socket; pg corks it for each statement, we for all statements of a turn. */
function streamOf(client: pg.ClientBase): Writable {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  streams.set(client, stream);
  return stream;
}

const max_names = 2000;
const names = new Map<string, string>();

/**
 * Opens a statement that is planned for its values each time. A plan that is kept for all values
 * cannot use an index that leaves some of them out.
 */
export const planned_anew = '/* planned anew */';

/** Statements get a name by their text, so that each connection parses them once. */
function statementName(sql: string): string | undefined {
  if (sql.startsWith(planned_anew)) return undefined;
  const known = names.get(sql);
  if (known) return known;
  if (names.size >= max_names) return undefined;
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 22);
  names.set(sql, name);
  return name;
}

/** PostgreSQL's code of every statement after the one that failed, until the end. */
const transaction_aborted = '25P02';

class TenantConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #settings: Settings;
  committed = false;
  /** Its state is not known any more: nobody may get it after us. */
  broken = false;
  /** What went wrong first on this connection since we took it. */
  #fault: unknown;
  /** Statements already sent whose answers nobody has awaited yet. */
  #ahead: Promise<unknown>[] = [];

  constructor(client: pg.PoolClient, settings: Settings) {
    this.client = client;
    this.#settings = settings;
  }

  /** Holds the socket until this turn's statements are all queued: they leave in one write. */
  #gather(): void {
    const stream = streams.get(this.client) ?? streamOf(this.client);
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  #remember(error: unknown): void {
    this.#fault ??= error;
  }

  /** Statements behind a failed one all fail with the same words; the first one says why. */
  #cause(error: unknown): unknown {
    const followed = (error as { code?: unknown }).code === transaction_aborted;
    return followed ? (this.#fault ?? error) : error;
  }

  #ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = statementName(text);
    if (name === undefined) return this.client.query({ text, values });
    return queryNamed(this.client, { name, text, values });
  }

  /** Sends a statement without waiting; its failure surfaces with the next statement's answer. */
  sendAhead(text: string, values?: string[]): void {
    this.#gather();
    // What has values comes again and again: it gets a name, so that it is parsed once.
    const sent = values ? this.#ask(text, values) : this.client.query(text);
    sent.catch((error: unknown) => this.#remember(error));
    this.#ahead.push(sent);
  }

  /**
   * Sends `commit` behind the statements of this turn, for a transaction that has nothing left to
   * check: it then takes one round trip in all. Where a statement fails, it rolls back.
   */
  commitAhead(): void {
    this.sendAhead('commit');
    this.committed = true;
  }

  makeSettings(): void {
    const wanted = JSON.stringify(settingValues(this.#settings));
    if (told.get(this.client) === wanted) return;
    told.set(this.client, wanted);
    this.sendAhead(settings_sql, settingValues(this.#settings));
  }

  /** Waits for everything that was sent ahead. */
  async answered(): Promise<void> {
    const ahead = this.#ahead;
    this.#ahead = [];
    await Promise.all(ahead);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const ahead = this.#ahead;
    this.#ahead = [];
    this.#gather();
    const answer = this.#ask(query.sql, query.parameters as unknown[]);
    answer.catch((error: unknown) => this.#remember(error));
    if (ahead.length > 0) await Promise.all(ahead);
    const result = await answer.catch((error: unknown) => {
      throw this.#cause(error);
    });
    return {
      rows: result.rows as R[],
      numAffectedRows: BigInt(result.rowCount ?? 0),
    };
  }

  // biome-ignore lint/correctness/useYield: streams go through the export pool
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streams go through exportClient().');
  }
}

/** Sends `commit` behind what this transaction has already sent; see TenantConnection. */
export function commitAhead(connection: DatabaseConnection): void {
  connectionOf(connection).commitAhead();
}

function connectionOf(connection: DatabaseConnection): TenantConnection {
  return connection as TenantConnection;
}

/** The pool and these settings as a Kysely dialect; cheap enough to make for each request. */
export function tenantDialect(pool: pg.Pool, settings: Settings): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => tenantDriver(pool, settings),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function tenantDriver(pool: pg.Pool, settings: Settings): Driver {
  return {
    async init() {},
    async acquireConnection() {
      const connection = new TenantConnection(await pool.connect(), settings);
      connection.makeSettings();
      return connection;
    },
    async beginTransaction(connection) {
      connectionOf(connection).sendAhead('begin');
    },
    async commitTransaction(connection) {
      const tenant = connectionOf(connection);
      if (tenant.committed) await tenant.answered();
      else await connection.executeQuery(CompiledQuery.raw('commit'));
    },
    async rollbackTransaction(connection) {
      const tenant = connectionOf(connection);
      // Where it cannot be rolled back, the connection is thrown away; the first error is the one
      // to tell.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {
        tenant.broken = true;
      });
    },
    async releaseConnection(connection) {
      const { client, broken } = connectionOf(connection);
      client.release(broken);
    },
    async destroy() {},
  };
}
