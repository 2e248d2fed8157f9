// Terminal payments whose answer was lost and that a person approved: what follows them works.
import { expect, it } from 'vitest';
import { connect } from '../../db/database.ts';
import { openTerminalWorld } from '../../testing/worlds/terminal-world.ts';
import { recoverDue } from '../recovery/recovery.ts';

const w = openTerminalWorld({ jobs: [] });

const script = (operation: string, action: string, times = 1) =>
  fetch(`${w.world.lab?.url}/control/script`, {
    method: 'POST',
    body: JSON.stringify({ match: { operation }, action: { do: action }, times }),
  });

/** A payment of which the terminal alone knows the outcome, approved by a person; gives its id. */
async function approved(tpn: string, input: object = {}, method: object = {}) {
  const id = await w.terminal(tpn, {
    flags: { allow_add_tip_to_transaction: true, ebt_support: true },
  });
  const operation = 'type' in input ? 'Auth' : 'Sale';
  await script(operation, 'drop_after_commit');
  await script('Status', 'busy', 4);
  const { data } = (await w.at(id, { amount: 2000, ...input }, method)).body;
  expect(data.status).toBe('unknown');
  await w.advance(130);
  await recoverDue(w.world.system);
  const attempt = await connect(w.world.system)
    .selectFrom('rail_attempt')
    .select('id')
    .where('transaction_id', '=', data.id)
    .executeTakeFirstOrThrow();
  const answer = await w.world.call(
    'POST',
    `/unresolved/${w.m1.account.id}/${attempt.id}/approve`,
    {
      credential: w.tenants.admin.boss.private_key,
      body: { reason: 'on the slip', processor_transaction_id: `P${attempt.id}` },
    },
  );
  expect(answer.status, answer.text).toBe(200);
  return data.id as string;
}

it('a hold is captured', async () => {
  const id = await approved('000000000301', { type: 'authorize' });
  const captured = await w.post(`/transaction/${id}/capture`, { amount: 2000 });
  expect(captured.body.data).toMatchObject({ status: 'pending_settlement', amount_captured: 2000 });
});

it('a sale takes a tip and is voided', async () => {
  const id = await approved('000000000311');
  const tipped = await w.post(`/transaction/${id}/tipadjust`, { tip: 300 });
  expect(tipped.body.data).toMatchObject({ amount: 2300, tip_amount: 300, amount_captured: 2300 });
  const voided = await w.post(`/transaction/${id}/void`);
  expect(voided.status, voided.text).toBe(200);
  expect((await w.read(id)).status).toBe('voided');
});

it('a sale is voided as the kind of card that paid', async () => {
  const id = await approved('000000000321', {}, { ebt: 'food' });
  expect((await w.post(`/transaction/${id}/void`)).status).toBe(200);
  const voided = (await w.attempts(id)).find(({ operation }) => operation === 'void');
  expect(voided?.context).toMatchObject({ target: { payment_type: 'EBT_Food' } });
});
