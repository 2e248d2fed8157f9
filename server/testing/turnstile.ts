// Stands in for Cloudflare where a token is asked about: answers as the test says, or never.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  readonly url: string;
  /** The next answers; a text is sent as it is, null leaves the asker waiting. */
  answer: unknown;
  /** What was asked until now. */
  readonly requests: unknown[];
  close(): Promise<void>;
}

export async function listen(): Promise<Receiver> {
  const requests: unknown[] = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    requests.push(JSON.parse(body));
    const { answer } = receiver;
    if (answer !== null) response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/siteverify`,
    answer: null,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
