// Entry of the rail lab: takes the folder, replays the journal, listens, and outlives its parent.
import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { labClock } from './clock.ts';
import { lockFolder, writeWhole } from './folder.ts';
import { openJournal } from './journal.ts';
import type { Lab } from './operations.ts';
import { openScripts } from './scripts.ts';
import { labServer } from './server.ts';
import { openWallets } from './wallets/wallets.ts';
import { apply, emptyWorld, type LabEvent } from './world.ts';

/** The key of card fingerprints; made once, so that prepaid balances survive a restart. */
function fingerprintKey(file: string): Buffer {
  if (!fs.existsSync(file)) writeWhole(file, randomBytes(32).toString('hex'));
  return Buffer.from(fs.readFileSync(file, 'utf8').trim(), 'hex');
}

function openLab(folder: string): Lab {
  const world = emptyWorld();
  const clock = labClock();
  const journal = openJournal(path.join(folder, 'journal.ndjson'), (line) => {
    const event = line as LabEvent;
    if (event.kind === 'clock') clock.setOffset(event.offset_ms);
    apply(world, event);
  });
  const key = fingerprintKey(path.join(folder, 'fingerprint.key'));
  const fingerprint = (secret: string): string =>
    createHmac('sha256', key).update(secret).digest('base64url').slice(0, 24);
  const wallets = openWallets(folder, clock);
  const payers = new Map();
  return { world, journal, clock, scripts: openScripts(), payers, wallets, fingerprint };
}

function whole(name: string, most: number, otherwise: number): number {
  const setting = process.env[name] ?? '';
  if (setting === '') return otherwise;
  const value = Number(setting);
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  process.stderr.write(`lab: ${name} must be a whole number from 0 to ${most}\n`);
  process.exit(64);
}

function announce(port: number, pid: number): void {
  // The parent may be gone by now; its closed pipe is no reason to die.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  process.stdout.write(`${JSON.stringify({ lab: 'ready', port, pid })}\n`);
}

async function run(): Promise<void> {
  const port = whole('LAB_PORT', 65_535, 0);
  const latency_ms = whole('LAB_LATENCY', 600_000, 0);
  const production = process.env.PENSTOCK_ENV === 'production';
  const opened = (process.env.LAB_CONTROL || (production ? '0' : '1')) === '1';
  const folder = path.resolve(process.env.DATA_DIR || './data', 'lab');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const before = await lockFolder(folder);
  if (before.running) {
    announce(before.running.port, before.running.pid);
    return;
  }
  const lab = openLab(folder);
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await lab.journal.close();
    before.release();
    process.exit(0);
  };
  const server = labServer(lab, { control: opened, latency_ms, stop: () => setTimeout(stop, 20) });
  process
    .on('SIGTERM', stop)
    .on('SIGINT', stop)
    .on('SIGHUP', () => undefined);
  const listening = (): void => {
    const { port: listening_port } = server.address() as AddressInfo;
    const mine = { port: listening_port, pid: process.pid };
    writeWhole(path.join(folder, 'lab.json'), JSON.stringify(mine));
    announce(mine.port, mine.pid);
  };
  // A server that still runs knows the port of the last run, so it is taken again where it is free.
  const wanted_port = port || (before.last_port ?? 0);
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' && port === 0) {
      server.listen(0, '127.0.0.1', listening);
      return;
    }
    process.stderr.write(`lab: cannot listen on port ${wanted_port}: ${error.message}\n`);
    before.release();
    process.exit(1);
  });
  server.listen(wanted_port, '127.0.0.1', listening);
}

void run();
