// The outbox: every event to every consumer, in order per resource, once more after a failure.
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMerchant, createPartner } from '../accounts/create.ts';
import { connect, inTransaction } from '../db/database.ts';
import { outboxEvent } from '../testing/outbox-event.ts';
import { openWorld } from '../testing/worlds/open-world.ts';
import type { JobRow } from './claims.ts';
import {
  makeOutbox,
  type OutboxConsumer,
  type OutboxEvent,
  outboxCleaning,
  runOutbox,
} from './outbox.ts';
import { wakeOutbox } from './outbox-waker.ts';

let merchants: string[];
/** Deliveries that a test has begun and not awaited yet. */
const running: Promise<unknown>[] = [];
const day_ms = 86_400_000;

const world = openWorld({ lab: false });
beforeAll(async () => {
  const partner = await createPartner(world.system, { parent_id: null, name: 'Partner' });
  const made = ['one', 'two'].map((name) =>
    createMerchant(world.system, { parent_id: partner.id, name }),
  );
  merchants = (await Promise.all(made)).map(({ id }) => id);
});
beforeEach(async () => {
  for (const id of merchants) {
    await sql`delete from outbox where merchant_id = ${id}`.execute(connect(world.system, id));
  }
});

/** Events of one resource, written in any order. */
async function write(merchant_id: string, resource_id: string, sequences: readonly number[]) {
  const now = world.clock.now();
  const rows = sequences.map((sequence) => ({
    merchant_id,
    id: world.services.ids.next(),
    ...outboxEvent(resource_id, sequence, now),
  }));
  await inTransaction(world.system, merchant_id, (tx) =>
    tx.insertInto('outbox').values(rows).execute(),
  );
}

function noting(seen: OutboxEvent[], failures = 0): OutboxConsumer {
  let left = failures;
  return {
    name: 'noting',
    async consume(_context, events) {
      if (left-- > 0) throw new Error('not now');
      seen.push(...events);
    },
  };
}

const waiting = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from outbox
    where delivered_at is null`.execute(connect(world.system));
  return rows[0]?.count;
};
const sequencesOf = (seen: OutboxEvent[], resource: string) =>
  seen.filter((event) => event.resource_id === resource).map((event) => event.sequence);

describe('the outbox', () => {
  it('hands over events of one merchant at a time, each resource in its order, once', async () => {
    const [one, two] = merchants as [string, string];
    await write(one, 'a', [2, 1, 3]);
    await write(two, 'b', [1, 2]);
    const seen: OutboxEvent[] = [];
    const calls: string[][] = [];
    const watching: OutboxConsumer = {
      name: 'watching',
      consume: async (_context, events) => {
        calls.push([...new Set(events.map((event) => event.merchant_id))]);
      },
    };
    expect(await runOutbox(world.system, [noting(seen), watching])).toBe(5);
    expect(sequencesOf(seen, 'a')).toEqual([1, 2, 3]);
    expect(sequencesOf(seen, 'b')).toEqual([1, 2]);
    expect(calls.map((ids) => ids.length)).toEqual([1, 1]);
    expect(seen[0]?.created_at).toBeInstanceOf(Date);
    expect([await waiting(), await runOutbox(world.system, [noting(seen)])]).toEqual([0, 0]);
  });

  it('keeps what is written while earlier events of its resource are taken', async () => {
    const [one] = merchants as [string];
    await write(one, 'a', [1]);
    const seen: OutboxEvent[] = [];
    const during: OutboxConsumer = {
      name: 'during',
      consume: async () => {
        if (seen.length === 1) await write(one, 'a', [2]);
      },
    };
    await runOutbox(world.system, [noting(seen), during]);
    await runOutbox(world.system, [noting(seen)]);
    expect(sequencesOf(seen, 'a')).toEqual([1, 2]);
  });

  it('comes again after a failure, later events behind the earlier ones', async () => {
    const [one] = merchants as [string];
    await write(one, 'a', [1]);
    const seen: OutboxEvent[] = [];
    const failing = noting(seen, 2);
    const other: OutboxEvent[] = [];
    expect(await runOutbox(world.system, [failing, noting(other)])).toBe(0);
    expect([seen.length, sequencesOf(other, 'a')]).toEqual([0, [1]]);
    expect(await runOutbox(world.system, [failing])).toBe(0);
    world.clock.setOffset(world.clock.offset_ms + 1_000);
    await write(one, 'a', [2]);
    // The second try fails too, and takes the later event along.
    expect(await runOutbox(world.system, [failing])).toBe(0);
    world.clock.setOffset(world.clock.offset_ms + 300_000);
    expect(await runOutbox(world.system, [failing])).toBe(2);
    expect(sequencesOf(seen, 'a')).toEqual([1, 2]);
  });

  it('of several processes gives a merchant to one at a time, and nothing twice', async () => {
    for (const id of merchants) await write(id, 'a', [1, 2, 3, 4]);
    const seen: OutboxEvent[] = [];
    const under_way = new Set<string>();
    let met = 0;
    const slow: OutboxConsumer = {
      name: 'slow',
      async consume(_context, events) {
        const { merchant_id } = events[0] as OutboxEvent;
        if (under_way.has(merchant_id)) met++;
        under_way.add(merchant_id);
        await new Promise((go) => setTimeout(go, 30));
        under_way.delete(merchant_id);
        seen.push(...events);
      },
    };
    await Promise.all(Array.from({ length: 4 }, () => runOutbox(world.system, [slow])));
    expect([seen.length, met, await waiting()]).toEqual([8, 0, 0]);
  });

  it('is left to the process that hands it out, which others do not wait for', async () => {
    const [one = ''] = merchants;
    await write(one, 'a', [1]);
    await runOutbox(world.system, [noting([])]);
    await write(one, 'a', [2]);
    let letGo = () => {};
    const held = new Promise<void>((go) => {
      letGo = go;
    });
    const first = new Promise<void>((begun) => {
      const consume = async () => {
        begun();
        await held;
      };
      running.push(runOutbox(world.system, [{ name: 'held', consume }]));
    });
    await first;
    const seen: OutboxEvent[] = [];
    const late = new Promise<string>((go) => setTimeout(() => go('waited'), 2_000));
    const second = runOutbox(world.system, [noting(seen)]);
    const which = await Promise.race([second.then(() => 'passed by'), late]);
    letGo();
    await Promise.all([second, ...running]);
    expect([which, seen]).toEqual(['passed by', []]);
  });

  it('is woken by a commit', async () => {
    const [one] = merchants as [string];
    const seen: OutboxEvent[] = [];
    const outbox = makeOutbox(world.services, [noting(seen)]);
    outbox.start();
    await write(one, 'a', [1]);
    wakeOutbox(world.system);
    for (let n = 0; n < 200 && seen.length === 0; n++) {
      await new Promise((go) => setTimeout(go, 10));
    }
    await outbox.stop();
    expect(seen.length).toBe(1);
  });

  it('forgets what everybody has taken, thirty days later', async () => {
    const [one, two] = merchants as [string, string];
    await write(one, 'a', [1]);
    await runOutbox(world.system, []);
    world.clock.setOffset(world.clock.offset_ms + 31 * day_ms);
    await write(two, 'b', [1]);
    const job = { due_at: world.clock.now() } as JobRow;
    await outboxCleaning.run(world.system, job);
    const { rows } = await sql<{ resource_id: string }>`select resource_id from outbox`.execute(
      connect(world.system),
    );
    expect(rows).toEqual([{ resource_id: 'b' }]);
  });
});
