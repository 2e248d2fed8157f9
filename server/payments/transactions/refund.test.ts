// Refunds: repeated, to the settled total, never beyond; their voids; what the lab refuses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MoneyWorld, makeMoneyWorld } from '../../testing/money-world.ts';

let w: MoneyWorld;
/** Settled sales of 10.00 by number of the test that uses them. */
const settled: string[] = [];
let declining = '';
let cash = '';
let with_parts = '';

beforeAll(async () => {
  w = await makeMoneyWorld();
  for (let n = 0; n < 8; n++) {
    settled.push((await w.pay({ amount: 1000, order_id: `r-${n}` })).id);
  }
  declining = (await w.pay({ amount: 1000 }, '4000000000000010')).id;
  const parts = { tax_amount: 100, tip_amount: 150, surcharge: 30, shipping_amount: 70 };
  with_parts = (await w.pay({ amount: 1003, ...parts })).id;
  cash = (await w.pay({ amount: 500, payment_method: { cash: {} } })).id;
  await w.settle();
  expect((await w.read(settled[0] as string)).status).toBe('settled');
}, 60_000);
afterAll(async () => {
  await w?.audit();
  await w?.close();
});

const give = (id: string, body: object = {}) => w.post(`/transaction/${id}/refund`, body);
const at = (n: number) => settled[n] as string;

describe('a refund', () => {
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
    const stated = await give(with_parts, { amount: 100, surcharge: 31 });
    expect(stated.body.msg).toMatch(/invalid Surcharge$/);
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
    const given = all.filter((one) => one.status === 200);
    expect(given).toHaveLength(6);
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

  it('of something unsettled is refused and names void (Q7)', async () => {
    const { id } = await w.pay();
    const answer = await give(id);
    expect([answer.status, answer.body.msg]).toEqual([
      400,
      'It is not settled yet: void it instead.',
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

  it('of cash is handed back at once', async () => {
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
