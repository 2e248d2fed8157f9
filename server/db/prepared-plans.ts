// Prepared statements of pooled connections: all are forgotten once one is seen to be stale.
import type pg from 'pg';
import { forgetShapes } from './described-once.ts';

/** How often plans of a pool were seen to be stale: a migration does it to all connections. */
const migrations_seen = new WeakMap<pg.Pool, number>();
/** Of these a connection's own statements are the successors. */
const cleared_at = new WeakMap<pg.ClientBase, number>();

/** For whoever was refused a stale plan: each connection forgets its own before its next use. */
export function notePlansAreStale(pool: pg.Pool): void {
  migrations_seen.set(pool, (migrations_seen.get(pool) ?? 0) + 1);
}

/**
 * The statement to send before anything else on this connection, or '' where its prepared
 * statements are of use. From here on the client prepares each of them anew.
 */
export function forgetStalePlans(pool: pg.Pool, client: pg.ClientBase): string {
  const seen = migrations_seen.get(pool) ?? 0;
  const cleared = cleared_at.get(client);
  cleared_at.set(client, seen);
  // A connection that is used for the first time has nothing prepared yet.
  if (cleared === undefined || cleared === seen) return '';
  const { connection } = client as unknown as { connection: Prepared };
  connection.parsedStatements = {};
  connection.submittedNamedStatements = {};
  forgetShapes(connection);
  return 'deallocate all';
}

/** What we use of the pinned `pg`'s own Connection beyond its types (lib/connection.js). */
interface Prepared {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}
