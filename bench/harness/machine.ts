// What this machine can do by itself, so that figures of different machines and hours can be read.
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startChild } from './child.ts';
import { load } from './load.ts';
import { median } from './measure.ts';

const writes = 300;
const page = Buffer.alloc(8192);
const clients = 16;
const seconds = 2;

/** Milliseconds until a page of 8 KB stands on the disk, median. */
function writeMs(): number {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'penstock-disk-'));
  const file = openSync(path.join(folder, 'page'), 'w');
  const times = Array.from({ length: writes }, (_, n) => {
    const started = performance.now();
    writeSync(file, page, 0, page.length, (n % 100) * page.length);
    fdatasyncSync(file);
    return performance.now() - started;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return median(times);
}

const bare = `const server = require('node:http').createServer((_, answer) => answer.end('hello'));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

/** Answers a second of a server that does nothing, asked as the product is. */
async function answersPerSecond(): Promise<number> {
  const { child, first_line: port } = await startChild(['-e', bare]);
  try {
    const hello = {
      origin: `http://127.0.0.1:${port}`,
      path: '/',
      key: '',
      method: 'GET',
      body: () => '',
    } as const;
    await load(hello, clients, 1);
    return (await load(hello, clients, seconds)).per_second;
  } finally {
    child.kill();
  }
}

/** Prints one line. */
export async function printMachine(): Promise<void> {
  const answers = await answersPerSecond();
  console.log(
    `this machine: ${os.availableParallelism()} cores, ${writeMs().toFixed(2)} ms a page written ` +
      `through, ${answers.toFixed(0)} bare answers/s, ` +
      `load average ${os.loadavg()[0]?.toFixed(1)}`,
  );
}
