// Refunds and credits at a terminal, debit and EBT, settlement at a terminal's own time.
import { expect, it } from 'vitest';
import { connect } from '../../db/database.ts';
import { openTerminalWorld } from '../../testing/worlds/terminal-world.ts';

const w = openTerminalWorld();

async function settledSale(tpn: string, input: object = {}) {
  const id = await w.terminal(tpn);
  const { data } = (await w.at(id, input)).body;
  await w.settleTerminal(id);
  return { id, sale: data.id as string };
}

async function permit(name: string, value: boolean) {
  const body = { permissions: { [name]: value } };
  const answer = await w.byPartner('POST', `/merchant/${w.m1.account.id}`, body);
  expect(answer.status, answer.text).toBe(200);
}

it('a refund is given at the terminal of its sale, or at another one that is named', async () => {
  const { id, sale } = await settledSale('000000000201');
  const part = await w.post(`/transaction/${sale}/refund`, { amount: 300 });
  expect(part.body.data).toMatchObject({
    type: 'refund',
    amount: 300,
    status: 'pending_settlement',
    terminal_id: id,
    payment_method: 'terminal',
  });
  const other = await w.terminal('000000000211', { description: 'Back office' });
  const rest = await w.post(`/transaction/${sale}/refund`, { terminal_id: other });
  expect(rest.body.data).toMatchObject({
    amount: 700,
    terminal_id: other,
    terminal_description: 'Back office',
    processor_id: other,
    referenced_transaction_id: sale,
  });
  expect(rest.body.data.response_body.terminal).toMatchObject({ terminal_id: other });
  expect(await w.read(sale)).toMatchObject({ status: 'refunded', amount_refunded: 1000 });
  await w.audit();
  const settled = await w.settleTerminal(other);
  expect(settled.body.data.batches).toMatchObject([{ amount_credit: 700, num_transactions: 1 }]);
});

it('a refund names only terminals of the merchant, and only for a terminal payment', async () => {
  const { sale } = await settledSale('000000000221');
  const foreign = await w.world.call('POST', `/merchant/${w.tenants.m2.account.id}/terminal`, {
    credential: w.tenants.admin.boss.private_key,
    body: { tpn: '000000000229' },
  });
  const refused = await w.post(`/transaction/${sale}/refund`, {
    terminal_id: foreign.body.data.id,
  });
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    'bad request error: invalid Terminal ID',
  ]);
  const card = await w.pay();
  await w.settle();
  const { id } = await settledSale('000000000231');
  const mixed = await w.post(`/transaction/${card.id}/refund`, { terminal_id: id });
  expect(mixed.body.msg).toBe('bad request error: invalid Terminal ID');
});

it('a disabled or removed terminal refunds nothing, and another one does', async () => {
  const { id, sale } = await settledSale('0000000002a1');
  const other = await w.terminal('0000000002b1');
  const own = `/merchant/${w.m1.account.id}/terminal/${id}`;
  await w.byPartner('POST', `${own}/status/disable`);
  const disabled = await w.post(`/transaction/${sale}/refund`, { amount: 100 });
  expect([disabled.status, disabled.body.msg]).toEqual([400, 'This terminal is disabled.']);
  await w.byPartner('DELETE', own);
  const removed = await w.post(`/transaction/${sale}/refund`, { amount: 100 });
  expect([removed.status, removed.body.msg]).toEqual([
    400,
    'The terminal of this payment was removed. Choose another terminal for the refund.',
  ]);
  expect((await w.read(sale)).status).toBe('settled');
  const refund = await w.post(`/transaction/${sale}/refund`, { amount: 100, terminal_id: other });
  expect(refund.body.data).toMatchObject({ amount: 100, terminal_id: other });
});

it('a refund at a busy terminal reserves nothing', async () => {
  const { sale } = await settledSale('000000000241');
  const waits = await w.terminal('000000000248');
  const paying = w.at(waits);
  const path = `/merchant/${w.m1.account.id}/terminal/${waits}`;
  await expect.poll(async () => (await w.get(path)).body.data.transaction_id).not.toBe('');
  const refused = await w.post(`/transaction/${sale}/refund`, { terminal_id: waits });
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    'The terminal is busy with another payment. Wait until it finishes, or cancel it.',
  ]);
  await permit('allow_terminal_credits', true);
  expect((await w.at(waits, { type: 'credit' })).body.msg).toBe(refused.body.msg);
  await expect.poll(async () => (await w.post(`/terminal/${waits}/cancel`)).status).toBe(200);
  await paying;
  expect((await w.post(`/transaction/${sale}/refund`)).body.data.amount).toBe(1000);
});

it('a credit takes the switch of terminal credits and the right to credit', async () => {
  const id = await w.terminal('000000000251');
  await permit('allow_terminal_credits', false);
  await permit('support_blind_credits', true);
  const off = await w.at(id, { type: 'credit' });
  expect([off.status, off.body.data.name]).toEqual([403, 'allow_terminal_credits']);
  await permit('support_blind_credits', false);
  await permit('allow_terminal_credits', true);
  const on = await w.at(id, { type: 'credit' });
  expect(on.body.data).toMatchObject({
    type: 'credit',
    status: 'pending_settlement',
    amount: 1000,
  });
  const card = await w.post('/transaction', {
    type: 'credit',
    amount: 100,
    payment_method: { card: { number: '4111111111111111', expiration_date: '12/30' } },
  });
  expect([card.status, card.body.data.name]).toEqual([403, 'support_blind_credits']);
});

it('debit takes its permission, EBT a terminal that supports it', async () => {
  const id = await w.terminal('000000000261', { debit: true, flags: { ebt_support: true } });
  await permit('enable_terminal_debit_transactions', false);
  const refused = await w.at(id, {}, { debit: true });
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    'bad request error: invalid Debit: it is not enabled for this merchant',
  ]);
  const paid = async (method: object) =>
    (await w.at(id, {}, method)).body.data.response_body.terminal.payment_type;
  expect(await paid({})).toBe('credit');
  await permit('enable_terminal_debit_transactions', true);
  expect(await paid({})).toBe('debit');
  expect(await paid({ debit: false })).toBe('credit');
  expect(await paid({ ebt: 'food' })).toBe('ebt_food');
  const both = await w.at(id, {}, { debit: true, ebt: 'food' });
  expect(both.body.msg).toMatch(/invalid Debit: choose debit or EBT, not both$/);
  const plain = await w.terminal('000000000271');
  const none = await w.at(plain, {}, { ebt: 'cash' });
  expect([none.status, none.body.msg]).toEqual([
    400,
    'bad request error: invalid EBT: this terminal does not support it',
  ]);
});

it('a terminal verifies no cards, saves none and stands alone in its payment', async () => {
  const id = await w.terminal('000000000281');
  expect((await w.at(id, { type: 'verification', amount: undefined })).body.msg).toBe(
    'bad request error: invalid Type',
  );
  expect((await w.at(id, { create_vault_record: true })).body.msg).toBe(
    'bad request error: invalid Create Vault Record',
  );
  const both = { payment_method: { terminal: { id }, cash: {} } };
  expect((await w.at(id, both)).body.msg).toBe('bad request error: invalid payment_method');
  expect((await w.at(id, { processor_id: w.m1.processors.card })).body.msg).toBe(
    'bad request error: invalid Processor ID',
  );
  expect((await w.at(id, { processor_id: id })).body.data.response).toBe('approved');
});

it('a settlement tells of batches that were closed, and of none that was given up', async () => {
  const id = await w.terminal('000000000341');
  await w.at(id);
  const body = JSON.stringify({ match: { operation: 'Settle' }, action: { do: 'busy' }, times: 2 });
  await fetch(`${w.world.lab?.url}/control/script`, { method: 'POST', body });
  expect((await w.settleTerminal(id)).body.data).toEqual({ result: 'later', batches: [] });
  await w.advance(86_400);
  const settled = await w.settleTerminal(id);
  expect(settled.body.data).toMatchObject({ result: 'settled', batches: [{ batch_number: 1 }] });
  expect(settled.body.data.batches).toHaveLength(1);
});

it('a hidden way to pay is refused', async () => {
  const id = await w.terminal('000000000291');
  const hide = (value: string) =>
    w.byPartner('POST', `/merchant/${w.m1.account.id}/requireds`, {
      requireds: { default: { payment_method_terminal: value } },
    });
  const hidden = await hide('hidden');
  expect(hidden.status, hidden.text).toBe(200);
  expect((await w.at(id)).body.msg).toBe('bad request error: invalid Payment Method Terminal');
  await hide('optional');
  expect((await w.at(id)).status).toBe(200);
});

it('with auto settle its batch closes at its own time; a host settles every day', async () => {
  const zone = { auto_settle: true, settle_at: '21:00:00' };
  const auto = await w.terminal('000000000301', zone);
  const host = await w.terminal('000000000311', { flags: { host_capture: true } });
  const manual = await w.terminal('000000000321');
  const jobs = await connect(w.world.system)
    .selectFrom('job')
    .select(['payload', 'due_at'])
    .where('name', '=', 'settlement')
    .execute();
  const due = (id: string) =>
    jobs.filter(({ payload }) => (payload as { processor_id: string }).processor_id === id).length;
  expect([due(auto), due(host), due(manual)]).toEqual([1, 1, 0]);
  const refused = await w.settleTerminal(host);
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    'This terminal settles automatically every day at 22:00.',
  ]);
});

it('what was taken during the day settles at the terminal’s own time', async () => {
  const id = await w.terminal('000000000331', { auto_settle: true, settle_at: '21:00:00' });
  const { data } = (await w.at(id)).body;
  await w.advance(86_400);
  await expect
    .poll(async () => (await w.read(data.id)).status, { timeout: 15_000 })
    .toBe('settled');
});
