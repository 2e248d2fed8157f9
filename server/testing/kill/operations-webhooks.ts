// A webhook: what a sale tells must reach its receiver, whatever dies on the way.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { good_card } from '../tenants.ts';
import type { KillWorker } from './kill-worker.ts';
import type { Operation } from './operations.ts';

interface Receiver {
  url: string;
  /** Bodies as they came. */
  got: string[];
  close(): void;
}

function listen(): Promise<Receiver> {
  const got: string[] = [];
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      got.push(text);
      response.end();
    });
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const close = () => {
        server.close();
        server.closeAllConnections();
      };
      resolve({ url: `http://127.0.0.1:${port}/`, got, close });
    }),
  );
}

/** The database's word on deliveries to this endpoint. */
async function deliveries(worker: KillWorker, webhook_id: string): Promise<string[]> {
  const { rows } = await worker.fixture.owner.query<{ state: string }>(
    'select state from webhook_delivery where webhook_id = $1',
    [webhook_id],
  );
  return rows.map((row) => row.state);
}

export const webhookDispatch: Operation = {
  name: 'webhook dispatch',
  async prepare(worker) {
    const { boss } = worker.fixture.tenants.m1a;
    const receiver = await listen();
    const credential = boss.private_key;
    const path = `/merchant/${worker.fixture.tenants.m1a.account.id}/webhook`;
    const available_subtypes = { transaction_create: true };
    const body = { type: 'transaction', url: receiver.url, available_subtypes };
    const { id } = await worker.must({ method: 'POST', path, credential, body });
    const key = { idempotency_key: worker.nextKey(), idempotency_time: 2_592_000 };
    const card = { payment_method: { card: good_card } };
    return {
      call: {
        method: 'POST',
        path: '/transaction',
        credential,
        body: { type: 'sale', amount: 800, ...card, ...key },
      },
      has_key: true,
      tail_ms: 900,
      async judge({ again }) {
        const received = receiver.got.filter((text) =>
          text.includes(again.body.data?.id ?? 'nobody'),
        );
        const states = await deliveries(worker, id);
        const events = receiver.got.length;
        await worker.must({ method: 'DELETE', path: `${path}/${id}`, credential });
        receiver.close();
        if (received.length === 0) {
          return `of ${events} events none was of the sale; deliveries: ${states.join(', ')}`;
        }
        const open = states.find((state) => state !== 'delivered');
        return open ? `a delivery is ${open}` : null;
      },
    };
  },
};
