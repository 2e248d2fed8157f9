// The product's consumers together: what one cannot take stops none of the others, and what a
// person does about it afterwards.
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { outbox_consumers } from '../contract/platform/parked-events.ts';
import { connect } from './db/database.ts';
import { consumers } from './job-list.ts';
import { type OutboxConsumer, runOutbox } from './jobs/outbox.ts';
import { drainQueues } from './messages/webhooks/delivery-queues.ts';
import { openWebhookWorld, type TestEndpoint } from './testing/worlds/webhook-world.ts';

let receiver: TestEndpoint;

const hooks = openWebhookWorld();
const { w } = hooks;
beforeAll(async () => {
  receiver = await hooks.endpoint();
  const notifications = { merchant: { transaction_receipts: true } };
  const reader = { username: 'reader_one', name: 'Reader', email: 'reader@example.com' };
  await w.post('/user', { ...reader, notifications });
});

/** The product's consumers, one of which cannot take events of one payment. */
function failing(name: string, id: string): OutboxConsumer[] {
  return consumers.map((one) => ({
    ...one,
    consume: async (context, events) => {
      if (one.name === name && events.some(({ resource_id }) => resource_id === id)) {
        throw new Error('this one does not go');
      }
      await one.consume(context, events);
    },
  }));
}

const received = () => receiver.receiver.got.map(({ event }) => event.transaction_id);
const admin = () => w.tenants.admin.boss.private_key;
const office = (path: string, body: object = {}) =>
  w.world.call('POST', path, { credential: admin(), body });
const parkedOf = async (id: string) =>
  (await office('/parked-events/search', { resource_id: { operator: '=', value: id } })).body;

async function copies(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select transaction_id as id from outgoing_mail
    where kind = 'receipt_copy'`.execute(connect(w.world.system));
  return rows.map(({ id }) => id);
}

/** Every try there is, a quarter of an hour on. */
async function tryAll(list: readonly OutboxConsumer[]) {
  for (let n = 0; n < 10; n++) {
    const now = () => new Date(w.world.clock.now().getTime() + n * 300_000);
    await runOutbox({ ...w.world.system, clock: { ...w.world.clock, now } }, list);
    await drainQueues(w.world.system);
  }
}

it('has the consumers that the contract names', () => {
  expect(consumers.map(({ name }) => name).sort()).toEqual([...outbox_consumers].sort());
});

it.each(outbox_consumers)('an event that %s cannot take stops nothing else', async (name) => {
  const bad = (await w.pay()).id as string;
  const others = [(await w.pay()).id as string];
  await tryAll(failing(name, bad));
  others.push((await w.pay()).id as string);
  await runOutbox(w.world.system, failing(name, bad));
  await drainQueues(w.world.system);
  const has = {
    webhooks: received().includes(bad),
    receipt_copies: (await copies()).includes(bad),
  };
  expect(has).toEqual({ webhooks: name !== 'webhooks', receipt_copies: name !== 'receipt_copies' });
  for (const id of others) {
    expect([received().includes(id), (await copies()).includes(id)]).toEqual([true, true]);
  }
  expect((await parkedOf(bad)).data).toMatchObject([
    { consumer: name, merchant_name: w.m1.account.name, error: 'this one does not go' },
  ]);
  await office('/parked-events/retry', { consumer: name });
  await hooks.deliver();
  expect((await parkedOf(bad)).total_count).toBe(0);
  expect(received().filter((id) => id === bad)).toEqual([bad]);
  expect((await copies()).filter((id) => id === bad)).toEqual([bad]);
});

it('is retried or discarded by administrators alone, and the audit log tells why', async () => {
  const bad = (await w.pay()).id as string;
  await w.post(`/transaction/${bad}/void`);
  await tryAll(failing('webhooks', bad));
  const [parked] = (await parkedOf(bad)).data;
  expect(parked).toMatchObject({ kind: 'transaction_create', sequence: 1, held_count: 1 });
  const path = `/parked-event/${parked.merchant_id}/${parked.id}`;
  expect((await w.post(`${path}/retry`)).status).toBe(403);
  expect((await w.post('/parked-events/search')).status).toBe(403);
  expect((await office(`${path}/discard`)).body.msg).toBe('bad request error: invalid Reason');
  expect((await parkedOf(bad)).total_count).toBe(1);
  const reason = 'The receiver has it already.';
  expect((await office(`${path}/discard`, { reason })).status).toBe(200);
  // What stood behind it goes on.
  await hooks.deliver();
  const got = receiver.receiver.got.filter(({ event }) => event.transaction_id === bad);
  expect(got.map(({ event }) => event.sequence)).toEqual([2]);
  expect((await office(`${path}/retry`)).status).toBe(404);
  const row = await connect(w.world.system)
    .selectFrom('audit_log')
    .selectAll()
    .where('noun_id', '=', parked.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ verb: 'discard', user_name: w.tenants.admin.boss.user.username });
  expect([row.before, row.after]).toMatchObject([{ consumer: 'webhooks' }, { reason }]);
});

it('is not discarded where sums need it', async () => {
  const bad = (await w.pay()).id as string;
  await tryAll(failing('transaction_days', bad));
  const [parked] = (await parkedOf(bad)).data;
  const path = `/parked-event/${parked.merchant_id}/${parked.id}`;
  const refused = await office(`${path}/discard`, { reason: 'old' });
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    'Daily totals need every event. Retry this event instead.',
  ]);
  expect((await office(`${path}/retry`)).status).toBe(200);
  await runOutbox(w.world.system, consumers);
  expect((await parkedOf(bad)).total_count).toBe(0);
});
