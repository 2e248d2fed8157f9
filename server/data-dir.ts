// The lock on DATA_DIR: one product at a time works with its database, lab, keys and files.
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isRunning, ownIdentity, readIdentity } from './db/embedded-process.ts';

const tries = 20;

/**
 * Locks the folder for this process, creating it if needed, and returns the function that unlocks
 * it. The lock of a dead process is taken over. Throws, naming the holder, while another one lives.
 */
export async function lockDataDir(data_dir: string): Promise<() => Promise<void>> {
  await mkdir(data_dir, { recursive: true });
  const lock = path.join(data_dir, 'lock');
  const draft = `${lock}.${process.pid}`;
  const own = `${JSON.stringify(await ownIdentity())}\n`;
  await writeFile(draft, own);
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
      await removeStale(lock, found);
    }
    throw new Error(`The lock ${lock} cannot be taken.`);
  } finally {
    await rm(draft, { force: true });
  }
}

const read = (file: string) => readFile(file, 'utf8').catch(() => '');

async function made(linking: Promise<void>): Promise<boolean> {
  try {
    await linking;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a stale lock away; one that another process has taken meanwhile is put back. */
async function removeStale(lock: string, stale: string): Promise<void> {
  const aside = `${lock}.${process.pid}.stale`;
  try {
    await rename(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await read(aside)) !== stale) await made(link(aside, lock));
  await rm(aside, { force: true });
}

async function unlock(lock: string, own: string): Promise<void> {
  if ((await read(lock)) === own) await rm(lock, { force: true });
}
