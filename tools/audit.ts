// `npm run audit`: runs every audit query and says what is wrong; ends non-zero when anything is.
// With --verify-chain it holds the audit log against its chain instead, signatures included.
import path from 'node:path';
import { makeClock } from '../server/clock.ts';
import { readConfig } from '../server/config.ts';
import { systemContext } from '../server/context.ts';
import { runAudits } from '../server/db/audit.ts';
import { verifyChain } from '../server/db/audit-log/audit-chain.ts';
import { type Database, openDatabase } from '../server/db/database.ts';
import { startEmbedded } from '../server/db/embedded/embedded.ts';
import { openKeyRing } from '../server/keys/keys.ts';
import { makeLog } from '../server/process/log.ts';
import { makeServices } from '../server/services.ts';

const config = readConfig();
const log = makeLog('warn');
const max_shown = 10;

function show(rows: readonly object[]): void {
  for (const row of rows.slice(0, max_shown)) console.log(`        ${JSON.stringify(row)}`);
}

async function audit(database: Database): Promise<boolean> {
  const results = await runAudits(database);
  for (const { name, sentence, rows, duration_ms } of results) {
    const found = rows.length === 100 ? '100 or more rows' : `${rows.length} rows`;
    if (rows.length === 0) console.log(`ok      ${name} (${duration_ms} ms)`);
    else console.log(`WRONG   ${name}: ${sentence} ${found}`);
    show(rows);
  }
  const wrong = results.filter((result) => result.rows.length > 0);
  console.log(`${results.length} audits, ${wrong.length} of them found something wrong`);
  return wrong.length === 0;
}

async function verify(database_url: string): Promise<boolean> {
  const keys = openKeyRing(config.key_file, false);
  const clock = makeClock();
  const made = makeServices({ config, database_url, pool_size: 1, clock, keys, log });
  try {
    const context = systemContext(made.services, made.services.ids.next());
    const report = await verifyChain(context);
    const { sealed_count, chain_count, unsealed_count, head, faults, duration_ms } = report;
    const waiting = unsealed_count === 0 ? '' : `, ${unsealed_count} rows wait for the sealer`;
    console.log(`${sealed_count} rows in ${chain_count} chains${waiting} (${duration_ms} ms)`);
    console.log(`head ${head}`);
    console.log(faults.length === 0 ? 'ok      the chain is whole' : `WRONG   ${faults.length}`);
    show(faults);
    return faults.length === 0;
  } finally {
    await made.close();
  }
}

async function main(url: string): Promise<boolean> {
  if (process.argv.includes('--verify-chain')) return await verify(url);
  const database = openDatabase(url, log, 1);
  try {
    return await audit(database);
  } finally {
    await database.close();
  }
}

const embedded = config.database_url
  ? null
  : await startEmbedded({
      data_dir: path.join(config.data_dir, 'postgres'),
      durable: true,
      log: (message) => console.error(message),
    });
try {
  if (!(await main(embedded?.url ?? config.database_url))) process.exitCode = 1;
} finally {
  await embedded?.stop();
}
