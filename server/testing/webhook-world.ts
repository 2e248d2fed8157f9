// For tests of webhooks: a money world, endpoints with receivers of their own, and their log.
import { expect } from 'vitest';
import type { DeliveryRecord } from '../../contract/messages/webhooks.ts';
import type { Context } from '../context.ts';
import { resetBudgets } from '../http/admission/rate-classes.ts';
import { consumers } from '../job-list.ts';
import { runOutbox } from '../jobs/outbox.ts';
import { drainQueues } from '../messages/webhooks/delivery-queues.ts';
import { type MoneyWorld, makeMoneyWorld } from './money-world.ts';
import { makeReceiver, type Receiver } from './receivers.ts';

export interface TestEndpoint {
  id: string;
  key: string;
  receiver: Receiver;
}

export interface WebhookWorld {
  w: MoneyWorld;
  /** `/merchant/{mid}/webhook` of m1. */
  path: string;
  endpoint(given?: Partial<Receiver>, more?: object): Promise<TestEndpoint>;
  /** Removes all endpoints and closes their receivers. */
  clear(): Promise<void>;
  /** Hands over what has happened and waits until all is tried that is due. */
  tell(context?: Context): Promise<void>;
  log(one: TestEndpoint): Promise<DeliveryRecord[]>;
  record(one: TestEndpoint): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

const all_transactions = {
  transaction_create: true,
  transaction_void: true,
  transaction_capture: true,
  transaction_settlement: true,
};

/** Waits until something holds that others bring about. */
export async function until(holds: () => boolean): Promise<void> {
  const end_ms = performance.now() + 10_000;
  while (!holds() && performance.now() < end_ms) await new Promise((go) => setTimeout(go, 20));
  expect(holds()).toBe(true);
}

export async function makeWebhookWorld(): Promise<WebhookWorld> {
  const w = await makeMoneyWorld({ config: { allow_loopback_receivers: true } });
  const path = `/merchant/${w.m1.account.id}/webhook`;
  const receivers: Receiver[] = [];
  const closeReceivers = async () => {
    for (const one of receivers.splice(0)) await one.close();
  };
  return {
    w,
    path,
    async endpoint(given = {}, more = {}) {
      resetBudgets();
      const receiver = await makeReceiver(given);
      receivers.push(receiver);
      const { url } = receiver;
      const body = { type: 'transaction', url, available_subtypes: all_transactions, ...more };
      const made = await w.post(path, body);
      expect(made.status, made.text).toBe(200);
      return { id: made.body.data.id, key: made.body.data.signature_key, receiver };
    },
    async clear() {
      const credential = w.m1.boss.private_key;
      for (const { id } of (await w.get(path)).body.data) {
        await w.world.call('DELETE', `${path}/${id}`, { credential });
      }
      await closeReceivers();
    },
    async tell(context = w.world.system) {
      await runOutbox(context, consumers);
      await drainQueues(context);
    },
    log: async ({ id }) =>
      (await w.post(`${path}/${id}/deliveries/search`, { limit: 100 })).body.data,
    record: async ({ id }) => (await w.get(`${path}/${id}`)).body.data,
    async close() {
      await w.audit();
      await w.close();
      await closeReceivers();
    },
  };
}
