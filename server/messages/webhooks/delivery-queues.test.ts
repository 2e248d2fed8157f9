// Delivery against real receivers: nothing lost, order, isolation, limits, what is reported.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Received, type Receiver, verifies } from '../../testing/receivers.ts';
import { openWebhookWorld, type TestEndpoint, until } from '../../testing/worlds/webhook-world.ts';
import { product_timing } from '../../timing.ts';
import { claimSlot } from './delivery-claims.ts';

const hooks = openWebhookWorld();
const { w } = hooks;
afterAll(() => w.world.runner.stop());
// Every test has the endpoints it makes, and no others.
beforeEach(() => hooks.clear());

const sale = async () => (await w.pay()).id as string;
const sequences = (got: readonly Received[]) => got.map((one) => one.event.sequence as number);
const eventId = (one: Received | undefined) => one?.headers['x-webhook-event-id'];

describe('twenty receivers of all kinds', () => {
  it('lose nothing, and the sick ones hold up nobody', { timeout: 60_000 }, async () => {
    const many = async (count: number, options: Partial<Receiver>) => {
      const made: TestEndpoint[] = [];
      for (let n = 0; n < count; n++) made.push(await hooks.endpoint(options));
      return made;
    };
    const good = await many(9, {});
    const slow = await many(3, { delay_ms: 150 });
    await many(4, { failures: 3 });
    const hanging = await many(2, { answer: 'hang' });
    const closed = await many(2, {});
    for (const { receiver } of closed) await receiver.close();
    await w.world.runner.start();
    const sold: string[] = [];
    for (let n = 0; n < 8; n++) sold.push(await sale());
    for (const id of sold.slice(0, 4)) {
      expect((await w.post(`/transaction/${id}/void`)).status).toBe(200);
    }
    const every = 12;
    const well = [...good, ...slow];
    // A try takes up to 15 seconds: the hanging ones are still at their first when these have all.
    await until(() => well.every(({ receiver }) => receiver.got.length >= every));
    for (const { receiver } of hanging) expect(receiver.got.length).toBeLessThanOrEqual(16);
    for (const { receiver, key } of well) {
      expect(new Set(receiver.got.map(eventId)).size).toBe(every);
      expect(receiver.got.length).toBe(every);
      expect(receiver.got.every((one) => verifies(one, key))).toBe(true);
      for (const id of sold.slice(0, 4)) {
        const own = receiver.got.filter((one) => one.event.transaction_id === id);
        expect(sequences(own)).toEqual([1, 2]);
      }
    }
    await w.world.runner.stop();
  });
});

describe('what is reported', () => {
  it('is the transaction and the batch, each event once a version', async () => {
    const { receiver } = await hooks.endpoint();
    const books = await hooks.endpoint(
      {},
      {
        type: 'settlement',
        available_subtypes: { settlement_batch: true },
      },
    );
    const id = await sale();
    await hooks.deliver();
    await w.settle();
    await hooks.deliver();
    const own = receiver.got.filter((one) => one.event.transaction_id === id);
    expect(own.map((one) => one.event.type)).toEqual([
      'transaction_create',
      'transaction_settlement',
    ]);
    expect(sequences(own)).toEqual([1, 2]);
    expect(own[0]?.event.data).toMatchObject({ id, amount: 1299, status: 'pending_settlement' });
    // What a transaction tells by itself alone: what it waits for, and the digest of its card.
    const { pending_on: _, cc_digest: _digest, ...data } = await w.read(id);
    expect(own[1]?.event.data).toEqual(data);
    const [batch] = books.receiver.got;
    expect(batch?.event).toMatchObject({ type: 'settlement_batch', sequence: 1 });
    expect(batch?.event).not.toHaveProperty('transaction_id');
    expect(batch?.event.data).toMatchObject({ merchant_id: w.m1.account.id, currency: 'usd' });
    expect(batch?.event.data.net_amount).toBe(batch?.event.data.amount_captured);
  });

  it('goes only where its subtype is wanted', async () => {
    const { receiver } = await hooks.endpoint(
      {},
      { available_subtypes: { transaction_void: true } },
    );
    const silent = await hooks.endpoint({}, { available_subtypes: {} });
    const id = await sale();
    await w.post(`/transaction/${id}/void`);
    await hooks.deliver();
    expect(receiver.got.map((one) => one.event.type)).toEqual(['transaction_void']);
    expect(silent.receiver.got).toEqual([]);
  });
});

describe('an endpoint', () => {
  it('with a limit is given slots at even distances, shared by all processes', async () => {
    const { id } = await hooks.endpoint({}, { limit_per_second: 20 });
    const queue = { merchant_id: w.m1.account.id, webhook_id: id };
    const waits = [];
    for (let n = 0; n < 10; n++) waits.push(await claimSlot(w.world.system, queue, 20));
    expect(waits[0]).toBe(0);
    // Ten slots span nine distances of 50 ms, less what asking for them took.
    expect(waits[9]).toBeGreaterThan(100);
    expect(waits[9]).toBeLessThanOrEqual(450);
  });

  it('that hangs is cut off after the time of one try', async () => {
    const one = await hooks.endpoint({ answer: 'hang' });
    w.world.services.timing.webhook_try_ms = 200;
    await sale();
    await hooks.deliver();
    w.world.services.timing.webhook_try_ms = product_timing.webhook_try_ms;
    const [delivery] = await hooks.log(one);
    expect(delivery?.attempts).toMatchObject([{ status: 0, error: 'no answer in time' }]);
  });
});
