// One consumer's failure is its own: others and other events go on, it is tried again, then parked.
import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMerchant, createPartner } from '../accounts/create.ts';
import type { Context } from '../context.ts';
import { runAudits } from '../db/audit.ts';
import { connect, inTransaction } from '../db/database.ts';
import { cutIdleTransactions } from '../testing/cut-transactions.ts';
import { outboxEvent } from '../testing/outbox-event.ts';
import { openWorld } from '../testing/worlds/open-world.ts';
import type { JobRow } from './claims.ts';
import { type OutboxConsumer, type OutboxEvent, outboxCleaning, runOutbox } from './outbox.ts';
import { positionsOf } from './outbox-retries.ts';

let merchants: [string, string];
const logged: Record<string, unknown>[] = [];
const day_ms = 86_400_000;

const sink = { write: (line: string) => void logged.push(JSON.parse(line)) };
const world = openWorld({ lab: false, jobs: [], log: pino({ level: 'error' }, sink) });
beforeAll(async () => {
  const partner = await createPartner(world.system, { parent_id: null, name: 'Partner' });
  const make = (name: string) => createMerchant(world.system, { parent_id: partner.id, name });
  merchants = [(await make('one')).id, (await make('two')).id];
});
beforeEach(async () => {
  logged.length = 0;
  for (const id of merchants) {
    await sql`delete from outbox_retry where merchant_id = ${id}`.execute(
      connect(world.system, id),
    );
    await sql`delete from outbox where merchant_id = ${id}`.execute(connect(world.system, id));
  }
});

/** Events of one merchant: `a1` is the first of resource a. */
async function write(merchant_id: string, ...names: string[]) {
  const now = world.clock.now();
  const rows = names.map((name) => ({
    merchant_id,
    id: world.services.ids.next(),
    ...outboxEvent(name.slice(0, 1), Number(name.slice(1)), now),
  }));
  await inTransaction(world.system, merchant_id, (tx) =>
    tx.insertInto('outbox').values(rows).execute(),
  );
}

const nameOf = ({ resource_id, sequence }: OutboxEvent) => `${resource_id}${sequence}`;

interface Watched extends OutboxConsumer {
  seen: string[];
  /** Events it cannot take. */
  bad: Set<string>;
}

/** Takes a batch as a whole or not at all, as one transaction does. */
function consumer(name: string, bad: string[] = [], more: Partial<OutboxConsumer> = {}): Watched {
  const made: Watched = {
    name,
    seen: [],
    bad: new Set(bad),
    async consume(_context, events) {
      const names = events.map(nameOf);
      const stuck = names.find((one) => made.bad.has(one));
      if (stuck) throw new Error(`cannot take ${stuck} of 4111111111111111`);
      made.seen.push(...names);
    },
    ...more,
  };
  return made;
}

const pass = (...consumers: OutboxConsumer[]) => runOutbox(world.system, consumers);
const advance = (ms: number) => world.clock.setOffset(world.clock.offset_ms + ms);

async function positions() {
  const { rows } = await sql<Record<string, unknown>>`select consumer, state, attempt_count, error,
      error_id, resource_id || sequence as event
    from outbox_retry order by resource_id, sequence, consumer`.execute(connect(world.system));
  return rows;
}

async function park(one: Watched, ...others: OutboxConsumer[]) {
  for (let n = 0; n < 10; n++) {
    await pass(one, ...others);
    advance(300_000);
  }
}

describe('an event that one consumer cannot take', () => {
  it('holds neither other consumers nor other events, and is found among them', async () => {
    const bad = consumer('bad', ['a1'], { any_order: true });
    const good = consumer('good');
    await write(merchants[0], 'a1', 'a2', 'b1', 'c1', 'd1');
    await write(merchants[1], 'a2');
    expect(await pass(bad, good)).toBe(5);
    expect(good.seen.sort()).toEqual(['a1', 'a2', 'a2', 'b1', 'c1', 'd1']);
    expect(bad.seen.sort()).toEqual(['a2', 'a2', 'b1', 'c1', 'd1']);
    expect(await positions()).toMatchObject([{ consumer: 'bad', event: 'a1', state: 'waiting' }]);
  });

  it('holds later ones of its resource for a consumer that keeps the order alone', async () => {
    const bad = consumer('bad', ['a2']);
    const good = consumer('good');
    await write(merchants[0], 'a1', 'a2', 'a3', 'b1');
    await pass(bad, good);
    await write(merchants[0], 'a4', 'b2');
    await pass(bad, good);
    expect(bad.seen.sort()).toEqual(['a1', 'b1', 'b2']);
    expect(good.seen.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect((await positions()).map(({ event, state }) => [event, state])).toEqual([
      ['a2', 'waiting'],
      ['a3', 'held'],
      ['a4', 'held'],
    ]);
    bad.bad.clear();
    bad.seen = [];
    advance(1_000);
    expect(await pass(bad, good)).toBe(3);
    expect([bad.seen, await positions()]).toEqual([['a2', 'a3', 'a4'], []]);
  });

  it('is parked after ten tries, with its error, Error ID and an alert in the log', async () => {
    const bad = consumer('bad', ['a1']);
    await write(merchants[0], 'a1', 'b1');
    await park(bad);
    const [position] = await positions();
    expect(position).toMatchObject({ state: 'parked', attempt_count: 10, event: 'a1' });
    expect(position?.error).toMatch(/^cannot take a1 of /);
    expect(position?.error).not.toContain('4111111111111111');
    const alerts = logged.filter(({ alert }) => alert === 'event_parked');
    const about = { consumer: 'bad', merchant_id: merchants[0], resource_id: 'a', sequence: 1 };
    expect(alerts).toMatchObject([{ ...about, request_id: position?.error_id }]);
    const failure = logged.find(({ request_id, err }) => err && request_id === position?.error_id);
    expect(failure).toMatchObject({ msg: 'an outbox consumer failed', event_count: 1 });
    // It is not tried again by itself, and its merchant goes on.
    bad.bad.clear();
    await write(merchants[0], 'b2');
    advance(day_ms);
    await pass(bad);
    expect(bad.seen).toEqual(['b1', 'b2']);
    const wrong = (await runAudits(world.services.database)).filter(({ rows }) => rows.length > 0);
    expect(wrong.map(({ name }) => name)).toEqual(['i23-events-reach-every-consumer']);
  });

  it('is parked: later ones of its resource wait, and one that is parked too stays', async () => {
    const strict = consumer('strict', ['a1']);
    const loose = consumer('loose', ['a1', 'a2'], { any_order: true });
    await write(merchants[0], 'a1', 'a2');
    await park(strict, loose);
    await write(merchants[0], 'a3');
    await pass(strict, loose);
    expect([strict.seen, loose.seen]).toEqual([[], ['a3']]);
    strict.bad.clear();
    loose.bad.delete('a1');
    await inTransaction(world.system, merchants[0], (tx) =>
      sql`update outbox_retry set state = 'waiting', parked_at = null
        where sequence = 1`.execute(tx),
    );
    await pass(strict, loose);
    await pass(strict, loose);
    expect([strict.seen, loose.seen]).toEqual([
      ['a1', 'a2', 'a3'],
      ['a3', 'a1'],
    ]);
    expect(await positions()).toMatchObject([{ consumer: 'loose', event: 'a2', state: 'parked' }]);
  });

  it('keeps its error without card numbers, also where the text is cut through one', async () => {
    const bad = consumer('bad');
    bad.consume = async () => {
      throw new Error(`${'x'.repeat(490)}4111111111111111`);
    };
    await write(merchants[0], 'a1');
    await pass(bad);
    expect((await positions())[0]?.error).toBe(`${'x'.repeat(490)}411111****`);
  });

  it('is waited for no longer than the consumer may take', async () => {
    const silent = consumer('silent', [], { limit_ms: 20, any_order: true });
    const consume = silent.consume;
    silent.consume = async (context: Context, events) => {
      if (events.some(({ resource_id }) => resource_id === 'a')) await new Promise(() => undefined);
      await consume(context, events);
    };
    const good = consumer('good');
    await write(merchants[0], 'a1', 'b1');
    await pass(silent, good);
    expect([good.seen, silent.seen]).toEqual([['a1', 'b1'], ['b1']]);
    expect(await positions()).toMatchObject([
      { consumer: 'silent', event: 'a1', error: 'the consumer took longer than 20 ms' },
    ]);
  });

  it('says why it failed last, also after a batch that did not reach it', async () => {
    const names = Array.from({ length: 100 }, (_, n) => `a${n + 1}`);
    const down = consumer('down', [...names, 'b1'], { any_order: true });
    await write(merchants[0], 'b1');
    await pass(down);
    const [failed] = await positions();
    expect(failed?.error).toMatch(/^cannot take b1 of /);
    await write(merchants[0], ...names);
    await pass(down);
    // Those before it use up the calls of the batch in which it is due.
    advance(300_000);
    await pass(down);
    expect((await positions()).at(-1)).toEqual(failed);
  });

  it('costs a consumer that is down whole a bounded number of calls', async () => {
    let calls = 0;
    const down = consumer('down', [], { any_order: true });
    down.consume = async () => {
      calls += 1;
      throw new Error('down');
    };
    await write(merchants[0], ...Array.from({ length: 200 }, (_, n) => `a${n + 1}`));
    await pass(down);
    // The call of the whole batch, and single calls for two of its events.
    expect(calls).toBe(3 * 40);
    expect((await positions()).length).toBe(200);
  });
});

describe('a process', () => {
  it('that dies between a consumer and its position loses nothing', async () => {
    const bad = consumer('bad', ['a1']);
    let dead = false;
    const dying = consumer('dying');
    const consume = dying.consume;
    dying.consume = async (context, events) => {
      await consume(context, events);
      if (!dead) await cutIdleTransactions(world.database_url);
      dead = true;
    };
    await write(merchants[0], 'a1', 'b1');
    await expect(pass(dying, bad)).rejects.toThrow();
    expect(await positions()).toEqual([]);
    await pass(dying, bad);
    expect(dying.seen).toEqual(['a1', 'b1', 'a1', 'b1']);
    expect(bad.seen.sort()).toEqual(['b1', 'b1']);
    expect(await positions()).toMatchObject([{ consumer: 'bad', event: 'a1', attempt_count: 1 }]);
  });

  it('beside another counts a try once, and both deliver once', async () => {
    const bad = consumer('bad', ['a1', 'a2'], { any_order: true });
    const good = consumer('good');
    await write(merchants[0], 'a1', 'a2', 'b1');
    const both = () => Promise.all(Array.from({ length: 4 }, () => pass(bad, good)));
    await both();
    expect((await positions()).map(({ attempt_count }) => attempt_count)).toEqual([1, 1]);
    bad.bad.clear();
    advance(1_000);
    await both();
    expect([good.seen.sort(), bad.seen.sort()]).toEqual([
      ['a1', 'a2', 'b1'],
      ['a1', 'a2', 'b1'],
    ]);
    expect(await positions()).toEqual([]);
  });
});

it('an event of which one consumer is not past is kept, however old it is', async () => {
  const bad = consumer('bad', ['a1']);
  await write(merchants[0], 'a1', 'b1');
  await pass(bad);
  advance(31 * day_ms);
  await outboxCleaning.run(world.system, { due_at: world.clock.now() } as JobRow);
  const { rows } = await sql`select resource_id from outbox`.execute(connect(world.system));
  expect(rows).toEqual([{ resource_id: 'a' }]);
  bad.bad.clear();
  await pass(bad);
  expect(bad.seen).toEqual(['b1', 'a1']);
});

it('waits twice as long after each failure, to five minutes, and is parked after the tenth', () => {
  const now_ms = Date.parse('2026-03-01T12:00:00Z');
  const context = { clock: { now: () => new Date(now_ms) } } as Context;
  const event = { id: 'e', resource_id: 'a', sequence: 1 } as OutboxEvent;
  const failed = [{ event, error: 'no', error_id: 'x' }];
  const after = (tries: number) => {
    const delivery = { failed, untried: [] };
    const [one] = positionsOf(context, consumer('c'), delivery, () => tries - 1);
    const seconds = ((one?.next_attempt_at.getTime() ?? 0) - now_ms) / 1_000;
    return `${one?.attempt_count} ${one?.state} ${seconds}`;
  };
  expect(Array.from({ length: 10 }, (_, n) => after(n + 1))).toEqual([
    ...['1 waiting 1', '2 waiting 2', '3 waiting 4', '4 waiting 8', '5 waiting 16'],
    ...['6 waiting 32', '7 waiting 64', '8 waiting 128', '9 waiting 256', '10 parked 300'],
  ]);
});
