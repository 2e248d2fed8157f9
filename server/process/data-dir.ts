// The lock on DATA_DIR: one product at a time works with its database, lab, keys and files.
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, ownIdentity, readIdentity } from '../db/embedded/embedded-process.ts';

const tries = 50;
/** Pause while another process takes the lock of a dead one over. */
const pause_ms = 20;
/** Taking over is a matter of milliseconds: a guard as old as this was left by a dead process. */
const abandoned_ms = 5_000;

/**
 * Locks the folder for this process, creating it if needed, and returns the function that unlocks
 * it. The lock of a dead process is taken over. Throws, naming the holder, while another one lives.
 */
export async function lockDataDir(data_dir: string): Promise<() => Promise<void>> {
  await mkdir(data_dir, { recursive: true });
  const lock = path.join(data_dir, 'lock');
  const draft = `${lock}.${randomUUID()}`;
  const own = `${JSON.stringify(await ownIdentity())}\n`;
  await writeFile(draft, own);
  // By the clock of the file system, which also dates what others left.
  const { mtimeMs: begun_ms } = await stat(draft);
  try {
    for (let count = 0; count < tries; count++) {
      // A hard link appears with its whole text or not at all, and never replaces another.
      if (await made(link(draft, lock))) return async () => await unlock(lock, own);
      const found = await read(lock);
      const holder = readIdentity(found);
      if (holder && (await isRunning(holder))) {
        throw new Error(
          `The folder ${data_dir} is in use by process ${holder.pid}. ` +
            'Stop that process, or start with another DATA_DIR.',
        );
      }
      await removeStale(lock, found, begun_ms);
    }
    throw new Error(`The lock ${lock} cannot be taken.`);
  } finally {
    await rm(draft, { force: true });
  }
}

const read = (file: string) => readFile(file, 'utf8').catch(() => '');

/** Whether a link or folder was made; false where it is there already. */
async function made(making: Promise<void>): Promise<boolean> {
  try {
    await making;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock of a dead process. One at a time looks again and removes: between both nobody
 * else can have taken the lock over, or a living one's would be removed.
 */
async function removeStale(lock: string, stale: string, begun_ms: number): Promise<void> {
  const guard = `${lock}.takeover`;
  if (!(await made(mkdir(guard)))) {
    const { mtimeMs } = await stat(guard).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (begun_ms - mtimeMs > abandoned_ms) await rmdir(guard).catch(() => undefined);
    await sleep(pause_ms);
    return;
  }
  try {
    if ((await read(lock)) === stale) await rm(lock, { force: true });
  } finally {
    await rmdir(guard);
  }
}

async function unlock(lock: string, own: string): Promise<void> {
  if ((await read(lock)) === own) await rm(lock, { force: true });
}
