// Capture, void, tip adjustment and the decision on flagged payments, through API and lab.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connect } from '../../../db/database.ts';
import { flagPayment } from '../../../testing/flagged-payment.ts';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();

const hold = (overrides: object = {}) => w.pay({ type: 'authorize', amount: 1000, ...overrides });
const on = (id: string, verb: string, body: object = {}) =>
  w.post(`/transaction/${id}/${verb}`, body);

async function ledgerOf(id: string): Promise<Record<string, number>> {
  const answer = await w.world.call('GET', `/transaction/${w.m1.account.id}/${id}/ledger`, {
    credential: w.tenants.p1.boss.private_key,
  });
  const sums: Record<string, number> = {};
  for (const { account, amount } of answer.body.data) sums[account] = (sums[account] ?? 0) + amount;
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}

describe('a capture', () => {
  it('without an amount takes all that was authorized', async () => {
    const { id } = await hold();
    const { status, body } = await on(id, 'capture');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id,
      status: 'pending_settlement',
      response: 'approved',
      amount_authorized: 1000,
      amount_captured: 1000,
    });
    expect(body.data.captured_at).not.toBeNull();
    const cc_digest = expect.stringMatching(/^[0-9a-f]{20}$/);
    expect(await w.read(id)).toEqual({ ...body.data, cc_digest });
  });

  it('of a part scales the parts, those it states itself win', async () => {
    const { id } = await hold({ tax_amount: 100, tip_amount: 200, shipping_amount: 50 });
    const { body } = await on(id, 'capture', { amount: 500, shipping_amount: 40, order_id: 'o-9' });
    expect(body.data).toMatchObject({ amount_captured: 500, shipping_amount: 40, order_id: 'o-9' });
    expect(await ledgerOf(id)).toEqual({
      processor_receivable: 500,
      tax_collected: -50,
      tip_collected: -100,
      shipping_collected: -40,
      sales: -310,
    });
  });

  it('beyond the authorization, or again, is refused', async () => {
    const { id } = await hold();
    expect((await on(id, 'capture', { amount: 1001 })).body.msg).toMatch(/invalid Amount$/);
    expect((await on(id, 'capture', { amount: 10 })).status).toBe(200);
    const again = await on(id, 'capture');
    expect([again.status, again.body.msg]).toEqual([
      400,
      'This payment is waiting for settlement. You can void it, but not capture or refund it yet.',
    ]);
    const sale = await w.pay();
    expect((await on(sale.id, 'capture')).status).toBe(400);
  });

  it('happens once when twenty arrive together', async () => {
    const { id } = await hold();
    const all = await Promise.all(Array.from({ length: 20 }, () => on(id, 'capture')));
    expect(all.filter((one) => one.status === 200)).toHaveLength(1);
    const losers = all.filter((one) => one.status !== 200);
    expect(losers.every((one) => one.status === 400 && one.body.msg !== '')).toBe(true);
    expect((await w.attempts(id)).filter((one) => one.operation === 'capture')).toHaveLength(1);
  });

  it('of a stranger’s or an unknown id is 404, without the right 403', async () => {
    const { id } = await hold();
    const foreign = await w.post(`/transaction/${id}/capture`, {}, w.tenants.m2);
    const unknown = await on('0123456789abcdefghij', 'capture');
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    const credential = w.m1.clerk.private_key;
    const url = `/transaction/${id}/capture`;
    expect((await w.world.call('POST', url, { credential, body: {} })).status).toBe(403);
  });
});

describe('a void', () => {
  it('of a sale takes everything back, its tip too', async () => {
    const sale = await w.pay({ tax_amount: 99 });
    expect((await on(sale.id, 'tipadjust', { tip: 150 })).status).toBe(200);
    const { status, body } = await on(sale.id, 'void');
    expect([status, body.data]).toEqual([200, null]);
    expect((await w.read(sale.id)).status).toBe('voided');
    expect(await ledgerOf(sale.id)).toEqual({});
  });

  it('of an authorization releases the hold', async () => {
    const { id } = await hold();
    expect((await on(id, 'void')).status).toBe(200);
    expect(await ledgerOf(id)).toEqual({});
  });

  it('names to the processor what was taken, not what was held', async () => {
    const { id } = await hold();
    expect((await on(id, 'capture', { amount: 600 })).status).toBe(200);
    expect((await on(id, 'void')).status).toBe(200);
    const sent = (await w.attempts(id)).map(({ operation, amount }) => [operation, amount]);
    expect(sent).toEqual([
      ['authorize', 1000],
      ['capture', 600],
      ['void', 600],
    ]);
  });

  it('of a credit takes the payout back', async () => {
    const credit = await w.pay({ type: 'credit', amount: 700 });
    expect((await on(credit.id, 'void')).status).toBe(200);
    expect(await ledgerOf(credit.id)).toEqual({});
  });

  it('of what is declined or voided is refused', async () => {
    const declined = await w.pay({}, '4000000000000002');
    expect((await on(declined.id, 'void')).status).toBe(400);
    const { id } = await w.pay();
    await on(id, 'void');
    expect((await on(id, 'void')).status).toBe(400);
  });

  it('works without a body', async () => {
    const { id } = await w.pay();
    const answer = await w.world.app.inject({
      method: 'POST',
      url: `/api/transaction/${id}/void`,
      headers: { authorization: w.m1.boss.private_key, 'content-type': 'application/json' },
    });
    expect(answer.json()).toEqual({ status: 'success', msg: 'success', data: null });
  });

  it('and a capture at once: one of them', async () => {
    const { id } = await hold();
    const both = await Promise.all([on(id, 'void'), on(id, 'capture')]);
    // Either may come second; a void may follow a capture that is over.
    expect(both.some((one) => one.status === 200)).toBe(true);
    const { status } = await w.read(id);
    expect(['voided', 'pending_settlement']).toContain(status);
  });
});

describe('a tip', () => {
  it('is set, changed and taken away before settlement', async () => {
    const sale = await w.pay({ amount: 1000 });
    const set = await on(sale.id, 'tipadjust', { tip: 200, base_amount: 1000 });
    expect(set.body.data).toMatchObject({ tip_amount: 200, amount: 1200, amount_captured: 1200 });
    expect(await ledgerOf(sale.id)).toEqual({
      processor_receivable: 1200,
      sales: -1000,
      tip_collected: -200,
    });
    const gone = await on(sale.id, 'tipadjust', { tip: 0 });
    expect(gone.body.data).toMatchObject({ tip_amount: 0, amount: 1000, amount_captured: 1000 });
  });

  it('needs a card sale and the sale’s own base', async () => {
    const { id } = await hold();
    expect((await on(id, 'tipadjust', { tip: 1 })).status).toBe(400);
    const sale = await w.pay({ amount: 1000 });
    const wrong = await on(sale.id, 'tipadjust', { tip: 1, base_amount: 999 });
    expect(wrong.body.msg).toMatch(/invalid Base Amount$/);
    expect((await on(sale.id, 'tipadjust', {})).body.msg).toMatch(/invalid Tip$/);
  });
});

const flag = (status: 'flagged' | 'flagged_partner') => flagPayment(w, status);

async function events(id: string) {
  return await sql`select from_status, to_status, verb from transaction_event
    where transaction_id = ${id} order by sequence`.execute(connect(w.world.system));
}

describe('a flagged payment', () => {
  const decide = (who: 'p1' | 'p2' | 'admin', id: string, what: 'approve' | 'decline') =>
    w.world.call('POST', `/transaction/${w.m1.account.id}/${id}/flagged/${what}`, {
      credential: w.tenants[who].boss.private_key,
    });

  it('is captured when the merchant approves it', async () => {
    const id = await flag('flagged');
    const { status, body } = await on(id, 'flagged/approve');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'pending_settlement', amount_captured: 1000 });
    expect((await w.attempts(id)).map((one) => one.operation)).toEqual(['authorize', 'capture']);
  });

  it('is declined when the merchant declines it, its hold released, and decided once', async () => {
    const id = await flag('flagged');
    const { body } = await on(id, 'flagged/decline');
    const end = { status: 'declined', response: 'declined', response_code: 310 };
    expect(body.data).toMatchObject({ ...end, amount_captured: 0 });
    expect(await w.read(id)).toMatchObject(end);
    expect((await w.attempts(id)).map((one) => one.operation)).toEqual(['authorize', 'void']);
    const { rows } = await events(id);
    expect(rows.at(-1)).toEqual({ from_status: 'flagged', to_status: 'declined', verb: 'decline' });
    expect(await ledgerOf(id)).toEqual({});
    expect((await on(id, 'flagged/approve')).status).toBe(400);
  });

  it('for the partner is decided by partner or admin, not by the merchant', async () => {
    const id = await flag('flagged_partner');
    expect((await on(id, 'flagged/approve')).status).toBe(403);
    expect((await decide('p2', id, 'approve')).status).toBe(404);
    expect((await decide('p1', id, 'approve')).body.data.status).toBe('pending_settlement');
    const other = await flag('flagged_partner');
    expect((await decide('admin', other, 'decline')).body.data.status).toBe('declined');
  });

  it('for the merchant is not the partner’s, but an admin’s', async () => {
    const id = await flag('flagged');
    expect((await decide('p1', id, 'approve')).status).toBe(403);
    expect((await decide('admin', id, 'approve')).status).toBe(200);
  });

  it('the short form is the merchant’s alone', async () => {
    const id = await flag('flagged');
    const credential = w.tenants.admin.boss.private_key;
    const url = `/transaction/${id}/flagged/approve`;
    expect((await w.world.call('POST', url, { credential })).status).toBe(403);
    await on(id, 'flagged/decline');
  });
});

describe('the audit log', () => {
  it('tells what became of a payment, approved or not', async () => {
    const paid = await w.pay({ amount: 1000 });
    const declined = await w.pay({ amount: 1000 }, '4000000000000002');
    const { rows } = await sql`select verb, after from audit_log where noun = 'transaction'
      and noun_id in (${paid.id}, ${declined.id}) order by id`.execute(connect(w.world.system));
    const sale = { type: 'sale', amount: 1000 };
    expect(rows).toEqual([
      { verb: 'create', after: { ...sale, status: 'pending_settlement', code: 100 } },
      { verb: 'create', after: { ...sale, status: 'declined', code: declined.response_code } },
    ]);
  });
});

describe('mail', () => {
  it('of a receipt is queued with the payment, and again on demand', async () => {
    const recipients = async () => {
      const mails = connect(w.world.system).selectFrom('outgoing_mail').select('recipient');
      return (await mails.orderBy('id').execute()).map(({ recipient }) => recipient);
    };
    const before = await recipients();
    const sale = await w.pay({ email_receipt: true, email_address: 'ann@example.com' });
    const again = await on(sale.id, 'email', { email_address: 'bob@example.com' });
    expect(again.body.data.id).toBe(sale.id);
    await w.pay({ email_receipt: true, email_address: 'x@example.com' }, '4000000000000002');
    const billing_address = { email: 'carol@example.com' };
    await w.pay({ amount: 1_001, email_receipt: true, billing_address });
    await w.pay({ amount: 1_002, email_receipt: true });
    await w.pay({ amount: 1_003, email_receipt: false, billing_address });
    const mailed = ['ann@example.com', 'bob@example.com', 'carol@example.com'];
    expect((await recipients()).slice(before.length)).toEqual(mailed);
    const bad = await on(sale.id, 'email', { email_address: 'x' });
    expect(bad.body.msg).toMatch(/invalid Email Address$/);
  });
});
