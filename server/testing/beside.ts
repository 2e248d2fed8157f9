// Two writers at one moment in a known order, for tests of guards: no chance decides who is first.
import { inspect } from 'node:util';
import pg from 'pg';
import { expect, vi } from 'vitest';

const longest_wait_ms = 10_000;

type Change = (owner: pg.Client) => Promise<unknown>;

/** Makes `change` as the database's owner, calls, and commits when `ready` holds. */
async function commitWhen<T>(
  database_url: string,
  change: Change,
  call: () => Promise<T>,
  ready: (is: { waiting: number; done: boolean }) => boolean,
): Promise<T> {
  const owner = new pg.Client({ connectionString: database_url });
  await owner.connect();
  try {
    await owner.query('begin');
    await change(owner);
    const is: { waiting: number; done: boolean; ended?: unknown } = { waiting: 0, done: false };
    const called = call();
    const end = (ended: unknown) => Object.assign(is, { done: true, ended });
    void called.then(end, end);
    await vi.waitFor(async () => {
      const { rows } = await owner.query(`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`);
      is.waiting = rows.length;
      expect(ready(is), inspect(is)).toBe(true);
    }, longest_wait_ms);
    await owner.query('commit');
    return await called;
  } finally {
    await owner.end();
  }
}

/**
 * Commits when the call waits for a lock: it has come upon what is not committed yet. Of several
 * calls in one, so many have to wait.
 */
export function besideChange<T>(
  database_url: string,
  change: Change,
  call: () => Promise<T>,
  count = 1,
): Promise<T> {
  return commitWhen(database_url, change, call, ({ waiting }) => waiting >= count);
}

/** The same for a call that must pass by what is not committed yet: it ends, or is seen waiting. */
export function pastChange<T>(
  database_url: string,
  change: Change,
  call: () => Promise<T>,
): Promise<T> {
  return commitWhen(database_url, change, call, ({ waiting, done }) => waiting > 0 || done);
}
