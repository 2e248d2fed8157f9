// `npm run audit`: runs every audit query and says what is wrong; ends non-zero when anything is.
import path from 'node:path';
import pino from 'pino';
import { readConfig } from '../server/config.ts';
import { runAudits } from '../server/db/audit.ts';
import { openDatabase } from '../server/db/database.ts';
import { startEmbedded } from '../server/db/embedded.ts';

const config = readConfig();
const embedded = config.database_url
  ? null
  : await startEmbedded({
      data_dir: path.join(config.data_dir, 'postgres'),
      durable: true,
      log: (message) => console.error(message),
    });
const url = embedded?.url ?? config.database_url;
const database = openDatabase(url, pino({ level: 'warn' }, pino.destination(2)), 1);
try {
  const results = await runAudits(database);
  for (const { name, sentence, rows, duration_ms } of results) {
    const found = rows.length === 100 ? '100 or more rows' : `${rows.length} rows`;
    if (rows.length === 0) console.log(`ok      ${name} (${duration_ms} ms)`);
    else console.log(`WRONG   ${name}: ${sentence} ${found}`);
    for (const row of rows.slice(0, 10)) console.log(`        ${JSON.stringify(row)}`);
  }
  const wrong = results.filter((result) => result.rows.length > 0);
  console.log(`${results.length} audits, ${wrong.length} of them found something wrong`);
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  await database.close();
  await embedded?.stop();
}
