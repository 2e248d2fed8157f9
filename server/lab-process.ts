// Starts the rail lab as a process of its own, or finds the one that is still running (Q18).
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';

export interface Lab {
  /** Where it listens now; a lab that was started again may listen elsewhere. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

interface Running {
  url: string;
  pid: number;
}

function request(url: string, method: 'GET' | 'POST'): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = http.request(url, { method, timeout: 2_000, agent: false }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      incoming.on('end', () => resolve(text));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.on('error', reject);
    outgoing.end();
  });
}

async function running(file: string): Promise<Running | null> {
  if (!existsSync(file)) return null;
  try {
    const { port, pid } = JSON.parse(readFileSync(file, 'utf8')) as { port: number; pid: number };
    const url = `http://127.0.0.1:${port}`;
    const health = JSON.parse(await request(`${url}/health`, 'GET')) as {
      lab: string;
      pid: number;
    };
    return health.lab === 'ready' && health.pid === pid ? { url, pid } : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether nobody listens there any more; one that is only slow is not gone. */
async function isGone({ url, pid }: Running): Promise<boolean> {
  if (!isAlive(pid)) return true;
  try {
    await request(`${url}/health`, 'GET');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  }
}

/** What Node runs as the lab: the bundle beside the server's, or its source through tsx. */
function labProgram(): string[] {
  const bundle = path.resolve(import.meta.dirname, 'lab.js');
  if (existsSync(bundle)) return [bundle];
  return ['--import', 'tsx', path.resolve(import.meta.dirname, '../lab/main.ts')];
}

/** How often a supervised lab is looked at, and the longest pause between two starts. */
const look_ms = 1_000;
const longest_pause_ms = 30_000;

/** Ends a process by asking the lab itself. */
async function end({ url, pid }: Running): Promise<void> {
  await request(`${url}/control/stop`, 'POST').catch(() => undefined);
  // A start right after this stop must not find a lab that is about to end.
  for (let tries = 0; tries < 100 && isAlive(pid); tries++) await sleep(30);
}

/**
 * Finds or starts the lab; it outlives us when we are killed, and ends when we stop properly.
 * `again` is called when a lab died and was started again; without it the lab is not watched.
 */
export async function startLab(
  config: Config,
  again?: (what: { pid?: number; error?: unknown }) => void,
  program = labProgram(),
): Promise<Lab> {
  const folder = path.join(config.data_dir, 'lab');
  const file = path.join(folder, 'lab.json');
  mkdirSync(folder, { recursive: true });
  const begin = async () => (await running(file)) ?? (await launch(config, program, file));
  let now = await begin();
  let gone = false;
  let stopped = false;
  let starting: Promise<void> = Promise.resolve();
  let pause_ms = look_ms;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const missed = await isGone(now);
    if (!missed || !gone) {
      // Seen twice before it is believed: somebody else may just be starting it.
      gone = missed;
      pause_ms = look_ms;
      return;
    }
    try {
      now = await begin();
      gone = false;
      again?.({ pid: now.pid });
    } catch (error) {
      again?.({ error });
    }
    // One that dies at once is not started in a circle.
    pause_ms = Math.min(pause_ms * 2, longest_pause_ms);
  }

  function arm(): void {
    timer = setTimeout(() => {
      starting = look().finally(() => {
        if (!stopped) arm();
      });
    }, pause_ms).unref();
  }

  if (again) arm();
  return {
    get url() {
      return now.url;
    },
    get pid() {
      return now.pid;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await starting;
      await end(now);
    },
  };
}

async function launch(config: Config, program: string[], file: string): Promise<Running> {
  const folder = path.dirname(file);
  const log = openSync(path.join(folder, 'lab.log'), 'a');
  const child = spawn(process.execPath, program, {
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      DATA_DIR: config.data_dir,
      LAB_PORT: String(config.lab_port),
      LAB_CONTROL: config.lab_control ? '1' : '0',
      LAB_LATENCY: String(config.lab_latency_ms),
    },
  });
  child.unref();
  for (let tries = 0; tries < 200; tries++) {
    const found = await running(file);
    if (found) return found;
    if (child.exitCode !== null) break;
    await sleep(50);
  }
  throw new Error(`The rail lab did not start; see ${path.join(folder, 'lab.log')}.`);
}
