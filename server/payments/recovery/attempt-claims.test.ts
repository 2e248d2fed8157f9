// Two processes inquire about one lost attempt: only the one with the last claim may end it.
import { beforeAll, expect, it } from 'vitest';
import { type Egress, type Exchange, type ExchangeRequest, systemContext } from '../../context.ts';
import { pipeline } from '../../db/connections/pipeline.ts';
import { inTransaction } from '../../db/database.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { openOwner } from '../../testing/worlds/open-world.ts';
import { AlreadyFinished } from '../transactions/attempts/attempt-errors.ts';
import { claimAttempt, lease_seconds, toAttempt } from '../transactions/attempts/attempts.ts';
import { executionOf } from '../transactions/outcomes/execute.ts';
import { resolveUnknown, reverseAttempt } from '../transactions/outcomes/resolve-unknown.ts';
import { recoverDue } from './recovery.ts';

let real: Egress;
let meet: (request: ExchangeRequest, operation: string) => Promise<Exchange>;

// No jobs: the test itself is the two workers.
const w = openMoneyWorld({ jobs: [] });
const owner = openOwner(() => w.world.database_url);
beforeAll(() => {
  real = w.world.services.egress;
  w.world.services.egress = {
    exchange: (request) => meet(request, request.url.slice(request.url.lastIndexOf('/') + 1)),
  };
});

const worker = () => systemContext(w.world.services, w.world.services.ids.next());

/** A host that has not seen the message inquired about. */
function notFound({ body }: ExchangeRequest): Exchange {
  const { reference } = JSON.parse(body);
  const answer = { reference, operation: 'inquire', found: false };
  return { kind: 'answered', status: 200, body: JSON.stringify(answer) };
}

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

it('an approval that was read before a reversal began is not adopted after it', async () => {
  meet = async (request, operation) => {
    if (operation === 'inquire') return notFound(request);
    await real.exchange(request);
    return { kind: 'no_answer', reason: 'the line went dead' };
  };
  const { id, status } = await w.pay({ amount: 4_200 });
  expect(status).toBe('unknown');
  const [inquired, late, reversed, done] = [gate(), gate(), gate(), gate()];
  let inquiries = 0;
  meet = async (request, operation) => {
    if (operation === 'reverse') {
      const answer = await real.exchange(request);
      reversed.open();
      await done.opened;
      return answer;
    }
    if (operation !== 'inquire') return await real.exchange(request);
    inquiries += 1;
    if (inquiries > 1) return notFound(request);
    const approved = await real.exchange(request);
    inquired.open();
    await late.opened;
    return approved;
  };
  await w.advance(121);
  const first = recoverDue(worker());
  await inquired.opened;
  await w.advance(121);
  const second = recoverDue(worker());
  await reversed.opened;
  late.open();
  await first;
  expect((await w.read(id)).status).toBe('unknown');
  done.open();
  await second;
  expect(await w.read(id)).toMatchObject({ status: 'declined', response_code: 421 });
  const [attempt] = await w.attempts(id);
  const state = await fetch(`${w.world.lab?.url}/control/state?reference=${attempt?.reference}`);
  const { items } = (await state.json()) as { items: { state: string }[] };
  expect(items[0]?.state).toBe('voided');
});

/** The attempt of a sale that never reached the host. */
async function lost() {
  meet = async () => ({ kind: 'no_answer', reason: 'the line is dead' });
  const { id } = await w.pay({ amount: 4_300 });
  return toAttempt((await w.attempts(id))[0] as never);
}

it('nothing is reversed by whoever has lost the claim', async () => {
  const attempt = await lost();
  const operations: string[] = [];
  meet = async (request, operation) => {
    operations.push(operation);
    return await real.exchange(request);
  };
  const { processor } = await executionOf(worker(), attempt);
  const late = { ...attempt, fencing_token: attempt.fencing_token - 1 };
  await expect(reverseAttempt(worker(), processor, late)).rejects.toThrow(AlreadyFinished);
  expect(operations).toEqual([]);
});

it('a capture is not sent again to a processor that would perform it twice', async () => {
  meet = (request) => real.exchange(request);
  const { id } = await w.pay({ type: 'authorize', amount: 4_400 });
  meet = async () => ({ kind: 'no_answer', reason: 'the line is dead' });
  expect((await w.post(`/transaction/${id}/capture`)).status).toBe(400);
  const own = (await w.attempts(id)).find(({ operation }) => operation === 'capture');
  const attempt = toAttempt(own as never);
  const { processor, row } = await executionOf(worker(), attempt);
  const capabilities = { ...processor.type.capabilities, idempotency: 'none' } as const;
  const unsafe = { ...processor, type: { ...processor.type, capabilities } };
  meet = (request) => real.exchange(request);
  await w.advance(3_600);
  const operations: string[] = [];
  meet = async (request, operation) => {
    operations.push(operation);
    return operation === 'inquire' ? notFound(request) : await real.exchange(request);
  };
  const asked = { ...attempt, context: { ...attempt.context, not_found_count: 9 } };
  expect(await resolveUnknown(worker(), unsafe, asked, row)).toBeNull();
  expect(operations).toEqual(['inquire']);
  const outcome = await resolveUnknown(worker(), processor, asked, row);
  expect([outcome?.outcome, operations]).toEqual(['approved', ['inquire', 'inquire', 'capture']]);
});

it('of workers at once one asks', async () => {
  const attempt = await lost();
  await w.advance(3_600);
  let inquiries = 0;
  meet = async (request, operation) => {
    if (operation === 'inquire' && request.body.includes(attempt.id)) inquiries += 1;
    return await real.exchange(request);
  };
  await Promise.all(Array.from({ length: 4 }, () => recoverDue(worker())));
  expect(inquiries).toBe(1);
});

it('one that cannot be worked on holds up no other', async () => {
  const [bad, good] = [await lost(), await lost()];
  const move = (processor_id: string) =>
    inTransaction(worker(), bad.merchant_id, (tx) =>
      tx.updateTable('rail_attempt').set({ processor_id }).where('id', '=', bad.id).execute(),
    );
  await move('nothingofthekind0000');
  meet = (request) => real.exchange(request);
  for (let n = 0; n < 3; n++) {
    await w.advance(3_600);
    await recoverDue(worker());
  }
  expect((await w.read(good.transaction_id)).status).toBe('declined');
  await move(bad.processor_id);
});

it('one that cannot even be claimed holds up no other', async () => {
  const [bad, good] = [await lost(), await lost()];
  await owner.query(`create function stuck() returns trigger language plpgsql
      as $$ begin raise exception 'stuck'; end $$;
    create trigger stuck before update on rail_attempt for each row
      when (new.id = '${bad.id}') execute function stuck()`);
  meet = (request) => real.exchange(request);
  for (let n = 0; n < 3; n++) {
    await w.advance(3_600);
    await recoverDue(worker());
  }
  expect((await w.read(good.transaction_id)).status).toBe('declined');
  await owner.query('drop function stuck cascade');
});

it('a reversal that was cut off is not inquired itself', async () => {
  const attempt = await lost();
  const references: string[] = [];
  meet = async (request, operation) => {
    if (operation === 'reverse') throw new Error('the server dies');
    references.push(request.body);
    return await real.exchange(request);
  };
  const { processor } = await executionOf(worker(), attempt);
  await expect(reverseAttempt(worker(), processor, attempt)).rejects.toThrow('dies');
  const [reversal] = (await w.attempts(attempt.transaction_id)).filter(
    ({ recovery_of }) => recovery_of === attempt.id,
  );
  await w.advance(3_600);
  await recoverDue(worker());
  expect(references.some((body) => body.includes(attempt.id))).toBe(true);
  expect(references.some((body) => body.includes(String(reversal?.id)))).toBe(false);
});

it('an attempt that is claimed is left alone by others while the claim lasts', async () => {
  const attempt = await lost();
  // Its next inquiry is near.
  await w.advance(110);
  await inTransaction(w.world.system, attempt.merchant_id, (tx) =>
    pipeline(tx, [claimAttempt(worker(), attempt)]),
  );
  meet = async (request) => notFound(request);
  const inquiries = async () => {
    await recoverDue(worker());
    return Number((await w.attempts(attempt.transaction_id))[0]?.inquiry_count);
  };
  const before = Number(attempt.inquiry_count);
  await w.advance(lease_seconds - 1);
  expect(await inquiries()).toBe(before);
  await w.advance(2);
  expect(await inquiries()).toBe(before + 1);
});

/** A void whose answer is kept back until `recovered` has run, and what its caller hears. */
async function lateVoid(recovered: (id: string) => Promise<void>, reaches_host = true) {
  meet = (request) => real.exchange(request);
  const { id } = await w.pay({ amount: 4_600 });
  const [sent, late] = [gate(), gate()];
  meet = async (request, operation) => {
    if (operation !== 'void') return await real.exchange(request);
    const answer = reaches_host ? await real.exchange(request) : undefined;
    sent.open();
    await late.opened;
    return answer ?? { kind: 'no_answer', reason: 'the line went dead' };
  };
  // Not by the world's own call: whoever ends the attempt leaves the audit row, another request.
  const called = w.world.app.inject({
    method: 'POST',
    url: `/api/transaction/${id}/void`,
    headers: { authorization: w.m1.boss.private_key },
  });
  await sent.opened;
  await recovered(id);
  late.open();
  const { statusCode, body } = await called;
  return { id, answer: [statusCode, JSON.parse(body).msg] };
}

it('a void that recovery has ended meanwhile is answered as it ended', async () => {
  const done = await lateVoid(async (id) => {
    await w.advance(3_600);
    await recoverDue(worker());
    expect((await w.read(id)).status).toBe('voided');
  });
  expect(done.answer).toEqual([200, 'success']);
  expect((await w.read(done.id)).status).toBe('voided');
});

it('one that did not happen says so', async () => {
  const lost_void = await lateVoid(async (id) => {
    const [own] = (await w.attempts(id)).filter(({ operation }) => operation === 'void');
    await owner.query(
      `update rail_attempt set state = 'answered', outcome = 'declined', fencing_token =
        fencing_token + 1 where id = $1`,
      [own?.id],
    );
    await owner.query("update transaction set open_attempt_id = '' where id = $1", [id]);
  }, false);
  expect(lost_void.answer).toEqual([
    400,
    'The processor did not complete this action. The transaction is unchanged.',
  ]);
});

it('one that another process still inquires about is open', async () => {
  const claimed = await lateVoid(async (id) => {
    const own = (await w.attempts(id)).find(({ operation }) => operation === 'void');
    const attempt = toAttempt(own as never);
    await inTransaction(w.world.system, attempt.merchant_id, (tx) =>
      pipeline(tx, [claimAttempt(worker(), attempt)]),
    );
  });
  expect(claimed.answer).toEqual([
    400,
    'The processor has not answered yet. Do not repeat this request: ' +
      'the gateway is checking the outcome.',
  ]);
  await w.advance(3_600);
  await recoverDue(worker());
  expect((await w.read(claimed.id)).status).toBe('voided');
});
