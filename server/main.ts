// Starts the product: config → database → app → jobs; stops it in the opposite order.
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { makeApp } from './app.ts';
import { makeClock } from './clock.ts';
import { type Config, productionFaults, readConfig } from './config.ts';
import { systemContext } from './context.ts';
import { startSealing } from './db/audit-log/audit-seal.ts';
import { durabilityFaults } from './db/connections/durability.ts';
import { startEmbedded } from './db/embedded/embedded.ts';
import { analyze, migrate, withPreparationLock } from './db/migrate.ts';
import { addListeners } from './http/overload/listeners.ts';
import { flush } from './http/request-log.ts';
import { consumers, jobs } from './job-list.ts';
import { leaseClock } from './jobs/clock-lease.ts';
import { makeRunner, type Runner } from './jobs/runner.ts';
import { restoreClock } from './jobs/sandbox-clock.ts';
import { wrappingKeysInUse } from './keys/key-rotation.ts';
import { missingKeyText, openKeyRing } from './keys/keys.ts';
import { type Lab, startLab } from './lab-process.ts';
import { keysIn } from './payments/wallets/google-payments.ts';
import { lockDataDir } from './process/data-dir.ts';
import { makeLog } from './process/log.ts';
import { demoDeposits } from './seed/deposit-job.ts';
import { readyLine, seedIfEmpty } from './seed/start.ts';
import { makeServices } from './services.ts';

/** One that does not fit is dropped by the system, and its client tries again a second later. */
const max_unaccepted = 2_048;

const stoppers: (() => Promise<unknown>)[] = [];
let stopping: Promise<void> | undefined;

/** Notes how to end what has begun; a start that is being stopped goes no further. */
function onStop(...ends: (() => Promise<unknown>)[]): void {
  stoppers.push(...ends);
  if (stopping) throw new Error('The start was cancelled.');
}

async function openUrl(config: Config, log: pino.Logger): Promise<string> {
  if (config.database_url) return config.database_url;
  const embedded = await startEmbedded({
    data_dir: path.join(config.data_dir, 'postgres'),
    durable: true,
    supervise: true,
    log: (message) => log.info(message),
  });
  onStop(() => embedded.stop());
  if (embedded.shared) {
    throw new Error(
      `Another command uses the database in ${config.data_dir}. Start again when it has finished.`,
    );
  }
  return embedded.url;
}

async function main(): Promise<void> {
  const config = readConfig();
  const faults = productionFaults(config);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  // A payer should not be the first to learn of it.
  if (config.google_pay_key_file !== '') keysIn(config.google_pay_key_file);
  const log = makeLog(config.log_level, pino.destination({ dest: 2, sync: false }));
  // Before anything is touched: what another product works with stays as it is.
  onStop(await lockDataDir(config.data_dir));
  const keys = openKeyRing(config.key_file, !config.has_own_key_file, {
    strict: config.environment === 'production',
  });
  const lab_starting: Promise<Lab | null> = config.allow_lab
    ? startLab(config, (what) => log.warn(what, 'the rail lab died and is started again'))
    : Promise.resolve(null);
  // Also one that is still starting.
  onStop(async () => (await lab_starting.catch(() => null))?.stop());
  const url = await openUrl(config, log);
  if (config.environment === 'production') {
    const off = await durabilityFaults(url);
    if (off.length > 0) throw new Error(off.join('\n'));
  }
  await migrate(url);

  const lab = await lab_starting;
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
  onStop(close);
  const own = systemContext(services, services.ids.next());
  await restoreClock(own, clock);
  await withPreparationLock(url, async () => {
    // Else every payment would fail, and the first payer would be the one to notice.
    const lacks = missingKeyText(config.key_file, await wrappingKeysInUse(own));
    if (lacks !== null) throw new Error(lacks);
    if (await seedIfEmpty(services)) await analyze(url);
  });
  if (config.environment !== 'production') onStop(leaseClock(services, clock));
  services.database.limitWaiting();
  runner = makeRunner(services, [...jobs, demoDeposits], consumers);
  const { app } = makeApp({ services, movable_clock: clock, runner: () => runner as Runner });
  await app.listen({ host: config.host, port: config.port, backlog: max_unaccepted });
  void addListeners(app.server).then((more) => app.drain.watch(more));
  // Stopped from the last to the first: no new request, no job, then what they stood on.
  onStop(
    () => flush(services),
    () => app.close(),
    () => Promise.all([app.drain.end(config.drain_seconds), within(runner?.stop())]),
  );
  await runner.start();
  onStop(startSealing(() => systemContext(services, services.ids.next())));
  console.log(await readyLine(services, app));
  // The launcher starts us again at the same port.
  process.send?.({ port: (app.server.address() as AddressInfo).port });

  /** A job that hangs must not hold the end up; its claim runs out and it is done again. */
  function within(work: Promise<void> | undefined): Promise<unknown> {
    return Promise.race([work, sleep(config.drain_seconds * 1_000, undefined, { ref: false })]);
  }
}

const starting = main();

async function stop(): Promise<void> {
  await endAll();
  // A start that is under way ends at its next step, and leaves what it had just begun.
  await starting.catch(() => undefined);
  await endAll();
}

async function endAll(): Promise<void> {
  for (let end = stoppers.pop(); end; end = stoppers.pop()) {
    await end().catch((error: unknown) => console.error(error));
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

starting.catch(async (error: unknown) => {
  if (stopping) return;
  console.error(error instanceof Error ? error.message : error);
  stopping = stop();
  await stopping;
  process.exit(1);
});
