// A saved customer who presents a card at a terminal: whose payment it is, and what is refused.
import { beforeAll, expect, it } from 'vitest';
import { openTerminalWorld, tpns } from '../../testing/worlds/terminal-world.ts';

const w = openTerminalWorld();
const home = { first_name: 'Ann', line_1: '1 Main St', city: 'Denver', state: 'CO' };
const work = { first_name: 'Ann', line_1: '2 High St', city: 'Aspen', state: 'CO' };
let desk = '';
let card = '';
let office = '';

beforeAll(async () => {
  desk = await w.terminal(tpns.approves, { description: 'Front desk' });
  const made = await w.post('/vault/customer', {
    id: 'ann',
    flags: ['surcharge_exempt'],
    default_payment: { card: { number: '4111111111111111', expiration_date: '12/30' } },
    default_billing_address: home,
  });
  card = made.body.data.created_payment_method_id;
  const address = await w.post('/vault/customer/ann/address', work);
  office = address.body.data.created_address_id;
});

const pay = (customer: object, more: object = {}) =>
  w.post('/transaction', { type: 'sale', amount: 1000, payment_method: { customer }, ...more });

it('is a payment of the terminal that belongs to the customer', async () => {
  const { body, text } = await pay({ id: 'ann', terminal_id: desk });
  expect(body.data, text).toMatchObject({
    status: 'pending_settlement',
    payment_method: 'terminal',
    payment_type: 'card',
    processor_id: desk,
    terminal_id: desk,
    customer_id: 'ann',
    billing_address: { first_name: 'Ann', address_line_1: '1 Main St', city: 'Denver' },
    response_body: { terminal: { masked_card: '4012********7777' } },
  });
  // The saved card is not what paid.
  expect(body.data).toMatchObject({ customer_payment_id: '', customer_payment_type: '' });
  expect(body.data.features ?? []).not.toContain('card_on_file');
  const found = await w.post('/transaction/search', {
    customer_id: { operator: '=', value: 'ann' },
  });
  expect(found.body.data.map((one: { id: string }) => one.id)).toEqual([body.data.id]);
});

it('has the address that is named', async () => {
  const { body } = await pay({ id: 'ann', terminal_id: desk, billing_address_id: office });
  expect(body.data.billing_address).toMatchObject({ address_line_1: '2 High St', city: 'Aspen' });
});

it('is the same payment under the same key, and another at another terminal', async () => {
  const other_desk = await w.terminal(tpns.adds_tip);
  const key = { idempotency_key: 'ann-at-desk' };
  const first = await pay({ id: 'ann', terminal_id: desk }, key);
  const again = await pay({ id: 'ann', terminal_id: desk }, key);
  expect(again.text).toBe(first.text);
  const other = await pay({ id: 'ann', terminal_id: other_desk }, key);
  expect(other.status).toBe(400);
  const saved = await pay({ id: 'ann' }, key);
  expect(saved.status).toBe(400);
});

it('is answered as before once the terminal or the customer is gone', async () => {
  const gone = await w.terminal('000000000161');
  await w.post('/vault/customer', { id: 'leaving' });
  const requests = [
    { customer: { id: 'leaving', terminal_id: gone } },
    { terminal: { id: gone } },
  ].map((payment_method, n) => () => {
    const key = { idempotency_key: `gone-${n}`, idempotency_time: 86_400 };
    return w.post('/transaction', { type: 'sale', amount: 1000, payment_method, ...key });
  });
  const first = [];
  for (const ask of requests) first.push((await ask()).text);
  await w.settleTerminal(gone);
  const path = `/merchant/${w.m1.account.id}/terminal/${gone}`;
  expect((await w.byPartner('DELETE', path)).status).toBe(200);
  await w.world.call('DELETE', '/vault/leaving', { credential: w.m1.boss.private_key });
  for (const [n, ask] of requests.entries()) expect((await ask()).text).toBe(first[n]);
});

it('takes one way to pay, at a terminal and for a customer of the merchant', async () => {
  const asked = (await w.asked()).length;
  const says = async (customer: object) => {
    const { status, body } = await pay(customer);
    return [status, body.msg];
  };
  const both = expect.stringMatching(
    /invalid Terminal ID: choose a terminal or a saved payment method, not both$/,
  );
  for (const more of [{ payment_method_id: card }, { payment_method_type: 'card' }, { cvc: '1' }]) {
    expect(await says({ id: 'ann', terminal_id: desk, ...more })).toEqual([400, both]);
  }
  const unknown = [400, 'bad request error: invalid Terminal ID'];
  expect(await says({ id: 'ann', terminal_id: office })).toEqual(unknown);
  expect(await says({ id: 'nobody', terminal_id: desk })).toEqual([404, 'not found']);
  const { id } = w.tenants.m2.account;
  const foreign = await w.world.call('POST', `/merchant/${id}/terminal`, {
    credential: w.tenants.p2.boss.private_key,
    body: { tpn: tpns.declines, auth_key: 'a1b2c3d4e5', description: 'Foreign' },
  });
  expect(foreign.status, foreign.text).toBe(200);
  expect(await says({ id: 'ann', terminal_id: foreign.body.data.id })).toEqual(unknown);
  expect((await w.asked()).length).toBe(asked);
});

it('is asked what any payment at a terminal is asked', async () => {
  const path = `/merchant/${w.m1.account.id}`;
  const permit = (permissions: object) => w.byPartner('POST', path, { permissions });
  const show = (payment_method_terminal: string) =>
    w.byPartner('POST', `${path}/requireds`, {
      requireds: { default: { payment_method_terminal } },
    });
  const credit = () => pay({ id: 'ann', terminal_id: desk }, { type: 'credit' });
  await permit({ support_blind_credits: true, allow_terminal_credits: false });
  const off = await credit();
  expect([off.status, off.body.data.name]).toEqual([403, 'allow_terminal_credits']);
  await permit({ support_blind_credits: false, allow_terminal_credits: true });
  const on = await credit();
  expect(on.body.data, on.text).toMatchObject({ type: 'credit', customer_id: 'ann' });
  const save = await pay({ id: 'ann', terminal_id: desk }, { create_vault_record: true });
  expect([save.status, save.body.msg]).toEqual([
    400,
    'bad request error: invalid Create Vault Record',
  ]);
  await show('hidden');
  const hidden = await pay({ id: 'ann', terminal_id: desk });
  expect([hidden.status, hidden.body.msg]).toEqual([
    400,
    'bad request error: invalid Payment Method Terminal',
  ]);
  expect((await pay({ id: 'ann' })).status).toBe(200);
  await show('optional');
});
