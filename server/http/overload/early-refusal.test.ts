// Early refusal over real sockets: what is refused, with which answer, and what is not.
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { open } from '../../../contract/access/access.ts';
import { endpoint, nothing, type RateClass } from '../../../contract/endpoint.ts';
import { nobody } from '../../context.ts';
import { frameServices } from '../../testing/frame-services.ts';
import { makeFrame } from '../app-frame.ts';
import { answerHeaders } from '../security-headers.ts';
import { serve } from '../serve.ts';

/** Slots and queue of payments. */
const most = 12 + 96;

const call = (method: 'GET' | 'POST', path: string, rate_class: RateClass) =>
  endpoint({ method, path, rate_class, access: open, reply: nothing(), summary: '' });
const contract = {
  sale: call('POST', '/transaction', 'payment'),
  capture: call('POST', '/transaction/{id}/capture', 'payment'),
  search: call('POST', '/transaction/search', 'search'),
  user: call('GET', '/user', 'read'),
  health: call('GET', '/fphc', 'free'),
};

let app: FastifyInstance;
let port: number;
let arrived: number;
let sent: Promise<Answer>[];
/** Paths of the requests that the frame has answered. */
let framed: string[];
let begun: number;
let end: () => void;
let agent: http.Agent;

async function start(config: object) {
  [arrived, begun, framed, sent] = [0, 0, [], []];
  const services = frameServices({ queue_timeout_seconds: 600, ...config });
  app = makeFrame(services, async () => nobody);
  app.server.on('request', () => {
    arrived += 1;
  });
  app.addHook('onResponse', async ({ url }) => {
    framed.push(url);
  });
  const ended = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  const work = () => {
    begun += 1;
    return ended;
  };
  const done = async () => undefined;
  serve(app, contract, { sale: work, capture: work, search: done, user: done, health: done });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
  agent = new http.Agent({ keepAlive: true });
}

beforeEach(() => start({}));
async function stop() {
  end();
  await Promise.allSettled(sent);
  agent.destroy();
  await app.close();
}
afterEach(() => stop());

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = new Promise<Answer>((resolve, reject) => {
    const request = http.request({ port, method, path: `/api${path}`, headers, agent });
    request.once('response', async (response) => {
      const { statusCode: status = 0, headers } = response;
      resolve({ status, headers, body: await text(response) });
    });
    request.once('error', reject).end(method === 'POST' ? '{"type":"sale"}' : undefined);
  });
  sent.push(answer);
  return answer;
}

/** Payments until one more would be too many; their answers come after end(). */
async function overload(): Promise<void> {
  for (let count = 0; count < most; count++) void ask('POST', '/transaction');
  await vi.waitFor(() => expect(arrived).toBe(most), 20_000);
}

it('refuses no request for which there is a slot or room in the queue', async () => {
  await overload();
  await vi.waitFor(() => expect(begun).toBe(12), 20_000);
  end();
  const all = await Promise.all(sent);
  expect(all.filter(({ status }) => status !== 200)).toEqual([]);
  expect(begun).toBe(most);
});

it('sends the next one away before the frame sees it, with everything an answer has', async () => {
  await overload();
  const { status, headers, body } = await ask('POST', '/transaction');
  expect(status).toBe(503);
  expect(headers).toMatchObject({
    ...answerHeaders(false),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '1',
    'x-correlation-id': expect.stringMatching(/^[0-9a-v]{20}$/),
  });
  expect(headers.connection).toBe('keep-alive');
  const msg = 'service unavailable: too many requests at once, please try again later';
  expect(JSON.parse(body)).toEqual({ status: 'failed', msg });
  const again = await ask('POST', '/transaction/0123456789abcdefghij/capture?a=b');
  expect(again.status).toBe(503);
  expect(again.headers['x-correlation-id']).not.toBe(headers['x-correlation-id']);
  expect(framed).toEqual([]);
  end();
  await Promise.all(sent);
  expect((await ask('POST', '/transaction')).status).toBe(200);
});

it('answers as the load shedder behind it, which refuses requests on unknown routes', async () => {
  await overload();
  const early = await ask('POST', '/transaction');
  const late = await ask('POST', '/trans%61ction');
  expect(framed).toEqual(['/api/trans%61ction']);
  const own = ['x-correlation-id', 'date'];
  const plain = ({ status, headers, body }: Answer) => ({
    status,
    body,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name))),
  });
  expect(plain(early)).toEqual(plain(late));
});

it('refuses nothing for the overload of another class, and never a health check', async () => {
  await overload();
  expect((await ask('GET', '/fphc')).status).toBe(200);
  for (const [method, path] of [
    ['GET', '/nowhere'],
    ['GET', '/transaction'],
  ] as const) {
    expect((await ask(method, path)).status).toBe(404);
  }
  // Searches wait in a queue of their own; nobody is in it yet.
  const search = ask('POST', '/transaction/search/');
  await vi.waitFor(() => expect(arrived).toBe(most + 4), 20_000);
  end();
  expect((await search).status).toBe(200);
});

it('keeps to TLS whoever came by it', async () => {
  const transport = 'strict-transport-security';
  await overload();
  expect((await ask('POST', '/transaction')).headers[transport]).toBeUndefined();
  const proxied = await ask('POST', '/transaction', { 'x-forwarded-proto': 'https' });
  expect(proxied.headers[transport]).toBe(answerHeaders(true)[transport]);
  await stop();
  await start({ public_url: 'https://pay.example' });
  await overload();
  expect((await ask('POST', '/transaction')).headers[transport]).toMatch(/^max-age=/);
});
