// What leaves for a processor: under an intent that stands already, once, and nothing in between.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Egress, Exchange, ExchangeRequest } from '../context.ts';
import { connect } from '../db/database.ts';
import { cardOf, type MoneyWorld, openMoneyWorld } from '../testing/worlds/money-world.ts';
import { openOwner } from '../testing/worlds/open-world.ts';
import type { Command } from './processors/types.ts';

let real: Egress;
let settled = '';
let untouched = '';
/** Operation and reference of every message, in order. */
let sent: { operation: string; reference: string }[] = [];
/** Messages that had no committed intent, or another one than they say. */
let unfounded: unknown[] = [];
type Line = (request: ExchangeRequest, operation: string) => Promise<Exchange> | undefined;
let line: Line = () => undefined;

const dead = { kind: 'no_answer', reason: 'the line went dead' } as const;
const inquiries = new Set(['inquire', 'close_batch', 'batch_detail']);
const hour = 3_600;

const w = openMoneyWorld();
const owner = openOwner(() => w.world.database_url);
beforeAll(async () => {
  real = w.world.services.egress;
  w.world.services.egress = { exchange };
  settled = (await w.pay({ amount: 50_000 })).id;
  untouched = (await w.pay({ amount: 1_000 })).id;
  await w.settle();
});
beforeEach(() => {
  sent = [];
  line = () => undefined;
  w.world.services.processor_health.clear();
});

/** Looks at the database before a byte leaves: with eyes that see only what is committed. */
async function exchange(request: ExchangeRequest): Promise<Exchange> {
  const operation = request.url.slice(request.url.lastIndexOf('/') + 1);
  const { reference, amount, currency } = JSON.parse(request.body);
  sent.push({ operation, reference });
  if (!inquiries.has(operation)) {
    const intent = await connect(w.world.system)
      .selectFrom('rail_attempt')
      .select(['operation', 'amount', 'currency', 'state'])
      .where('reference', '=', reference)
      .executeTakeFirst();
    const message = { operation, ...(operation !== 'reverse' && { amount, currency }) };
    const wanted = Object.fromEntries(Object.entries(message).filter(([, value]) => value != null));
    const stands =
      intent &&
      Object.entries(wanted).every(([name, value]) => Reflect.get(intent, name) === value);
    if (!stands) unfounded.push({ ...message, reference, intent });
  }
  const quick = { ...request, first_byte_timeout_ms: 500, total_timeout_ms: 1_000 };
  return await (line(quick, operation) ?? real.exchange(quick));
}

const amounts = { amount: 1_000 };
const authorized = async () => (await w.pay({ type: 'authorize', ...amounts })).id as string;
const pending = async () => (await w.pay(amounts)).id as string;
const nothing = async () => '';
const pay = (type: string) => () =>
  w.post('/transaction', { type, ...amounts, ...cardOf('4111111111111111') });
const follow =
  (verb: string, body: object = {}) =>
  (id: string) =>
    w.post(`/transaction/${id}/${verb}`, body);

type Case = [string, () => Promise<string>, (id: string) => ReturnType<MoneyWorld['post']>];
const cases: Case[] = [
  ['sale', nothing, pay('sale')],
  ['authorize', nothing, pay('authorize')],
  ['credit', nothing, pay('credit')],
  ['refund', async () => settled, follow('refund', { amount: 100 })],
  ['capture', authorized, follow('capture', { amount: 400 })],
  ['void', pending, follow('void')],
  ['adjust_tip', pending, follow('tipadjust', { tip: 50 })],
];

describe.each(cases)('%s', (operation, prepare, call) => {
  it('is sent when its intent is committed, under that name and amount', async () => {
    unfounded = [];
    const id = await prepare();
    sent = [];
    expect((await call(id)).status).toBe(200);
    expect(sent.map((one) => one.operation)).toEqual([operation]);
    expect(unfounded).toEqual([]);
  });

  it('without an answer is inquired, and sent under no other name', async () => {
    unfounded = [];
    const id = await prepare();
    sent = [];
    line = (request, now) =>
      now === operation ? real.exchange(request).then(() => dead) : undefined;
    expect((await call(id)).status).toBe(200);
    expect(sent.map((one) => one.operation)).toEqual([operation, 'inquire']);
    expect(unfounded).toEqual([]);
  });
});

describe('a part nobody requested', () => {
  it('is answered as open, not as declined, until its reversal is certain', async () => {
    line = (request, operation) => {
      if (operation === 'reverse') return Promise.resolve(dead);
      if (operation !== 'sale') return undefined;
      // The host approves a part although the request forbids that.
      const body = request.body.replace('"allow_partial":false', '"allow_partial":true');
      return real.exchange({ ...request, body });
    };
    const sale = await w.pay(amounts, '4000000000000051');
    expect(sale).toMatchObject({ status: 'unknown', response: 'unknown', response_code: 0 });
    expect(sent.map((one) => one.operation)).toContain('reverse');
    line = () => undefined;
    await w.advance(hour);
    expect(await w.read(sale.id)).toMatchObject({ status: 'declined', amount_authorized: 0 });
  });
});

describe('a sale that was certainly not processed', () => {
  it('says that it may be repeated, and its key pays once when its window is over', async () => {
    const key = { idempotency_key: 'not-processed', idempotency_time: 2 * hour };
    const body = { type: 'sale', ...amounts, ...key, ...cardOf('4111111111111111') };
    const ask = () => w.post('/transaction', body);
    line = (_request, operation) => (operation === 'sale' ? Promise.resolve(dead) : undefined);
    const first = await ask();
    line = () => undefined;
    await w.advance(hour);
    const ended = await w.read(first.body.data.id);
    expect(ended).toMatchObject({ status: 'declined', response: 'error', response_code: 421 });
    const [attempt] = await w.attempts(ended.id);
    const answer = expect.objectContaining({ retry: 'now', approved_amount: 0 });
    expect(attempt).toMatchObject({ outcome: 'error', response_code: 421, answer });
    // Within its window the key gets the same answer, and nothing is sent.
    sent = [];
    expect((await ask()).text).toBe(first.text);
    expect(sent).toEqual([]);
    await w.advance(2 * hour);
    sent = [];
    const paid = await ask();
    expect(paid.body.data).toMatchObject({ response_code: 100, amount_captured: 1_000 });
    expect((await ask()).text).toBe(paid.text);
    expect(sent.map(({ operation }) => operation)).toEqual(['sale']);
  });
});

describe('an inquiry that is answered with another amount', () => {
  it('is not believed: the next one is', async () => {
    line = (request, operation) => {
      if (operation === 'sale') return real.exchange(request).then(() => dead);
      if (operation !== 'inquire') return undefined;
      return real.exchange(request).then((answer) => {
        if (answer.kind !== 'answered') return answer;
        return { ...answer, body: answer.body.replaceAll(/:1000\b/g, ':1001') };
      });
    };
    const sale = await w.pay(amounts);
    expect(sale).toMatchObject({ status: 'unknown', amount_captured: 0 });
    line = () => undefined;
    await w.advance(hour);
    expect(await w.read(sale.id)).toMatchObject({
      status: 'pending_settlement',
      amount_captured: 1_000,
    });
  });
});

describe('a server that dies while it asks', () => {
  it('leaves an attempt that is inquired in its place', async () => {
    line = (request, operation) => {
      if (operation === 'inquire') return Promise.reject(new Error('killed'));
      return operation === 'sale' ? real.exchange(request).then(() => dead) : undefined;
    };
    const order_id = 'died-asking';
    const sale = { type: 'sale', ...amounts, order_id, ...cardOf('4111111111111111') };
    expect((await w.post('/transaction', sale)).status).toBe(500);
    line = () => undefined;
    await w.advance(hour);
    const { body } = await w.post('/transaction/search', { limit: 1 });
    expect(body.data[0]).toMatchObject({ order_id, status: 'pending_settlement' });
  });
});

describe('a capture that is repeated and answered "busy"', () => {
  it('stays open: the first one may still be on its way', async () => {
    const id = await authorized();
    let captures = 0;
    line = (_request, operation) => {
      if (operation !== 'capture') return undefined;
      captures += 1;
      if (captures > 2) return undefined;
      const busy = { kind: 'answered', status: 429, body: '{}' } as const;
      return Promise.resolve(captures === 1 ? dead : busy);
    };
    expect((await w.post(`/transaction/${id}/capture`)).status).toBe(400);
    await w.advance(hour);
    expect(captures).toBe(3);
    expect(await w.read(id)).toMatchObject({
      status: 'pending_settlement',
      amount_captured: 1_000,
    });
  });
});

describe('a refund under way whose sale comes back', () => {
  it('ends, and leaves the sale what it is', async () => {
    const ach = { routing_number: '000000002', account_number: '123456' };
    const { id } = await w.pay({ amount: 2_000, payment_method: { ach } });
    await w.settle('ach');
    expect((await w.read(id)).status).toBe('settled');
    line = (request, operation) => {
      if (operation === 'inquire') return Promise.resolve(dead);
      return operation === 'refund' ? real.exchange(request).then(() => dead) : undefined;
    };
    const { body } = await w.post(`/transaction/${id}/refund`, { amount: 300 });
    expect(body.data.status).toBe('unknown');
    await w.settle('ach');
    expect((await w.read(id)).status).toBe('late_return');
    line = () => undefined;
    await w.advance(2 * 86_400);
    expect((await w.read(body.data.id)).status).toMatch(/pending_settlement|settled/);
    expect(await w.read(id)).toMatchObject({ status: 'late_return', amount_refunded: 300 });
  });
});

describe('an outcome that cannot be written', () => {
  it('is a 500 once: its key is answered as soon as it is found', async () => {
    await owner.query(`create function broken() returns trigger language plpgsql
      as $$ begin raise exception 'a defect'; end $$;
      create trigger broken before insert on audit_log for each row
      when (new.noun = 'transaction') execute function broken()`);
    const key = { idempotency_key: 'broken', idempotency_time: 86_400 };
    const sale = { type: 'sale', ...amounts, ...key, ...cardOf('4111111111111111') };
    expect((await w.post('/transaction', sale)).status).toBe(500);
    await owner.query('drop function broken cascade');
    await w.advance(hour);
    const { status, body } = await w.post('/transaction', sale);
    expect([status, body.data?.status]).toEqual([200, 'pending_settlement']);
    expect(sent.filter((one) => one.operation === 'sale')).toHaveLength(1);
  });
});

describe('a settled payment', () => {
  it('cannot be voided, captured or given another tip: nothing is sent', async () => {
    for (const verb of ['void', 'capture', 'tipadjust']) {
      const answer = await w.post(`/transaction/${untouched}/${verb}`, { tip: 5 });
      expect([verb, answer.status]).toEqual([verb, 400]);
    }
    expect(sent).toEqual([]);
    expect((await w.read(untouched)).status).toBe('settled');
  });
});

it('leaves no card number open once it has left', async () => {
  const { services } = w.world;
  const { driverOf } = services;
  const commands: Command[] = [];
  services.driverOf = (...args) => {
    const driver = driverOf(...args);
    if (driver?.kind !== 'wire') return driver;
    const encode = (command: Command) => {
      commands.push(command);
      return driver.codec.encode(command);
    };
    return { ...driver, codec: { ...driver.codec, encode } };
  };
  await pending();
  services.driverOf = driverOf;
  const methods = commands.map((one) => ('method' in one ? one.method : null));
  expect(methods).toMatchObject([{ kind: 'card' }]);
  for (const method of methods) {
    expect(() => method && 'sensitive' in method && method.sensitive.open()).toThrow('wiped');
  }
});
