// Refunds: repeated, to the settled total, never beyond; their voids; what the lab refuses.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Egress } from '../../../context.ts';
import { entriesOf } from '../../../ledger/balances.ts';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';
import { merchantConfig } from '../../merchant-config.ts';
import type { Closing } from '../../settlement/batches.ts';
import { bookReturns } from '../../settlement/returns.ts';

/** Settled sales of 10.00 by number of the test that uses them. */
const settled: string[] = [];
let declining = '';
let cash = '';
let with_parts = '';
let taxed = '';
let surcharged = '';
let returning = '';
let overtaken = '';
/** Sales like it that stand in its place at the lab. */
const spares: string[] = [];

const w = openMoneyWorld();
beforeAll(async () => {
  for (let n = 0; n < 8; n++) {
    settled.push((await w.pay({ amount: 1000, order_id: `r-${n}` })).id);
  }
  declining = (await w.pay({ amount: 1000 }, '4000000000000010')).id;
  const parts = { tax_amount: 100, tip_amount: 150, surcharge: 30, shipping_amount: 70 };
  with_parts = (await w.pay({ amount: 1003, ...parts })).id;
  taxed = (await w.pay({ amount: 1003, ...parts, order_id: 'taxed' })).id;
  surcharged = (await w.pay({ amount: 1003, ...parts, order_id: 'surcharged' })).id;
  returning = (await w.pay({ amount: 1003, ...parts, order_id: 'returning' })).id;
  overtaken = (await w.pay({ amount: 1003, ...parts, order_id: 'overtaken' })).id;
  for (const order_id of ['spare-1', 'spare-2']) {
    spares.push((await w.pay({ amount: 1003, ...parts, order_id })).id);
  }
  cash = (await w.pay({ amount: 500, payment_method: { cash: {} } })).id;
  await w.settle();
  expect((await w.read(settled[0] as string)).status).toBe('settled');
});

/** What is sent about one sale is sent about another one. */
async function instead(egress: Egress, of: string, other: string): Promise<Egress> {
  const [from, to] = await Promise.all(
    [of, other].map(async (id) => (await w.attempts(id))[0]?.answer as Answer),
  );
  const ids = [from, to].map((answer) => answer?.processor_ref.transaction_id ?? '');
  return {
    exchange: (request) =>
      egress.exchange({ ...request, body: request.body.replaceAll(ids[0] ?? '', ids[1] ?? '') }),
  };
}

interface Answer {
  processor_ref: { transaction_id: string };
}

/** The bank sends a refund's entry back. */
async function comesBack(id: string, to: 'returned' | 'late_return'): Promise<void> {
  const { system } = w.world;
  const { processors } = await merchantConfig(system, w.m1.account.id);
  const processor = processors.find(({ row }) => row.id === w.m1.processors.card);
  const [attempt] = await w.attempts(id);
  const due = system.clock.now();
  const on = due.toISOString().slice(0, 10);
  const closing = { merchant_id: w.m1.account.id, processor, on, due, reference: 'r' } as Closing;
  await bookReturns(system, closing, [{ reference: String(attempt?.id), code: 'R01' }], to);
}

const give = (id: string, body: object = {}) => w.post(`/transaction/${id}/refund`, body);
const at = (n: number) => settled[n] as string;

describe('a refund', () => {
  it('has the address of who asks for it, not that of its sale', async () => {
    const sale = { amount: 500, payment_method: { cash: {} }, ip_address: '203.0.113.9' };
    const { id, ip_address } = await w.pay(sale);
    expect(ip_address).toBe('203.0.113.9');
    const refund = (more: object) => w.post(`/transaction/${id}/refund`, { amount: 100, ...more });
    expect((await refund({})).body.data.ip_address).toBe('');
    const refunded = await refund({ ip_address: '203.0.113.10' });
    expect(refunded.body.data.ip_address).toBe('203.0.113.10');
  });

  it('without an amount gives everything back, as a transaction of its own', async () => {
    const { status, body } = await give(at(0));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      type: 'refund',
      status: 'pending_settlement',
      response: 'approved',
      response_code: 100,
      amount: 1000,
      referenced_transaction_id: at(0),
      payment_method: 'card',
    });
    expect(await w.read(at(0))).toMatchObject({ status: 'refunded', amount_refunded: 1000 });
    const more = await give(at(0), { amount: 1 });
    expect(more.status).toBe(400);
  });

  it('of parts is repeated to the settled total, the last one takes what is left', async () => {
    expect((await give(at(1), { amount: 400 })).body.data.amount).toBe(400);
    expect(await w.read(at(1))).toMatchObject({ status: 'partially_refunded' });
    expect((await give(at(1), { amount: -300 })).body.data.amount).toBe(300);
    expect((await give(at(1), { amount: 301 })).body.msg).toMatch(/invalid Amount$/);
    expect((await give(at(1))).body.data.amount).toBe(300);
    expect(await w.read(at(1))).toMatchObject({ status: 'refunded', amount_refunded: 1000 });
  });

  it('of parts gives every part back exactly', async () => {
    for (const amount of [334, 334]) expect((await give(with_parts, { amount })).status).toBe(200);
    // Neither more than was taken, nor more than the refund itself.
    for (const beyond of [
      { amount: 100, surcharge: 31 },
      { amount: 10, surcharge: 11 },
    ]) {
      expect((await give(with_parts, beyond)).body.msg).toMatch(/invalid Surcharge$/);
    }
    expect((await give(with_parts)).body.data.amount).toBe(335);
    // The ledger of the sale shows its refunds' postings beside its own.
    const path = `/transaction/${w.m1.account.id}/${with_parts}/ledger`;
    const credential = w.tenants.p1.boss.private_key;
    const { body } = await w.world.call('GET', path, { credential });
    const kinds = new Set(body.data.map((one: { posting_kind: string }) => one.posting_kind));
    expect([...kinds]).toEqual(['sale', 'refund']);
    const sums: Record<string, number> = {};
    for (const { account, amount } of body.data) sums[account] = (sums[account] ?? 0) + amount;
    const { processor_receivable, ...parts } = sums;
    expect(Object.values(parts).every((amount) => amount === 0)).toBe(true);
    expect(processor_receivable).toBe(0);
  });

  it('stays within the settled total when twenty arrive together', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => give(at(2), { amount: 150 })));
    const accepted = all.filter((one) => one.status === 200);
    expect(accepted).toHaveLength(6);
    expect(all.filter((one) => one.status === 400)).toHaveLength(14);
    expect(await w.read(at(2))).toMatchObject({
      status: 'partially_refunded',
      amount_refunded: 900,
    });
  });

  it('that the processor declines gives its capacity back', async () => {
    const { status, body } = await give(declining);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'declined', response_code: 200, type: 'refund' });
    expect(await w.read(declining)).toMatchObject({ status: 'settled', amount_refunded: 0 });
    expect((await give(declining)).body.data).toMatchObject({ amount: 1000, response_code: 200 });
  });

  it('that is voided gives its capacity back and the parent returns', async () => {
    const first = (await give(at(3), { amount: 400 })).body.data;
    const second = (await give(at(3), { amount: 600 })).body.data;
    expect((await w.read(at(3))).status).toBe('refunded');
    expect((await w.post(`/transaction/${second.id}/void`)).status).toBe(200);
    expect(await w.read(at(3))).toMatchObject({
      status: 'partially_refunded',
      amount_refunded: 400,
    });
    expect((await w.post(`/transaction/${first.id}/void`)).status).toBe(200);
    expect(await w.read(at(3))).toMatchObject({ status: 'settled', amount_refunded: 0 });
    // The history of the sale tells the refunds from what took them back.
    const history = (await w.get(`/transaction/${at(3)}/events`)).body.data.slice(-4);
    expect(history.map((one: { verb: string }) => one.verb)).toEqual([
      ...['refund', 'refund', 'refund_void', 'refund_void'],
    ]);
    expect((await give(at(3))).body.data.amount).toBe(1000);
  });

  it('with a key happens once, and its bytes are kept', async () => {
    const key = { amount: 250, idempotency_key: 'refund-key' };
    const first = await give(at(4), key);
    const again = await give(at(4), key);
    expect(again.text).toBe(first.text);
    expect((await w.read(at(4))).amount_refunded).toBe(250);
    expect((await give(at(5), key)).status).toBe(400);
    const twin = { amount: 30, idempotency_key: 'refund-twin' };
    const twins = await Promise.all(Array.from({ length: 10 }, () => give(at(4), twin)));
    expect(new Set(twins.map((answer) => answer.text)).size).toBe(1);
    expect((await w.read(at(4))).amount_refunded).toBe(280);
  });

  it('keeps no part of its sale for itself but the surcharge that it states', async () => {
    const refund = (await give(taxed, { amount: 300, surcharge: 10 })).body.data;
    expect(refund).toMatchObject({ amount: 300, base_amount: 300, surcharge: 10 });
    const parts = { tax_amount: 0, tip_amount: 0, shipping_amount: 0, service_fee: 0 };
    expect(await w.read(refund.id)).toMatchObject({ ...parts, discount_amount: 0, duty_amount: 0 });
    expect((await w.read(refund.id)).features).toEqual([]);
    const booked = async (id: string) => {
      const entries = await entriesOf(w.world.system, w.m1.account.id, [id]);
      return Object.fromEntries(entries.map(({ account, amount }) => [account, amount]));
    };
    // The surcharge as stated, the rest of the refund spread over the rest of the sale.
    expect(await booked(refund.id)).toMatchObject({ surcharge_collected: 10, tax_collected: 30 });
    // One that states none returns its share of what is left of it.
    const silent = (await give(taxed, { amount: 103 })).body.data;
    expect(await booked(silent.id)).toMatchObject({ surcharge_collected: 3 });
  });

  it('that was voided gives its surcharge back to be given again', async () => {
    const whole = { amount: 1003, surcharge: 30 };
    const first = (await give(surcharged, whole)).body.data;
    expect(first).toMatchObject({ status: 'pending_settlement', surcharge: 30 });
    expect((await w.post(`/transaction/${first.id}/void`)).status).toBe(200);
    const again = await give(surcharged, whole);
    expect([again.status, again.body.data?.surcharge]).toEqual([200, 30]);
  });

  it('that came back gives amount and surcharge back to be given again', async () => {
    const { egress } = w.world.services;
    for (const to of ['returned', 'late_return'] as const) {
      const refund = (await give(returning, { amount: 1003, surcharge: 30 })).body.data;
      expect(refund).toMatchObject({ status: 'pending_settlement', surcharge: 30 });
      if (to === 'late_return') await w.settle();
      await comesBack(refund.id, to);
      expect((await w.read(refund.id)).status).toBe(to);
      expect(await w.read(returning)).toMatchObject({ status: 'settled', amount_refunded: 0 });
      // The lab does not hear of it: the next one is of another sale there.
      w.world.services.egress = await instead(egress, returning, spares.shift() ?? '');
    }
    const { status, body } = await give(returning, { amount: 1003, surcharge: 30 });
    w.world.services.egress = egress;
    expect([status, body.data?.status]).toEqual([200, 'pending_settlement']);
    expect((await w.read(returning)).status).toBe('refunded');
  });

  it('whose sale comes back before it is answered stands as a credit', async () => {
    const { services } = w.world;
    const { egress } = services;
    services.egress = {
      async exchange(request) {
        const answer = await egress.exchange(request);
        if (request.url.endsWith('/refund')) await comesBack(overtaken, 'late_return');
        return answer;
      },
    };
    const { status, body } = await give(overtaken, { amount: 400 });
    services.egress = egress;
    expect([status, body.data.status]).toEqual([200, 'pending_settlement']);
    expect(await w.read(overtaken)).toMatchObject({ status: 'late_return', amount_refunded: 400 });
    const entries = await entriesOf(w.world.system, w.m1.account.id, [overtaken, body.data.id]);
    const borne = entries.filter(({ account }) => !account.endsWith('_receivable'));
    const sums: Record<string, number> = {};
    for (const { account, amount } of borne) sums[account] = (sums[account] ?? 0) + amount;
    const { credits_given, ...of_sale } = sums;
    expect(credits_given).toBe(400);
    expect(new Set(Object.values(of_sale))).toEqual(new Set([0]));
  });

  it('of something unsettled is refused and names void (Q7)', async () => {
    const { id } = await w.pay();
    const answer = await give(id);
    expect([answer.status, answer.body.msg]).toEqual([
      400,
      'This payment is waiting for settlement. You can void it, but not capture or refund it yet.',
    ]);
  });

  it('of a refund, a credit or a decline is refused', async () => {
    const refund = (await give(at(5), { amount: 1 })).body.data;
    const declined = await w.pay({}, '4000000000000002');
    expect((await give(refund.id)).status).toBe(400);
    expect((await give(declined.id)).status).toBe(400);
  });

  it('of a stranger’s or unknown id is 404', async () => {
    const foreign = await w.post(`/transaction/${at(6)}/refund`, {}, w.tenants.m2);
    expect(foreign.status).toBe(404);
    expect((await give('0123456789abcdefghij')).status).toBe(404);
  });

  it('of cash is given back at once', async () => {
    const { body } = await give(cash, { amount: 200 });
    expect(body.data).toMatchObject({ status: 'settled', payment_type: 'cash', amount: 200 });
    expect(await w.read(cash)).toMatchObject({
      status: 'partially_refunded',
      amount_refunded: 200,
    });
  });

  it('settles with the next batch', async () => {
    const { id } = (await give(at(7), { amount: 100 })).body.data;
    await w.settle();
    expect((await w.read(id)).status).toBe('settled');
    expect((await w.read(at(7))).status).toBe('partially_refunded');
  });
});
