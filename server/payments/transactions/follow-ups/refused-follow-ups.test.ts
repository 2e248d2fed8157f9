// What a processor refuses to do to a transaction is not done to it; what it did is on record.
import { describe, expect, it } from 'vitest';
import { processorType } from '../../../../contract/payments/processor-types/catalogue.ts';
import { auditRows } from '../../../testing/audit-rows.ts';
import { besideChange } from '../../../testing/beside.ts';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';
import { openOwner } from '../../../testing/worlds/open-world.ts';

const w = openMoneyWorld();
const owner = openOwner(() => w.world.database_url);

/** What the audit log tells of a transaction, oldest first. */
async function explained(id: string) {
  const rows = await auditRows(w.world.system, 'transaction', id);
  return rows.map(({ verb, after }) => [verb, after]);
}

const on = (id: string, verb: string, body: object = {}) =>
  w.post(`/transaction/${id}/${verb}`, body);

const goesDown = (operation: string) =>
  w.world.services.egress.exchange({
    url: `${w.world.lab?.url}/control/script`,
    body: JSON.stringify({ match: { operation }, action: { do: 'down' } }),
    headers: { 'content-type': 'application/json' },
    connect_timeout_ms: 1000,
    first_byte_timeout_ms: 1000,
    total_timeout_ms: 1000,
    max_answer_bytes: 10_000,
  });

describe('a refusal of the processor', () => {
  it('leaves the transaction as it was, and says so', async () => {
    const { id } = await w.pay({ type: 'authorize', amount: 1000 });
    await goesDown('capture');
    const failed = await on(id, 'capture', { idempotency_key: 'k-down' });
    const words = 'The processor did not capture it: HOST NOT AVAILABLE (421)';
    expect([failed.status, failed.body.msg]).toEqual([400, words]);
    expect((await w.read(id)).status).toBe('authorized');
    const again = await on(id, 'capture', { idempotency_key: 'k-down' });
    expect([again.status, again.text]).toEqual([400, failed.text]);
    expect((await on(id, 'capture')).status).toBe(200);
  });

  it('leaves a sale without the tip it was to have', async () => {
    const { id } = await w.pay({ amount: 1000 });
    await goesDown('adjust_tip');
    const failed = await on(id, 'tipadjust', { tip: 200 });
    expect([failed.status, failed.body.msg]).toEqual([400, expect.stringContaining('(421)')]);
    expect(await w.read(id)).toMatchObject({ tip_amount: 0, amount: 1000, amount_captured: 1000 });
    expect((await on(id, 'tipadjust', { tip: 200 })).body.data.amount).toBe(1200);
  });
});

it('a capture takes nothing of a payment that changed since it was read', async () => {
  const { id } = await w.pay({ type: 'authorize', amount: 1_000 });
  const { status, body } = await besideChange(
    w.world.database_url,
    (other) => other.query('update transaction set version = version + 1 where id = $1', [id]),
    () => on(id, 'capture'),
  );
  expect([status, body.msg]).toEqual([400, 'Another action on this transaction is in progress.']);
  expect((await w.attempts(id)).map(({ operation }) => operation)).toEqual(['authorize']);
  await owner.query('update transaction set version = version - 1 where id = $1', [id]);
});

it('a key that another transaction took meanwhile does nothing to this one', async () => {
  const held = await Promise.all([1, 2].map(() => w.pay({ type: 'authorize', amount: 1_000 })));
  const [one, other] = held.map(({ id }) => id) as [string, string];
  const take = 'update idempotency set key = $2 where key = $1';
  expect((await on(one, 'capture', { idempotency_key: 'taken' })).status).toBe(200);
  await owner.query(take, ['taken', 'not-yet']);
  const late = await besideChange(
    w.world.database_url,
    (holder) => holder.query(take, ['not-yet', 'taken']),
    () => on(other, 'capture', { idempotency_key: 'taken' }),
  );
  expect([late.status, late.body.msg]).toEqual([400, expect.stringMatching(/Idempotency Key/)]);
  expect(await w.read(other)).toMatchObject({ status: 'authorized', amount_captured: 0 });
  expect((await w.attempts(other)).map(({ operation }) => operation)).toEqual(['authorize']);
});

it('a part is not given back where the processor gives back the whole alone', async () => {
  const { id, amount } = await w.pay({ amount: 1_100 });
  await w.settle();
  const capabilities = processorType('tsys_sierra')?.capabilities;
  Object.assign(capabilities as object, { refund_partial: false });
  const part = await on(id, 'refund', { amount: amount - 1 });
  const whole = await on(id, 'refund', { amount });
  Object.assign(capabilities as object, { refund_partial: true });
  expect([part.status, part.body.msg]).toEqual([400, 'bad request error: invalid Amount']);
  expect(whole.body.data).toMatchObject({ type: 'refund', amount });
});

describe('what was done to a transaction', () => {
  it('stands in the audit log with what became of it', async () => {
    const hold = await w.pay({ type: 'authorize', amount: 1_000 });
    await on(hold.id, 'capture', { amount: 700 });
    await on(hold.id, 'void');
    const held = { type: 'authorize', status: 'authorized', amount: 1_000, code: 100 };
    expect(await explained(hold.id)).toEqual([
      ['create', held],
      ['capture', { status: 'pending_settlement', amount_captured: 700 }],
      ['void', { status: 'voided' }],
    ]);
    const { id } = await w.pay({ amount: 1_000 });
    await on(id, 'tipadjust', { tip: 200 });
    const mail = await on(id, 'email', { email_address: 'ann@example.com' });
    expect(mail.status).toBe(200);
    await w.settle();
    const { body } = await on(id, 'refund', { amount: 300 });
    const mail_id = expect.stringMatching(/^[0-9a-v]{20}$/);
    expect(await explained(id)).toEqual([
      ['create', { type: 'sale', status: 'pending_settlement', amount: 1_000, code: 100 }],
      ['tip_adjust', { tip_amount: 200, amount: 1_200 }],
      ['email', { mail_id }],
    ]);
    expect(await explained(body.data.id)).toEqual([
      ['refund', { type: 'refund', status: 'pending_settlement', amount: 300, code: 100 }],
    ]);
  });

  it('stands there also where it was refused, by whomever', async () => {
    const { id } = await w.pay({ type: 'authorize', amount: 1_000 });
    await goesDown('void');
    expect((await on(id, 'void')).status).toBe(400);
    expect((await explained(id)).at(-1)).toEqual(['void', { outcome: 'error', code: 421 }]);
    await w.changeProcessor(w.m1.processors.card, { status: 'disabled' });
    const refused = await w.pay({ amount: 500 });
    await w.changeProcessor(w.m1.processors.card, { status: 'active' });
    expect(await explained(refused.id)).toEqual([
      ['create', { type: 'sale', status: 'declined', amount: 500, code: 410 }],
    ]);
    expect(refused).toMatchObject({ response: 'error', response_code: 410, amount_captured: 0 });
  });
});
