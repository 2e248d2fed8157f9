// More handles of a socket: a busy process accepts many connections at each pass of its event
// loop, and all end together.
import { spawnSync } from 'node:child_process';
import http, { type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setImmediate as nextPass } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Drain, makeDrain } from './drain.ts';
import { addListeners } from './listeners.ts';

let server: http.Server;
let drain: Drain;
let port: number;
let connected: number;
let responses: ServerResponse[];
let clients: net.Socket[];

beforeEach(async () => {
  connected = 0;
  responses = [];
  clients = [];
  server = http.createServer((_request, response) => responses.push(response));
  drain = makeDrain(server);
  server.on('connection', () => {
    connected += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  await drain.end(0);
});

/** Connections that the system takes while this process is busy with something else. */
function connectMeanwhile(count: number): void {
  const script = `let open = 0;
    for (let n = 0; n < ${count}; n += 1)
      net.connect(${port}, '127.0.0.1', () => ++open === ${count} && process.exit(7));`;
  expect(spawnSync(process.execPath, ['-e', script]).status).toBe(7);
}

async function turnsUntil(count: number): Promise<number> {
  let passes = 0;
  while (connected < count && passes < 1_000) {
    await nextPass();
    passes += 1;
  }
  return passes;
}

function ask(): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const client = net.connect(port, '127.0.0.1', () =>
      client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'),
    );
    clients.push(client);
    client.on('data', (part) => {
      text += part;
    });
    client.once('close', () => resolve(text)).once('error', reject);
  });
}

it('accepts many connections at each pass of the loop', async () => {
  const more = await addListeners(server, 7);
  drain.watch(more);
  expect(more).toHaveLength(7);
  connectMeanwhile(64);
  expect(await turnsUntil(64)).toBeLessThan(24);
  expect(connected).toBe(64);
});

it('answers what came through any of them before a drain ends, and takes in no more', async () => {
  drain.watch(await addListeners(server, 3));
  // Each of the four takes one.
  const answers = Array.from({ length: 16 }, ask);
  await vi.waitFor(() => expect(responses).toHaveLength(16), 10_000);
  let over = false;
  const drained = drain.end(20).then(() => {
    over = true;
  });
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(over).toBe(false);
  for (const response of responses) response.end('late');
  for (const answer of await Promise.all(answers)) {
    expect(answer).toContain('HTTP/1.1 200');
    expect(answer.toLowerCase()).toContain('connection: close');
  }
  await drained;
});

it('gives none for a server that has stopped meanwhile', async () => {
  const coming = addListeners(server, 2);
  await drain.end(1);
  expect(await coming).toEqual([]);
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
