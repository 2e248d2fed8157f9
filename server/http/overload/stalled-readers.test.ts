// Connections whose reader stopped, and those whose answer takes its time.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cutStalledReaders } from './stalled-readers.ts';

let closed: Promise<unknown>;

const server = http.createServer((request, response) => {
  closed = once(response, 'close');
  if (request.url === '/large') response.end(Buffer.alloc(64 * 1024 * 1024));
  else void sleep(400).then(() => response.end('late'));
});
cutStalledReaders(server, 100);
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

const call = async (path: string) => {
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
  const answered = once(server, 'request');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`);
  await answered;
  return socket;
};

it('a reader who takes nothing of its answer is cut off', async () => {
  const socket = await call('/large');
  const began_ms = performance.now();
  await closed;
  expect(performance.now() - began_ms).toBeLessThan(4_000);
  socket.destroy();
});

it('a reader whose answer is not made yet gets it', async () => {
  const socket = await call('/late');
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  await once(socket, 'close');
  expect(text).toMatch(/late/);
});
