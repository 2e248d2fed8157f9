// What a first start makes is made by one process; another one that starts waits for it.
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { cloneDatabase } from '../../testing/database.ts';
import { withPreparationLock } from '../migrate.ts';

it('of two that start at once the second begins when the first has ended, or failed', async () => {
  const { url, drop } = await cloneDatabase();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const steps: string[] = [];
  let fail: (error: Error) => void = () => undefined;
  const first = withPreparationLock(url, () => {
    steps.push('first');
    return new Promise((_resolve, reject) => {
      fail = reject;
    });
  });
  await vi.waitUntil(() => steps.length === 1, { timeout: 10_000, interval: 5 });
  const second = withPreparationLock(url, async () => steps.push('second'));
  await vi.waitFor(async () => {
    const { rows } = await owner.query(`select from pg_locks where locktype = 'advisory'
      and not granted and database = (select oid from pg_database
        where datname = current_database())`);
    expect(rows.length + steps.length - 1).toBe(1);
  }, 10_000);
  expect(steps).toEqual(['first']);
  fail(new Error('on purpose'));
  await expect(first).rejects.toThrow('on purpose');
  await second;
  expect(steps).toEqual(['first', 'second']);
  await owner.end();
  await drop();
});
