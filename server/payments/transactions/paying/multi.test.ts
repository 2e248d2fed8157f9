// Several payments, voids and refunds in one call: each row has its own result.
import { describe, expect, it } from 'vitest';
import { connect } from '../../../db/database.ts';
import { rate_limits } from '../../../http/overload/rate-limits.ts';
import { resetBudgets } from '../../../testing/budgets.ts';
import { good_card } from '../../../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();

async function ask(path: string, transactions: object[], more: object = {}) {
  const { status, body, text } = await w.post(path, { transactions, ...more });
  expect(status, text).toBe(200);
  expect(body.total_count).toBe(transactions.length);
  return body.data;
}
const pay = (rows: object[], more: object = {}) =>
  ask('/transaction/multi', rows, { ...cardOf(good_card.number), ...more });
const sale = (amount: number, more: object = {}) => ({ type: 'sale', amount, ...more });
const success = { status: 'success', msg: 'success' };

async function audited(verb: string): Promise<number> {
  const rows = await connect(w.world.system)
    .selectFrom('audit_log')
    .select('id')
    .where('noun', '=', 'transaction')
    .where('verb', '=', verb)
    .execute();
  return rows.length;
}

describe('payments', () => {
  it('are taken one by one by one method, and what is refused fails alone', async () => {
    const before = await audited('create');
    const found = await pay([
      sale(500, { order_id: 'first', merchant_id: w.m1.account.id }),
      sale(600, { order_id: 'foreign', merchant_id: w.tenants.m2.account.id }),
      { type: 'sale', order_id: 'empty' },
      { type: 'authorize', amount: 700 },
    ]);
    expect(found).toMatchObject([
      { ...success, order_id: 'first', data: { amount: 500, status: 'pending_settlement' } },
      { status: 'failed', msg: 'not found', order_id: 'foreign', transaction_id: '', data: null },
      { status: 'failed', msg: 'bad request error: invalid Amount', transaction_id: '' },
      { ...success, order_id: '', data: { type: 'authorize', status: 'authorized' } },
    ]);
    const [first] = found;
    expect(await w.read(first.transaction_id)).toMatchObject({ id: first.data.id, amount: 500 });
    // One each, of those that were refused as well.
    expect(await audited('create')).toBe(before + 4);
  });

  it('that the issuer declines are answered as they are alone', async () => {
    const rows = [sale(100), sale(200)];
    const found = await ask('/transaction/multi', rows, cardOf('4000000000000002'));
    const declined = { ...success, data: { status: 'declined', response_code: 200 } };
    expect(found).toMatchObject([declined, declined]);
  });

  it('count as calls of their own against what the caller may ask', async () => {
    const usual = { ...rate_limits.payment };
    resetBudgets(w.world.services);
    Object.assign(rate_limits.payment, { burst: 2, per_minute: 1 });
    const rows = await pay([sale(510), sale(511), sale(512)]).finally(() => {
      Object.assign(rate_limits.payment, usual);
      resetBudgets(w.world.services);
    });
    const refused = { status: 'failed', msg: 'too many requests' };
    expect(rows).toMatchObject([success, refused, refused]);
  });

  it('need the right of each row', async () => {
    const credential = w.m1.clerk.private_key;
    const body = { ...cardOf(good_card.number), transactions: [sale(500)] };
    const { body: answer } = await w.world.call('POST', '/transaction/multi', { credential, body });
    expect(answer.data).toMatchObject([
      { status: 'failed', msg: expect.stringMatching(/^forbid/) },
    ]);
  });

  it('are none at all where one of them does not fit', async () => {
    const before = await w.count('transaction');
    for (const transactions of [
      [sale(500), { type: 'gift', amount: 1 }],
      [],
      Array.from({ length: 51 }, () => sale(1)),
    ]) {
      const body = { ...cardOf(good_card.number), transactions };
      const { status, body: answer } = await w.post('/transaction/multi', body);
      expect([status, answer.msg]).toEqual([400, expect.stringMatching(/invalid (Trans|.*Type)/)]);
    }
    expect(await w.count('transaction')).toBe(before);
  });
});

describe('a repeated key', () => {
  it('of the call or its header stands for each row in its place', async () => {
    const rows = [sale(810), sale(810)];
    const first = await pay(rows, { idempotency_key: 'multi' });
    expect(new Set(first.map(idOf)).size).toBe(2);
    expect(await pay(rows, { idempotency_key: 'multi' })).toEqual(first);
    const by_header = async () => {
      const { body } = await w.world.call('POST', '/transaction/multi', {
        credential: w.m1.boss.private_key,
        headers: { 'idempotency-key': 'multi-header' },
        body: { ...cardOf(good_card.number), transactions: rows },
      });
      return body.data;
    };
    const headed = await by_header();
    expect(new Set(headed.map(idOf)).size).toBe(2);
    expect(await by_header()).toEqual(headed);
  });

  it('stands as long as the call says', async () => {
    const ask = () => pay([sale(815)], { idempotency_key: 'a-minute', idempotency_time: 60 });
    const [first] = await ask();
    await w.advance(59);
    expect((await ask()).map(idOf)).toEqual([first.transaction_id]);
    await w.advance(2);
    expect((await ask()).map(idOf)).not.toEqual([first.transaction_id]);
  });

  it('of a row stands for that row, and not for another one', async () => {
    const [first] = await pay([sale(820, { idempotency_key: 'row' })]);
    const again = await pay([sale(830), sale(820, { idempotency_key: 'row' })]);
    expect(again[1].transaction_id).toBe(first.transaction_id);
    const [other] = await pay([sale(821, { idempotency_key: 'row' })]);
    expect(other).toMatchObject({ status: 'failed', transaction_id: '' });
  });
});

const idOf = (row: { transaction_id: string }) => row.transaction_id;

describe('voids', () => {
  it('cancel each transaction once, and say of the others why not', async () => {
    const [one, two] = await pay([sale(900, { order_id: 'void-me' }), sale(901)]);
    const foreign = (
      await w.post('/transaction', { ...sale(5), ...cardOf(good_card.number) }, w.tenants.m2)
    ).body.data.id;
    const rows = [one.transaction_id, foreign, one.transaction_id, two.transaction_id];
    const found = await ask(
      '/transaction/multi/void',
      rows.map((id) => ({ id })),
    );
    expect(found).toEqual([
      { transaction_id: rows[0], order_id: 'void-me', ...success, data: null },
      { transaction_id: foreign, order_id: '', status: 'failed', msg: 'not found', data: null },
      expect.objectContaining({ transaction_id: rows[0], status: 'failed' }),
      { transaction_id: rows[3], order_id: '', ...success, data: null },
    ]);
    expect([(await w.read(one.transaction_id)).status, (await w.read(rows[3])).status]).toEqual([
      'voided',
      'voided',
    ]);
  });
});

it('a merchant reads its own by its own id too, and nobody else’s', async () => {
  const { id } = await w.pay();
  const own = await w.get(`/transaction/${w.m1.account.id}/${id}`);
  expect([own.status, own.body.data]).toEqual([200, await w.read(id)]);
  const { m2 } = w.tenants;
  for (const path of [`${w.m1.account.id}/${id}`, `${m2.account.id}/${id}`]) {
    expect((await w.get(`/transaction/${path}`, m2)).status).toBe(404);
  }
});

describe('refunds', () => {
  it('never give back more than was taken, row after row', async () => {
    const [{ transaction_id: id }] = await pay([sale(1_000, { order_id: 'back' })]);
    await w.settle();
    const rows = [{ id, amount: 600 }, { id, amount: 600 }, { id }];
    const key = { idempotency_key: 'refunds' };
    const found = await ask('/transaction/multi/refund', rows, key);
    expect(found).toMatchObject([
      { ...success, transaction_id: id, order_id: 'back', data: { type: 'refund', amount: 600 } },
      { status: 'failed', msg: 'bad request error: invalid Amount', data: null },
      { ...success, data: { amount: 400, referenced_transaction_id: id } },
    ]);
    expect((await w.read(id)).amount_refunded).toBe(1_000);
    const again = await ask('/transaction/multi/refund', rows, key);
    expect([again[0], again[2]]).toEqual([found[0], found[2]]);
    expect((await w.read(id)).amount_refunded).toBe(1_000);
  });
});
