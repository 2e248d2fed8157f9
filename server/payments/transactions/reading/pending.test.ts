// What an open payment says of itself: that it was just sent, that it is asked about.
import { afterEach, expect, it } from 'vitest';
import type { Exchange } from '../../../context.ts';
import { good_card } from '../../../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
afterEach(() => w.world.services.processor_health.clear());

const waitsFor = async (id: string) => (await w.read(id)).pending_on?.who;
const newest = async () => (await w.post('/transaction/search', { limit: 1 })).body.data[0].id;

/** Every message meets this until it is given back. */
function instead(exchange: () => Promise<Exchange>): () => void {
  const { egress } = w.world.services;
  w.world.services.egress = { exchange };
  return () => {
    w.world.services.egress = egress;
  };
}

it('a payment waits for its processor, then for us, and for nobody once it is known', async () => {
  let lose: (how: Exchange) => void = () => undefined;
  const answer = new Promise<Exchange>((resolve) => {
    lose = resolve;
  });
  const giveBack = instead(() => answer);
  const body = { type: 'sale', amount: 1_000, ...cardOf(good_card.number) };
  const paying = w.post('/transaction', body);
  await expect.poll(() => w.count('rail_attempt')).toBe(1);
  expect(await waitsFor(await newest())).toBe('processor');
  lose({ kind: 'no_answer', reason: 'the line is dead' });
  const { id } = (await paying).body.data;
  expect([(await w.read(id)).status, await waitsFor(id)]).toEqual(['unknown', 'gateway']);
  giveBack();
  await w.advance(3_600);
  expect([(await w.read(id)).status, await waitsFor(id)]).toEqual(['declined', undefined]);
});
