// One payment a terminal at a time, cancelled payments, and outcomes that are learned later.
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../db/database.ts';
import { auditRows } from '../../testing/audit-rows.ts';
import { openTerminalWorld, tpns } from '../../testing/worlds/terminal-world.ts';
import { recoverDue } from '../recovery/recovery.ts';

const w = openTerminalWorld({ jobs: [] });
const busy = 'The terminal is busy with another payment. Wait until it finishes, or cancel it.';

const script = (match: object, action: object, times = 1) =>
  fetch(`${w.world.lab?.url}/control/script`, {
    method: 'POST',
    body: JSON.stringify({ match, action, times }),
  });
const locks = () => connect(w.world.system).selectFrom('terminal_lock').selectAll().execute();

afterEach(async () => expect(await locks()).toEqual([]));

/** Waits until the terminal shows that a payment waits at it. */
async function waiting(id: string): Promise<string> {
  const path = `/merchant/${w.m1.account.id}/terminal/${id}`;
  await expect.poll(async () => (await w.get(path)).body.data.transaction_id).not.toBe('');
  return (await w.get(path)).body.data.transaction_id;
}

it('of sixty-four clerks at once one sells, and the others hear that it is busy', async () => {
  const id = await w.terminal(tpns.waits);
  const before = (await w.asked()).length;
  const all = Array.from({ length: 64 }, () => w.at(id));
  await waiting(id);
  const refused = await Promise.race([
    Promise.all(all.map((one) => one.then(({ status }) => status))),
    quiet(),
  ]);
  expect(refused).toBe('waiting');
  await cancel(id);
  const answers = await Promise.all(all);
  const sold = answers.filter(({ status }) => status === 200);
  expect(sold).toHaveLength(1);
  expect(sold[0]?.body.data).toMatchObject({ status: 'declined', response: 'declined' });
  const words = new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.msg));
  expect(words).toEqual(new Set([busy]));
  const asked = (await w.asked()).slice(before);
  expect(asked.filter((name) => name === 'Sale')).toHaveLength(1);
});

/** Cancels as soon as the payment has reached the terminal. */
const cancel = (id: string) =>
  expect.poll(async () => (await w.post(`/terminal/${id}/cancel`)).status).toBe(200);

const quiet = () => new Promise((resolve) => setTimeout(() => resolve('waiting'), 150));

it('a cancelled payment says so, and the terminal takes the next one', async () => {
  const id = await w.terminal('000000000018');
  expect((await w.post(`/terminal/${id}/cancel`)).body.msg).toBe(
    'This terminal is not waiting for a payment.',
  );
  const paying = w.at(id);
  const transaction_id = await waiting(id);
  await cancel(id);
  const { data } = (await paying).body;
  expect(data).toMatchObject({ id: transaction_id, status: 'declined', amount_captured: 0 });
  expect(data.response_body.terminal.processor_response_text).toBe('CANCELLED BY USER');
  const next = w.at(id);
  await waiting(id);
  await cancel(id);
  expect((await next).status).toBe(200);
});

it('asks a terminal again that does not give its payment up at first', async () => {
  const id = await w.terminal('000000000038');
  const paying = w.at(id);
  await waiting(id);
  await script({ operation: 'AbortTransaction' }, { do: 'busy' }, 2);
  expect((await w.post(`/terminal/${id}/cancel`)).status).toBe(200);
  expect((await paying).body.data.status).toBe('declined');
});

/** Keeps the next sale on its way to the terminal until it is released. */
function holdSale() {
  const { services } = w.world;
  const { egress } = services;
  const sale = { is_held: false, release: () => undefined as unknown };
  const released = new Promise((resolve) => {
    sale.release = () => resolve(undefined);
  });
  const exchange: typeof egress.exchange = async (request) => {
    if (request.url.endsWith('/Sale')) {
      services.egress = egress;
      sale.is_held = true;
      await released;
    }
    return await egress.exchange(request);
  };
  services.egress = { exchange };
  return sale;
}

it('stays taken when an earlier payment past its deadline ends', async () => {
  const id = await w.terminal('0000000000d1');
  await script({ operation: 'Sale' }, { do: 'drop_after_commit' });
  await script({ operation: 'Status' }, { do: 'busy' }, 3);
  const first = (await w.at(id)).body.data;
  expect(first.status).toBe('unknown');
  await w.advance(150);
  const sale = holdSale();
  const second = w.at(id);
  const transaction_id = await waiting(id);
  await recoverDue(w.world.system);
  expect((await w.read(first.id)).status).toBe('pending_settlement');
  const held = await locks();
  sale.release();
  expect(held).toMatchObject([{ transaction_id }]);
  expect((await second).body.data.status).toBe('pending_settlement');
});

it('takes one payment of a merchant with limits', async () => {
  const limit = async (daily: number) => {
    const body = { limits: { sale: { single: 0, daily, monthly: 0 } } };
    const credential = w.tenants.admin.boss.private_key;
    const path = `/merchant/${w.m1.account.id}`;
    expect((await w.world.call('POST', path, { credential, body })).status).toBe(200);
  };
  await limit(1_000_000);
  const id = await w.terminal('0000000000e1');
  const sale = holdSale();
  const paying = w.at(id);
  await expect.poll(() => sale.is_held).toBe(true);
  const second = (await w.at(id, { amount: 1001 })).body.msg;
  sale.release();
  expect((await paying).body.data.status).toBe('pending_settlement');
  expect(second).toBe(busy);
  await limit(0);
});

it('the same request under one key sells once and is answered alike', async () => {
  const id = await w.terminal('000000000028');
  const keyed = { idempotency_key: 'till-1-0001' };
  const both = [w.at(id, keyed), w.at(id, keyed)];
  await waiting(id);
  await cancel(id);
  const [one, other] = await Promise.all(both);
  expect(one?.body.data.id).toBe(other?.body.data.id);
});

it('a late answer is learned by Status, and nothing is sold twice', async () => {
  const id = await w.terminal(tpns.late);
  const before = (await w.asked()).length;
  const { data } = (await w.at(id)).body;
  expect(data).toMatchObject({ status: 'unknown', amount_captured: 0 });
  await w.audit();
  await w.advance(130);
  await recoverDue(w.world.system);
  expect(await w.read(data.id)).toMatchObject({
    status: 'pending_settlement',
    amount_captured: 1000,
    response_body: { terminal: { masked_card: '4012********7777', response: 'approved' } },
  });
  const asked = (await w.asked()).slice(before);
  expect(asked.filter((name) => name === 'Sale')).toHaveLength(1);
  expect(asked.at(-1)).toBe('Status');
});

it('a tip of which the terminal told late is in the amount on record', async () => {
  const id = await w.terminal('000000000054');
  await script({ operation: 'Sale' }, { do: 'drop_after_commit' });
  const { data } = (await w.at(id)).body;
  expect(data).toMatchObject({ status: 'pending_settlement', amount: 1200 });
  const paid = await auditRows(w.world.system, 'transaction', data.id);
  expect(paid.at(-1)?.after).toMatchObject({ status: 'pending_settlement', amount: 1200 });
});

it('a sale that never arrived is declined once the terminal has said so thrice', async () => {
  const id = await w.terminal('000000000051');
  await script({ operation: 'Sale' }, { do: 'drop_before_commit' });
  const { data } = (await w.at(id)).body;
  expect(data.status).toBe('unknown');
  await w.advance(130);
  await recoverDue(w.world.system);
  expect(await w.read(data.id)).toMatchObject({ status: 'declined', response_code: 421 });
  expect((await w.asked()).filter((name) => name === 'Sale').length).toBeGreaterThan(0);
});

describe.each([
  { name: 'Capture', after: { status: 'pending_settlement', amount_captured: 1000 } },
  { name: 'Void', after: { status: 'voided' } },
  {
    name: 'TipAdjust',
    after: {
      status: 'pending_settlement',
      amount: 1250,
      tip_amount: 250,
      amount_captured: 1250,
    },
  },
])('a $name', ({ name, after }) => {
  /** The answer to it at a terminal that loses it, and the payment it is of. */
  async function lost(tpn: string, action: string) {
    const id = await w.terminal(tpn, { flags: { allow_add_tip_to_transaction: true } });
    const type = name === 'Capture' ? 'authorize' : 'sale';
    const { data } = (await w.at(id, { type })).body;
    await script({ operation: name }, { do: action });
    const body = name === 'TipAdjust' ? { tip: 250 } : {};
    const answer = await w.post(`/transaction/${data.id}/${name.toLowerCase()}`, body);
    return { answer, payment: data.id };
  }

  it('without an answer is learned too', async () => {
    const tpn = { Capture: '000000000061', Void: '000000000071', TipAdjust: '000000000081' }[name];
    const { answer, payment } = await lost(tpn ?? '', 'drop_after_commit');
    expect(answer.status, answer.text).toBe(200);
    expect(await w.read(payment)).toMatchObject(after);
  });

  it('that never arrived is sent again', async () => {
    const tpn = { Capture: '000000000091', Void: '0000000000a1', TipAdjust: '0000000000b1' }[name];
    const { answer, payment } = await lost(tpn ?? '', 'drop_before_commit');
    expect(answer.status).toBe(400);
    await w.advance(130);
    await recoverDue(w.world.system);
    expect(await w.read(payment)).toMatchObject(after);
  });
});

it('a terminal whose payment was left without an outcome is free after its deadline', async () => {
  const id = await w.terminal('0000000000c1');
  await script({ operation: 'Sale' }, { do: 'drop_after_commit' });
  await script({ operation: 'Status' }, { do: 'busy' }, 3);
  const first = (await w.at(id)).body.data;
  expect(first.status).toBe('unknown');
  expect((await w.at(id)).body.msg).toBe(busy);
  await w.advance(150);
  expect((await w.post(`/terminal/${id}/cancel`)).body.msg).toBe(
    'This terminal is not waiting for a payment.',
  );
  const second = (await w.at(id)).body.data;
  expect(second.status).toBe('pending_settlement');
  await recoverDue(w.world.system);
  expect((await w.read(first.id)).status).toBe('pending_settlement');
});
