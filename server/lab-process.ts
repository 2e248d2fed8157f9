// Starts the rail lab as a process of its own, or finds the one that is still running (Q18).
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';

export interface Lab {
  url: string;
  pid: number;
  stop(): Promise<void>;
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

async function running(file: string): Promise<{ url: string; pid: number } | null> {
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

/** The command that runs the lab: the bundle beside the server's, or its source through tsx. */
function command(): string[] {
  const bundle = path.resolve(import.meta.dirname, 'lab.js');
  if (existsSync(bundle)) return [bundle];
  return ['--import', 'tsx', path.resolve(import.meta.dirname, '../lab/main.ts')];
}

/** Finds or starts the lab; it outlives us when we are killed, and ends when we stop properly. */
export async function startLab(config: Config): Promise<Lab> {
  const folder = path.join(config.data_dir, 'lab');
  const file = path.join(folder, 'lab.json');
  mkdirSync(folder, { recursive: true });
  const found = (await running(file)) ?? (await launch(config, folder, file));
  return {
    ...found,
    stop: async () => {
      await request(`${found.url}/control/stop`, 'POST').catch(() => undefined);
      // A start right after this stop must not find a lab that is about to end.
      for (let tries = 0; tries < 100 && isAlive(found.pid); tries++) await sleep(30);
    },
  };
}

async function launch(config: Config, folder: string, file: string) {
  const log = openSync(path.join(folder, 'lab.log'), 'a');
  const child = spawn(process.execPath, command(), {
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
