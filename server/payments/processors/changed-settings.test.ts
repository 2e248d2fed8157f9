// A processor that changes while a payment is under way: the payment goes where it is by then.
import { beforeAll, expect, it } from 'vitest';
import { besideChange } from '../../testing/beside.ts';
import { openTerminalWorld, tpns } from '../../testing/worlds/terminal-world.ts';

const w = openTerminalWorld({ jobs: [] });

/** Changes settings behind a call that has read them, and commits when the call comes to them. */
const beside = <T>(id: string, settings: object, call: () => Promise<T>) =>
  besideChange(
    w.world.database_url,
    async (owner) => {
      await owner.query('select from processor where id = $1 for update', [id]);
      const text = 'update processor set settings = settings || $2::jsonb where id = $1';
      await owner.query(text, [id, JSON.stringify(settings)]);
    },
    call,
  );

it('a payment that had read the former TPN is made at the new one', async () => {
  const id = await w.terminal(tpns.declines);
  const answer = await beside(id, { tpn: '000000000101' }, () => w.at(id));
  expect(answer.body.data, answer.text).toMatchObject({ status: 'pending_settlement' });
  expect(await w.attempts(answer.body.data.id)).toHaveLength(1);
});

it('under a key, and within a limit', async () => {
  const id = await w.terminal('000000000112');
  const key = { idempotency_key: 'changed-tpn' };
  const first = await beside(id, { tpn: '000000000121' }, () => w.at(id, key));
  expect(first.body.data, first.text).toMatchObject({ status: 'pending_settlement' });
  expect((await w.at(id, key)).text).toBe(first.text);
  const limited = await w.terminal('000000000132');
  await w.changeProcessor(limited, { max_daily: 100_000 });
  const second = await beside(limited, { tpn: '000000000141' }, () => w.at(limited));
  expect(second.body.data, second.text).toMatchObject({ status: 'pending_settlement' });
});

it('a payment at a terminal that is removed meanwhile is refused', async () => {
  const id = await w.terminal('000000000151');
  const before = (await w.asked()).length;
  const answer = await besideChange(
    w.world.database_url,
    async (owner) => {
      await owner.query('select from processor where id = $1 for update', [id]);
      await owner.query("update processor set status = 'released' where id = $1", [id]);
    },
    () => w.at(id),
  );
  expect([answer.status, answer.body.msg]).toEqual([400, 'bad request error: invalid Terminal ID']);
  expect((await w.asked()).length).toBe(before);
});

let parent = '';
beforeAll(async () => {
  parent = (await w.pay({ amount: 900 })).id;
  await w.settle();
});

it('captures, voids and refunds begin again with the settings as they are', async () => {
  const { card } = w.m1.processors;
  const held = (await w.pay({ type: 'authorize', amount: 700 })).id;
  const captured = await beside(card, { mcc: '5812' }, () =>
    w.post(`/transaction/${held}/capture`),
  );
  expect(captured.status, captured.text).toBe(200);
  const undone = await beside(card, { mcc: '5813' }, () => w.post(`/transaction/${held}/void`));
  expect(undone.status, undone.text).toBe(200);
  const refund = { amount: 100, idempotency_key: 'changed-refund' };
  const path = `/transaction/${parent}/refund`;
  const refunded = await beside(card, { mcc: '5814' }, () => w.post(path, refund));
  expect(refunded.body.data, refunded.text).toMatchObject({ type: 'refund', amount: 100 });
  expect((await w.post(path, refund)).text).toBe(refunded.text);
});

it('a refund at a terminal is made at its new TPN', async () => {
  const id = await w.terminal('000000000161');
  const sale = (await w.at(id)).body.data;
  await w.advance(86_400);
  const settled = await w.settleTerminal(id);
  expect(settled.status, settled.text).toBe(200);
  expect((await w.read(sale.id)).status).toBe('settled');
  const path = `/transaction/${sale.id}/refund`;
  const refunded = await beside(id, { tpn: '000000000172' }, () => w.post(path, { amount: 100 }));
  expect(refunded.body.data, refunded.text).toMatchObject({ type: 'refund', status: 'declined' });
});
