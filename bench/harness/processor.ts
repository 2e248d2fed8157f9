// A processor that approves at once: the bench measures the product, not the rail lab's disk.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Processor {
  url: string;
  close(): void;
}

/**
 * Answers every request of the card wire (lab/sierra.md) as approved, in memory, without a wait.
 */
export async function startProcessor(): Promise<Processor> {
  let count = 0;
  const server = http.createServer({ keepAlive: true }, (request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      const { reference, amount, currency } = JSON.parse(text);
      const operation = (request.url ?? '').split('/').at(-1);
      count += 1;
      const body = JSON.stringify({
        reference,
        operation,
        transaction_id: `BENCH${count}`,
        amount,
        currency,
        approved_amount: amount,
        network_code: '00',
        text: 'APPROVAL',
        auth_code: 'TAS000',
        avs: 'I',
        cvv: 'M',
        at: '2026-01-01T00:00:00.000Z',
      });
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
