// One id of a processor ends one charge: what people say and what the processor says may meet.
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Egress, type Exchange, type ExchangeRequest, systemContext } from '../../context.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { product_timing } from '../../timing.ts';
import { recoverDue, recoveryJobs } from '../recovery/recovery.ts';
import { lease_seconds } from '../transactions/attempts/attempts.ts';

let real: Egress;
const dead: Exchange = { kind: 'no_answer', reason: 'the line is dead' };

const w = openMoneyWorld({ jobs: recoveryJobs });
beforeAll(() => {
  real = w.world.services.egress;
});
beforeEach(() => {
  w.world.services.egress = real;
  w.world.services.processor_health.clear();
});
afterEach(() => {
  w.world.services.timing.decision_wait_ms = product_timing.decision_wait_ms;
});

interface Lost {
  attempt_id: string;
  transaction_id: string;
}

const ask = (one: Lost, verb: string, body?: object) =>
  w.world.call(body ? 'POST' : 'GET', `/unresolved/${w.m1.account.id}/${one.attempt_id}${verb}`, {
    credential: w.tenants.admin.boss.private_key,
    ...(body && { body }),
  });
const approve = (one: Lost, processor_transaction_id: string) =>
  ask(one, '/approve', { reason: 'their portal', processor_transaction_id });
const inquire = (one: Lost) => ask(one, '/inquire', { reason: 'the line is back' });

/** The id in an answer of the lab. */
const idIn = (answer: Exchange): string =>
  answer.kind === 'answered' ? JSON.parse(answer.body).transaction_id : '';

/** Amounts differ, so that no payment is taken for a duplicate of another. */
let last_amount = 1_000;

/** A sale whose answer never comes, inquired until a person has to; `arrives` at the lab. */
async function lose(arrives: boolean): Promise<Lost & { processor_id: string }> {
  let first = true;
  let processor_id = '';
  w.world.services.egress = {
    async exchange(request: ExchangeRequest) {
      if (arrives && first) processor_id = idIn(await real.exchange(request));
      first = false;
      return dead;
    },
  };
  const { id } = await w.pay({ amount: ++last_amount });
  await w.advance(3 * 86_400);
  w.world.services.egress = real;
  w.world.services.processor_health.clear();
  const [attempt] = await w.attempts(id);
  return { attempt_id: String(attempt?.id), transaction_id: id, processor_id };
}

const statusOf = async (one: Lost) => (await w.read(one.transaction_id)).status;

it('an inquiry does not end a charge by the id that a person gave to another', async () => {
  const [mine, theirs] = [await lose(false), await lose(true)];
  expect((await approve(mine, theirs.processor_id)).body.data).toMatchObject({ state: 'resolved' });
  const inquired = await inquire(theirs);
  expect(inquired.body.data, inquired.text).toMatchObject({ state: 'open', alerts: ['integrity'] });
  expect(await statusOf(theirs)).toBe('unknown');
  await w.audit();
  const answer = await ask(theirs, '/not-processed', { reason: 'it is the other one' });
  expect(answer.body.data, answer.text).toMatchObject({ state: 'resolved' });
});

it('an inquiry whose answer does not fit the payment says so to a person', async () => {
  const one = await lose(true);
  w.world.services.egress = {
    async exchange(request: ExchangeRequest) {
      const answer = await real.exchange(request);
      if (answer.kind !== 'answered') return answer;
      return { ...answer, body: answer.body.replaceAll('"usd"', '"cad"') };
    },
  };
  const inquired = await inquire(one);
  w.world.services.egress = real;
  expect(inquired.body.data, inquired.text).toMatchObject({ state: 'open', alerts: ['integrity'] });
  expect(await statusOf(one)).toBe('unknown');
});

it('a person does not end a charge by the id that an inquiry gave to another', async () => {
  const [mine, theirs] = [await lose(false), await lose(true)];
  expect((await inquire(theirs)).body.data).toMatchObject({ state: 'resolved' });
  const answer = await approve(mine, theirs.processor_id);
  expect([answer.status, answer.body.msg]).toEqual([
    400,
    `The processor uses this ID for transaction ${theirs.transaction_id}.`,
  ]);
});

it('an id that a person gave to one charge is refused for another', async () => {
  const [mine, theirs] = [await lose(false), await lose(false)];
  expect((await approve(theirs, 'P-of-one')).status).toBe(200);
  const answer = await approve(mine, 'P-of-one');
  expect([answer.status, answer.body.msg]).toEqual([
    400,
    `The processor uses this ID for transaction ${theirs.transaction_id}.`,
  ]);
  expect(await statusOf(mine)).toBe('unknown');
});

it('an id that another processor has used ends a charge of this one', async () => {
  const processor_id = await w.addProcessor();
  const { response_body } = await w.pay({ amount: ++last_amount, processor_id });
  await w.changeProcessor(processor_id, { status: 'disabled' });
  const mine = await lose(false);
  const answer = await approve(mine, response_body.card.processor_transaction_id);
  expect(answer.status, answer.text).toBe(200);
  expect(await statusOf(mine)).toBe('pending_settlement');
});

it('of both at the same moment one has the id', async () => {
  for (let round = 0; round < 4; round++) {
    const [mine, theirs] = [await lose(false), await lose(true)];
    await Promise.all([approve(mine, theirs.processor_id), inquire(theirs)]);
    const found = [await statusOf(mine), await statusOf(theirs)];
    expect(found.sort()).toEqual(['pending_settlement', 'unknown']);
    await w.audit();
  }
}, 60_000);

/** The next answer of the lab comes when `open` is called; `arrived` gives its id. */
function holdAnswer() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let tell: (id: string) => void = () => undefined;
  const arrived = new Promise<string>((resolve) => {
    tell = resolve;
  });
  w.world.services.egress = {
    async exchange(request: ExchangeRequest) {
      w.world.services.egress = real;
      const answer = await real.exchange(request);
      tell(idIn(answer));
      await opened;
      return answer;
    },
  };
  return { open, arrived };
}

/** A sale under way: the lab has it, its answer comes when `open` is called. */
async function onItsWay(more: object = {}) {
  const { open, arrived } = holdAnswer();
  const sale = w.pay({ amount: 2_500, ...more });
  return { open, sale, processor_id: await arrived };
}

it('an inquiry whose answer comes after another one has ended the charge says so', async () => {
  const one = await lose(true);
  const { open, arrived } = holdAnswer();
  const late = inquire(one);
  await arrived;
  // Its lease is over: another process takes the attempt and ends it.
  await w.advance(lease_seconds + 1);
  const { services } = w.world;
  await recoverDue(systemContext(services, services.ids.next()));
  expect(await statusOf(one)).toBe('pending_settlement');
  open();
  const answer = await late;
  expect([answer.status, answer.body.msg]).toEqual([400, expect.stringContaining('resolved')]);
  expect(await statusOf(one)).toBe('pending_settlement');
});

it('a decision waits for the answers that are on their way', async () => {
  const mine = await lose(false);
  const { open, sale, processor_id } = await onItsWay();
  const decided = approve(mine, processor_id);
  setTimeout(open, 300);
  const { id, status } = await sale;
  expect(status).toBe('pending_settlement');
  const answer = await decided;
  expect([answer.status, answer.body.msg]).toEqual([
    400,
    `The processor uses this ID for transaction ${id}.`,
  ]);
});

it('a decision is put off where they take too long', async () => {
  const mine = await lose(false);
  const { open, sale, processor_id } = await onItsWay();
  w.world.services.timing.decision_wait_ms = 200;
  const answer = await approve(mine, processor_id);
  expect([answer.status, answer.body.msg]).toEqual([400, expect.stringMatching(/in progress/)]);
  open();
  await sale;
  w.world.services.timing.decision_wait_ms = product_timing.decision_wait_ms;
  expect((await approve(mine, `P${mine.attempt_id}`)).status).toBe(200);
});

it('a decision does not wait for a payment at another processor', async () => {
  const mine = await lose(false);
  const processor_id = await w.addProcessor();
  const { open, sale } = await onItsWay({ amount: 2_600, processor_id });
  w.world.services.timing.decision_wait_ms = 200;
  const answer = await approve(mine, `P${mine.attempt_id}`);
  open();
  await sale;
  expect(answer.status, answer.text).toBe(200);
});
