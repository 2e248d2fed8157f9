// The registration that a virtual terminal uses is a default no longer once it is gone.
import { expect, it } from 'vitest';
import { openWallets } from '../../testing/wallets.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const apple = openWallets(w);

const path = () => `/merchant/${w.m1.account.id}/default/merchant`;
const current = async () => (await w.get(path())).body.data;
const remove = async (id: string) => {
  const credential = w.m1.boss.private_key;
  const { status } = await w.world.call('DELETE', `/merchant/apple-pay/${id}`, { credential });
  expect(status).toBe(200);
};

it('a deleted registration is the default of its merchant no longer', async () => {
  const [used, other] = [await apple.registration(), await apple.registration()];
  await w.post(path(), { apple_pay_id: used.id, tax_identifier: '12-345' });
  await remove(other.id);
  expect(await current()).toMatchObject({ apple_pay_id: used.id });
  await remove(used.id);
  expect(await current()).toMatchObject({ apple_pay_id: '', tax_identifier: '12-345' });
  const own = (await w.get(`/merchant/${w.m1.account.id}`)).body.data;
  expect(own.default_values.merchant.apple_pay_id).toBe('');
});
