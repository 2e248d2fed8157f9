// Whom a processor or terminal is at its host stays while payments there are open.
import pg from 'pg';
import { expect, it } from 'vitest';
import { besideChange } from '../../testing/beside.ts';
import { openTerminalWorld, tpns } from '../../testing/worlds/terminal-world.ts';
import { settleProcessor } from '../settlement/close.ts';

const w = openTerminalWorld({ jobs: [] });
const processor = () => `/merchant/${w.m1.account.id}/processor`;
const terminal = (id: string) => `/merchant/${w.m1.account.id}/terminal/${id}`;
const waits_for_settlement =
  'payments that are not settled. Settle or void them first, then change the';

/** A card processor of its own, since the shared one has payments of other tests. */
async function make(): Promise<string> {
  const body = { name: 'S', type: 'tsys_sierra', settings: { mid: '77' } };
  return (await w.byPartner('POST', processor(), body)).body.data.id;
}
const change = (id: string, settings: object) =>
  w.byPartner('POST', `${processor()}/${id}`, { settings });

/** Does something to which no processor answers. */
async function unanswered<T>(work: () => Promise<T>): Promise<T> {
  const real = w.world.services.egress;
  w.world.services.egress = { exchange: async () => ({ kind: 'no_answer', reason: 'dead' }) };
  const done = await work();
  w.world.services.egress = real;
  w.world.services.processor_health.clear();
  return done;
}

/** Takes a payment whose answer never comes. */
async function lost(processor_id: string) {
  expect((await unanswered(() => w.pay({ processor_id }))).status).toBe('unknown');
}

it('a terminal keeps its TPN until its sales are settled or void', async () => {
  const id = await w.terminal(tpns.approves);
  const sale = (await w.at(id)).body.data;
  expect(sale.status).toBe('pending_settlement');
  const refused = await w.byPartner('POST', terminal(id), { tpn: '000000000091' });
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    expect.stringContaining(`This terminal has ${waits_for_settlement} TPN.`),
  ]);
  expect((await w.byPartner('POST', terminal(id), { register_id: '9' })).status).toBe(400);
  // A rotated key and everything that no host asks for stay open.
  const free = { auth_key: 'rotated-key', model: 'P3', description: 'Bar' };
  expect((await w.byPartner('POST', terminal(id), free)).status).toBe(200);
  await w.byPartner('POST', terminal(id), { auth_key: 'a1b2c3d4e5' });
  await w.post(`/transaction/${sale.id}/void`);
  expect((await w.byPartner('POST', terminal(id), { tpn: '000000000091' })).status).toBe(200);
});

it('a processor keeps its MID and terminal while a payment is unknown or unsettled', async () => {
  const id = await make();
  await lost(id);
  for (const settings of [{ mid: '78' }, { terminal_number: '2' }]) {
    const { status, body } = await change(id, settings);
    expect([status, body.msg]).toEqual([400, expect.stringContaining('not known yet')]);
  }
  expect((await change(id, { mid: '77', mcc: '5812' })).status).toBe(200);
  const other = await make();
  const sale = await w.pay({ processor_id: other });
  expect((await change(other, { mid: '78' })).body.msg).toContain(waits_for_settlement);
  await w.post(`/transaction/${sale.id}/void`);
  expect((await change(other, { mid: '78' })).status).toBe(200);
});

it('a processor keeps its MID while a capture or its batch has no answer', async () => {
  const [id, other] = [await make(), await make()];
  const hold = await w.pay({ type: 'authorize', processor_id: id });
  await unanswered(() => w.post(`/transaction/${hold.id}/capture`));
  expect((await change(id, { mid: '78' })).body.msg).toContain('not known yet');
  const sale = await w.pay({ processor_id: other });
  const { system, services, clock } = w.world;
  await unanswered(() => {
    const context = { ...system, egress: services.egress };
    return settleProcessor(context, w.m1.account.id, other, clock.now());
  });
  expect((await w.post(`/transaction/${sale.id}/void`)).status).toBe(200);
  expect((await change(other, { mid: '78' })).body.msg).toContain(waits_for_settlement);
});

it('a payment that is stored at the same moment is seen by the change', async () => {
  const id = await make();
  const sale = await w.pay({ processor_id: id });
  await w.post(`/transaction/${sale.id}/void`);
  const changed = await besideChange(
    w.world.database_url,
    async (owner) => {
      await owner.query('select from processor where id = $1 for key share', [id]);
      await owner.query("update transaction set status = 'unknown' where id = $1", [sale.id]);
    },
    () => change(id, { mid: '78' }),
  );
  // The audit of the books at the end wants the history that the payment really had.
  const owner = new pg.Client({ connectionString: w.world.database_url });
  await owner.connect();
  await owner.query("update transaction set status = 'voided' where id = $1", [sale.id]);
  await owner.end();
  expect([changed.status, changed.body.msg]).toEqual([400, expect.stringContaining('not known')]);
});
