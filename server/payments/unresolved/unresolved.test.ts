// The operator's queue: what nobody could resolve is inquired or decided by people, once.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Egress, Exchange } from '../../context.ts';
import { inTransaction } from '../../db/database.ts';
import { insertApiKey } from '../../identity/api-keys/new-api-key.ts';
import { createUser } from '../../identity/users/new-user.ts';
import { auditCount } from '../../testing/answer-checks.ts';
import { auditRows } from '../../testing/audit-rows.ts';
import { good_card, tenant_password } from '../../testing/tenants.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { recoveryJobs } from '../recovery/recovery.ts';

let real: Egress;
let second_key = '';
let settled = '';
const dead: Exchange = { kind: 'no_answer', reason: 'the line is dead' };

const w = openMoneyWorld({ jobs: recoveryJobs });
beforeAll(async () => {
  real = w.world.services.egress;
  settled = (await w.pay({ amount: 500_000 })).id;
  await w.settle();
  second_key = await secondAdmin();
});
beforeEach(() => {
  w.world.services.egress = real;
  w.world.services.processor_health.clear();
});

/** Another user of role admin in the office: a second person. */
async function secondAdmin(): Promise<string> {
  const { system } = w.world;
  const { id: account_id, account_type } = w.tenants.admin.account;
  const second = { username: 'second_admin', password: tenant_password, name: 'Second' };
  const about = { email: 'second@example.com', role: 'admin' as const, tos_accepted: true };
  const user = await createUser(system, { account_type, account_id, ...second, ...about });
  const key = { user, type: 'api' as const, name: 'private' };
  const made = await inTransaction(system, account_id, (tx) => insertApiKey(tx, system, key));
  return made.api_key;
}

const ask = (method: 'GET' | 'POST', path: string, body?: object, credential?: string) =>
  w.world.call(method, path, {
    credential: credential ?? w.tenants.admin.boss.private_key,
    ...(body && { body }),
  });

/** Runs a call whose processor never answers, then the whole ladder; gives the open attempt. */
async function lose(work: () => Promise<unknown>, transaction_id?: string) {
  w.world.services.egress = { exchange: async () => dead };
  const answer = (await work()) as { body?: { data?: { id: string } } };
  const id = transaction_id ?? answer.body?.data?.id;
  await w.advance(3 * 86_400);
  w.world.services.egress = real;
  w.world.services.processor_health.clear();
  const found = await ask('POST', '/unresolved/search', {
    transaction_id: { operator: '=', value: id },
  });
  expect(found.body.total_count, found.text).toBe(1);
  return found.body.data[0];
}

const sale = (amount: number, type = 'sale', currency = 'usd') =>
  w.post('/transaction', { type, amount, currency, payment_method: { card: good_card } });
type One = { merchant_id: string; attempt_id: string };
const at = (one: One, verb = '') => `/unresolved/${one.merchant_id}/${one.attempt_id}${verb}`;
const idOf = (one: One) => `P${one.attempt_id}`;
const approve = (one: One, key?: string, processor_transaction_id = idOf(one)) =>
  ask('POST', at(one, '/approve'), { reason: 'their portal', processor_transaction_id }, key);
const refuse = (one: One, key?: string) =>
  ask('POST', at(one, '/not-processed'), { reason: 'they have nothing' }, key);

const audited = (attempt_id: string) => auditRows(w.world.system, 'unresolved', attempt_id);

describe('a sale nobody knows the outcome of', () => {
  it('stands in the queue with what was tried and waits for a person', async () => {
    const one = await lose(() => sale(1000));
    expect(one).toMatchObject({
      stage: 'person',
      state: 'open',
      operation: 'sale',
      amount: 1000,
      inquiry_count: 9,
      next_inquiry_at: null,
      needs_second_person: false,
      proposal: null,
      pending_on: { who: 'operator', next_at: null },
    });
    expect(one.steps.map((step: { action: string }) => step.action)).toEqual([
      'sent',
      ...Array(9).fill('inquired'),
    ]);
    const { pending_on } = await w.read(one.transaction_id);
    expect(pending_on).toMatchObject({
      who: 'operator',
      waiting_for: expect.stringContaining('the sale of $10.00'),
      progress: '9 inquiries. Last result: the processor did not answer.',
    });
    const staged = await ask('POST', '/unresolved/search', {
      stage: { operator: '=', value: 'automatic' },
    });
    expect(staged.body.data).toEqual([]);
  });

  it('is settled by one more inquiry when the processor is back', async () => {
    const one = await lose(() => sale(1010));
    const body = { reason: 'the line is back' };
    const inquired = await ask('POST', at(one, '/inquire'), body);
    // Nothing arrived: not found three times ends in a reversal.
    expect(inquired.body.data).toMatchObject({ state: 'open', inquiry_count: 10, stage: 'person' });
    expect(inquired.body.data.steps.at(-1).result).toBe('not_found');
    await ask('POST', at(one, '/inquire'), body);
    const last = await ask('POST', at(one, '/inquire'), body);
    expect(last.body.data).toMatchObject({ state: 'resolved', outcome: 'error' });
    expect(await w.read(one.transaction_id)).toMatchObject({
      status: 'declined',
      response_code: 421,
    });
    const again = await ask('POST', at(one, '/inquire'), body);
    expect([again.status, again.body.msg]).toEqual([400, expect.stringContaining('resolved')]);
    expect((await audited(one.attempt_id)).map((row) => row.verb)).toEqual(
      Array(3).fill('inquire'),
    );
  });

  it('is approved by hand with its ledger, history and event', async () => {
    const one = await lose(() => sale(1020));
    const answer = await approve(one);
    expect(answer.body.data).toMatchObject({ state: 'resolved', outcome: 'approved' });
    const after = await w.read(one.transaction_id);
    expect(after).toMatchObject({ status: 'pending_settlement', amount_captured: 1020 });
    expect(after.pending_on).toBeUndefined();
    expect(after.response_body.card.processor_transaction_id).toBe(idOf(one));
    const [row] = await audited(one.attempt_id);
    const { transaction_id } = one;
    const recorded = { reason: 'their portal', amount: 1020, transaction_id, status: after.status };
    expect(row).toMatchObject({ verb: 'approve', user_name: 'boss_office', after: recorded });
    const request_id = String(answer.headers['x-correlation-id']);
    expect(await auditCount(w.world.system, request_id)).toBe(1);
    const trace = (await ask('GET', `/trace/${request_id}`)).body.data.entries;
    const kinds = trace.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['status', 'posting', 'audit']));
    expect((await refuse(one)).status).toBe(400);
  });

  it('ends once, whoever decides at the same time', async () => {
    const one = await lose(() => sale(1030));
    const all = [approve(one), refuse(one, second_key), approve(one, second_key)];
    const both = await Promise.all(all);
    expect(both.filter((answer) => answer.status === 200).length).toBe(1);
    expect((await audited(one.attempt_id)).length).toBe(1);
  });

  it('is not approved with the id of another charge', async () => {
    const one = await lose(() => sale(1060));
    const { response_body } = await w.read(settled);
    const used_id = response_body.card.processor_transaction_id;
    const answer = await approve(one, undefined, used_id);
    expect([answer.status, answer.body.msg]).toEqual([400, expect.stringContaining(settled)]);
    expect((await refuse(one)).status).toBe(200);
  });

  // Several rounds: the two do not always meet. The loser may be approved by an id of its own.
  it.each(['A', 'B', 'C', 'D'])('is approved by an id that nobody else takes: %s', async (id) => {
    const all = [await lose(() => sale(1070)), await lose(() => sale(1080))];
    const keys = [undefined, second_key];
    const answers = await Promise.all(all.map((one, at) => approve(one, keys[at], `4TWO${id}`)));
    const [lost, ...others] = answers.filter((answer) => answer.status !== 200);
    expect([lost?.status, others]).toEqual([400, []]);
    const winner = all.find((_, at) => answers[at]?.status === 200);
    const loser = all.find((one) => one !== winner);
    expect(lost?.body.msg).toContain(winner.transaction_id);
    expect(await audited(loser.attempt_id)).toEqual([]);
    expect((await approve(loser)).status).toBe(200);
  });

  it('is left alone while somebody asks about it', async () => {
    w.world.services.egress = { exchange: async () => dead };
    const { id } = (await sale(1040)).body.data;
    w.world.services.egress = real;
    const found = await ask('POST', '/unresolved/search', {
      transaction_id: { operator: '=', value: id },
    });
    const [one] = found.body.data;
    expect(one).toMatchObject({ stage: 'automatic', pending_on: { who: 'gateway' } });
    const answer = await approve(one);
    expect([answer.status, answer.body.msg]).toEqual([400, expect.stringContaining('two minutes')]);
    await w.advance(3_600);
    expect((await w.read(id)).status).toBe('declined');
  });
});

describe('an amount above the limit', () => {
  it('takes two different persons who say the same', async () => {
    const one = await lose(() => sale(100_001));
    expect(one.needs_second_person).toBe(true);
    const first = await approve(one);
    expect(first.body.data).toMatchObject({
      state: 'open',
      proposal: {
        decision: 'approve',
        user_name: 'boss_office',
        processor_transaction_id: idOf(one),
      },
      pending_on: { next_step: expect.stringContaining('second administrator') },
    });
    const alone = await approve(one);
    const refusal = [alone.status, alone.body.msg];
    expect(refusal).toEqual([400, 'Another user must confirm your proposal.']);
    // Another id is another proposal, not a confirmation.
    const other = await approve(one, second_key, 'TS8');
    expect(other.body.data).toMatchObject({
      state: 'open',
      proposal: { user_name: 'second_admin' },
    });
    const done = await approve(one, undefined, 'TS8');
    expect(done.body.data).toMatchObject({ state: 'resolved', outcome: 'approved' });
    const rows = await audited(one.attempt_id);
    const names = rows.map((row) => row.user_name);
    expect(names).toEqual(['boss_office', 'second_admin', 'boss_office']);
    expect(rows.at(-1)?.after).toMatchObject({ proposed_by: 'second_admin', decided: true });
  });

  it('is decided by one person at the limit itself', async () => {
    const one = await lose(() => sale(100_000));
    expect((await refuse(one)).body.data).toMatchObject({ state: 'resolved' });
  });
});

it('an amount in yen takes two persons from a thousand yen on', async () => {
  const supported_currencies = JSON.stringify(['usd', 'jpy']);
  await w.changeProcessor(w.m1.processors.card, { supported_currencies });
  const one = await lose(() => sale(1_001, 'sale', 'jpy'));
  expect((await refuse(one)).body.data).toMatchObject({ state: 'open' });
  expect((await refuse(one, second_key)).body.data).toMatchObject({ state: 'resolved' });
});

describe('every verb', () => {
  const open = async (type: string) => (await w.pay({ type, amount: 900 })).id;
  const cases: [string, () => Promise<[() => Promise<unknown>, string?]>, string, string][] = [
    ['authorize', async () => [() => sale(900, 'authorize')], 'authorized', 'declined'],
    ['credit', async () => [() => sale(900, 'credit')], 'pending_settlement', 'declined'],
    ['refund', async () => [giveBack(1000)], 'pending_settlement', 'declined'],
    ['capture', () => followUp('authorize', 'capture'), 'pending_settlement', 'authorized'],
    ['void', () => followUp('sale', 'void'), 'voided', 'pending_settlement'],
    [
      'tip',
      () => followUp('sale', 'tipadjust', { tip: 50 }),
      'pending_settlement',
      'pending_settlement',
    ],
  ];
  const giveBack = (amount: number) => () => w.post(`/transaction/${settled}/refund`, { amount });
  async function followUp(type: string, verb: string, body = {}) {
    const id = await open(type);
    return [() => w.post(`/transaction/${id}/${verb}`, body), id] as [
      () => Promise<unknown>,
      string,
    ];
  }

  it.each(cases)('%s is approved by hand', async (name, make, done) => {
    const one = await lose(...(await make()));
    const answer = await approve(one);
    expect(answer.body.data, answer.text).toMatchObject({ state: 'resolved', outcome: 'approved' });
    const { status, tip_amount } = await w.read(one.transaction_id);
    expect(status).toBe(done);
    if (name === 'tip') expect(tip_amount).toBe(50);
  });

  it.each(cases)('%s is marked as not processed', async (_name, make, _done, undone) => {
    const one = await lose(...(await make()));
    expect((await refuse(one)).body.data).toMatchObject({ state: 'resolved' });
    const after = await w.read(one.transaction_id);
    expect([after.status, after.pending_on]).toEqual([undone, undefined]);
    await w.audit();
  });
});

describe('the queue', () => {
  it('takes a reason of 1 to 500 characters, and is nobody else’s', async () => {
    const one = await lose(() => sale(1050));
    for (const reason of ['', '   ', 'x'.repeat(501)]) {
      const answer = await ask('POST', at(one, '/not-processed'), { reason });
      expect([answer.status, answer.body.msg]).toEqual([400, 'bad request error: invalid Reason']);
    }
    const clerk = w.tenants.admin.clerk.private_key;
    expect((await refuse(one, clerk)).status).toBe(403);
    expect((await refuse(one, w.m1.boss.private_key)).status).toBe(403);
    const stranger = { ...one, merchant_id: w.tenants.m2.account.id };
    expect((await refuse(stranger)).status).toBe(404);
    expect((await refuse(one)).status).toBe(200);
  });
});
