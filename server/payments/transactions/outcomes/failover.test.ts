// A processor that is away: its circuit opens, and what certainly was not sent goes to another one.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Egress, Exchange } from '../../../context.ts';
import { connect, inTransaction } from '../../../db/database.ts';
import { good_card } from '../../../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../../../testing/worlds/money-world.ts';
import { asOwner } from '../../../testing/worlds/open-world.ts';
import { concurrency_limit } from '../../concurrency-limit.ts';
import { invalidateMerchant } from '../../merchant-config.ts';
import { recoveryJobs } from '../../recovery/recovery.ts';

let real: Egress;
let spare = '';
/** What a message to a station meets, by processor id; the others go through. */
let faults: Record<string, Exchange | 'throw'> = {};
/** Processor ids in the order in which messages left. */
let sent: string[] = [];
const refused: Exchange = { kind: 'not_sent', reason: 'connect ECONNREFUSED' };

const w = openMoneyWorld({ jobs: recoveryJobs });
beforeAll(async () => {
  real = w.world.services.egress;
  w.world.services.egress = {
    async exchange(request) {
      const station = JSON.parse(request.body).credentials?.station ?? '';
      if (station === '') return await real.exchange(request);
      sent.push(station);
      const fault = faults[station];
      if (fault === 'throw') throw new Error('killed');
      return fault ?? (await real.exchange(request));
    },
  };
  spare = await w.addProcessor();
});
beforeEach(async () => {
  faults = {};
  sent = [];
  w.world.services.processor_health.clear();
  await w.changeProcessor(spare, { status: 'active', payment_adj_value: 0, tag: '' });
});

const first = () => w.m1.processors.card;
const pay = (overrides: object = {}) => w.pay({ amount: 1_500, ...overrides });

describe('a payment whose processor cannot be reached', () => {
  it('goes to the next one under a reference of its own, both attempts on record', async () => {
    faults[first()] = refused;
    const sale = await pay();
    expect(sale).toMatchObject({
      status: 'pending_settlement',
      processor_id: spare,
      processor_name: 'Spare',
      response_body: { card: { processor_id: spare } },
    });
    expect(sent).toEqual([first(), spare]);
    const [failed, approved] = await w.attempts(sale.id);
    expect(failed).toMatchObject({ state: 'failed_before_send', response_code: 421 });
    expect(approved).toMatchObject({ state: 'answered', outcome: 'approved', processor_id: spare });
    expect(approved?.reference).not.toBe(failed?.reference);
    const { detail } = await connect(w.world.system)
      .selectFrom('transaction')
      .select('detail')
      .where('id', '=', sale.id)
      .executeTakeFirstOrThrow();
    expect(detail).toMatchObject({
      failover: [{ from: first(), to: spare, why: 'connect ECONNREFUSED' }],
    });
    const voided = await w.post(`/transaction/${sale.id}/void`);
    expect([voided.status, sent.at(-1)]).toEqual([200, spare]);
  });

  it('gives back what it took of the first one’s limit', async () => {
    await w.advance(86_400);
    await w.changeProcessor(first(), { max_daily: 2_000 });
    faults[first()] = refused;
    expect((await pay()).processor_id).toBe(spare);
    faults = {};
    expect(await pay()).toMatchObject({ processor_id: first(), response_code: 100 });
    expect(await pay()).toMatchObject({ response_code: 300 });
    await w.changeProcessor(first(), { max_daily: 0 });
  });

  it('takes once from the limit of the merchant, wherever it goes', async () => {
    await w.advance(86_400);
    const { system } = w.world;
    const limitMerchant = async (daily: number) => {
      const limits = JSON.stringify({ sale: { daily } });
      await inTransaction(system, w.m1.account.id, (tx) =>
        tx.updateTable('merchant').set({ limits }).execute(),
      );
      invalidateMerchant(system, w.m1.account.id);
    };
    await limitMerchant(2_000);
    faults[first()] = refused;
    expect(await pay()).toMatchObject({ processor_id: spare, response_code: 100 });
    expect(await pay({ amount: 501 })).toMatchObject({ response_code: 300 });
    expect(await pay({ amount: 500 })).toMatchObject({ response_code: 100 });
    await limitMerchant(0);
  });

  it('keeps its key: repeated, it is the same payment', async () => {
    faults[first()] = refused;
    const body = { type: 'sale', amount: 1_510, idempotency_key: 'moved' };
    const ask = () => w.post('/transaction', { ...body, ...cardOf(good_card.number) });
    const one = await ask();
    expect((await ask()).text).toBe(one.text);
    expect(one.body.data.processor_id).toBe(spare);
  });

  it.each([
    ['the caller named it', { processor_id: 'first' }, {}],
    ['the other one is disabled', {}, { status: 'disabled' }],
    ['the other one is kept for a purpose', {}, { tag: 'debitfallback' }],
    ['the payer would pay another price', {}, { payment_adj_type: 'flat', payment_adj_value: 50 }],
    ['the other one may not take that much', {}, { limits: '{"sale":{"single":100}}' }],
    ['the other one has another currency', {}, { supported_currencies: '["cad"]' }],
  ])('is declined where %s', async (_why, input, other) => {
    faults[first()] = refused;
    await w.changeProcessor(spare, { status: 'active', ...other });
    const named = 'processor_id' in input ? { processor_id: first() } : {};
    const sale = await pay(named);
    expect(sale).toMatchObject({ status: 'declined', response_code: 421, processor_id: first() });
    expect(sent).toEqual([first()]);
    const supported_currencies = '["usd"]';
    await w.changeProcessor(spare, { payment_adj_type: '', limits: '{}', supported_currencies });
  });

  it('stays where the other adds as many percent as the first adds cents', async () => {
    const same = { payment_adj_type: 'flat', payment_adj_value: 50 };
    await w.changeProcessor(first(), same);
    faults[first()] = refused;
    for (const payment_adj_type of ['percentage', '']) {
      await w.changeProcessor(spare, { ...same, payment_adj_type });
      expect(await pay()).toMatchObject({ response_code: 421, processor_id: first() });
      expect(sent).not.toContain(spare);
    }
    await w.changeProcessor(spare, same);
    expect(await pay()).toMatchObject({ response_code: 100, processor_id: spare });
    const none = { payment_adj_type: '', payment_adj_value: 0 };
    for (const id of [first(), spare]) await w.changeProcessor(id, none);
  });

  it('goes to no third one once the second has answered', async () => {
    const third = await w.addProcessor();
    faults[first()] = refused;
    expect(await pay()).toMatchObject({ status: 'pending_settlement', processor_id: spare });
    expect(sent).toEqual([first(), spare]);
    await w.changeProcessor(third, { status: 'disabled' });
  });

  it('never goes elsewhere once a byte may have left', async () => {
    faults[first()] = { kind: 'no_answer', reason: 'socket hang up' };
    const sale = await pay();
    expect(sale).toMatchObject({ status: 'unknown', processor_id: first() });
    expect(sent).not.toContain(spare);
    faults = {};
    await w.advance(3_600);
    expect((await w.read(sale.id)).status).toBe('declined');
  });

  it('never goes elsewhere after an answer, be it 503', async () => {
    faults[first()] = { kind: 'answered', status: 503, body: '{"processed":false,"error":{}}' };
    expect(await pay()).toMatchObject({ status: 'declined', processor_id: first() });
    expect(sent).not.toContain(spare);
  });

  it('is left to recovery where the way to the second cannot be written down', async () => {
    const table = 'alter table rail_attempt';
    const only = `check (processor_id <> '${spare}' or amount <> 1530)`;
    await asOwner(w.world.database_url, `${table} add constraint not_there ${only} not valid`);
    faults[first()] = refused;
    const body = { type: 'sale', amount: 1_530, ...cardOf(good_card.number) };
    expect((await w.post('/transaction', body)).status).toBe(500);
    expect(sent).toEqual([first()]);
    const newest = async () => (await w.post('/transaction/search', { limit: 1 })).body.data[0];
    expect(await newest()).toMatchObject({ status: 'pending', amount: 1_530 });
    await asOwner(w.world.database_url, `${table} drop constraint not_there`);
    faults = {};
    await w.advance(3_600);
    expect(await newest()).toMatchObject({ status: 'declined', processor_id: first() });
  });

  it('that dies on its way to the second is found by recovery, charged once or not', async () => {
    faults[first()] = refused;
    faults[spare] = 'throw';
    const body = { type: 'sale', amount: 1_520, ...cardOf(good_card.number) };
    expect((await w.post('/transaction', body)).status).toBe(500);
    faults = {};
    await w.advance(3_600);
    const found = await w.post('/transaction/search', { limit: 1 });
    expect(found.body.data[0]).toMatchObject({ status: 'declined', processor_id: spare });
  });
});

describe('the circuit of a processor', () => {
  it('opens after five failures; nothing is sent to it then, payments go elsewhere', async () => {
    faults[first()] = refused;
    for (let n = 0; n < 5; n++) await pay();
    sent = [];
    faults = {};
    const sale = await pay();
    expect([sale.processor_id, sent]).toEqual([spare, [spare]]);
    const named = await pay({ processor_id: first() });
    expect(named).toMatchObject({ status: 'declined', response_code: 421 });
    expect(sent).toEqual([spare]);
  });

  it('opens after five answers of 5xx, too', async () => {
    faults[first()] = { kind: 'answered', status: 503, body: '{"processed":false,"error":{}}' };
    for (let n = 0; n < 5; n++) await pay();
    sent = [];
    expect((await pay()).processor_id).toBe(spare);
    expect(sent).toEqual([spare]);
  });

  it('closes with an inquiry that is answered', async () => {
    const dead: Exchange = { kind: 'no_answer', reason: 'the line is dead' };
    faults[first()] = dead;
    const lost = await pay();
    await pay();
    faults = {};
    expect((await pay()).processor_id).toBe(spare);
    await w.advance(3_600);
    expect((await w.read(lost.id)).status).toBe('declined');
    expect((await pay()).processor_id).toBe(first());
  });
});

describe('a processor that is busy', () => {
  it('has each slot back after its request', async () => {
    const before = { ...concurrency_limit };
    Object.assign(concurrency_limit, { at_once: 2, wait_ms: 50 });
    for (let n = 0; n < 4; n++) {
      expect(await pay({ processor_id: first() })).toMatchObject({ response_code: 100 });
    }
    Object.assign(concurrency_limit, before);
  });

  it('takes so many requests at once; the next one is declined for certain', async () => {
    const before = { ...concurrency_limit };
    Object.assign(concurrency_limit, { at_once: 2, wait_ms: 50 });
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    const passing = w.world.services.egress;
    let on_their_way = 0;
    w.world.services.egress = {
      async exchange(request) {
        on_their_way += 1;
        await held;
        return await passing.exchange(request);
      },
    };
    const slow = [pay({ processor_id: first() }), pay({ processor_id: first() })];
    await expect.poll(() => on_their_way).toBe(2);
    const third = await pay({ processor_id: first() });
    expect(third).toMatchObject({ status: 'declined', response_code: 421 });
    free();
    const done = await Promise.all(slow);
    expect(done.map((one) => one.status)).toEqual(Array(2).fill('pending_settlement'));
    expect(sent.length).toBe(2);
    w.world.services.egress = passing;
    Object.assign(concurrency_limit, before);
  });
});
