// The pools, and the two ways to the database: single scoped statements and retryable transactions.
import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Context } from '../context.ts';
import { isDatabaseUnavailable } from './connections/connection-errors.ts';
import { isRetryable, pause, pauseAfter, sqlState, tries } from './connections/retries.ts';
import { type Settings, settings_sql, settingValues } from './connections/settings.ts';
import { tenantDialect } from './connections/tenant-driver.ts';
import { makeSettingsVersion, type SettingsVersion } from './settings-version.ts';
import type { DB } from './tables.generated.ts';

export type Tx = Transaction<DB>;
export type Query = Kysely<DB>;

/** At whose pace a stream is read: of somebody who called, or of the product itself. */
export type StreamReader = 'client' | 'product';

export interface Database {
  /** Pool of pipelined connections that work as penstock_app; verbs go through connect(). */
  readonly pool: pg.Pool;
  /** One connection for the settings version, which every request reads. */
  readonly versions: pg.Pool;
  /** What this process knows of it. */
  readonly settings_version: SettingsVersion;
  /** Query builders by whom they are for. */
  readonly queries: Map<string, Query>;
  /**
   * A plain connection as penstock_app for COPY streams and locks; the caller releases it. Work of
   * the product's own has connections of its own: it does not wait for people who read slowly.
   */
  exportClient(context: Context, reader: StreamReader): Promise<pg.PoolClient>;
  /**
   * Limits the wait for a connection from now on: for a server that answers requests, not for the
   * seed and the tools.
   */
  limitWaiting(ms?: number): void;
  close(): Promise<void>;
}

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`bigint out of range: ${text}`);
  return value;
});
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Who waits longer for a connection than this gets 503. */
const acquire_limit_ms = 5_000;

/**
 * How long an idle connection is kept. A new one costs a process, a handshake and every
 * statement's plan, which the payments after a quiet moment would wait for.
 */
const idle_limit_ms = 600_000;
/** An idle connection is probed after this long, so that a firewall does not drop it silently. */
const probe_after_ms = 30_000;

/** The listener that `pg` requires: a lost connection has already failed its statement. */
const tolerate = () => undefined;

/** Opens the pools of the app role. `url` belongs to the owner; each connection steps down. */
export function openDatabase(url: string, log: Logger, size = 12): Database {
  const common = {
    connectionString: url,
    options: '-c role=penstock_app -c timezone=UTC -c idle_in_transaction_session_timeout=60000',
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: probe_after_ms,
  };
  const pool_options = { idleTimeoutMillis: idle_limit_ms, pipeline: true };
  // Statements are pipelined behind `begin`. Where `begin` fails, this keeps them from writing.
  const options = `${common.options} -c default_transaction_read_only=on`;
  const pool = new pg.Pool({ ...common, ...pool_options, options, max: size } as pg.PoolConfig);
  const streams: Readonly<Record<StreamReader, pg.Pool>> = {
    client: new pg.Pool({ ...common, max: 4 }),
    product: new pg.Pool({ ...common, max: 4 }),
  };
  const versions = new pg.Pool({ ...common, ...pool_options, max: 1 } as pg.PoolConfig);
  const pools = [pool, streams.client, streams.product, versions];
  for (const one of pools) one.on('connect', (client) => client.on('error', tolerate));
  // Without a listener an idle connection that is cut would end the process.
  for (const one of pools) {
    one.on('error', (error) => log.warn({ err: error }, 'a database connection was cut'));
  }
  return {
    pool,
    versions,
    settings_version: makeSettingsVersion(),
    queries: new Map(),
    async exportClient(context, reader) {
      const client = await streams[reader].connect();
      const settings = settingsOf(context, '');
      try {
        await client.query(settings_sql, settingValues(settings));
      } catch (error) {
        client.release(true);
        throw error;
      }
      return client;
    },
    limitWaiting(ms = acquire_limit_ms) {
      for (const one of pools) one.options.connectionTimeoutMillis = ms;
    },
    async close() {
      await Promise.all(pools.map((one) => one.end()));
    },
  };
}

function settingsOf(context: Context, merchant_id: string): Settings {
  const { account_type, account_id } = context.actor;
  return { account_type, account_id, merchant_id };
}

/**
 * Kysely whose every statement runs alone, with the caller's settings in the same round trip, and
 * is retried where the database rolled it back. For reads; a write has to name its one merchant.
 */
export function connect(context: Context, merchant_id = ''): Query {
  return queryFor(context, merchant_id);
}

const max_queries = 2_000;

/** The query builder for these settings; made once for each caller, it holds nothing else. */
function queryFor(context: Context, merchant_id: string): Query {
  const { pool, queries } = context.database;
  const settings = settingsOf(context, merchant_id);
  const key = settingValues(settings).join(' ');
  if (queries.size >= max_queries) queries.clear();
  const known = queries.get(key);
  if (known) return known;
  const made = new Kysely<DB>({ dialect: tenantDialect(pool, settings) });
  queries.set(key, made);
  return made;
}

const away_pause_ms = 250;

/** The unique or check constraint an error speaks of, or ''. */
export function violatedConstraint(error: unknown): string {
  if (!sqlState(error).startsWith('23')) return '';
  return (error as { constraint?: string }).constraint ?? '';
}

/**
 * Runs `work` in one transaction that may write to one merchant (null: global tables only). The
 * closure is retried up to five times on serialization failures, dead-locks and plans from before a
 * migration, so it must have no effect outside the database. Its statements go one after the other,
 * whatever way they are started; `pipeline()` sends several in one round trip. A context with
 * patience waits that long for a database that is away; what it commits must bear being committed
 * twice, since the answer of a commit may have been lost.
 */
export async function inTransaction<T>(
  context: Context,
  merchant_id: string | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const database = queryFor(context, merchant_id ?? '');
  const patient_until_ms = context.clock.monotonicMs() + (context.database_retry_ms ?? 0);
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction().execute(work);
    } catch (error) {
      if (isDatabaseUnavailable(error) && context.clock.monotonicMs() < patient_until_ms) {
        await pause(away_pause_ms);
      } else if (attempt < tries && isRetryable(error)) await pauseAfter(attempt);
      else throw error;
    }
  }
}
