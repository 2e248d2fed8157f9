// What leaves for a processor: under an intent that stands already, once, and nothing in between.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Egress, Exchange, ExchangeRequest } from '../context.ts';
import { connect } from '../db/database.ts';
import { cardOf, type MoneyWorld, makeMoneyWorld } from '../testing/money-world.ts';
import { resetGates } from './transport.ts';

let w: MoneyWorld;
let real: Egress;
let settled = '';
/** Operation and reference of every message, in order. */
let sent: { operation: string; reference: string }[] = [];
/** Messages that had no committed intent, or another one than they say. */
let unfounded: unknown[] = [];
type Line = (request: ExchangeRequest, operation: string) => Promise<Exchange> | undefined;
let line: Line = () => undefined;

const dead = { kind: 'no_answer', reason: 'the line went dead' } as const;
const inquiries = new Set(['inquire', 'close_batch', 'batch_detail']);
const hour = 3_600;

beforeAll(async () => {
  w = await makeMoneyWorld();
  real = w.world.services.egress;
  w.world.services.egress = { exchange };
  settled = (await w.pay({ amount: 50_000 })).id;
  await w.settle();
}, 60_000);
beforeEach(() => {
  sent = [];
  line = () => undefined;
  resetGates(w.world.services);
});
afterAll(async () => {
  await w?.audit();
  await w?.close();
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
    const said = { operation, ...(operation !== 'reverse' && { amount, currency }) };
    const wanted = Object.fromEntries(Object.entries(said).filter(([, value]) => value != null));
    const stands =
      intent &&
      Object.entries(wanted).every(([name, value]) => Reflect.get(intent, name) === value);
    if (!stands) unfounded.push({ ...said, reference, intent });
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

  it('without an answer is asked about, and sent under no other name', async () => {
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

describe('a part nobody asked for', () => {
  it('is told as open, not as declined, until its reversal is certain', async () => {
    line = (request, operation) => {
      if (operation === 'reverse') return Promise.resolve(dead);
      if (operation !== 'sale') return undefined;
      // The host approves a part although it was told not to.
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

describe('a settled payment', () => {
  it('cannot be voided, captured or given another tip: nothing is sent', async () => {
    for (const verb of ['void', 'capture', 'tipadjust']) {
      const answer = await w.post(`/transaction/${settled}/${verb}`, { tip: 5 });
      expect([verb, answer.status]).toEqual([verb, 400]);
    }
    expect(sent).toEqual([]);
    expect((await w.read(settled)).status).toMatch(/settled|partially_refunded/);
  });
});
