// Prepared statements of pooled connections: once one plan is stale, each connection drops all.
import type pg from 'pg';
import { discardRowDescriptions } from './described-once.ts';

// By the pool and by its connections, which `pg` makes and drops by itself: they are its objects,
// and what is known of one ends with it.

/** How often stale plans were seen in a pool; a migration makes those of all connections stale. */
const migrations_seen = new WeakMap<pg.Pool, number>();
/** The count of `migrations_seen` at which a connection last dropped its plans. */
const cleared_at = new WeakMap<pg.ClientBase, number>();

/** Call after a stale plan: each connection of the pool drops its plans before its next use. */
export function markPlansStale(pool: pg.Pool): void {
  migrations_seen.set(pool, (migrations_seen.get(pool) ?? 0) + 1);
}

/**
 * The statement to send before anything else on this connection, or '' where its plans are valid.
 * After the call the client prepares every statement again.
 */
export function discardStalePlans(pool: pg.Pool, client: pg.ClientBase): string {
  const seen = migrations_seen.get(pool) ?? 0;
  const cleared = cleared_at.get(client);
  cleared_at.set(client, seen);
  // A connection that is used for the first time has nothing prepared yet.
  if (cleared === undefined || cleared === seen) return '';
  const { connection } = client as unknown as { connection: Prepared };
  connection.parsedStatements = {};
  connection.submittedNamedStatements = {};
  discardRowDescriptions(connection);
  return 'deallocate all';
}

/** What we use of the pinned `pg`'s own Connection beyond its types (lib/connection.js). */
interface Prepared {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}
