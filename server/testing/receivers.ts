// Receivers of webhooks on this machine: they record what they got and answer as set.
import { createHmac } from 'node:crypto';
import http from 'node:http';
import type net from 'node:net';

export interface Received {
  headers: Record<string, string>;
  /** The raw body, with its newline. */
  body: string;
  /** The body as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any event
  event: any;
  at_ms: number;
}

export interface Receiver {
  url: string;
  /** Everything but test events, in the order it came. */
  got: Received[];
  tests: Received[];
  /** Status of the next answers; 0 cuts the connection, 'hang' never answers. */
  answer: number | 'hang';
  /** Status of the answers to test events. */
  test_answer: number;
  /** Answers after this long. */
  delay_ms: number;
  /** The next so many events are answered with 500. */
  failures: number;
  close(): Promise<void>;
}

/** Verifies as a receiver would, from the documentation alone. */
export function verifies(received: Received, key: string, header = 'signature'): boolean {
  const mac = createHmac('sha256', key).update(received.body).digest('base64');
  const expected = mac.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return received.headers[header] === expected;
}

export async function makeReceiver(options: Partial<Receiver> = {}): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    got: [],
    tests: [],
    answer: 200,
    test_answer: 200,
    delay_ms: 0,
    failures: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
    ...options,
  };
  const reply = (response: http.ServerResponse, test: boolean) => {
    const failing = !test && receiver.failures > 0;
    if (failing) receiver.failures--;
    const status = failing ? 500 : test ? receiver.test_answer : receiver.answer;
    if (status === 'hang') return;
    if (status === 0) response.destroy();
    else response.writeHead(status).end('taken');
  };
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const event = JSON.parse(body);
      const test = event.type === 'test';
      const headers = request.headers as Record<string, string>;
      (test ? receiver.tests : receiver.got).push({ headers, body, event, at_ms: Date.now() });
      setTimeout(() => reply(response, test), receiver.delay_ms);
    });
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/hook`;
  return receiver;
}
