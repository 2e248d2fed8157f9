// `npm run backup [FILE]`: backs the database up, whether the product runs or not.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../server/config.ts';
import { backUp } from '../server/db/backup/backup.ts';
import { openOwnerDatabase } from './owner-database.ts';

const config = readConfig();
const moment = new Date().toISOString().replace(/\.\d+|[-:]/g, '');
const target = process.argv[2];
const file = path.resolve(
  target ?? path.join(config.data_dir, 'backups', `penstock-${moment}.backup`),
);
const database = await openOwnerDatabase(config);
try {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const { bytes, table_count, row_count } = await backUp(database.url, file);
  console.log(`${file}: ${row_count} rows of ${table_count} tables, ${bytes} bytes`);
  console.log(`Keys are not in it: keep ${config.key_file} apart from it, and as safe.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await database.stop();
}
