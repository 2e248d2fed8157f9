// The surcharge that refunds state: as much as was taken and not given back, in record and books.
import { beforeAll, describe, expect, it } from 'vitest';
import { surchargeOfRefund } from '../../../../contract/payments/transactions/refund-surcharge.ts';
import { entriesOf } from '../../../ledger/balances.ts';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const sales: string[] = [];
let partly = '';
let captured = '';
let cash = '';

beforeAll(async () => {
  const whole = { amount: 1000, surcharge: 100 };
  for (let n = 0; n < 12; n++) sales.push((await w.pay({ ...whole, order_id: `s-${n}` })).id);
  const half = { amount: 101, surcharge: 90, allow_partial_payment: true };
  partly = (await w.pay(half, '4000000000000051')).id;
  captured = (await w.pay({ type: 'authorize', amount: 1000, surcharge: 900 })).id;
  expect((await w.post(`/transaction/${captured}/capture`, { amount: 100 })).status).toBe(200);
  const taxed = { amount: 1001, tax_amount: 77, payment_method: { cash: {} } };
  cash = (await w.pay(taxed)).id;
  await w.settle();
}, 60_000);

const give = (id: string, body: object = {}) => w.post(`/transaction/${id}/refund`, body);
const too_much = 'bad request error: invalid Surcharge';
const next = () => sales.shift() as string;

async function booked(id: string): Promise<Record<string, number>> {
  const entries = await entriesOf(w.world.system, w.m1.account.id, [id]);
  return Object.fromEntries(entries.map(({ account, amount }) => [account, amount]));
}

describe('a refund that states its surcharge', () => {
  it('is booked as it states it', async () => {
    const { body } = await give(next(), { amount: 500, surcharge: 10 });
    expect(body.data).toMatchObject({ amount: 500, surcharge: 10 });
    expect(await booked(body.data.id)).toMatchObject({ surcharge_collected: 10, sales: 490 });
  });

  it('gives back its share where it states 0, which is as absent', async () => {
    const { body } = await give(next(), { amount: 500, surcharge: 0 });
    const parts = await booked(body.data.id);
    expect([parts.surcharge_collected, parts.sales]).toEqual([50, 450]);
  });

  it('is shown as it is booked where it takes all that is left', async () => {
    const { body } = await give(next(), { amount: 1000, surcharge: 10 });
    expect(await booked(body.data.id)).toMatchObject({ surcharge_collected: 100, sales: 900 });
    expect(body.data).toMatchObject({ surcharge: 100 });
    expect(await w.read(body.data.id)).toMatchObject({ surcharge: 100 });
  });

  it('is shown as it is booked where the goods are worth less than the rest', async () => {
    const { body } = await give(next(), { amount: 950, surcharge: 10 });
    expect(await booked(body.data.id)).toMatchObject({ surcharge_collected: 50, sales: 900 });
    expect(body.data).toMatchObject({ surcharge: 50 });
    expect(await w.read(body.data.id)).toMatchObject({ surcharge: 50 });
  });

  it('gives back no more than was taken of a sale approved in part', async () => {
    const { amount_captured } = await w.read(partly);
    expect(amount_captured).toBe(50);
    const beyond = await give(partly, { surcharge: 50 });
    expect([beyond.status, beyond.body.msg]).toEqual([400, too_much]);
    const { body } = await give(partly, { surcharge: 45 });
    expect(body.data).toMatchObject({ amount: 50, surcharge: 45 });
    expect(await booked(body.data.id)).toMatchObject({ surcharge_collected: 45 });
  });

  it('gives back no more than was captured', async () => {
    const beyond = await give(captured, { amount: 100, surcharge: 91 });
    expect([beyond.status, beyond.body.msg]).toEqual([400, too_much]);
    const { body } = await give(captured, { amount: 100, surcharge: 90 });
    expect(await booked(body.data.id)).toMatchObject({ surcharge_collected: 90, sales: 10 });
  });

  it('gives back no more than its own amount', async () => {
    const beyond = await give(next(), { amount: 50, surcharge: 51 });
    expect([beyond.status, beyond.body.msg]).toEqual([400, too_much]);
  });

  it('gives back no more than refunds before left, also those that stated none', async () => {
    const id = next();
    expect((await give(id, { amount: 900 })).status).toBe(200);
    const beyond = await give(id, { amount: 100, surcharge: 11 });
    expect([beyond.status, beyond.body.msg]).toEqual([400, too_much]);
    const { body } = await give(id, { amount: 100, surcharge: 10 });
    expect(await booked(body.data.id)).toMatchObject({ surcharge_collected: 10, sales: 90 });
  });

  it('stands in line with others at once', async () => {
    const id = next();
    const input = { amount: 100, surcharge: 60 };
    const all = await Promise.all(Array.from({ length: 4 }, () => give(id, input)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });
});

/** Gives a part back as the panel does: with its share of the surcharge, by the record. */
async function giveShare(id: string, amount: number) {
  return await give(id, { amount, surcharge: surchargeOfRefund(await w.read(id), amount) });
}

/** A refund whose answer is lost. */
async function lose(id: string, body: object): Promise<void> {
  const { services } = w.world;
  const { egress } = services;
  services.egress = { exchange: async () => ({ kind: 'no_answer', reason: 'dead' }) };
  const lost = await give(id, body);
  services.egress = egress;
  services.processor_health.clear();
  expect(lost.body.data.status).toBe('unknown');
}

describe('a refund with its share of the surcharge', () => {
  it('gives back what refunds left that stated more than theirs', async () => {
    const id = next();
    expect((await give(id, { amount: 500, surcharge: 80 })).status).toBe(200);
    const given = [];
    for (const amount of [250, 150, 100]) {
      const { status, body } = await giveShare(id, amount);
      const parts = status === 200 ? await booked(body.data.id) : {};
      given.push([status, body.data?.surcharge, parts.surcharge_collected]);
    }
    expect(given).toEqual([
      [200, 20, 20],
      [200, 0, undefined],
      [200, 0, undefined],
    ]);
    expect((await w.read(id)).status).toBe('refunded');
  });

  it('gives back what an open refund leaves', async () => {
    const id = next();
    await lose(id, { amount: 300, surcharge: 90 });
    const { status, body } = await giveShare(id, 400);
    expect([status, body.data?.surcharge]).toEqual([200, 10]);
  });
});

describe('a refund that states no surcharge', () => {
  it('leaves an open refund the surcharge that it states', async () => {
    const id = next();
    await lose(id, { amount: 300, surcharge: 90 });
    const { body } = await give(id, { amount: 400 });
    expect(await booked(body.data.id)).toMatchObject({ surcharge_collected: 10, sales: 390 });
  });
});

describe('a refund without an amount', () => {
  it('takes what refunds that are still open leave', async () => {
    const id = next();
    await lose(id, { amount: 300, surcharge: 90 });
    // What it states is held as well.
    expect((await give(id, { amount: 100, surcharge: 11 })).body.msg).toBe(too_much);
    const { status, body } = await give(id);
    expect([status, body.data?.amount]).toEqual([200, 700]);
  });
});

describe('refunds of taxed cash', () => {
  it('give every cent of every part back once, whatever their amounts', async () => {
    const sums: Record<string, number> = {};
    for (const amount of [333, 335, 333]) {
      const { body } = await give(cash, { amount });
      for (const [account, moved] of Object.entries(await booked(body.data.id))) {
        sums[account] = (sums[account] ?? 0) + moved;
      }
    }
    expect(sums).toMatchObject({ tax_collected: 77, sales: 924 });
  });
});
