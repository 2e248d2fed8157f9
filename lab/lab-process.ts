// Starts and talks to a lab process of its own; for the lab's tests.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type Json = Record<string, unknown>;
export interface LabAnswer {
  status: number;
  body: Json;
  raw: string;
}

const entry = fileURLToPath(new URL('./main.ts', import.meta.url));

const folders = new Set<string>();
const pids = new Set<number>();

/** For `afterAll`: a test that fails half-way leaves neither processes nor folders behind. */
export function cleanUp(): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended already
    }
  }
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
}

export function freshFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'penstock-lab-'));
  folders.add(folder);
  return folder;
}

export interface LabProcess {
  child: ChildProcess;
  port: number;
  pid: number;
}

/** Starts a lab on a folder and waits for its ready line. */
export function startLab(folder: string, environment: Json = {}): Promise<LabProcess> {
  const lab_env = { LAB_PORT: '0', LAB_CONTROL: '1', LAB_LATENCY: '0', DATA_DIR: folder };
  const env = { ...process.env, ...lab_env, ...environment } as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, ['--import', 'tsx', entry], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let seen = '';
    child.once('exit', (code) => reject(new Error(`the lab ended with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      if (!seen.includes('\n')) return;
      const { port, pid } = JSON.parse(seen) as { port: number; pid: number };
      pids.add(pid);
      resolve({ child, port, pid });
    });
  });
}

/** Ends a process without a word, and waits until it is gone. */
export function killHard(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    pids.delete(child.pid ?? 0);
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** One HTTP call; rejects where the connection breaks or stays silent for 400 ms. */
export function call(
  port: number,
  method: string,
  target: string,
  body?: Json | string,
  headers: Record<string, string> = {},
): Promise<LabAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      host: '127.0.0.1',
      port,
      method,
      path: target,
      headers,
      agent: false,
    });
    const silence = setTimeout(() => request.destroy(new Error('silent')), 400);
    request.on('error', (error) => {
      clearTimeout(silence);
      reject(error);
    });
    request.on('response', (response) => {
      let raw = '';
      response.on('data', (chunk: Buffer) => {
        raw += chunk.toString();
      });
      response.on('error', reject);
      response.on('end', () => {
        clearTimeout(silence);
        const json = response.headers['content-type'] === 'application/json';
        const read = (json ? JSON.parse(raw) : {}) as Json;
        resolve({ status: response.statusCode ?? 0, body: read, raw });
      });
    });
    request.end(typeof body === 'string' ? body : body && JSON.stringify(body));
  });
}

let count = 0;
export const nextReference = (): string => {
  count += 1;
  return `ref${String(count).padStart(6, '0')}`;
};

export const card_credentials = { mid: '888000001234', terminal_number: '7001', station: 'p1' };
export const ach_credentials = { originator: 'odfi1', station: 'p2' };

/** A card request with everything a plain sale needs; `overrides` on top. */
export function cardBody(number: string, overrides: Json = {}): Json {
  return {
    reference: nextReference(),
    credentials: card_credentials,
    amount: 1299,
    currency: 'usd',
    // American Express prints four digits.
    card: {
      number,
      expiration: '1299',
      cvv: /^3[47]/.test(number) ? '9999' : '999',
      entry: 'keyed',
    },
    address: { line_1: '123 Some St', postal_code: '60601' },
    ...overrides,
  };
}

/** An ACH request with everything a plain debit needs. */
export function achBody(routing_number: string, overrides: Json = {}): Json {
  const bank = { account_number: '111111111', sec_code: 'web', account_type: 'checking' };
  return {
    reference: nextReference(),
    credentials: ach_credentials,
    amount: 2500,
    currency: 'usd',
    ach: { routing_number, ...bank },
    ...overrides,
  };
}
