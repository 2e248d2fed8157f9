// Amounts the server computes: none is larger than the largest that may be stated.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardOf, type MoneyWorld, makeMoneyWorld } from '../../../testing/money-world.ts';
import { good_card } from '../../../testing/tenants.ts';

let w: MoneyWorld;
beforeAll(async () => {
  w = await makeMoneyWorld();
}, 60_000);
afterAll(async () => {
  await w?.audit();
  await w?.close();
});

const largest = 99_999_999_999;
const percent = (value: number) => ({ type: 'percentage', value, include: true });
const flat = (value: number) => ({ type: 'flat', value, include: true });
const adjusted = { base_amount: largest, payment_adjustment: percent(99_999_999) };
const line = { unit_price: largest, quantity: '999999999.9999' };
const unsafe = Number.MAX_SAFE_INTEGER;

describe('what is larger than any amount is refused by the name of its field', () => {
  it.each([
    ['a fee', 'Payment Adjustment', adjusted],
    ['a total', 'Amount', { base_amount: largest, payment_adjustment: { type: 'flat', value: 1 } }],
    ['a total with its tip', 'Amount', { base_amount: largest, tip_amount: 1 }],
    ['a line', 'Quantity', { amount: 1_000, line_items: [line] }],
    ['a passed amount', 'Amount', { amounts: { amount: unsafe, base_amount: unsafe } }],
    ['a passed base', 'Base Amount', { amounts: { amount: 1_000, base_amount: unsafe } }],
    [
      'a passed tip',
      'Tip Amount',
      { amounts: { amount: 1_000, base_amount: 1_000, tip_amount: unsafe }, surcharge: 1 },
    ],
  ])('of a payment: %s', async (_what, label, given) => {
    const before = await w.count('transaction');
    const sale = { type: 'sale', ...given };
    const one = await w.post('/transaction', { ...sale, ...cardOf(good_card.number) });
    expect([one.status, one.body.msg]).toEqual([400, `bad request error: invalid ${label}`]);
    const multi = { transactions: [sale], ...cardOf(good_card.number) };
    const { body } = await w.post('/transaction/multi', multi);
    // A row that does not even read refuses the whole call.
    expect([body.msg, body.data?.[0]?.msg]).toContain(one.body.msg);
    expect(await w.count('transaction')).toBe(before);
  });

  const calculations: [string, object][] = [
    ['Quantity', { line_items: [line], payment_type: 'card' }],
    ['Quantity', { items: [{ qty: '999999999.9999', base: largest }] }],
    ['Price', { products: [{ price: '1000000000.00' }] }],
    ['Subtotal', { line_items: [{ unit_price: largest }, { unit_price: 1 }] }],
    ['Addon Amount', { amount: largest, addon_amount: [percent(1_000_000)] }],
    ['Discount Amount', { amount: largest, discount_amount: [percent(1_000_000)] }],
    ['Shipping Amount', { amount: largest, shipping_amount: percent(1_000_000) }],
    ['Duty Amount', { amount: largest, duty_amount: percent(1_000_000) }],
    ['Tip Amount', { amount: largest, tip_amount: percent(1_000_000) }],
    ['Additional Amounts', { amount: largest, additional_amounts: [percent(1_000_000)] }],
    ['Tax Amount', { amount: largest, tax_amount: percent(1_000_000) }],
    ['National Tax Amount', { amount: largest, national_tax_amount: percent(1_000_000) }],
    ['Local Tax Amount', { amount: largest, local_tax_amount: percent(1_000_000) }],
    ['Payment Adjustment', { amount: largest, service_fee: percent(1_000_000) }],
    [
      'Payment Adjustment',
      { base: largest, payment_adj: { type: 'percentage', value: 99_999_999 } },
    ],
    ['Amount', { amount: largest, shipping_amount: flat(1) }],
  ];
  it.each(calculations)('of a calculation: %s of %j', async (label, given) => {
    const { status, body } = await w.post('/calculate/amounts', given);
    expect([status, body.msg]).toEqual([400, `bad request error: invalid ${label}`]);
  });

  it('of a lookup of fees', async () => {
    const asked = { base_amount: largest, tax: 1 };
    const { status, body } = await w.post('/lookup/fees', asked);
    expect([status, body.msg]).toEqual([400, 'bad request error: invalid Amount']);
  });

  it('of a tip', async () => {
    const { id } = await w.pay({ amount: 1_000 });
    const tip = (given: number) => w.post(`/transaction/${id}/tipadjust`, { tip: given });
    const { status, body } = await tip(largest - 999);
    expect([status, body.msg]).toEqual([400, 'bad request error: invalid Tip']);
    expect((await tip(largest - 1_000)).body.data.amount).toBe(largest);
    expect((await tip(0)).status).toBe(200);
  });

  it('and the largest itself is taken, counted and settled', async () => {
    const found = await w.post('/calculate/amounts', { amount: largest });
    expect(found.body.data.amount).toBe(largest);
    for (const _ of [1, 2, 3])
      expect((await w.pay({ amount: largest, base_amount: largest })).amount).toBe(largest);
    const search = { amount: { operator: '=', value: largest } };
    const totals = await w.post('/transaction/search/totals', search);
    expect(totals.body.data.captured_amount).toBe(3 * largest);
    await w.settle();
  });
});
