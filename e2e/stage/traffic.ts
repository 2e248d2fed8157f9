// Customers who keep paying: the answers they received are the journal that must hold afterwards.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Paid {
  id: string;
  order_id: string;
}

export interface Traffic {
  /** Payments that were answered as taken. */
  paid: Paid[];
  /** Answers 503 or 429 that say when to come back, in their words. */
  sent_away: string[];
  /** Connections that nobody took: nothing was sent. */
  refused: number;
  /** Connections that broke under a request. */
  broken: number;
  /** Answers that nobody may get, in words. */
  wrong: string[];
  /** Lets the requests under way end and sends no more. */
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  retry_after: string;
  text: string;
}

const sale = (order_id: string, number: string) =>
  JSON.stringify({
    type: 'sale',
    amount: 1299,
    order_id,
    idempotency_key: order_id,
    payment_method: { card: { number, expiration_date: '12/30', cvc: '999' } },
  });

function post(origin: string, key: string, body: string, agent: http.Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${origin}/api/transaction`, {
      method: 'POST',
      agent,
      headers: {
        authorization: key,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    });
    request.on('error', reject);
    request.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const retry_after = String(answer.headers['retry-after'] ?? '');
        resolve({ status: answer.statusCode ?? 0, retry_after, text });
      });
    });
    request.end(body);
  });
}

let runs = 0;

/**
 * Starts `customers` who each pay, one payment after the other, over a connection of their own that
 * is kept alive and opened again when it was closed. A payment of `number` is never sent twice.
 */
export function startTraffic(
  origin: string,
  key: string,
  customers: number,
  number = '4111111111111111',
): Traffic {
  const run = `life${process.pid}-${runs++}`;
  let stopped = false;
  let count = 0;
  const traffic: Traffic = {
    paid: [],
    sent_away: [],
    refused: 0,
    broken: 0,
    wrong: [],
    async stop() {
      stopped = true;
      await Promise.all(everybody);
    },
  };
  const customer = async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    while (!stopped) {
      const order_id = `${run}-${count++}`;
      try {
        listen(traffic, order_id, await post(origin, key, sale(order_id, number), agent));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') traffic.refused += 1;
        else traffic.broken += 1;
        await sleep(20);
      }
    }
    agent.destroy();
  };
  const everybody = Array.from({ length: customers }, customer);
  return traffic;
}

function listen(traffic: Traffic, order_id: string, answer: Answer): void {
  const { status, retry_after, text } = answer;
  if (status === 200) {
    const { id, status: standing } = JSON.parse(text).data;
    if (standing === 'pending_settlement') traffic.paid.push({ id, order_id });
    else traffic.wrong.push(text.slice(0, 500));
  } else if ((status === 503 || status === 429) && Number(retry_after) > 0) {
    traffic.sent_away.push(`${status} ${text.slice(0, 300)}`);
  } else traffic.wrong.push(`${status} ${text.slice(0, 300)}`);
}
