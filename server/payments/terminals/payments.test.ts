// Payments at a terminal: what each of the simulated terminals makes of them (lab/spin/spin.md).
import { expect, it } from 'vitest';
import { auditRows } from '../../testing/audit-rows.ts';
import { openTerminalWorld, tpns } from '../../testing/worlds/terminal-world.ts';

const w = openTerminalWorld();

it('a sale is approved with what the terminal read of the card', async () => {
  const id = await w.terminal(tpns.approves, { description: 'Front desk' });
  const answer = await w.at(id, { order_id: 'ORD1' });
  expect(answer.status, answer.text).toBe(200);
  const { data } = answer.body;
  expect(data).toMatchObject({
    status: 'pending_settlement',
    response: 'approved',
    response_code: 100,
    amount: 1000,
    amount_captured: 1000,
    tip_amount: 0,
    payment_method: 'terminal',
    payment_type: 'card',
    processor_id: id,
    processor_type: 'dejavoo_spin',
    terminal_id: id,
    terminal_description: 'Front desk',
  });
  expect(data.response_body.terminal).toMatchObject({
    terminal_id: id,
    terminal_description: 'Front desk',
    cardholder_name: 'LAB/CARDHOLDER',
    masked_card: '4012********7777',
    card_type: 'visa',
    payment_type: 'credit',
    entry_type: 'chip',
    auth_code: 'TAS000',
    emv_aid: 'A0000000031010',
    first_four: '4012',
    last_four: '7777',
  });
  expect(data.response_body.terminal.signature_data).toMatch(/^iVBOR/);
  expect(await w.read(data.id)).toMatchObject({ response_body: data.response_body });
  const found = await w.post('/transaction/search', { terminal_id: { operator: '=', value: id } });
  expect(found.body.data.map((one: { id: string }) => one.id)).toEqual([data.id]);
});

it('declines, errors, busy and disconnected terminals charge nothing and say why', async () => {
  const [declines, fails, busy, offline] = [
    await w.terminal(tpns.declines),
    await w.terminal(tpns.fails),
    await w.terminal(tpns.busy),
    await w.terminal(tpns.offline),
  ];
  const detailOf = async (id: string) => {
    const { body } = await w.at(id);
    const { status, response, response_code, amount_captured, response_body } = body.data;
    const { processor_response_text: text } = response_body.terminal;
    return { status, response, response_code, amount_captured, text };
  };
  const nothing = (response: string, response_code: number, text: string) => {
    return { status: 'declined', amount_captured: 0, response, response_code, text };
  };
  expect(await detailOf(declines)).toEqual(nothing('declined', 201, 'DO NOT HONOR'));
  expect(await detailOf(fails)).toEqual(nothing('error', 400, 'Terminal error'));
  expect(await detailOf(busy)).toEqual(nothing('error', 421, 'Terminal is busy'));
  expect(await detailOf(offline)).toEqual(nothing('error', 421, 'Terminal not connected'));
});

it('a tip given at the terminal is part of the amount, the ledger and the settlement', async () => {
  const id = await w.terminal(tpns.adds_tip);
  const { data } = (await w.at(id)).body;
  expect(data).toMatchObject({
    amount: 1200,
    base_amount: 1000,
    tip_amount: 200,
    amount_authorized: 1200,
    amount_captured: 1200,
  });
  const [paid] = await auditRows(w.world.system, 'transaction', data.id);
  expect(paid?.after).toMatchObject({ status: 'pending_settlement', amount: 1200 });
  await w.audit();
  const answer = await w.settleTerminal(id);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.data).toMatchObject({
    result: 'settled',
    batches: [{ batch_number: 1, currency: 'usd', num_transactions: 1, amount_captured: 1200 }],
  });
  expect(await w.read(data.id)).toMatchObject({ status: 'settled', amount_settled: 1200 });
  expect((await w.settleTerminal(id)).body.data).toEqual({
    result: 'nothing_to_settle',
    batches: [],
  });
});

it('a tip that the clerk stated is sent as such and asked for no more', async () => {
  const id = await w.terminal('000000000014');
  const { data } = (await w.at(id, { amount: 1150, tip_amount: 150 })).body;
  expect(data).toMatchObject({ amount: 1150, tip_amount: 150, amount_captured: 1150 });
});

it('an approval of another amount is not believed, and the terminal is asked', async () => {
  const id = await w.terminal('000000000021');
  const order = { match: { operation: 'Sale' }, action: { do: 'wrong_amount' } };
  await fetch(`${w.world.lab?.url}/control/script`, {
    method: 'POST',
    body: JSON.stringify(order),
  });
  const { data } = (await w.at(id)).body;
  expect(data).toMatchObject({ status: 'pending_settlement', amount: 1000, amount_captured: 1000 });
  expect((await w.asked()).slice(-2)).toEqual(['Sale', 'Status']);
});

it('holds are captured, voided and tipped at the terminal that made them', async () => {
  const id = await w.terminal('000000000031', {
    flags: { allow_add_tip_to_transaction: true },
  });
  const hold = (await w.at(id, { type: 'authorize', amount: 5000 })).body.data;
  expect(hold).toMatchObject({ status: 'authorized', amount_authorized: 5000 });
  const part = await w.post(`/transaction/${hold.id}/capture`, { amount: 4999 });
  expect([part.status, part.body.msg]).toEqual([400, 'bad request error: invalid Amount']);
  const captured = await w.post(`/transaction/${hold.id}/capture`, { amount: 5000 });
  expect(captured.body.data).toMatchObject({ status: 'pending_settlement', amount_captured: 5000 });
  const sale = (await w.at(id, { amount: 2000 })).body.data;
  const tipped = await w.post(`/transaction/${sale.id}/tipadjust`, { tip: 300 });
  expect(tipped.body.data).toMatchObject({ amount: 2300, tip_amount: 300, amount_captured: 2300 });
  const voided = await w.post(`/transaction/${sale.id}/void`);
  expect(voided.status, voided.text).toBe(200);
  expect((await w.read(sale.id)).status).toBe('voided');
  const settled = await w.settleTerminal(id);
  expect(settled.body.data.batches).toMatchObject([{ num_transactions: 1, amount_captured: 5000 }]);
});

it('takes a tip afterwards only where the terminal allows it', async () => {
  const id = await w.terminal('000000000041');
  const sale = (await w.at(id)).body.data;
  const refused = await w.post(`/transaction/${sale.id}/tipadjust`, { tip: 100 });
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    'This terminal does not allow tips after the payment.',
  ]);
});
