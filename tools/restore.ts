// `npm run restore FILE [--replace]`: puts a backup in place and proves it by every audit query.
import path from 'node:path';
import { readConfig } from '../server/config.ts';
import { runAudits } from '../server/db/audit.ts';
import { restore } from '../server/db/backup/restore.ts';
import { openDatabase } from '../server/db/database.ts';
import { missingKeyText } from '../server/keys/keys.ts';
import { makeLog } from '../server/process/log.ts';
import { openOwnerDatabase } from './owner-database.ts';

const config = readConfig();
const words = process.argv.slice(2);
const file = words.find((word) => !word.startsWith('--'));
const unknown = words.filter((word) => word.startsWith('--') && word !== '--replace');
if (!file || unknown.length > 0) {
  console.error('Use: npm run restore -- FILE [--replace]');
  process.exit(1);
}
const database = await openOwnerDatabase(config);
try {
  const replace = words.includes('--replace');
  const report = await restore(database.url, path.resolve(file), { replace });
  console.log(`restored ${report.row_count} rows of ${report.table_count} tables,`);
  console.log(`as they were at ${report.made_at}`);
  sayKeys(report.key_ids);
  await proveBooks(database.url);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await database.stop();
}

function sayKeys(needed: readonly string[]): void {
  const words = missingKeyText(config.key_file, needed);
  if (words === null) return;
  console.error(words);
  process.exitCode = 1;
}

async function proveBooks(url: string): Promise<void> {
  const pool = openDatabase(url, makeLog('warn'), 1);
  try {
    const results = await runAudits(pool);
    const wrong = results.filter(({ rows }) => rows.length > 0);
    for (const { name, sentence } of wrong) console.error(`WRONG   ${name}: ${sentence}`);
    console.log(`${results.length} audits, ${wrong.length} of them found something wrong`);
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    await pool.close();
  }
}
