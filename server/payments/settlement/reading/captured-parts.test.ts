// What a batch says its captures consist of: the parts of what was captured, not of what was asked.
import { beforeAll, expect, it } from 'vitest';
import { cardOf, openMoneyWorld } from '../../../testing/worlds/money-world.ts';
import { batchEventBodies } from './batch-events.ts';

const w = openMoneyWorld();
let batch: Record<string, unknown> = {};

beforeAll(async () => {
  const parts = { tax_amount: 400, surcharge: 150, tip_amount: 100 };
  const held = await w.pay({ type: 'authorize', amount: 5000, ...parts });
  const captured = await w.post(`/transaction/${held.id}/capture`, { amount: 1000 });
  expect(captured.status, captured.text).toBe(200);
  // This card is approved for half of it.
  const fee = { payment_adjustment: { type: 'flat', value: 60 } };
  const half = { amount: 2000, ...fee, allow_partial_payment: true };
  const partly = await w.pay({ ...half, ...cardOf('4000000000000051') });
  expect(partly).toMatchObject({ amount_captured: 1000, service_fee: 60 });
  await w.settle();
  const { body } = await w.post('/settlement/batch/search', { detailed: true });
  [batch] = body.data.results;
});

it('the details of a search divide what was captured', () => {
  expect(batch).toMatchObject({ amount_captured: 2000 });
  expect(batch.details).toEqual({
    num_captured: 2,
    num_credits: 0,
    tax_amount: 80,
    tip_amount: 20,
    surcharge: 30,
    service_fee: 30,
  });
});

it('the webhook of a batch divides what was captured', async () => {
  const id = String(batch.id);
  const bodies = await batchEventBodies(w.world.system, w.m1.account.id, [id]);
  expect(bodies.get(id)).toMatchObject({
    amount_captured: 2000,
    // 1000 − 20 − 30, and 1000 − 30.
    base_amount: 1920,
    surcharge_amount: 30,
    payment_adj_amount: 30,
  });
});
