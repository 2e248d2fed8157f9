// Reference 3.1, 3.7, 16: capture, void, refund, tip, receipts, and what a settlement does.
import { describe, expect, it } from 'vitest';
import {
  ach,
  call,
  card,
  checkTransaction,
  find,
  good,
  type Json,
  pay,
  refused,
  the,
} from './stranger.ts';

const read = (id: string): Promise<Json> => good('GET', `/transaction/${id}`);

async function follow(id: string, verb: string, body?: Json): Promise<Json> {
  const transaction = await good('POST', `/transaction/${id}/${verb}`, body);
  checkTransaction(transaction);
  return transaction;
}

/** Moves the sandbox on; two days bring every batch of today to its end. */
async function wait(advance_seconds = 172_800): Promise<void> {
  const { private_key: key } = the.keys.admin;
  await good('POST', '/sandbox/clock', { advance_seconds }, { key });
}

describe('3.7 before settlement', () => {
  it('captures whole by default, or less, with a text as response', async () => {
    const whole = await pay({ type: 'authorize', amount: 1000 });
    const captured = await follow(whole.id, 'capture');
    expect(captured).toMatchObject({
      id: whole.id,
      status: 'pending_settlement',
      amount_captured: 1000,
      response: 'approved',
      captured_at: expect.stringMatching(/Z$/),
    });
    const part = await pay({ type: 'authorize', amount: 1000 });
    const body = {
      amount: 600,
      tax_amount: 50,
      shipping_amount: 20,
      order_id: 'cap1',
      po_number: 'p1',
    };
    expect(await follow(part.id, 'capture', body)).toMatchObject({
      amount_captured: 600,
      order_id: 'cap1',
    });
    await refused(400, /./, 'POST', `/transaction/${part.id}/capture`, {});
    const over = await pay({ type: 'authorize', amount: 1000 });
    await refused(400, /Amount/, 'POST', `/transaction/${over.id}/capture`, { amount: 1001 });
    expect((await read(over.id)).status).toBe('authorized');
  });

  it('voids what is authorized or unsettled, whole, with data null', async () => {
    for (const type of ['authorize', 'sale']) {
      const { id } = await pay({ type });
      const { body } = await call('POST', `/transaction/${id}/void`);
      expect(body).toEqual({ status: 'success', msg: 'success', data: null });
      expect((await read(id)).status).toBe('voided');
      await refused(400, /./, 'POST', `/transaction/${id}/void`);
      await refused(400, /./, 'POST', `/transaction/${id}/capture`);
    }
    const { id } = await pay({ payment_method: card('4000000000000002') });
    await refused(400, /./, 'POST', `/transaction/${id}/void`);
    const checked = await pay({ type: 'verification', amount: 0 });
    await refused(400, /./, 'POST', `/transaction/${checked.id}/capture`);
    await refused(400, /./, 'POST', `/transaction/${checked.id}/void`);
  });

  it('names void when an unsettled payment is to be refunded', async () => {
    const { id } = await pay();
    await refused(400, /void/i, 'POST', `/transaction/${id}/refund`, { amount: 100 });
  });

  it('adjusts a tip, and mails and prints the receipt', async () => {
    const { id } = await pay({ amount: 2000, billing_address: { email: 'a@example.com' } });
    const tipped = await follow(id, 'tipadjust', { tip: 300, base_amount: 2000 });
    expect(tipped).toMatchObject({ tip_amount: 300, amount: 2300, amount_captured: 2300 });
    await follow(id, 'email', { email_address: 'payer@example.com' });
    await refused(400, /email/i, 'POST', `/transaction/${id}/email`, { email_address: 'nobody' });
    const receipt = await good('POST', `/transaction/${id}/print`);
    expect(receipt).toContain('23.00');
    expect(receipt).toContain('0004');
  });

  it('answers 404 for ids that are unknown or malformed, whatever the verb', async () => {
    for (const id of ['00000000000000000000', 'zzzz', '1']) {
      for (const verb of ['capture', 'void', 'refund', 'email', 'print', 'tipadjust']) {
        const body = { amount: 1, tip: 1, email_address: 'a@example.com' };
        await refused(404, 'not found', 'POST', `/transaction/${id}/${verb}`, body);
      }
    }
  });

  it('3.1 shows a transaction to partner and admin under the merchant alone', async () => {
    const { merchant, partner, admin } = the.keys;
    const { id } = await pay();
    for (const { private_key: key } of [partner, admin]) {
      expect((await good('GET', `/transaction/${merchant.id}/${id}`, undefined, { key })).id).toBe(
        id,
      );
      const searched = await call(
        'POST',
        `/transaction/search/${merchant.id}`,
        { limit: 1 },
        { key },
      );
      expect([searched.http, searched.data[0].merchant_id]).toEqual([200, merchant.id]);
      for (const verb of ['capture', 'void', 'refund']) {
        expect((await call('POST', `/transaction/${id}/${verb}`, {}, { key })).http).toBe(403);
      }
    }
  });
});

describe('3.7 and 16 settlement', () => {
  it('settles into a batch, refunds in parts to the total, returns what ACH returns', async () => {
    const sale = await pay({ amount: 1000, order_id: 'settle1' });
    const stubborn = await pay({ payment_method: card('4000000000000010') });
    const returned = await pay({ payment_method: ach('000000001') });
    const late = await pay({ payment_method: ach('000000002') });
    const fine = await pay({ payment_method: ach() });
    await wait();
    await wait();
    const settled = await read(sale.id);
    expect(settled).toMatchObject({ status: 'settled', amount_settled: 1000 });
    expect(settled.settled_at).toMatch(/Z$/);
    expect(settled.settlement_batch_id).toMatch(/^[0-9a-v]{20}$/);
    expect(await read(returned.id)).toMatchObject({ status: 'returned', amount_settled: 0 });
    expect((await read(late.id)).status).toBe('late_return');
    expect((await read(fine.id)).status).toBe('settled');
    await checkBatch(settled);
    const refund = await follow(sale.id, 'refund', { amount: 400, source: 'cp' });
    expect(refund).toMatchObject({
      type: 'refund',
      amount: 400,
      referenced_transaction_id: sale.id,
      status: 'pending_settlement',
      response: 'approved',
    });
    expect(refund.id).not.toBe(sale.id);
    expect(await read(sale.id)).toMatchObject({
      status: 'partially_refunded',
      amount_refunded: 400,
    });
    await refused(400, /Amount|600|refund/i, 'POST', `/transaction/${sale.id}/refund`, {
      amount: 601,
    });
    expect((await follow(sale.id, 'refund')).amount).toBe(600);
    expect(await read(sale.id)).toMatchObject({ status: 'refunded', amount_refunded: 1000 });
    await refused(400, /./, 'POST', `/transaction/${sale.id}/refund`, { amount: 1 });
    const declined = await follow(stubborn.id, 'refund');
    expect(declined).toMatchObject({ type: 'refund', status: 'declined' });
    expect(await read(stubborn.id)).toMatchObject({ status: 'settled', amount_refunded: 0 });
    await refused(400, /./, 'POST', `/transaction/${sale.id}/void`);
    await wait();
    expect((await read(refund.id)).status).toBe('settled');
  }, 60_000);
});

async function checkBatch({ settlement_batch_id: id, settled_at }: Json): Promise<void> {
  const by_id = await good('POST', '/settlement/batch/search', {
    settlement_batch_id: { operator: '=', value: id },
  });
  expect(by_id.results).toHaveLength(1);
  const [batch] = by_id.results;
  expect(batch).toMatchObject({
    id,
    merchant_id: the.keys.merchant.id,
    processor_id: the.keys.processors.card,
    processor_name: expect.any(String),
    processor_type: 'tsys_sierra',
    num_transactions: expect.any(Number),
    response_code: 100,
    response_message: expect.stringContaining('ACCEPT'),
  });
  expect(batch.batch_date).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(batch.net_deposit).toBe(batch.amount_captured - batch.amount_credit);
  const members = await find({
    settlement_batch_id: { operator: '=', value: id },
    limit: 100,
  });
  expect(members.body.total_count).toBe(batch.num_transactions);
  const day = settled_at.slice(0, 10);
  const by_day = await call('POST', '/settlement/batch/search', {
    batch_date: { start_date: `${day}T00:00:00Z`, end_date: `${day}T23:59:59Z` },
    limit: 100,
  });
  expect(by_day.data.results.length).toBe(Math.min(100, by_day.body.total_count));
  const [sum] = by_day.data.summary;
  expect(sum).toMatchObject({
    merchant_id: the.keys.merchant.id,
    batch_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    processor_id: expect.any(String),
    processor_name: expect.any(String),
    num_transactions: expect.any(Number),
    captured: expect.any(Number),
    credit: expect.any(Number),
  });
}
