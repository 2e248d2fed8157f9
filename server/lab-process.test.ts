// A lab that dies under a running server comes back by itself, with its books.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { type Lab, startLab } from './lab-process.ts';

const data_dir = mkdtempSync(path.join(os.tmpdir(), 'penstock-lab-process-'));
const config = readConfig({ DATA_DIR: data_dir });
let lab: Lab | undefined;
afterAll(async () => {
  await lab?.stop();
  rmSync(data_dir, { recursive: true, force: true });
});

async function post(operation: string, body: object) {
  const credentials = { mid: '888000001234', terminal_number: '7001', station: 's1' };
  const answer = await fetch(`${lab?.url}/sierra/${operation}`, {
    method: 'POST',
    body: JSON.stringify({ credentials, ...body }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

it('is started again after a kill, finds its journal, and stays away after a stop', async () => {
  const heard: { pid?: number; error?: unknown }[] = [];
  lab = await startLab(config, (what) => heard.push(what));
  const first = lab.pid;
  const card = { number: '4111111111111111', expiration: '1299', entry: 'keyed' };
  await post('sale', { reference: 'kept', amount: 500, currency: 'usd', card });
  process.kill(first, 'SIGKILL');
  for (let tries = 0; tries < 200 && heard.length === 0; tries++) await sleep(50);
  expect(heard).toEqual([{ pid: lab.pid }]);
  expect(lab.pid).not.toBe(first);
  const found = await post('inquire', { reference: 'asked', original_reference: 'kept' });
  expect(found).toMatchObject({ found: true, state: 'pending' });
  const second = lab.pid;
  await lab.stop();
  await sleep(1_200);
  expect(() => process.kill(second, 0)).toThrow();
  expect(heard.length).toBe(1);
}, 30_000);
