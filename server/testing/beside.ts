// Two writers at one moment in a known order, for tests of guards: no chance decides who is first.
import pg from 'pg';
import { expect, vi } from 'vitest';

const longest_wait_ms = 10_000;

/**
 * Makes `change` as the database's owner, calls, and commits when the call waits for a lock: it has
 * come upon what is not committed yet. Gives what the call gives.
 */
export async function besideChange<T>(
  database_url: string,
  change: (owner: pg.Client) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  const owner = new pg.Client({ connectionString: database_url });
  await owner.connect();
  try {
    await owner.query('begin');
    await change(owner);
    const called = call();
    await vi.waitFor(async () => {
      const { rows } = await owner.query(`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`);
      expect(rows.length).toBeGreaterThan(0);
    }, longest_wait_ms);
    await owner.query('commit');
    return await called;
  } finally {
    await owner.end();
  }
}
