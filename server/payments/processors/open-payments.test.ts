// A processor keeps its address while payments of it are open.
import { expect, it } from 'vitest';
import { openTerminalWorld, tpns } from '../../testing/terminal-world.ts';

const w = openTerminalWorld();
const words = 'has payments that are not settled. Settle or void them first.';

it('a terminal keeps its TPN until its payments are settled or voided', async () => {
  const id = await w.terminal(tpns.approves);
  const path = `/merchant/${w.m1.account.id}/terminal/${id}`;
  const change = (body: object) => w.byPartner('POST', path, body);
  const free = '000000000011';
  expect((await change({ tpn: free })).status).toBe(200);
  const { body: sale } = await w.at(id);
  const refused = await change({ tpn: tpns.approves });
  expect([refused.status, refused.body.data.invalid]).toEqual([
    400,
    [{ field: 'tpn', message: `This terminal ${words}` }],
  ]);
  expect((await change({ register_id: '7' })).status).toBe(400);
  expect((await change({ description: 'Bar', tpn: free })).status).toBe(200);
  expect((await change({ auth_key: 'zz11yy22xx' })).status).toBe(200);
  expect((await w.post(`/transaction/${sale.data.id}/void`)).status).toBe(200);
  expect((await change({ tpn: tpns.approves })).status).toBe(200);
});

it('a card processor keeps its merchant number, too', async () => {
  const { id: mid } = w.m1.account;
  const path = `/merchant/${mid}/processor/${w.m1.processors.card}`;
  const change = (settings: object, more: object = {}) =>
    w.byPartner('POST', path, { settings: { tsys_sierra: settings }, ...more });
  const paid = await w.pay();
  const refused = await change({ mid: '222200002222' });
  expect([refused.status, refused.body.data.invalid]).toEqual([
    400,
    [{ field: 'mid', message: `This processor ${words}` }],
  ]);
  expect((await change({ merchant_name: 'Shop' }, { name: 'Cards' })).status).toBe(200);
  expect((await w.post(`/transaction/${paid.id}/void`)).status).toBe(200);
  expect((await change({ mid: '222200002222' })).status).toBe(200);
});
