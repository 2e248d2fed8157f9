// `npm run job NAME`: runs every job of that name now; without a name it lists what waits.
import path from 'node:path';
import { sql } from 'kysely';
import { makeClock } from '../server/clock.ts';
import { readConfig } from '../server/config.ts';
import { systemContext } from '../server/context.ts';
import { connect } from '../server/db/database.ts';
import { startEmbedded } from '../server/db/embedded/embedded.ts';
import { jobs } from '../server/job-list.ts';
import { makeRunner } from '../server/jobs/runner.ts';
import { restoreClock } from '../server/jobs/sandbox-clock.ts';
import { openKeyRing } from '../server/keys/keys.ts';
import { startLab } from '../server/lab-process.ts';
import { makeLog } from '../server/process/log.ts';
import { makeServices } from '../server/services.ts';

const config = readConfig();
const log = makeLog('warn');
const embedded = config.database_url
  ? null
  : await startEmbedded({
      data_dir: path.join(config.data_dir, 'postgres'),
      durable: true,
      log: (message) => log.info(message),
    });
const lab = config.allow_lab ? await startLab(config) : null;
const clock = makeClock();
const { services, close } = makeServices({
  config,
  database_url: embedded?.url ?? config.database_url,
  pool_size: 4,
  clock,
  keys: openKeyRing(config.key_file, !config.has_own_key_file),
  log,
  lab_url: () => lab?.url ?? '',
});
const context = systemContext(services, services.ids.next());
const name = process.argv[2];
try {
  await restoreClock(context, clock);
  const runner = makeRunner(services, name ? jobs.filter((job) => job.name === name) : jobs);
  if (name && !jobs.some((job) => job.name === name)) {
    console.error(`There is no job ${name}. Jobs: ${jobs.map((job) => job.name).join(', ')}`);
    process.exitCode = 1;
  } else if (name) {
    await sql`update job set due_at = ${clock.now()} where name = ${name}`.execute(
      connect(context),
    );
    console.log(`${await runner.runDue(clock.now())} jobs run`);
  } else {
    for (const job of await runner.list()) console.log(`${job.due_at}  ${job.name}`);
  }
} finally {
  await close();
  // The lab belongs to the running product where there is one; alone, it ends with the database.
  if (embedded && !embedded.shared) await lab?.stop();
  await embedded?.stop();
}
