// Limits of a processor record and of a merchant: one payment, the day, the month; kept when
// payments come at once.
import { beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { good_card } from '../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../testing/worlds/money-world.ts';
import { localDay, startOf } from './days.ts';
import { invalidateMerchant } from './merchant-config.ts';
import { recoveryJobs } from './recovery/recovery.ts';

const day = 86_400;

const w = openMoneyWorld({ jobs: recoveryJobs });
beforeEach(async () => {
  await limit({});
  await limitMerchant({});
  // Every test has a month of its own.
  await w.advance(32 * day);
});

async function limit(limits_input: { max_daily?: number; max_monthly?: number; limits?: object }) {
  const { max_daily = 0, max_monthly = 0, limits = {} } = limits_input;
  const { system } = w.world;
  const changes = { max_daily, max_monthly, limits: JSON.stringify(limits) };
  const { id } = w.m1.account;
  await inTransaction(system, id, (tx) =>
    tx.updateTable('processor').set(changes).where('id', '=', w.m1.processors.card).execute(),
  );
  invalidateMerchant(system, id);
}

/** As whoever boards the merchant sets them, and as every server knows them a second later. */
async function limitMerchant(sale: object, credit: object = {}) {
  const none = { single: 0, daily: 0, monthly: 0 };
  const limits = { sale: { ...none, ...sale }, credit: { ...none, ...credit } };
  const { id } = w.m1.account;
  const credential = w.tenants.admin.boss.private_key;
  const { status } = await w.world.call('POST', `/merchant/${id}`, {
    credential,
    body: { limits },
  });
  expect(status).toBe(200);
  invalidateMerchant(w.world.system, id);
}

const over = { status: 'declined', response: 'declined', response_code: 300 };
const approved = { response_code: 100 };
const pay = (amount: number, overrides: object = {}, number = good_card.number) =>
  w.pay({ amount, ...overrides }, number);

describe('a limit', () => {
  it('of one payment declines what is above it, and sends nothing', async () => {
    await limit({ limits: { sale: { single: 1_000 } } });
    const declined = await pay(1_001);
    expect(declined).toMatchObject(over);
    expect(await w.attempts(declined.id)).toEqual([]);
    expect(await pay(1_000)).toMatchObject(approved);
  });

  it('of the day counts sales and authorizations of that day, and no others', async () => {
    await limit({ max_daily: 1_000 });
    expect(await pay(600)).toMatchObject(approved);
    expect(await pay(300, { type: 'authorize' })).toMatchObject(approved);
    expect(await pay(101)).toMatchObject(over);
    expect(await pay(5_000, { type: 'credit' })).toMatchObject(approved);
    expect(await pay(100)).toMatchObject(approved);
    await w.advance(day);
    expect(await pay(1_000)).toMatchObject(approved);
  });

  it('of the month goes on counting over its days', async () => {
    // The first of a month, so that the next day is of the same one.
    const now = w.world.clock.now();
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12);
    await w.advance(Math.ceil((first - now.getTime()) / 1_000));
    await limit({ max_monthly: 1_000 });
    expect(await pay(700)).toMatchObject(approved);
    await w.advance(day);
    expect(await pay(301)).toMatchObject(over);
    expect(await pay(300)).toMatchObject(approved);
  });

  it('counts what was taken before it was set', async () => {
    expect(await pay(800)).toMatchObject(approved);
    await limit({ limits: { sale: { daily: 1_000 } } });
    expect(await pay(201)).toMatchObject(over);
    expect(await pay(200)).toMatchObject(approved);
  });

  it.each([
    ['day', 10, 0, true],
    ['day', 10, 999, true],
    ['day', 10, -1, false],
    ['month', 7, 0, true],
    ['month', 7, 999, true],
    ['month', 7, -1, false],
  ] as const)('of the %s begins with its first instant', async (span, length, ms, counts) => {
    const timezone = 'America/New_York';
    await w.changeProcessor(w.m1.processors.card, { timezone });
    const { id } = await pay(800);
    const today = localDay(w.world.clock.now(), timezone);
    const created_at = new Date(startOf(today.slice(0, length), timezone).getTime() + ms);
    await inTransaction(w.world.system, w.m1.account.id, (tx) =>
      tx.updateTable('transaction').set({ created_at }).where('id', '=', id).execute(),
    );
    await limit(span === 'day' ? { max_daily: 1_000 } : { max_monthly: 1_000 });
    expect(await pay(201)).toMatchObject(counts ? over : approved);
    await w.changeProcessor(w.m1.processors.card, { timezone: 'UTC' });
  });

  it('is counted for each currency by itself, in its own minor units', async () => {
    const supported_currencies = JSON.stringify(['usd', 'jpy']);
    await w.changeProcessor(w.m1.processors.card, { supported_currencies });
    await limit({ max_daily: 1_000 });
    await limitMerchant({ daily: 2_000 });
    expect(await pay(1_000)).toMatchObject(approved);
    expect(await pay(1_001, { currency: 'jpy' })).toMatchObject(over);
    expect(await pay(1_000, { currency: 'jpy' })).toMatchObject(approved);
    expect(await pay(1, { currency: 'jpy' })).toMatchObject(over);
    expect(await pay(1)).toMatchObject(over);
  });

  it('counts the holds from before it was set, and not those that were declined', async () => {
    expect(await pay(500, { type: 'authorize' })).toMatchObject(approved);
    expect(await pay(400, {}, '4000000000000002')).toMatchObject({ status: 'declined' });
    await limit({ limits: { sale: { daily: 1_000 } } });
    expect(await pay(501)).toMatchObject(over);
    expect(await pay(500)).toMatchObject(approved);
  });

  it('gets back what was declined, and the part that was not approved', async () => {
    await limit({ max_daily: 1_000 });
    expect(await pay(900, {}, '4000000000000002')).toMatchObject({ status: 'declined' });
    const part = await pay(900, { allow_partial_payment: true }, '4000000000000051');
    expect(part).toMatchObject({ amount_captured: 450 });
    expect(await pay(551)).toMatchObject(over);
    expect(await pay(550)).toMatchObject(approved);
  });

  it('of credits is their own', async () => {
    await limit({ limits: { credit: { daily: 500 } } });
    expect(await pay(501, { type: 'credit' })).toMatchObject(over);
    expect(await pay(500, { type: 'credit' })).toMatchObject(approved);
    expect(await pay(9_000)).toMatchObject(approved);
  });

  it('is kept by payments that come at the same moment', async () => {
    await limit({ max_daily: 1_000 });
    const all = await Promise.all(Array.from({ length: 12 }, () => pay(300)));
    expect(all.filter((one) => one.response_code === 100).length).toBe(3);
    expect(all.filter((one) => one.response_code === 300).length).toBe(9);
  });

  it('tells a repeated key the same', async () => {
    await limit({ max_daily: 1_000 });
    const body = { type: 'sale', amount: 1_001, idempotency_key: 'over' };
    const ask = () => w.post('/transaction', { ...body, ...cardOf(good_card.number) });
    const first = await ask();
    expect(first.body.data).toMatchObject(over);
    expect((await ask()).text).toBe(first.text);
  });

  it('is taken from once by requests of one key at once', async () => {
    await limit({ max_daily: 1_000 });
    const body = { type: 'sale', amount: 300, idempotency_key: 'at-once' };
    const ask = () => w.post('/transaction', { ...body, ...cardOf(good_card.number) });
    const all = await Promise.all(Array.from({ length: 8 }, ask));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect(await pay(700)).toMatchObject(approved);
    expect(await pay(1)).toMatchObject(over);
  });

  it('declines requests of one key at once as one', async () => {
    await limit({ limits: { sale: { single: 100 } } });
    const before = await w.count('transaction');
    const body = { type: 'sale', amount: 300, idempotency_key: 'declined-at-once' };
    const ask = () => w.post('/transaction', { ...body, ...cardOf(good_card.number) });
    const all = await Promise.all(Array.from({ length: 8 }, ask));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect(await w.count('transaction')).toBe(before + 1);
  });
});

describe('a limit of the merchant', () => {
  const by_ach = {
    payment_method: {
      ach: {
        routing_number: '021000021',
        account_number: '4242424242',
        account_type: 'checking',
        sec_code: 'ppd',
      },
    },
  };

  it('of one payment declines what is above it, and says whose it is', async () => {
    await limitMerchant({ single: 1_000 });
    const declined = await pay(1_001);
    expect(declined).toMatchObject(over);
    expect(declined.response_body.card.processor_response_text).toContain('of this merchant');
    expect(await pay(1_000)).toMatchObject(approved);
  });

  it('of one payment holds for a sale with its tip, and what is above it is not sent', async () => {
    const { id } = await pay(1_000);
    const tip = (tip_amount: number) => w.post(`/transaction/${id}/tipadjust`, { tip: tip_amount });
    await limitMerchant({ single: 1_200 });
    const refused = await tip(201);
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'The limit of this merchant is reached, so nothing was sent.',
    ]);
    expect(await w.attempts(id)).toHaveLength(1);
    expect((await tip(200)).body.data).toMatchObject({ amount: 1_200, tip_amount: 200 });
    // A tip that becomes smaller is taken under any limit.
    await limitMerchant({ single: 500 });
    expect((await tip(100)).body.data).toMatchObject({ amount: 1_100 });
    // What counts of a sale that was approved in part is what was taken.
    await limitMerchant({});
    const part = await pay(900, { allow_partial_payment: true }, '4000000000000051');
    await limitMerchant({ single: 500 });
    const more = await w.post(`/transaction/${part.id}/tipadjust`, { tip: 51 });
    expect(more.body.msg).toContain('of this merchant');
    await limitMerchant({});
    await limit({ limits: { sale: { single: 1_100 } } });
    expect((await tip(101)).body.msg).toContain('of this processor');
  });

  it('of the day counts what all its processors take, also before it was set', async () => {
    expect(await pay(400)).toMatchObject(approved);
    await limitMerchant({ daily: 1_000 });
    const ach = await w.post('/transaction', { type: 'sale', amount: 500, ...by_ach });
    expect(ach.body.data).toMatchObject({ processor_id: w.m1.processors.ach, ...approved });
    expect(await pay(101)).toMatchObject(over);
    expect(await pay(100)).toMatchObject(approved);
    await w.advance(day);
    expect(await pay(1_000)).toMatchObject(approved);
  });

  it('that was off for a while counts what was taken meanwhile', async () => {
    await limitMerchant({ daily: 1_000, monthly: 5_000 });
    expect(await pay(100)).toMatchObject(approved);
    await limitMerchant({});
    expect(await pay(850)).toMatchObject(approved);
    expect(await pay(600, { allow_partial_payment: true }, '4000000000000051')).toMatchObject({
      amount_authorized: 300,
    });
    await limitMerchant({ daily: 1_300, monthly: 5_000 });
    expect(await pay(51)).toMatchObject(over);
    expect(await pay(50)).toMatchObject(approved);
    await limitMerchant({});
    const path = `/merchant/${w.m1.account.id}/processor/${w.m1.processors.card}`;
    const credential = w.tenants.admin.boss.private_key;
    const limitProcessor = async (max_daily: number) => {
      const changed = await w.world.call('POST', path, { credential, body: { max_daily } });
      expect(changed.status, changed.text).toBe(200);
    };
    await limitProcessor(5_000);
    expect(await pay(250)).toMatchObject(approved);
    await limitProcessor(0);
    expect(await pay(400)).toMatchObject(approved);
    await limitProcessor(2_000);
    expect(await pay(51)).toMatchObject(over);
    expect(await pay(50)).toMatchObject(approved);
  });

  it('stands beside that of a processor: neither takes where the other has no room', async () => {
    await limit({ max_daily: 500 });
    await limitMerchant({ daily: 1_000 });
    expect(await pay(501)).toMatchObject(over);
    expect(await pay(500)).toMatchObject(approved);
    expect(await pay(1)).toMatchObject(over);
    const ach = await w.post('/transaction', { type: 'sale', amount: 500, ...by_ach });
    expect(ach.body.data).toMatchObject(approved);
  });

  it('gets back what was declined, and has one of its own for credits', async () => {
    await limitMerchant({ daily: 1_000 }, { monthly: 200 });
    expect(await pay(900, {}, '4000000000000002')).toMatchObject({ status: 'declined' });
    expect(await pay(1_000)).toMatchObject(approved);
    expect(await pay(201, { type: 'credit' })).toMatchObject(over);
    expect(await pay(200, { type: 'credit' })).toMatchObject(approved);
  });

  it('is kept by payments that come at the same moment', async () => {
    await limitMerchant({ monthly: 1_000 });
    const all = await Promise.all(Array.from({ length: 12 }, () => pay(300)));
    expect(all.filter((one) => one.response_code === 100).length).toBe(3);
    expect(all.filter((one) => one.response_code === 300).length).toBe(9);
  });
});
