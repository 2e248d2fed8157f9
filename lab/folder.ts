// One lab a folder: who holds it, on which port, and what to do with what a crashed one left.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

export interface Running {
  port: number;
  pid: number;
}

/** Writes a whole file or nothing, readable by the owner alone. */
export function writeWhole(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, content, { mode: 0o600 });
  fs.renameSync(draft, file);
}

function readRunning(folder: string): Running | null {
  try {
    const file = path.join(folder, 'lab.json');
    const { port, pid } = JSON.parse(fs.readFileSync(file, 'utf8')) as Running;
    return Number.isInteger(port) && Number.isInteger(pid) ? { port, pid } : null;
  } catch {
    return null;
  }
}

/** Whether the lab of lab.json answers; another program on its port is not it. */
function answers({ port, pid }: Running): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/health', timeout: 1_000 });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('error', () => resolve(false));
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        resolve(text.includes('"lab":"ready"') && text.includes(`"pid":${pid}`));
      });
    });
  });
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The lab that serves this folder, or null. */
export async function runningLab(folder: string): Promise<Running | null> {
  const known = readRunning(folder);
  return known && alive(known.pid) && (await answers(known)) ? known : null;
}

function tryLock(file: string): boolean {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface LockedFolder {
  /** The lab that was here first; this process must not touch the folder then. */
  running: Running | null;
  last_port: number | null;
  /** Gives the folder back; lab.json stays, so that the next run asks for the same port. */
  release(): void;
}

/**
 * Takes the folder for this process. A holder that is dead is taken over at once; one that lives
 * but does not answer for 3 s is another program that got its process number.
 */
export async function lockFolder(folder: string): Promise<LockedFolder> {
  const lock = path.join(folder, 'lab.lock');
  const last_port = readRunning(folder)?.port ?? null;
  const release = (): void => fs.rmSync(lock, { force: true });
  for (let waited = 0; !tryLock(lock); waited += 100) {
    const running = await runningLab(folder);
    if (running) return { running, last_port, release: () => undefined };
    const holder = Number(readLock(lock));
    if (!alive(holder) || waited >= 3_000) fs.rmSync(lock, { force: true });
    else await pause(100);
  }
  return { running: null, last_port, release };
}

function readLock(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '0';
  }
}
