// Sending to a processor: whether a request may have had an effect is known for certain.
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEgress } from './egress.ts';

const egress = makeEgress();
let server: http.Server;
let url: string;
/** What reached the other side. */
const seen: { path: string; body: string; type: string }[] = [];

beforeAll(async () => {
  server = http.createServer((request, reply) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      seen.push({ path, body, type: String(request.headers['content-type']) });
      answers[path]?.(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
});
afterAll(() => {
  egress.close();
  server.closeAllConnections();
  server.close();
});

const answers: Record<string, (reply: http.ServerResponse) => void> = {
  '/good': (reply) => reply.end('é done'),
  '/refused': (reply) => reply.writeHead(503).end('later'),
  '/moved': (reply) => reply.writeHead(302, { location: '/good' }).end(),
  '/silent': () => undefined,
  '/cut': (reply) => {
    reply.writeHead(200, { 'content-length': '100' }).write('half');
    setTimeout(() => reply.destroy(), 20);
  },
  '/dropped': (reply) => reply.destroy(),
  '/large': (reply) => reply.end('x'.repeat(5_000)),
  '/slow': (reply) => {
    reply.writeHead(200).write('a');
    const timer = setInterval(() => reply.write('a'), 20);
    reply.on('close', () => clearInterval(timer));
  },
};

const send = (target: string, limits: object = {}) =>
  egress.exchange({
    url: target,
    body: '{"amount":1}',
    headers: { 'content-type': 'application/json' },
    connect_timeout_ms: 5_000,
    first_byte_timeout_ms: 10_000,
    total_timeout_ms: 10_000,
    max_answer_bytes: 1_000,
    ...limits,
  });
const impatient = { first_byte_timeout_ms: 150, total_timeout_ms: 400 };
const countOf = (path: string) => seen.filter((request) => request.path === path).length;

describe('an answer', () => {
  it('comes back with its status and text, whatever the status', async () => {
    expect(await send(`${url}/good`)).toEqual({ kind: 'answered', status: 200, body: 'é done' });
    expect(await send(`${url}/refused`)).toEqual({ kind: 'answered', status: 503, body: 'later' });
    expect(seen.find(({ path }) => path === '/good')).toMatchObject({
      body: '{"amount":1}',
      type: 'application/json',
    });
  });

  it('that points elsewhere is not followed', async () => {
    const before = countOf('/good');
    expect(await send(`${url}/moved`)).toMatchObject({ kind: 'answered', status: 302 });
    expect(countOf('/good')).toBe(before);
  });
});

it('nothing is sent to a host of this network where somebody else names it', async () => {
  const named = `${url.replace('127.0.0.1', 'localhost')}/good`;
  expect((await send(named)).kind).toBe('answered');
  const before = countOf('/good');
  const reason = 'it does not lead to a public address';
  expect(await send(named, { public_only: true })).toEqual({ kind: 'not_sent', reason });
  expect(countOf('/good')).toBe(before);
});

describe('no answer', () => {
  it.each(['/silent', '/cut', '/dropped', '/slow', '/large'])(
    'of %s may have had an effect, and is never sent twice',
    async (path) => {
      expect((await send(`${url}${path}`, impatient)).kind).toBe('no_answer');
      expect(countOf(path)).toBe(1);
    },
  );

  it('has a limit for the first byte, too', async () => {
    const answer = await send(`${url}/silent`, { first_byte_timeout_ms: 150 });
    expect(answer).toEqual({ kind: 'no_answer', reason: 'no answer in time' });
  });
});

describe('not sent', () => {
  it('is what a closed port and an unknown host are: certainly without effect', async () => {
    const closed = net.createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as net.AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect((await send(`http://127.0.0.1:${port}/`)).kind).toBe('not_sent');
    expect((await send('http://no-such-host.invalid/')).kind).toBe('not_sent');
  });
});

describe.concurrent('a connection', () => {
  /** A server of its own that counts who connects. */
  async function counted(answer_after_ms: number) {
    const counting = http.createServer({ keepAliveTimeout: 60_000 }, (request, reply) => {
      request.resume();
      setTimeout(() => reply.end('done'), answer_after_ms);
    });
    let connections = 0;
    counting.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => counting.listen(0, '127.0.0.1', resolve));
    const target = `http://127.0.0.1:${(counting.address() as net.AddressInfo).port}`;
    return {
      send: async () => expect(await send(target)).toMatchObject({ kind: 'answered', status: 200 }),
      connections: () => connections,
      close: () => {
        counting.closeAllConnections();
        counting.close();
      },
    };
  }

  it('is used again, but not when it has rested: its other end may be closing it', async () => {
    const other = await counted(0);
    await other.send();
    await other.send();
    expect(other.connections()).toBe(1);
    await sleep(3_300);
    await other.send();
    expect(other.connections()).toBe(2);
    other.close();
  });

  it('may wait for its answer longer than it may rest', async () => {
    const other = await counted(3_300);
    await other.send();
    other.close();
  });
});
