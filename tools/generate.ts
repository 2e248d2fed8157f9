// `npm run generate`: writes the generated files; with --check it only says whether they are
// current.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../server/db/embedded/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { tableTypes } from './table-types.ts';

const target = path.resolve(import.meta.dirname, '../server/db/tables.generated.ts');
const data_dir = mkdtempSync(path.join(os.tmpdir(), 'penstock-generate-'));

const database = await startEmbedded({ data_dir, durable: false, log: () => undefined });
try {
  await migrate(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const text = await tableTypes(client);
  await client.end();
  if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== text) {
      console.error('server/db/tables.generated.ts is out of date: run npm run generate');
      process.exitCode = 1;
    }
  } else {
    writeFileSync(target, text);
    console.log(`wrote ${path.relative(process.cwd(), target)}`);
  }
} finally {
  await database.stop();
  rmSync(data_dir, { recursive: true, force: true });
}
