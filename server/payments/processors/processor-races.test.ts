// Two writers of a merchant's processors at one moment: one default, and no processor lost.
import { beforeAll, expect, it } from 'vitest';
import { besideChange } from '../../testing/beside.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { asOwner } from '../../testing/worlds/open-world.ts';

const w = openMoneyWorld();
let path = '';
beforeAll(() => {
  path = `/merchant/${w.m1.account.id}/processor`;
});

const as = (method: 'GET' | 'POST' | 'DELETE', rest: string, body?: object) =>
  w.world.call(method, `${path}${rest}`, {
    credential: w.tenants.p1.boss.private_key,
    ...(body && { body }),
  });
const make = (more: object = {}) =>
  as('POST', '', { name: 'One', type: 'tsys_sierra', settings: { mid: '42' }, ...more });

async function defaults(): Promise<string[]> {
  const { body } = await as('GET', 's');
  const found = body.data.filter((one: { default_card: boolean }) => one.default_card);
  return found.map((one: { id: string }) => one.id);
}

it('a processor made the default beside another one takes it over', async () => {
  const other = (await make()).body.data.id;
  const made = await besideChange(
    w.world.database_url,
    async (owner) => {
      await owner.query('select from merchant where merchant_id = $1 for no key update', [
        w.m1.account.id,
      ]);
      const set = 'update processor set default_card = id = $2 where merchant_id = $1';
      await owner.query(`${set} and default_card`, [w.m1.account.id, other]);
      await owner.query(`${set} and id = $2`, [w.m1.account.id, other]);
    },
    () => make({ default_card: true }),
  );
  expect(made.status, made.text).toBe(200);
  expect(await defaults()).toEqual([made.body.data.id]);
});

it('of several made or changed at once each succeeds, and one is the default', async () => {
  const [one, two] = [(await make()).body.data.id, (await make()).body.data.id];
  const answers = await Promise.all([
    make({ default_card: true }),
    as('POST', `/${one}`, { default_card: true }),
    as('POST', `/${two}`, { default_card: true }),
    make({ default_card: true }),
    as('POST', `/${one}`, { default_card: true }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await defaults()).toHaveLength(1);
});

it.each(['default_card', 'default_ach', 'default_apm', 'default_cash'])(
  'no writer leaves two with %s',
  async (name) => {
    const { id } = (await make()).body.data;
    const two = `update processor set ${name} = true
      where id in ('${id}', '${w.m1.processors.card}', '${w.m1.processors.ach}')`;
    await expect(asOwner(w.world.database_url, two)).rejects.toThrow(`processor_${name}`);
  },
);

it('one that a payment takes at the moment of its removal is released, not deleted', async () => {
  const { id } = (await make()).body.data;
  const sale = await w.pay();
  await w.post(`/transaction/${sale.id}/void`);
  const moved = (processor_id: string) =>
    `update transaction set processor_id = '${processor_id}' where id = '${sale.id}'`;
  const removed = await besideChange(
    w.world.database_url,
    (owner) => owner.query(moved(id)),
    () => as('DELETE', `/${id}`),
  );
  // The audit of the books at the end wants the history that the payment really had.
  await asOwner(w.world.database_url, moved(sale.processor_id));
  expect(removed.status, removed.text).toBe(200);
  expect((await as('GET', `/${id}`)).body.data.status).toBe('released');
});
