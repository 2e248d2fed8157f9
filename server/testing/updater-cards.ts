// Cards that the lab's account updater has news of, and how tests save and read them.
import { expect } from 'vitest';
import type { MoneyWorld } from './worlds/money-world.ts';

/** By what the updater says of them. */
export const updater_cards = {
  replaced: '4000007000000007',
  renewed: '4000007100000006',
  closed: '4000007200000005',
  contact: '4000007300000004',
};

export async function saveCard(w: MoneyWorld, id: string, number: string, expiration_date: string) {
  const default_payment = { card: { number, expiration_date } };
  const answer = await w.post('/vault/customer', { id, default_payment });
  expect(answer.body.msg, answer.text).toBe('success');
}

/** The first card of a saved customer. */
export async function savedCard(w: MoneyWorld, id: string) {
  return (await w.get(`/vault/${id}`)).body.data.data.customer.payments.cards[0];
}
