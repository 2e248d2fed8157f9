// For tests of webhooks: a money world, endpoints with receivers of their own, and their log.
import { afterAll, expect } from 'vitest';
import type { DeliveryRecord } from '../../../contract/messages/webhooks.ts';
import type { Context } from '../../context.ts';
import { consumers } from '../../job-list.ts';
import { runOutbox } from '../../jobs/outbox.ts';
import { drainQueues } from '../../messages/webhooks/delivery-queues.ts';
import { resetBudgets } from '../budgets.ts';
import { makeReceiver, type Receiver } from '../receivers.ts';
import { type MoneyWorld, openMoneyWorld } from './money-world.ts';

export interface TestEndpoint {
  id: string;
  key: string;
  receiver: Receiver;
}

export interface WebhookWorld {
  w: MoneyWorld;
  /** `/merchant/{mid}/webhook` of m1. */
  path: string;
  endpoint(options?: Partial<Receiver>, more?: object): Promise<TestEndpoint>;
  /** Removes all endpoints and closes their receivers. */
  clear(): Promise<void>;
  /** Hands over what has happened and waits until all is tried that is due. */
  deliver(context?: Context): Promise<void>;
  log(one: TestEndpoint): Promise<DeliveryRecord[]>;
  record(one: TestEndpoint): Promise<Record<string, unknown>>;
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

/** The webhook world of a test file; to be called at its top. */
export function openWebhookWorld(): WebhookWorld {
  const receivers: Receiver[] = [];
  const closeReceivers = async () => {
    for (const one of receivers.splice(0)) await one.close();
  };
  afterAll(closeReceivers);
  const w = openMoneyWorld({ config: { allow_loopback_receivers: true } });
  return {
    w,
    get path() {
      return `/merchant/${w.m1.account.id}/webhook`;
    },
    async endpoint(options = {}, more = {}) {
      resetBudgets(w.world.services);
      const receiver = await makeReceiver(options);
      receivers.push(receiver);
      const { url } = receiver;
      const body = { type: 'transaction', url, available_subtypes: all_transactions, ...more };
      const made = await w.post(this.path, body);
      expect(made.status, made.text).toBe(200);
      return { id: made.body.data.id, key: made.body.data.signature_key, receiver };
    },
    async clear() {
      const credential = w.m1.boss.private_key;
      for (const { id } of (await w.get(this.path)).body.data) {
        await w.world.call('DELETE', `${this.path}/${id}`, { credential });
      }
      await closeReceivers();
    },
    async deliver(context = w.world.system) {
      await runOutbox(context, consumers);
      await drainQueues(context);
    },
    async log({ id }) {
      const found = await w.post(`${this.path}/${id}/deliveries/search`, { limit: 100 });
      return found.body.data;
    },
    async record({ id }) {
      return (await w.get(`${this.path}/${id}`)).body.data;
    },
  };
}
