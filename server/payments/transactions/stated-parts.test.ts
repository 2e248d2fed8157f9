// Parts of a payment as its caller states them: refused, or split the same way by books and totals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardOf, type MoneyWorld, makeMoneyWorld } from '../../testing/money-world.ts';
import { good_card } from '../../testing/tenants.ts';

let w: MoneyWorld;
beforeAll(async () => {
  w = await makeMoneyWorld();
}, 60_000);
afterAll(async () => {
  await w?.audit();
  await w?.close();
});

const sale = (given: object) =>
  w.post('/transaction', { type: 'sale', ...cardOf(good_card.number), ...given });

describe('a stated part that is larger than the payment', () => {
  it.each([
    ['surcharge', 'Surcharge', { amount: 1_000, surcharge: 1_001 }],
    ['discount', 'Discount Amount', { amount: 1_000, discount_amount: 1_001 }],
    [
      'discount of a base amount',
      'Discount Amount',
      { base_amount: 1_000, discount_amount: 9_999 },
    ],
    ['surcharge of an authorization', 'Surcharge', { type: 'authorize', amount: 5, surcharge: 6 }],
  ])('is refused by name and leaves nothing: %s', async (_what, label, given) => {
    const before = await w.count('transaction');
    const { status, body } = await sale(given);
    expect([status, body.msg]).toEqual([400, `bad request error: invalid ${label}`]);
    expect(await w.count('transaction')).toBe(before);
  });

  it('is taken up to the amount itself', async () => {
    expect((await sale({ amount: 1_000, surcharge: 1_000 })).status).toBe(200);
    expect((await sale({ amount: 1_000, discount_amount: 1_000 })).status).toBe(200);
  });

  it('is taken where it is a tax, and counts neither in totals nor in the books', async () => {
    const order_id = 'taxed-beyond';
    const parts = { tax_amount: 5_000, tip_amount: 100, surcharge: 30 };
    expect((await sale({ amount: 1_000, order_id, ...parts })).status).toBe(200);
    expect((await sale({ amount: 1_000, order_id, tax_amount: 70, tip_amount: 20 })).status).toBe(
      200,
    );
    const search = { order_id: { operator: '=', value: order_id } };
    const counted = { captured_amount: 2_000, tax_amount: 70, tip_amount: 20, surcharge: 0 };
    const live = await w.post('/transaction/search/totals', search);
    expect(live.body.data).toMatchObject(counted);
    await w.world.runner.runDue(w.world.clock.now());
    await w.audit();
  });
});

describe('the parts of a payment of which less is taken', () => {
  const order_id = 'taken-in-part';
  const stated = { surcharge: 301, tip_amount: 150, tax_amount: 77, discount_amount: 25 };
  const totals = async (of: string) => {
    const search = { order_id: { operator: '=', value: of } };
    return (await w.post('/transaction/search/totals', search)).body.data;
  };

  it('count pro rata in totals as in the books, before and after the sums of days', async () => {
    const whole = { type: 'authorize', amount: 10_000, ...stated };
    const { body } = await sale({ ...whole, order_id });
    const path = `/transaction/${body.data.id}/capture`;
    expect((await w.post(path, { amount: 3_333, tax_amount: 50 })).status).toBe(200);
    // 301, 150 and 25 times 0.3333; the tax is what the capture says.
    const taken = { surcharge: 100, tip_amount: 50, tax_amount: 50, discount_amount: 8 };
    expect(await totals(order_id)).toMatchObject({ captured_amount: 3_333, ...taken });
    await w.audit();
    await w.world.runner.runDue(w.world.clock.now());
    await w.audit();
  });

  it('count as stated where all of it is taken', async () => {
    const { body } = await sale({
      type: 'authorize',
      amount: 10_000,
      ...stated,
      order_id: 'whole',
    });
    expect((await w.post(`/transaction/${body.data.id}/capture`, {})).status).toBe(200);
    expect(await totals('whole')).toMatchObject({ captured_amount: 10_000, ...stated });
  });
});
