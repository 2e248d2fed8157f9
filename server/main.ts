// Starts the product: config → database → app → jobs; stops it in the opposite order.
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { makeApp } from './app.ts';
import { makeClock } from './clock.ts';
import { type Config, productionFaults, readConfig } from './config.ts';
import { systemContext } from './context.ts';
import { startSealing } from './db/audit-seal.ts';
import { durabilityFaults } from './db/durability.ts';
import { startEmbedded } from './db/embedded.ts';
import { analyze, migrate } from './db/migrate.ts';
import { acceptMore } from './http/accept.ts';
import { drain, watchListeners } from './http/drain.ts';
import { flush } from './http/request-log.ts';
import { consumers, jobs } from './job-list.ts';
import { makeRunner, type Runner } from './jobs/runner.ts';
import { restoreClock } from './jobs/sandbox-clock.ts';
import { wrappingKeysInUse } from './key-rotation.ts';
import { missingKeyWords, openKeyRing } from './keys.ts';
import { type Lab, startLab } from './lab-process.ts';
import { readyLine, seedIfEmpty } from './seed/start.ts';
import { makeServices } from './services.ts';

/** One that does not fit is dropped by the system, and its client tries again a second later. */
const most_unaccepted = 2_048;

const stoppers: (() => Promise<unknown>)[] = [];

async function openUrl(config: Config, log: pino.Logger): Promise<string> {
  if (config.database_url) return config.database_url;
  const embedded = await startEmbedded({
    data_dir: path.join(config.data_dir, 'postgres'),
    durable: true,
    supervise: true,
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
  const keys = openKeyRing(config.key_file, !config.key_file_given, {
    strict: config.environment === 'production',
  });
  const lab_starting: Promise<Lab | null> = config.allow_lab
    ? startLab(config, (what) => log.warn(what, 'the rail lab died and is started again'))
    : Promise.resolve(null);
  lab_starting.catch(() => undefined);
  const url = await openUrl(config, log);
  if (config.environment === 'production') {
    const off = await durabilityFaults(url);
    if (off.length > 0) throw new Error(off.join('\n'));
  }
  await migrate(url);

  const lab = await lab_starting;
  if (lab) stoppers.push(() => lab.stop());
  const clock = makeClock();
  let runner: Runner | undefined;
  const { services, close } = makeServices({
    config,
    database_url: url,
    clock,
    keys,
    log,
    nudge: () => runner?.nudge(),
    lab_url: () => lab?.url ?? '',
  });
  stoppers.push(close);
  const own = systemContext(services, services.ids.next());
  // Else every payment would fail, and the first payer would be the one to notice.
  const lacks = missingKeyWords(config.key_file, await wrappingKeysInUse(own));
  if (lacks !== null) throw new Error(lacks);
  await restoreClock(own, clock);
  if (await seedIfEmpty(services)) await analyze(url);
  services.database.limitWaiting();
  runner = makeRunner(services, jobs, consumers);
  const { app } = makeApp({ services, movable_clock: clock, runner: () => runner as Runner });
  await app.listen({ host: config.host, port: config.port, backlog: most_unaccepted });
  void acceptMore(app.server).then((more) => watchListeners(app.server, more));
  // Stopped from the last to the first: no new request, no job, then what they stood on.
  stoppers.push(
    () => flush(services),
    () => app.close(),
    () => Promise.all([drain(app.server, config.drain_seconds), within(runner?.stop())]),
  );
  await runner.start();
  const stopSealing = startSealing(() => systemContext(services, services.ids.next()));
  stoppers.push(stopSealing);
  console.log(await readyLine(services, app));
  // The launcher starts us again at the same port.
  process.send?.({ port: (app.server.address() as AddressInfo).port });

  /** A job that hangs must not hold the end up; its claim runs out and it is done again. */
  function within(work: Promise<void> | undefined): Promise<unknown> {
    return Promise.race([work, sleep(config.drain_seconds * 1_000, undefined, { ref: false })]);
  }
}

let stopping: Promise<void> | undefined;

async function stop(): Promise<void> {
  for (const stopper of stoppers.reverse()) {
    await stopper().catch((error: unknown) => console.error(error));
  }
}

/** One key press may arrive twice, from the terminal and from npm: that is one signal. */
const same_signal_ms = 1_000;
let first_signal_ms = 0;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stopping) first_signal_ms = performance.now();
    else if (performance.now() - first_signal_ms > same_signal_ms) process.exit(1);
    stopping ??= stop().then(() => process.exit(0));
  });
}
// Without its launcher nobody would end or restart us, and the next start must find the port free.
process.on('disconnect', () => process.exit(1));

main().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  stopping ??= stop();
  await stopping;
  process.exit(1);
});
