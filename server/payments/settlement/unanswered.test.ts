// A terminal's batch that was not answered: nothing is sent twice, and a person can end it.
import { beforeEach, expect, it } from 'vitest';
import type { Egress } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { auditRows } from '../../testing/audit-rows.ts';
import { openTerminalWorld } from '../../testing/worlds/terminal-world.ts';
import { settlementJobs } from './jobs.ts';

const w = openTerminalWorld({ jobs: settlementJobs });
const merchant_id = () => w.m1.account.id;
let real: Egress | null = null;
let terminals = 0;

beforeEach(() => {
  real ??= w.world.services.egress;
  w.world.services.egress = real;
});

const office = (path: string, body: object = {}) =>
  w.world.call('POST', path, { credential: w.tenants.admin.boss.private_key, body });
const exceptionOf = async (processor_id: string) => {
  const filter = { processor_id: { operator: '=', value: processor_id } };
  return (await office('/settlement/exceptions/search', filter)).body.data[0];
};
const act = (id: string, step: string, body: object = {}) =>
  office(`/settlement/exception/${merchant_id()}/${id}/${step}`, body);
const reason = 'Read off the terminal.';
const asked = async (name: string) => (await w.asked()).filter((one) => one === name).length;
const run = () => w.world.runner.runDue(w.world.clock.now());

async function batchOf(processor_id: string) {
  return await connect(w.world.system)
    .selectFrom('settlement_batch')
    .selectAll()
    .where('processor_id', '=', processor_id)
    .executeTakeFirstOrThrow();
}

async function withSale(overrides: object = {}) {
  terminals++;
  const id = await w.terminal(`00000000${100 + terminals}1`, overrides);
  const sale = (await w.at(id)).body.data.id as string;
  return { id, sale };
}

/** A terminal whose `Settle` was sent and not answered; the time of an answer has passed. */
async function unanswered(how: 'drop_after_commit' | 'drop_before_commit') {
  const made = await withSale();
  await w.script('Settle', how);
  expect((await w.settleTerminal(made.id)).body.data).toEqual({ result: 'later', batches: [] });
  await w.advance(301);
  return { ...made, batch: (await batchOf(made.id)).id };
}

/** The answers to one request are lost. */
function loses(name: string): void {
  w.world.services.egress = {
    async exchange(request) {
      const answer = await (real as Egress).exchange(request);
      const is_lost = request.url.endsWith(`/${name}`);
      return is_lost ? { kind: 'no_answer', reason: 'the line is dead' } : answer;
    },
  };
}

it('a batch whose members were not read is read again and booked under its number', async () => {
  const { id, sale } = await withSale();
  const settles = await asked('Settle');
  loses('StatusList');
  expect((await w.settleTerminal(id)).body.data.result).toBe('later');
  expect(await batchOf(id)).toMatchObject({ state: 'unknown', host_batch_number: 1 });
  w.world.services.egress = real as Egress;
  const one = await exceptionOf(id);
  expect(one).toMatchObject({ kind: 'batch', is_unanswered: false });
  expect((await act(one.id, 'retry')).status).toBe(200);
  await run();
  expect((await w.read(sale)).status).toBe('settled');
  expect(await batchOf(id)).toMatchObject({ state: 'closed', batch_number: '1' });
  expect((await asked('Settle')) - settles).toBe(1);
  expect(await exceptionOf(id)).toBeUndefined();
});

it('a batch is ended by its number: its payments settle, and the terminal may go', async () => {
  const { id, sale, batch } = await unanswered('drop_after_commit');
  const settles = await asked('Settle');
  expect(await exceptionOf(id)).toMatchObject({ id: batch, is_unanswered: true });
  const again = await act(batch, 'retry');
  expect([again.status, again.body.msg]).toEqual([
    400,
    'The close of this batch is not repeated. Mark it as closed or not closed.',
  ]);
  const wrong = await act(batch, 'closed', { batch_number: 7, reason });
  expect([wrong.status, wrong.body.msg]).toEqual([
    400,
    'No payment of batch 7 is pending settlement. Check the number.',
  ]);
  loses('StatusList');
  const unread = await act(batch, 'closed', { batch_number: 1, reason });
  expect(unread.body.msg).toBe('The processor did not list the payments of batch 1. Try again.');
  w.world.services.egress = real as Egress;
  expect(await batchOf(id)).toMatchObject({ state: 'unknown', host_batch_number: null });

  const answer = await act(batch, 'closed', { batch_number: 1, reason });
  expect(answer.status, answer.text).toBe(200);
  await run();
  expect(await batchOf(id)).toMatchObject({ state: 'closed', batch_number: '1' });
  expect((await w.read(sale)).status).toBe('settled');
  expect(await asked('Settle')).toBe(settles);
  expect(await auditRows(w.world.system, 'settlement_exception', batch)).toMatchObject([
    {
      merchant_id: merchant_id(),
      user_name: w.tenants.admin.boss.user.username,
      before: { kind: 'batch', state: 'unknown' },
      after: { state: 'unknown', batch_number: 1, reason },
    },
  ]);
  const more = await act(batch, 'not-closed', { reason });
  expect([more.status, more.body.msg]).toEqual([400, 'This batch is not waiting for an answer.']);
  const gone = await w.byPartner('DELETE', `/merchant/${merchant_id()}/terminal/${id}`);
  expect(gone.status, gone.text).toBe(200);
});

it('a batch is closed again where a person says that it was not closed', async () => {
  const { id, sale, batch } = await unanswered('drop_before_commit');
  const settles = await asked('Settle');
  const answer = await act(batch, 'not-closed', { reason });
  expect(answer.status, answer.text).toBe(200);
  await run();
  expect(await batchOf(id)).toMatchObject({ state: 'closed', batch_number: '1' });
  expect((await w.read(sale)).status).toBe('settled');
  expect((await asked('Settle')) - settles).toBe(1);
  expect(await auditRows(w.world.system, 'settlement_exception', batch)).toMatchObject([
    { before: { state: 'unknown' }, after: { state: 'closing', reason } },
  ]);
});

it('a batch that was closed after all is shown again, not booked as empty', async () => {
  const { id, sale, batch } = await unanswered('drop_after_commit');
  await act(batch, 'not-closed', { reason });
  await run();
  const why = 'No batch was open at the processor. Check its earlier batches.';
  expect(await exceptionOf(id)).toMatchObject({ id: batch, is_unanswered: true, reason: why });
  await w.advance(301);
  expect((await act(batch, 'closed', { batch_number: 1, reason })).status).toBe(200);
  await run();
  expect((await w.read(sale)).status).toBe('settled');
});

it('a batch ends as rejected where nothing waits for it any more', async () => {
  const { id, sale, batch } = await unanswered('drop_before_commit');
  expect((await w.post(`/transaction/${sale}/void`)).status).toBe(200);
  const settles = await asked('Settle');
  expect((await act(batch, 'not-closed', { reason })).status).toBe(200);
  await run();
  expect((await batchOf(id)).state).toBe('rejected');
  expect(await asked('Settle')).toBe(settles);
  expect(await exceptionOf(id)).toBeUndefined();
});

it('a batch is decided by administrators, once, and not while an answer may come', async () => {
  const { id } = await withSale();
  await w.script('Settle', 'drop_before_commit');
  await w.settleTerminal(id);
  const { id: batch } = await batchOf(id);
  const early = await act(batch, 'not-closed', { reason });
  expect([early.status, early.body.msg]).toEqual([
    400,
    'The processor may still answer. Try again in five minutes.',
  ]);
  await w.advance(301);
  const { admin, p1 } = w.tenants;
  for (const { private_key: credential } of [admin.clerk, p1.boss, w.m1.boss]) {
    for (const step of ['closed', 'not-closed']) {
      const path = `/settlement/exception/${merchant_id()}/${batch}/${step}`;
      const body = { batch_number: 1, reason };
      expect((await w.world.call('POST', path, { credential, body })).status).toBe(403);
    }
  }
  const all = await Promise.all([1, 2, 3].map(() => act(batch, 'not-closed', { reason })));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  await run();
});

it('no person is asked where the processor knows the close by its reference', async () => {
  const { id } = await w.pay({ amount: 900 });
  await w.script('close_batch', 'drop_after_commit');
  await w.settle();
  const one = await exceptionOf(w.m1.processors.card);
  expect(one).toMatchObject({ is_unanswered: false });
  const answer = await act(one.id, 'not-closed', { reason });
  expect(answer.body.msg).toBe('This batch is not waiting for an answer.');
  expect((await act(one.id, 'retry')).status).toBe(200);
  await run();
  expect((await w.read(id)).status).toBe('settled');
});

it('a batch is finished at once where the terminal settles by itself later', async () => {
  const { id, sale } = await withSale({ auto_settle: true, settle_at: '23:59:00' });
  loses('StatusList');
  expect((await w.settleTerminal(id)).body.data.result).toBe('later');
  w.world.services.egress = real as Egress;
  const one = await exceptionOf(id);
  expect((await act(one.id, 'retry')).status).toBe(200);
  await run();
  expect((await w.read(sale)).status).toBe('settled');
});
