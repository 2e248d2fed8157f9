// A tip that is set to what it is already: nothing is sent, and the rules of every action hold.
import { expect, it } from 'vitest';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const tip = (id: string, body: object) => w.post(`/transaction/${id}/tipadjust`, body);

it('a tip that stands is answered under its key, once no other action is in progress', async () => {
  const sale = await w.pay({ amount: 1000 });
  const keyed = { idempotency_key: 'same-tip' };
  const real = w.world.services.egress;
  const during: unknown[] = [];
  w.world.services.egress = {
    async exchange(request) {
      // While another tip is at the processor, nobody knows which one will stand.
      const { status, body } = await tip(sale.id, { tip: 0, ...keyed });
      during.push(status, body.msg);
      return await real.exchange(request);
    },
  };
  await tip(sale.id, { tip: 300 }).finally(() => {
    w.world.services.egress = real;
  });
  expect(during).toEqual([400, 'Another action on this transaction is in progress.']);
  const first = await tip(sale.id, { tip: 300, ...keyed });
  expect(first.body.data).toMatchObject({ tip_amount: 300, amount: 1300 });
  await tip(sale.id, { tip: 100 });
  const again = await tip(sale.id, { tip: 300, ...keyed });
  expect([again.headers['idempotency-replayed'], again.text]).toEqual(['true', first.text]);
  expect(await w.read(sale.id)).toMatchObject({ tip_amount: 100 });
  const other = await tip(sale.id, { tip: 100, ...keyed });
  expect(other.body.msg).toMatch(/Idempotency Key: it belongs to another request$/);
});
