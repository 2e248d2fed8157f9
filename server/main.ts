// Starts the product: config → database → app → jobs; stops it in the opposite order.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { makeApp } from './app.ts';
import { makeClock } from './clock.ts';
import { type Config, productionFaults, readConfig } from './config.ts';
import { random, type Services, systemContext } from './context.ts';
import { openDatabase } from './db/database.ts';
import { durabilityFaults } from './db/durability.ts';
import { startEmbedded } from './db/embedded.ts';
import { analyze, migrate } from './db/migrate.ts';
import { makeEgress } from './egress.ts';
import { flush } from './http/request-log.ts';
import { makeIds } from './ids.ts';
import { jobs } from './job-list.ts';
import { makeRunner, type Runner } from './jobs/runner.ts';
import { restoreClock } from './jobs/sandbox-clock.ts';
import { openKeyRing } from './keys.ts';
import { type Lab, startLab } from './lab-process.ts';
import { readyLine, seedIfEmpty } from './seed/start.ts';

const stoppers: (() => Promise<unknown>)[] = [];

async function openUrl(config: Config, log: pino.Logger): Promise<string> {
  if (config.database_url) return config.database_url;
  const embedded = await startEmbedded({
    data_dir: path.join(config.data_dir, 'postgres'),
    durable: true,
    log: (message) => log.info(message),
  });
  stoppers.push(() => embedded.stop());
  return embedded.url;
}

async function main(): Promise<void> {
  const config = readConfig();
  const faults = productionFaults(config);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const log = pino({ level: config.log_level }, pino.destination({ dest: 2, sync: false }));
  mkdirSync(config.data_dir, { recursive: true });
  const keys = openKeyRing(config.key_file, !config.key_file_given);
  const lab_starting: Promise<Lab | null> = config.allow_lab
    ? startLab(config)
    : Promise.resolve(null);
  lab_starting.catch(() => undefined);
  const url = await openUrl(config, log);
  if (config.environment === 'production') {
    const off = await durabilityFaults(url);
    if (off.length > 0) throw new Error(off.join('\n'));
  }
  await migrate(url);

  const clock = makeClock();
  const database = openDatabase(url, log);
  stoppers.push(() => database.close());
  const lab = await lab_starting;
  if (lab) stoppers.push(() => lab.stop());
  const egress = makeEgress();
  let runner: Runner | undefined;
  const services: Services = {
    config,
    database,
    clock,
    ids: makeIds(() => clock.real().getTime(), random),
    random,
    egress,
    keys,
    log,
    nudge: () => runner?.nudge(),
    lab_url: () => lab?.url ?? '',
  };
  await restoreClock(systemContext(services, services.ids.next()), clock);
  if (await seedIfEmpty(services)) await analyze(url);
  runner = makeRunner(services, jobs);
  const { app } = makeApp({ services, movable_clock: clock, runner: () => runner as Runner });
  await app.listen({ host: config.host, port: config.port });
  // Stopped from the last to the first: no new request, no job, then what they stood on.
  stoppers.push(
    () => flush(services),
    async () => egress.close(),
    async () => await runner?.stop(),
    () => app.close(),
  );
  await runner.start();
  console.log(await readyLine(services, app));
}

let stopping: Promise<void> | undefined;

async function stop(): Promise<void> {
  for (const stopper of stoppers.reverse()) {
    await stopper().catch((error: unknown) => console.error(error));
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping ??= stop().then(() => process.exit(0));
  });
}

main().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  stopping ??= stop();
  await stopping;
  process.exit(1);
});
