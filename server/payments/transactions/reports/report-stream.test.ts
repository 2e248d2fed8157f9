// Time zones of reports: what runtime and database know, what a database that is gone cannot say,
// whose zone a report is in; and a report that fails on the way.
import { text as textOf } from 'node:stream/consumers';
import { parse as parseCsv } from 'csv-parse/sync';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { report_input } from '../../../../contract/payments/transactions/search.ts';
import { inTransaction, openDatabase } from '../../../db/database.ts';
import { openSearchWorld, tree } from '../../../testing/worlds/search-world.ts';
import { reportFile } from './report.ts';
import { copyOut, isTimeZone } from './report-stream.ts';

const world = openSearchWorld();

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

it('a report that fails on the way says why, to its reader and to who waits for its end', async () => {
  const failing = sql`select repeat('x', 1000), 1 / (3000 - n) from generate_series(1, 6000) n`;
  const options = { format: 'format csv', by_index: false };
  const { body, control } = await copyOut(world.system, failing, options);
  await expect(textOf(body)).rejects.toThrow('division by zero');
  await expect(control).rejects.toThrow('division by zero');
});

it('a report of one merchant is in that merchant’s zone, for whoever reads of several', async () => {
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
