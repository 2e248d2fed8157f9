// Time zones of reports: what runtime and database know, what a database that is gone cannot say,
// whose zone a report is in; a report that fails on the way, and readers that hold one open.
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parse as parseCsv } from 'csv-parse/sync';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { report_input } from '../../../../contract/payments/transactions/search.ts';
import type { Context } from '../../../context.ts';
import { inTransaction, openDatabase } from '../../../db/database.ts';
import { opened } from '../../../testing/opened.ts';
import { openSearchWorld, tree } from '../../../testing/worlds/search-world.ts';
import type { Timing } from '../../../timing.ts';
import { reportFile } from './report.ts';
import { copyOut, isTimeZone } from './report-stream.ts';

const world = openSearchWorld();
const options = { format: 'format csv', by_index: false, reader: 'client' } as const;

it('a zone is known to both, or it is none', async () => {
  expect(await isTimeZone(world.system, 'America/Havana')).toBe(true);
  expect(await isTimeZone(world.system, 'No/Where')).toBe(false);
  // The database reads this as three hours behind; the runtime knows no such zone.
  expect(await isTimeZone(world.system, 'XYZ+3')).toBe(false);
});

it('a database that cannot be asked does not make a zone unknown', async () => {
  const database = openDatabase(world.database_url, world.services.log, 1);
  await database.close();
  await expect(isTimeZone({ ...world.system, database }, 'UTC')).rejects.toThrow('the pool');
});

it('a report that fails on the way says why, to its reader and at its end', async () => {
  const failing = sql`select repeat('x', 1000), 1 / (3000 - n) from generate_series(1, 6000) n`;
  const { body, control } = await copyOut(world.system, failing, options);
  await expect(textOf(body)).rejects.toThrow('division by zero');
  await expect(control).rejects.toThrow('division by zero');
});

it('a report of one merchant is in that merchant’s zone, whoever reads it', async () => {
  const zones = { [tree.merchant]: 'Asia/Tokyo', [tree.foreign_merchant]: 'America/New_York' };
  for (const [id, timezone] of Object.entries(zones)) {
    await inTransaction(world.system, id, (tx) =>
      tx.updateTable('account').set({ timezone }).where('id', '=', id).execute(),
    );
  }
  const created_at = new Date('2030-07-01T03:30:00.999Z');
  for (const merchant_id of Object.keys(zones)) {
    await world.add({ po_number: 'Z1', merchant_id, created_at });
  }
  const input = report_input.parse({ created_at: { start_date: '2030-07-01' } });
  const timesOf = async (merchant_id: string) => {
    const { body } = await reportFile(world.as('admin', tree.admin), { input, merchant_id });
    const rows: { created_at: string }[] = parseCsv(await textOf(body), { columns: true });
    return rows.map((row) => row.created_at);
  };
  expect(await timesOf(tree.merchant)).toEqual(['2030-07-01 12:30:00']);
  expect(await timesOf(tree.foreign_merchant)).toEqual(['2030-06-30 23:30:00']);
});

describe('a reader', () => {
  /** Far more than the sockets and streams between hold. */
  const many = sql`select repeat('x', 1000) from generate_series(1, 200000)`;
  const reading = (timing: Partial<Timing>, account_id: string = tree.merchant): Context => {
    const context = world.as('merchant', account_id);
    return { ...context, timing: { ...context.timing, ...timing } };
  };
  const owner = opened(
    async () => {
      const client = new pg.Client({ connectionString: world.database_url });
      await client.connect();
      return { client };
    },
    ({ client }) => client.end(),
  );
  const copiesOpen = async () => {
    const { rows } = await owner.client.query(
      `select 1 from pg_stat_activity where datname = current_database() and state <> 'idle'
        and query like 'copy (%'`,
    );
    return rows.length;
  };

  it('that takes nothing is cut off, and its snapshot ends', async () => {
    const { body, control } = await copyOut(reading({ report_stall_ms: 200 }), many, options);
    const broken = once(body, 'error');
    expect(await copiesOpen()).toBe(1);
    await expect(control).rejects.toThrow('Nothing of the report was read');
    expect(String(await broken)).toContain('Nothing of the report was read');
    await expect.poll(copiesOpen).toBe(0);
  });

  it('is not cut off while the database keeps it waiting', async () => {
    const slow = sql`select repeat('x', 9000), pg_sleep(case n when 3 then 0.6 else 0 end)
      from generate_series(1, 4) n`;
    const { body } = await copyOut(reading({ report_stall_ms: 100 }), slow, options);
    expect((await textOf(body)).length).toBe(4 * 9_004);
  });

  it('that takes too long is cut off, however steadily it reads', async () => {
    const { body, control } = await copyOut(reading({ report_limit_ms: 400 }), many, options);
    const slowly = async () => {
      for await (const _part of body) await pause(20);
    };
    await expect(slowly()).rejects.toThrow('Reading the report took too long.');
    await expect(control).rejects.toThrow('Reading the report took too long.');
  });

  it('has two reports of an account at a time', async () => {
    const open = [await copyOut(reading({}), many, options)];
    open.push(await copyOut(reading({}), many, options));
    await expect(copyOut(reading({}), many, options)).rejects.toMatchObject({
      kind: 'limited',
      message:
        'Your account is already downloading 2 reports. Try again when one of them is complete.',
    });
    const other = reading({}, tree.foreign_merchant);
    open.push(await copyOut(other, many, options), await copyOut(other, many, options));
    // What the product writes or locks waits for none of them.
    const written = await copyOut(reading({}), sql`select 1`, { ...options, reader: 'product' });
    expect(await textOf(written.body)).toBe('1\n');
    for (const { body } of open) body.destroy();
    await expect.poll(copiesOpen).toBe(0);
    const failing = sql`select 1 / 0`;
    for (let n = 0; n < 3; n++) {
      await expect(copyOut(reading({}), failing, options)).rejects.toThrow('division by zero');
    }
    const again = await copyOut(reading({}), sql`select 1`, options);
    expect(await textOf(again.body)).toBe('1\n');
  });
});
