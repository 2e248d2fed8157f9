// Tips stated beside the parts of a sale: changed by what was taken of it, books and totals alike.
import { describe, expect, it } from 'vitest';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();

const fee = (value: number) => ({ payment_adjustment: { type: 'flat', value } });

describe('the tip of a sale', () => {
  const tips = async (order_id: string) => {
    const search = { order_id: { operator: '=', value: order_id } };
    const { captured_amount, tip_amount } = (await w.post('/transaction/search/totals', search))
      .body.data;
    return { captured_amount, tip_amount };
  };
  const requestedAmounts = async (id: string) => {
    const all = await w.attempts(id);
    return all.filter(({ operation }) => operation === 'adjust_tip').map(({ amount }) => amount);
  };

  it('that was approved in part changes what was taken of it, at the processor too', async () => {
    const order_id = 'part-tip';
    const half = { amount: 1_000, tip_amount: 100, allow_partial_payment: true, order_id };
    const { id } = await w.pay(half, '4000000000000051');
    expect(await tips(order_id)).toEqual({ captured_amount: 500, tip_amount: 50 });
    const path = `/transaction/${id}/tipadjust`;
    const gone = await w.post(path, { tip: 0 });
    expect(gone.body.data).toMatchObject({ amount: 900, tip_amount: 0, amount_captured: 450 });
    expect(await tips(order_id)).toEqual({ captured_amount: 450, tip_amount: 0 });
    const more = await w.post(path, { tip: 80 });
    expect(more.body.data).toMatchObject({ amount: 980, tip_amount: 80, amount_captured: 530 });
    expect(await tips(order_id)).toEqual({ captured_amount: 530, tip_amount: 80 });
    expect(await requestedAmounts(id)).toEqual([450, 530]);
    await w.audit();
    await w.settle();
    expect((await w.read(id)).amount_settled).toBe(530);
    await w.audit();
  });

  it('that was approved in part is set to that of the whole, or to what was taken', async () => {
    const half = { amount: 1_000, tip_amount: 100, allow_partial_payment: true };
    const whole = await w.pay({ ...half, order_id: 'whole-tip' }, '4000000000000051');
    const raised = await w.post(`/transaction/${whole.id}/tipadjust`, { tip: 100 });
    expect(raised.body.data).toMatchObject({ tip_amount: 100, amount_captured: 550 });
    expect(await tips('whole-tip')).toEqual({ captured_amount: 550, tip_amount: 100 });
    expect(await requestedAmounts(whole.id)).toEqual([550]);
    const again = await w.post(`/transaction/${whole.id}/tipadjust`, { tip: 100 });
    expect(again.body.data).toEqual(raised.body.data);
    expect(await requestedAmounts(whole.id)).toEqual([550]);
    const taken = await w.pay({ ...half, order_id: 'taken-tip' }, '4000000000000051');
    const { body } = await w.post(`/transaction/${taken.id}/tipadjust`, { tip: 50 });
    expect(body.data).toMatchObject({ amount: 950, tip_amount: 50, amount_captured: 500 });
    expect(await tips('taken-tip')).toEqual({ captured_amount: 500, tip_amount: 50 });
    await w.audit();
  });

  it('takes the base that the sale’s record names beside its fee', async () => {
    const { id, base_amount } = await w.pay({ amount: 1000, ...fee(250) });
    expect(base_amount).toBe(750);
    expect((await w.post(`/transaction/${id}/tipadjust`, { tip: 10, base_amount })).status).toBe(
      200,
    );
  });

  it('beside a tax that is larger than it is taken away, and never below nothing', async () => {
    const order_id = 'taxed-tip';
    const { id } = await w.pay({ amount: 1_000, tip_amount: 100, tax_amount: 5_000, order_id });
    const { body } = await w.post(`/transaction/${id}/tipadjust`, { tip: 0 });
    expect(body.data).toMatchObject({ amount: 900, tip_amount: 0, amount_captured: 900 });
    expect(await tips(order_id)).toEqual({ captured_amount: 900, tip_amount: 0 });
    expect(await requestedAmounts(id)).toEqual([900]);
    await w.audit();
  });
});
