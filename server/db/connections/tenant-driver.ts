// A Kysely driver whose connections carry the caller's settings, sent with the first statement.
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
import { isConnectionLost } from './connection-errors.ts';
import { queryNamed } from './described-once.ts';
import { discardStalePlans, markPlansStale } from './prepared-plans.ts';
import { isRead } from './reads.ts';
import { isRetryable, isStalePlan, pauseAfter, tries } from './retries.ts';
import { type Settings, settings_sql, settingValues } from './settings.ts';
import { statementName } from './statement-names.ts';

/** The settings that a connection certainly has; by `pg` client, since they end with it. */
const applied = new WeakMap<pg.ClientBase, string>();

/** What we use of the pinned `pg`'s own Client beyond its types (lib/client.js). */
interface Watched {
  /** As the last answer says: `I` outside a transaction, `T` in one, `E` in one that failed. */
  getTransactionStatus(): string | null;
}

const streams = new WeakMap<pg.ClientBase, Writable>();

/** The client's socket; pg corks it for each statement, we for all of one event loop pass. */
function streamOf(client: pg.ClientBase): Writable {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  streams.set(client, stream);
  return stream;
}

/**
 * PostgreSQL's codes of errors that follow from an earlier one, which is the one to report: another
 * statement of the failed transaction, a write after a failed `begin`, a statement not parsed.
 */
const consequences = new Set(['25P02', '25006', '26000']);

/**
 * A session writes in such a transaction alone (`default_transaction_read_only`): what was sent
 * behind a `begin` that failed cannot stand by itself.
 */
const begin_writing = 'begin read write';
/** Marks the transaction of one statement, beside those of callers. */
const of_one = ' /* of one statement */';

class TenantConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #pool: pg.Pool;
  readonly #wanted: string;
  readonly #values: string[];
  committed = false;
  /** Its state is unknown: it must not return to the pool. */
  broken = false;
  /** Whether statements belong to a transaction of the caller's. */
  #within = false;
  /** Whether the settings we sent are committed and so hold for the next borrower too. */
  #stand = false;
  /** The first error on this connection since it was borrowed. */
  #fault: unknown;
  /** Statements sent whose answers have not been awaited yet. */
  #ahead: Promise<unknown>[] = [];
  /** The last statement sent: once it is answered, all are. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(pool: pg.Pool, client: pg.PoolClient, settings: Settings) {
    this.client = client;
    this.#pool = pool;
    this.#values = settingValues(settings);
    this.#wanted = JSON.stringify(this.#values);
  }

  /** Holds the socket until all statements of this pass of the event loop are queued: one write. */
  #gather(): void {
    const stream = streams.get(this.client) ?? streamOf(this.client);
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  #remember(error: unknown): void {
    this.#fault ??= error;
    // The server has closed the connection, but the socket may not have noticed yet.
    if (isConnectionLost(error)) this.broken = true;
    if (isStalePlan(error)) markPlansStale(this.#pool);
  }

  /** Statements after a failed one fail because of it; the first error explains them all. */
  #cause(error: unknown): unknown {
    const followed = consequences.has(String((error as { code?: unknown }).code));
    return followed ? (this.#fault ?? error) : error;
  }

  #command(text: string): Promise<pg.QueryResult> {
    this.#gather();
    return this.client.query(text);
  }

  #ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
    this.#gather();
    const name = statementName(text);
    if (name === undefined) return this.client.query({ text, values });
    return queryNamed(this.client, { name, text, values });
  }

  /** Sends a statement without waiting; its failure surfaces with the next statement's answer. */
  #sendPipelined(sent: Promise<pg.QueryResult>): void {
    this.#last = sent;
    sent.catch((error: unknown) => this.#remember(error));
    this.#ahead.push(sent);
  }

  /** As sendPipelined; a failure closes the connection, since its settings are no longer known. */
  #relyOn(sent: Promise<pg.QueryResult>): void {
    this.#sendPipelined(sent);
    sent.catch(() => {
      this.broken = true;
    });
  }

  /** Notes how a commit ended: after a failed statement its answer is ROLLBACK, not an error. */
  #ended(result: pg.QueryResult): pg.QueryResult {
    if (result.command !== 'COMMIT') throw this.#fault ?? new Error('The commit was rolled back.');
    this.#stand = true;
    return result;
  }

  /** Deallocates plans from before a migration, before anything else is sent. */
  #startClean(): void {
    const forget = discardStalePlans(this.#pool, this.client);
    if (forget !== '') this.#relyOn(this.#command(forget));
  }

  /**
   * Sends the settings. Nothing relies on them before the transaction they are made in has been
   * committed.
   */
  #makeSettings(): void {
    applied.delete(this.client);
    this.#relyOn(this.#ask(settings_sql, this.#values));
  }

  #speaksForUs(): boolean {
    return applied.get(this.client) === this.#wanted;
  }

  /** Where `begin` or the settings behind it fail, nothing that follows is written. */
  begin(): void {
    this.#within = true;
    this.#startClean();
    this.#relyOn(this.#command(begin_writing));
    if (!this.#speaksForUs()) this.#makeSettings();
  }

  /**
   * Sends `commit` behind the statements queued with it, for a transaction that has nothing left to
   * check: it then takes one round trip in all. Where a statement fails, it rolls back.
   */
  commitAhead(why = ''): void {
    this.#sendPipelined(this.#command(`commit${why}`).then((result) => this.#ended(result)));
    this.committed = true;
  }

  /** Waits for everything that was sent ahead. */
  async answered(): Promise<void> {
    const ahead = this.#ahead;
    this.#ahead = [];
    await Promise.all(ahead);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#within) return await this.#execute(query);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#executeAlone(query);
      } catch (error) {
        await this.#quiet();
        if (this.broken || attempt >= tries || !isRetryable(error)) throw error;
        await pauseAfter(attempt);
      }
    }
  }

  /**
   * A statement of no caller's transaction. Where the settings before it fail, a read is not
   * answered and a write is not executed, because it shares their transaction.
   */
  async #executeAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#startClean();
    const reads = isRead(query);
    if (reads && this.#speaksForUs()) return await this.#execute(query);
    if (!reads) this.#relyOn(this.#command(begin_writing + of_one));
    if (!this.#speaksForUs()) this.#makeSettings();
    const pending = this.#execute<R>(query);
    if (!reads) this.commitAhead(of_one);
    const result = await pending;
    await this.answered();
    this.#stand = true;
    return result;
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const ahead = this.#ahead;
    this.#ahead = [];
    const answer = this.#ask(query.sql, query.parameters as unknown[]);
    this.#last = answer;
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

  /** Waits until every statement is answered, and discards the answers. */
  async #quiet(): Promise<void> {
    await this.#last.catch(() => undefined);
    this.#ahead = [];
    this.#fault = undefined;
  }

  /**
   * Returns the connection to the pool once all is answered; closes it if its state is not clean.
   */
  async release(): Promise<void> {
    await Promise.allSettled([this.#last]);
    if (this.#stand) applied.set(this.client, this.#wanted);
    const idle = (this.client as unknown as Watched).getTransactionStatus() === 'I';
    this.client.release(this.broken || !idle);
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
      return new TenantConnection(pool, await pool.connect(), settings);
    },
    async beginTransaction(connection) {
      connectionOf(connection).begin();
    },
    async commitTransaction(connection) {
      const tenant = connectionOf(connection);
      if (!tenant.committed) tenant.commitAhead();
      await tenant.answered();
    },
    async rollbackTransaction(connection) {
      const tenant = connectionOf(connection);
      // If the rollback fails, the connection is closed; the first error is reported.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {
        tenant.broken = true;
      });
    },
    async releaseConnection(connection) {
      await connectionOf(connection).release();
    },
    async destroy() {},
  };
}
