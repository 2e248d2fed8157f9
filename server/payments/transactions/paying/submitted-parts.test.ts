// Parts of a payment as its caller states them: refused, or split the same way by books and totals.
import { describe, expect, it } from 'vitest';
import { good_card } from '../../../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();

const sale = (overrides: object) =>
  w.post('/transaction', { type: 'sale', ...cardOf(good_card.number), ...overrides });

const passed = { amount: 1_000, base_amount: 1_000 };
const fee = (value: number) => ({ payment_adjustment: { type: 'flat', value } });

describe('a stated part that is larger than the payment', () => {
  it.each([
    ['tip', 'Tip Amount', { amount: 1_000, tip_amount: 1_001 }],
    ['tip of a credit', 'Tip Amount', { type: 'credit', amount: 1_000, tip_amount: 1_001 }],
    ['shipping', 'Shipping Amount', { amount: 1_000, shipping_amount: 1_001 }],
    ['shipping of a base amount', 'Shipping Amount', { base_amount: 10, shipping_amount: 9_999 }],
    ['duty', 'Duty Amount', { amount: 1_000, duty_amount: 1_001 }],
    ['national tax', 'National Tax Amount', { amount: 1_000, national_tax_amount: 1_001 }],
    ['fee', 'Payment Adjustment', { amount: 9, ...fee(10) }],
    [
      'part of a calculation',
      'Shipping Amount',
      { amounts: { ...passed, amounts_included: { shipping_amount: 1_001 } } },
    ],
    ['surcharge', 'Surcharge', { amount: 1_000, surcharge: 1_001 }],
    ['discount', 'Discount Amount', { amount: 1_000, discount_amount: 1_001 }],
    [
      'discount of a base amount',
      'Discount Amount',
      { base_amount: 1_000, discount_amount: 9_999 },
    ],
    [
      'discount of a calculation',
      'Discount Amount',
      { amounts: { ...passed, discount_amount: 5_000 } },
    ],
    [
      'discount of a calculation, beyond its goods',
      'Discount Amount',
      {
        amounts: {
          ...passed,
          subtotal: 4_000,
          amounts_included: { discount_amount: 4_501, addon_amounts: [500] },
        },
      },
    ],
    [
      'discount of a calculation, of goods that its base amount does not hold',
      'Subtotal',
      { amounts: { ...passed, discount_amount: 50_000, subtotal: 900_000 } },
    ],
    [
      'discount of a calculation, of add-ons that its base amount does not hold',
      'Subtotal',
      {
        amounts: {
          ...passed,
          subtotal: 1_000,
          amounts_included: { discount_amount: 1_500, addon_amounts: [1_501] },
        },
      },
    ],
    [
      'discount beside a calculation',
      'Discount Amount',
      { amounts: { ...passed, subtotal: 1_000 }, discount_amount: 1_001 },
    ],
    [
      'discount beside totals by method',
      'Discount Amount',
      { amounts: { ...passed, payment_type_totals: { card: 1_000 }, discount_amount: 1_001 } },
    ],
    ['surcharge of an authorization', 'Surcharge', { type: 'authorize', amount: 5, surcharge: 6 }],
  ])('is refused by name and leaves nothing: %s', async (_what, label, input) => {
    const before = await w.count('transaction');
    const { status, body } = await sale(input);
    expect([status, body.msg]).toEqual([400, `bad request error: invalid ${label}`]);
    expect(await w.count('transaction')).toBe(before);
  });

  it.each([
    ['Tip Amount', { surcharge: 600, tip_amount: 500 }],
    ['Tip Amount', { surcharge: 600, tip_amount: 500, discount_amount: 1_000 }],
    ['Shipping Amount', { tip_amount: 600, shipping_amount: 401 }],
    ['National Tax Amount', { shipping_amount: 900, duty_amount: 90, national_tax_amount: 11 }],
    ['Payment Adjustment', { tip_amount: 600, ...fee(401) }],
    ['Payment Adjustment', { shipping_amount: 600, ...fee(401) }],
    ['Tip Amount', { surcharge: 600, tip_amount: 500, ...fee(10) }],
    ['Duty Amount', { amounts: passed, shipping_amount: 1_000, duty_amount: 1 }],
  ])('or makes their sum larger is refused by name: %s of %j', async (label, parts) => {
    const before = await w.count('transaction');
    const { status, body } = await sale({ amount: 1_000, ...parts });
    expect([status, body.msg]).toEqual([400, `bad request error: invalid ${label}`]);
    expect(await w.count('transaction')).toBe(before);
  });

  it('is taken up to the amount itself', async () => {
    const parts = { surcharge: 100, tip_amount: 200, shipping_amount: 300, duty_amount: 400 };
    expect((await sale({ amount: 1_000, ...parts })).status).toBe(200);
    expect((await sale({ amount: 1_000, surcharge: 1_000 })).status).toBe(200);
    expect((await sale({ amount: 1_000, discount_amount: 1_000 })).status).toBe(200);
  });

  it('is taken where it is a discount that a calculation found room for', async () => {
    const discount_amount = [{ type: 'flat', value: 5_000, include: true }];
    const addon_amount = [{ type: 'flat', value: 500, include: true }];
    const input = { amount: 5_500, addon_amount, discount_amount };
    const { body } = await w.post('/calculate/amounts', input);
    const amounts = body.data;
    expect(amounts).toMatchObject({ amount: 1_000, base_amount: 1_000, subtotal: 5_500 });
    const paid = await sale({ amounts });
    expect(paid.body.data).toMatchObject({ amount: 1_000, discount_amount: 5_000 });
    const all = { ...amounts, subtotal: 4_500 };
    expect((await sale({ amounts: all })).status).toBe(200);
  });

  it('leaves its fees standing where the tax beside them does not fit', async () => {
    const order_id = 'tax-and-fee';
    const { status } = await sale({ amount: 1_000, surcharge: 600, tax_amount: 500, order_id });
    expect(status).toBe(200);
    const search = { order_id: { operator: '=', value: order_id } };
    const counted = { captured_amount: 1_000, tax_amount: 0, surcharge: 600 };
    const { body } = await w.post('/transaction/search/totals', search);
    expect(body.data).toMatchObject(counted);
    await w.audit();
  });

  it('is taken where it is a tax, which counts neither in totals nor in the books', async () => {
    const order_id = 'taxed-beyond';
    const parts = { tax_amount: 5_000, tip_amount: 100, surcharge: 30 };
    expect((await sale({ amount: 1_000, order_id, ...parts })).status).toBe(200);
    expect((await sale({ amount: 1_000, order_id, tax_amount: 70, tip_amount: 20 })).status).toBe(
      200,
    );
    const search = { order_id: { operator: '=', value: order_id } };
    const counted = { captured_amount: 2_000, tax_amount: 70, tip_amount: 120, surcharge: 30 };
    const live = await w.post('/transaction/search/totals', search);
    expect(live.body.data).toMatchObject(counted);
    await w.world.runner.runDue(w.world.clock.now());
    await w.audit();
  });
});

describe('the parts of a payment of which less is taken', () => {
  const order_id = 'taken-in-part';
  const parts = { surcharge: 301, tip_amount: 150, tax_amount: 77, discount_amount: 25 };
  const totals = async (of: string) => {
    const search = { order_id: { operator: '=', value: of } };
    return (await w.post('/transaction/search/totals', search)).body.data;
  };

  it('count pro rata in totals as in the books, before and after the sums of days', async () => {
    const whole = { type: 'authorize', amount: 10_000, ...parts };
    const { body } = await sale({ ...whole, order_id });
    const path = `/transaction/${body.data.id}/capture`;
    expect((await w.post(path, { amount: 3_333, tax_amount: 50 })).status).toBe(200);
    // 301, 150 and 25 times 0.3333; the tax is what the capture says.
    const captured = { surcharge: 100, tip_amount: 50, tax_amount: 50, discount_amount: 8 };
    expect(await totals(order_id)).toMatchObject({ captured_amount: 3_333, ...captured });
    await w.audit();
    await w.world.runner.runDue(w.world.clock.now());
    await w.audit();
  });

  it.each([
    ['Shipping Amount', { shipping_amount: 1_001 }],
    ['Shipping Amount', { shipping_amount: 1_001, tax_amount: 1 }],
  ])('leave no room for more than there is with the capture’s own: %s', async (label, own) => {
    const parts = { tip_amount: 8_000, surcharge: 1_000 };
    const { body } = await sale({ type: 'authorize', amount: 10_000, ...parts });
    const path = `/transaction/${body.data.id}/capture`;
    const refused = await w.post(path, own);
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      `bad request error: invalid ${label}`,
    ]);
    expect((await w.read(body.data.id)).status).toBe('authorized');
    expect((await w.post(path, { shipping_amount: 600, tax_amount: 400 })).status).toBe(200);
    await w.audit();
  });

  it('leave room for as much as is captured, and name the part that exceeds it', async () => {
    const { body } = await sale({ type: 'authorize', amount: 1_000 });
    const path = `/transaction/${body.data.id}/capture`;
    const beyond = await w.post(path, { amount: 500, shipping_amount: 600 });
    expect(beyond.body.msg).toBe('bad request error: invalid Shipping Amount');
    const own = { amount: 500, tax_amount: 200, shipping_amount: 300 };
    expect((await w.post(path, own)).body.data).toMatchObject({ amount_captured: 500 });
    await w.audit();
  });

  it('find none in its discount', async () => {
    const parts = { discount_amount: 900, tax_amount: 1_200 };
    const { body } = await sale({ type: 'authorize', amount: 1_000, ...parts });
    const path = `/transaction/${body.data.id}/capture`;
    const refused = await w.post(path, { shipping_amount: 1_001 });
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'bad request error: invalid Shipping Amount',
    ]);
    expect((await w.post(path, {})).status).toBe(200);
    await w.audit();
  });

  it.each([
    ['taxed-1', { amount: 500, tax_amount: 501 }],
    ['taxed-2', { tax_amount: 401, shipping_amount: 600 }],
    ['taxed-3', { tax_amount: 1_500 }],
  ])(
    'keep a tax larger than the goods as stated, and count none of it: %s %j',
    async (order_id, own) => {
      const { body } = await sale({
        type: 'authorize',
        amount: 1_000,
        tax_amount: 1_500,
        order_id,
      });
      const captured = await w.post(`/transaction/${body.data.id}/capture`, own);
      expect(captured.status, captured.text).toBe(200);
      const { tax_amount, shipping_amount = 0, amount = 1_000 } = own as Record<string, number>;
      expect(captured.body.data).toMatchObject({ amount_captured: amount, tax_amount });
      expect(await totals(order_id)).toMatchObject({
        captured_amount: amount,
        tax_amount: 0,
        shipping_amount,
      });
      await w.audit();
    },
  );

  it('may exceed it by what rounding adds', async () => {
    const parts = { surcharge: 7, tip_amount: 3 };
    const { body } = await sale({ type: 'authorize', amount: 10, ...parts });
    const path = `/transaction/${body.data.id}/capture`;
    // Half of 7 is 4 and half of 3 is 2, to the even unit.
    expect((await w.post(path, { amount: 5, shipping_amount: 1 })).status).toBe(400);
    expect((await w.post(path, { amount: 5, shipping_amount: 0 })).status).toBe(200);
    await w.audit();
  });

  it('count as stated where all of it is taken', async () => {
    const { body } = await sale({
      type: 'authorize',
      amount: 10_000,
      ...parts,
      order_id: 'whole',
    });
    expect((await w.post(`/transaction/${body.data.id}/capture`, {})).status).toBe(200);
    expect(await totals('whole')).toMatchObject({ captured_amount: 10_000, ...parts });
  });
});
