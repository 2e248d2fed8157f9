// A refund's own columns: what its sale has of lines and taken parts is not counted again in it.
import { beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../db/database.ts';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
let captured = '';
beforeAll(async () => {
  const line_items = [{ name: 'Tent', quantity: 1, unit_price: 900, amount: 900 }];
  const parts = { tip_amount: 100, tax_amount: 200, surcharge: 40, line_items };
  captured = (await w.pay({ type: 'authorize', amount: 1000, ...parts })).id;
  expect((await w.post(`/transaction/${captured}/capture`, { amount: 500 })).status).toBe(200);
  await w.settle();
});

describe('a refund of a part that was captured', () => {
  it('has no lines and no taken parts', async () => {
    const { body } = await w.post(`/transaction/${captured}/refund`, { amount: 100 });
    const rows = await connect(w.world.system)
      .selectFrom('transaction')
      .select(['type', 'captured_parts', 'line_items', 'tip_amount', 'tax_amount'])
      .where('id', 'in', [captured, body.data.id])
      .orderBy('created_at')
      .execute();
    const [sale, refund] = rows;
    expect(sale).toMatchObject({ type: 'authorize', captured_parts: { tip_amount: 50 } });
    expect(sale?.line_items).toHaveLength(1);
    const nothing = { captured_parts: null, line_items: null, tip_amount: 0, tax_amount: 0 };
    expect(refund).toEqual({ type: 'refund', ...nothing });
  });
});
