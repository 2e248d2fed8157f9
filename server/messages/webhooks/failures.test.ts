// Receivers that fail and processes that die: retries, order, giving up, never lost.
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../context.ts';
import { connect, openDatabase } from '../../db/database.ts';
import { consumers } from '../../job-list.ts';
import { runOutbox } from '../../jobs/outbox.ts';
import { makeProcessState } from '../../process-state.ts';
import { cutIdleTransactions } from '../../testing/cut-transactions.ts';
import type { Received } from '../../testing/receivers.ts';
import { openWebhookWorld, until } from '../../testing/worlds/webhook-world.ts';
import { webhook_parts } from '../../webhook-parts.ts';
import { drainQueues, wakeDueQueues } from './delivery-queues.ts';

const hooks = openWebhookWorld();
const { w } = hooks;
// Every test has the endpoints it makes, and no others.
beforeEach(() => hooks.clear());

const sale = async () => (await w.pay()).id as string;
const sequences = (got: readonly Received[]) => got.map((one) => one.event.sequence as number);
const eventId = (one: Received | undefined) => one?.headers['x-webhook-event-id'];
const idsOf = (got: readonly Received[]) => got.map((one) => one.event.transaction_id as string);
const hour = 3_600;

describe('a receiver that fails', () => {
  it('gets the event again after a minute, later ones of the resource wait for it', async () => {
    const one = await hooks.endpoint({ failures: 1 });
    const first = await sale();
    await hooks.deliver();
    await w.post(`/transaction/${first}/void`);
    const other = await sale();
    await hooks.deliver();
    expect(idsOf(one.receiver.got)).toEqual([first, other]);
    expect((await hooks.record(one)).failing_since).toBeNull();
    await w.advance(60);
    const got = one.receiver.got.filter(({ event }) => event.transaction_id === first);
    expect(sequences(got)).toEqual([1, 1, 2]);
    expect(eventId(got[0])).toBe(eventId(got[1]));
    expect(eventId(got[2])).not.toBe(eventId(got[1]));
    expect(got[0]?.body).toBe(got[1]?.body);
  });

  it('gets later events after five minutes even so, their number said', async () => {
    const one = await hooks.endpoint({ failures: 3 });
    const id = await sale();
    await hooks.deliver();
    await w.post(`/transaction/${id}/void`);
    await w.advance(240);
    expect(sequences(one.receiver.got)).toEqual([1, 1]);
    await w.advance(70);
    expect(sequences(one.receiver.got).slice(0, 3)).toEqual([1, 1, 2]);
    expect(one.receiver.got[2]?.headers['x-webhook-sequence']).toBe('2');
    await w.advance(4 * hour);
    const delivered = (await hooks.log(one)).map(({ state }: { state: string }) => state);
    expect(delivered).toEqual(['delivered', 'delivered']);
  });

  it.each([301, 205, 400, 503])('is one that answers %i', async (answer) => {
    const one = await hooks.endpoint({ answer });
    await sale();
    await hooks.deliver();
    expect(await hooks.log(one)).toMatchObject([
      { state: 'pending', attempts: [{ status: answer }] },
    ]);
  });

  it.each([200, 202, 204])('is not one that answers %i', async (answer) => {
    const one = await hooks.endpoint({ answer });
    await sale();
    await hooks.deliver();
    expect(await hooks.log(one)).toMatchObject([{ state: 'delivered' }]);
  });

  it('all of 72 hours is turned off with a notice; what waits is kept', async () => {
    const one = await hooks.endpoint({ answer: 500 });
    await sale();
    await hooks.deliver();
    await w.advance(71 * hour);
    expect((await hooks.record(one)).status).toBe('active');
    const late = await sale();
    await w.advance(2 * hour);
    expect((await hooks.record(one)).status).toBe('auto_disabled');
    const mails = await connect(w.world.system)
      .selectFrom('outgoing_mail')
      .select(['recipient', 'body_text'])
      .where('kind', '=', 'webhook_disabled')
      .execute();
    expect(mails.map((mail) => mail.recipient)).toEqual(['boss_m1@example.com']);
    expect(mails[0]?.body_text).toContain(one.receiver.url);
    const audited = await connect(w.world.system)
      .selectFrom('audit_log')
      .select('verb')
      .where('noun_id', '=', one.id)
      .where('verb', '=', 'auto_disable')
      .execute();
    expect(audited).toHaveLength(1);
    const { length } = one.receiver.got;
    await w.advance(24 * hour);
    expect(one.receiver.got.length).toBe(length);
    const states = (await hooks.log(one)).map(({ state }: { state: string }) => state);
    expect(states).toEqual(['paused', 'failed']);
    one.receiver.answer = 200;
    await w.post(`${hooks.path}/${one.id}`, { status: 'active' });
    await until(() => idsOf(one.receiver.got.slice(length)).includes(late));
    await drainQueues(w.world.system);
    expect((await hooks.log(one))[0]?.state).toBe('delivered');
  });
});

describe('a process that dies', () => {
  it('between sending and noting is followed by one that sends the same event again', async () => {
    const one = await hooks.endpoint();
    const database = openDatabase(w.world.database_url, w.world.services.log, 4);
    const real = w.world.services.public_egress;
    let sent = () => undefined as unknown;
    const has_sent = new Promise((resolve) => {
      sent = () => resolve(null);
    });
    // Sends, and is never heard of again.
    const dying: Context = {
      ...w.world.system,
      ...makeProcessState(),
      database,
      public_egress: {
        post: async (request) => {
          await real.post(request);
          sent();
          return await new Promise(() => undefined);
        },
      },
    };
    const id = await sale();
    await runOutbox(dying, consumers);
    await has_sent;
    await wakeDueQueues(w.world.system, webhook_parts);
    await drainQueues(w.world.system);
    expect(one.receiver.got.length).toBe(1);
    await sql`update webhook_delivery set claimed_until = clock_timestamp() - interval '1 second'
      where claimed_until is not null`.execute(connect(w.world.system, w.m1.account.id));
    await wakeDueQueues(w.world.system, webhook_parts);
    await drainQueues(w.world.system);
    expect(idsOf(one.receiver.got)).toEqual([id, id]);
    expect(eventId(one.receiver.got[0])).toBe(eventId(one.receiver.got[1]));
    expect((await hooks.log(one))[0]).toMatchObject({ state: 'delivered', attempt_count: 1 });
    await database.close();
  });

  it('between writing deliveries and marking the event makes none twice', async () => {
    const one = await hooks.endpoint();
    await sale();
    let dead = false;
    const dying = {
      name: 'dying',
      // The connection that holds the merchant's queue dies with its process.
      consume: async () => {
        if (!dead) await cutIdleTransactions(w.world.database_url);
        dead = true;
      },
    };
    await expect(runOutbox(w.world.system, [...consumers, dying])).rejects.toThrow();
    await drainQueues(w.world.system);
    await w.advance(2);
    await hooks.deliver();
    expect(one.receiver.got.length).toBe(1);
    const waiting = await connect(w.world.system)
      .selectFrom('outbox')
      .select('kind')
      .where('delivered_at', 'is', null)
      .execute();
    expect(waiting).toEqual([]);
    // Nor does a consumer have to take it once more.
    const retries = await connect(w.world.system)
      .selectFrom('outbox_retry')
      .select(['consumer', 'error'])
      .execute();
    expect(retries).toEqual([]);
  });
});
