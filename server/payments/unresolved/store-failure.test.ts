// Outcomes that cannot be stored: counted, alerted, explained in plain words, and left to a person.
import pino from 'pino';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Egress } from '../../context.ts';
import { good_card } from '../../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { openOwner } from '../../testing/worlds/open-world.ts';
import { recoveryJobs } from '../recovery/recovery.ts';

let real: Egress;
const logged: Record<string, unknown>[] = [];

const log = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) });
const w = openMoneyWorld({ jobs: recoveryJobs, log });
const owner = openOwner(() => w.world.database_url);
beforeAll(async () => {
  real = w.world.services.egress;
  await owner.query(`create function refuse_posting() returns trigger language plpgsql as $$
    begin
      raise exception 'refused' using errcode = '23514', constraint = 'books_are_shut';
    end $$`);
});
afterEach(async () => {
  w.world.services.egress = real;
  await allow();
});

/** From now on no posting of this kind can be written. */
const refusePosting = (kind: string) =>
  owner.query(`create trigger refused before insert on ledger_posting
    for each row when (new.kind = '${kind}') execute function refuse_posting()`);
const allow = () => owner.query('drop trigger if exists refused on ledger_posting');

const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
  w.world.call(method, path, {
    credential: w.tenants.admin.boss.private_key,
    ...(body && { body }),
  });

/** A sale that the processor has taken, whose server died before it could store that. */
async function lostSale(amount: number): Promise<string> {
  w.world.services.egress = {
    async exchange(request) {
      await real.exchange(request);
      throw new Error('killed');
    },
  };
  const body = { type: 'sale', amount, ...cardOf(good_card.number) };
  expect((await w.post('/transaction', body)).status).toBe(500);
  w.world.services.egress = real;
  return (await w.post('/transaction/search', { limit: 1 })).body.data[0].id;
}

async function inQueue(id: string) {
  const filter = { transaction_id: { operator: '=', value: id } };
  const { body } = await ask('POST', '/unresolved/search', filter);
  expect(body.total_count).toBe(1);
  return body.data[0];
}

const why = 'The database rejected it because of rule books_are_shut.';

it('an outcome that can never be stored climbs the ladder and is left to a person', async () => {
  const id = await lostSale(1_000);
  await refusePosting('sale');
  await w.advance(3 * 86_400);
  const one = await inQueue(id);
  expect(one).toMatchObject({
    stage: 'person',
    inquiry_count: 9,
    next_inquiry_at: null,
    alerts: ['not_stored'],
    store_failure: { text: why, error_id: expect.stringMatching(/^[0-9a-v]{20}$/) },
    pending_on: { who: 'operator', waiting_for: expect.stringContaining('could not be stored') },
  });
  const alerts = logged.filter(({ alert }) => alert === 'not_stored');
  expect(alerts).toHaveLength(9);
  expect(alerts.at(-1)).toMatchObject({
    attempt_id: one.attempt_id,
    transaction_id: id,
    request_id: one.store_failure.error_id,
  });
  // What is in the way is answered at once, and the attempt is free for the next decision.
  const path = `/unresolved/${one.merchant_id}/${one.attempt_id}`;
  const decision = { reason: 'their portal', processor_transaction_id: 'P1' };
  for (const _ of [1, 2]) {
    const answer = await ask('POST', `${path}/approve`, decision);
    const error_id = answer.headers['x-correlation-id'];
    expect([answer.status, answer.body.msg]).toEqual([
      400,
      `The outcome could not be stored. ${why} Error ID: ${error_id}.`,
    ]);
    expect(await inQueue(id)).toMatchObject({
      stage: 'person',
      inquiry_count: 9,
      store_failure: { error_id },
    });
  }
  const inquired = await ask('POST', `${path}/inquire`, { reason: 'once more' });
  expect([inquired.status, inquired.body.msg]).toEqual([400, expect.stringContaining(why)]);
  expect(await inQueue(id)).toMatchObject({ stage: 'person', inquiry_count: 10 });
  await allow();
  const ended = await ask('POST', `${path}/approve`, decision);
  expect(ended.body.data).toMatchObject({ state: 'resolved', store_failure: null });
  expect(await w.read(id)).toMatchObject({ status: 'pending_settlement', amount_captured: 1_000 });
});

it('one whose exposure cannot be posted is inquired and ended all the same', async () => {
  const id = await lostSale(1_100);
  await refusePosting('exposure_open');
  await w.advance(3_600);
  expect(await w.read(id)).toMatchObject({ status: 'pending_settlement', amount_captured: 1_100 });
  const [attempt] = await w.attempts(id);
  expect(attempt).toMatchObject({ state: 'answered', inquiry_count: 2 });
});

/** The transaction settles while a command of it is on its way. */
function settlesDuring(path: string, id: string): void {
  w.world.services.egress = {
    async exchange(request) {
      const answer = await real.exchange(request);
      if (request.url.endsWith(path)) {
        await owner.query(
          `update transaction set status = 'settled', amount_settled = amount_captured,
            version = version + 1 where id = $1`,
          [id],
        );
        await owner.query(
          `insert into transaction_event (merchant_id, transaction_id, sequence, from_status,
            to_status, verb, user_id, user_name, request_id, created_at)
          select merchant_id, transaction_id, sequence + 1, to_status, 'settled', 'settle', '',
            'system', '', created_at
          from transaction_event where transaction_id = $1 order by sequence desc limit 1`,
          [id],
        );
      }
      return answer;
    },
  };
}

/** It has not settled after all. */
async function unsettle(id: string): Promise<void> {
  await owner.query(
    `update transaction set status = 'pending_settlement', amount_settled = 0,
      version = version - 1 where id = $1`,
    [id],
  );
  await owner.query(
    `delete from transaction_event where transaction_id = $1 and to_status = 'settled'`,
    [id],
  );
}

it('a tip approved after its sale had settled leaves its amounts, for a person', async () => {
  const { id } = await w.pay({ amount: 1_300 });
  settlesDuring('/adjust_tip', id);
  expect((await w.post(`/transaction/${id}/tipadjust`, { tip: 200 })).status).toBe(500);
  const amounts = { status: 'settled', amount: 1_300, tip_amount: 0, amount_captured: 1_300 };
  expect(await w.read(id)).toMatchObject(amounts);
  await w.advance(3 * 86_400);
  expect(await w.read(id)).toMatchObject(amounts);
  const one = await inQueue(id);
  expect(one).toMatchObject({ operation: 'adjust_tip', stage: 'person' });
  await unsettle(id);
  const path = `/unresolved/${one.merchant_id}/${one.attempt_id}`;
  await ask('POST', `${path}/inquire`, { reason: 'it has not settled' });
  expect(await w.read(id)).toMatchObject({ amount: 1_500, tip_amount: 200 });
});

it('a void approved after its sale had settled leaves it settled, for a person', async () => {
  const { id } = await w.pay({ amount: 1_200 });
  settlesDuring('/void', id);
  expect((await w.post(`/transaction/${id}/void`)).status).toBe(500);
  expect(await w.read(id)).toMatchObject({ status: 'settled', amount_settled: 1_200 });
  await w.advance(3 * 86_400);
  expect(await w.read(id)).toMatchObject({ status: 'settled', amount_settled: 1_200 });
  const one = await inQueue(id);
  expect(one).toMatchObject({
    operation: 'void',
    stage: 'person',
    store_failure: { text: 'The transaction has changed and no longer allows this outcome.' },
  });
  await unsettle(id);
  const path = `/unresolved/${one.merchant_id}/${one.attempt_id}`;
  const answer = await ask('POST', `${path}/inquire`, { reason: 'it has not settled' });
  expect(answer.body.data.state).toBe('resolved');
  expect((await w.read(id)).status).toBe('voided');
});
