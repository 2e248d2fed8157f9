// Repeated keys, duplicates, and two requests that arrive at once (Q8, gateway-api 3.11).
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { pipeline } from '../../../db/connections/pipeline.ts';
import { inTransaction } from '../../../db/database.ts';
import { good_card } from '../../../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../../../testing/worlds/money-world.ts';
import { invalidateMerchant } from '../../merchant-config.ts';
import { answerIdempotencyKey } from './idempotency.ts';

const w = openMoneyWorld();

const sale = { type: 'sale', amount: 1000, ...cardOf(good_card.number) };
const keyed = (idempotency_key: string, more: object = {}) =>
  w.post('/transaction', { ...sale, idempotency_key, ...more });

/** Works behind the walls, as the database's owner. */
async function asOwner(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: w.world.database_url });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

describe('a repeated key', () => {
  it('gets the very bytes of the first answer, whatever became of the row', async () => {
    const first = await keyed('k-bytes');
    await asOwner("update transaction set description = 'changed' where id = $1", [
      first.body.data.id,
    ]);
    const again = await keyed('k-bytes');
    expect(again.text).toBe(first.text);
    expect(again.status).toBe(200);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(first.body.data).toMatchObject({ idempotency_key: 'k-bytes', idempotency_time: 300 });
  });

  it('stands for the same request, in whatever order its members were written', async () => {
    const address = { first_name: 'Ann', city: 'Salem', state: 'OR' };
    // A calculation is taken as it comes: its members have no order of ours.
    const amounts = { amount: sale.amount, base_amount: sale.amount, subtotal: sale.amount };
    const body = { ...sale, amounts, idempotency_key: 'k-order', billing_address: address };
    const turned = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, member]) => [name, turned(member)]),
          )
        : value;
    const first = await w.post('/transaction', body);
    expect(first.status).toBe(200);
    const again = await w.post('/transaction', turned(body) as object);
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  it('is refused for another payload, and for another verb', async () => {
    const first = await keyed('k-other');
    const other = await keyed('k-other', { amount: 1001 });
    expect([other.status, other.body.msg]).toEqual([
      400,
      expect.stringContaining('invalid Idempotency Key'),
    ]);
    const number = cardOf('4012000077777777');
    expect((await keyed('k-other', number)).status).toBe(400);
    const later = cardOf(good_card.number, { expiration_date: '11/39' });
    expect((await keyed('k-other', later)).status).toBe(400);
    const voiding = { idempotency_key: 'k-other' };
    const path = `/transaction/${first.body.data.id}/void`;
    expect((await w.post(path, voiding)).status).toBe(400);
  });

  it('of a capture is refused for a void of the same payment', async () => {
    const { id } = await w.pay({ type: 'authorize', amount: 1000 });
    const on = (verb: string) =>
      w.post(`/transaction/${id}/${verb}`, { idempotency_key: 'k-capture-void' });
    expect((await on('capture')).status).toBe(200);
    const { status, body } = await on('void');
    expect([status, body.msg]).toEqual([400, expect.stringContaining('Idempotency Key')]);
    expect((await w.read(id)).status).toBe('pending_settlement');
  });

  it('keeps the bytes of its first ending', async () => {
    const first = await keyed('k-ended');
    const merchant_id = w.m1.account.id;
    const other = { data: null, refused: 'Something else.' };
    await inTransaction(w.world.system, merchant_id, (tx) =>
      pipeline(tx, [answerIdempotencyKey(merchant_id, 'k-ended', first.body.data.id, other)]),
    );
    const again = await keyed('k-ended');
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  it('is not answered by the payment that had it before its window was over', async () => {
    const { merchant_id, key } = { merchant_id: w.m1.account.id, key: 'k-in-use' };
    const before = await keyed(key, { idempotency_time: 60 });
    await w.advance(61);
    const after = await keyed(key);
    const values = [merchant_id, key];
    await asOwner(
      "update idempotency set state = 'in_flight' where merchant_id = $1 and key = $2",
      values,
    );
    const late = (id: string, refused: string) =>
      inTransaction(w.world.system, merchant_id, (tx) =>
        pipeline(tx, [answerIdempotencyKey(merchant_id, key, id, { data: null, refused })]),
      );
    await late(before.body.data.id, 'Of the former.');
    await late(after.body.data.id, 'Of the present.');
    expect((await keyed(key)).body.msg).toBe('Of the present.');
  });

  it('may come as a header, the body’s member wins', async () => {
    const call = (header: string, more: object = {}) =>
      w.world.call('POST', '/transaction', {
        credential: w.m1.boss.private_key,
        body: { ...sale, ...more },
        headers: { 'idempotency-key': header },
      });
    const first = await call('k-header');
    expect((await call('k-header')).body.data.id).toBe(first.body.data.id);
    const own = await call('k-header', { idempotency_key: 'k-body' });
    expect(own.body.data.id).not.toBe(first.body.data.id);
  });

  it('is refused as a header that is longer than a key, never cut off', async () => {
    const call = (header: string) =>
      w.world.call('POST', '/transaction', {
        credential: w.m1.boss.private_key,
        body: sale,
        headers: { 'idempotency-key': header },
      });
    const longest = 'k'.repeat(255);
    expect((await call(longest)).status).toBe(200);
    for (const end of ['1', '2']) {
      const { status, body } = await call(`${longest}${end}`);
      expect([status, body.msg]).toEqual([400, 'bad request error: invalid Idempotency Key']);
    }
  });

  it('starts anew after its window, in business time', async () => {
    const first = await keyed('k-window', { idempotency_time: 60 });
    expect((await keyed('k-window', { idempotency_time: 60 })).body.data.id).toBe(
      first.body.data.id,
    );
    await w.advance(61);
    const anew = await keyed('k-window', { idempotency_time: 60 });
    expect(anew.body.data.id).not.toBe(first.body.data.id);
  });

  it('charges once when a hundred arrive together', async () => {
    const before = await w.count('transaction');
    const answers = await Promise.all(Array.from({ length: 100 }, () => keyed('k-hundred')));
    const ids = new Set(answers.map((answer) => answer.body.data.id));
    expect([...ids]).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(await w.count('transaction')).toBe(before + 1);
  });

  it('that two transactions are sent with at once is for one of them', async () => {
    const held = await Promise.all([1, 2].map(() => w.pay({ type: 'authorize' })));
    const capture = ({ id }: { id: string }) =>
      w.post(`/transaction/${id}/capture`, { idempotency_key: 'k-two' });
    const answers = await Promise.all(held.map(capture));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is not used up by a refused request', async () => {
    expect((await keyed('k-refused', { currency: 'eur' })).status).toBe(400);
    expect((await keyed('k-refused')).status).toBe(200);
  });

  it('holds for declines and for follow-ups, voids included', async () => {
    const declined = await keyed('k-declined', cardOf('4000000000000002'));
    expect((await keyed('k-declined', cardOf('4000000000000002'))).text).toBe(declined.text);
    const held = await w.pay({ type: 'authorize' });
    const capture = () =>
      w.post(`/transaction/${held.id}/capture`, { amount: 500, idempotency_key: 'k-capture' });
    const first = await capture();
    expect([first.status, first.body.data.amount_captured]).toEqual([200, 500]);
    expect((await capture()).text).toBe(first.text);
    const voiding = () => w.post(`/transaction/${held.id}/void`, { idempotency_key: 'k-void' });
    const gone = await voiding();
    expect([gone.status, gone.body.data]).toEqual([200, null]);
    expect((await voiding()).text).toBe(gone.text);
  });
});

describe('a duplicate', () => {
  const detect = async (seconds: number) => {
    const path = `/merchant/${w.m1.account.id}/default/merchant`;
    expect((await w.post(path, { duplicate_detection_seconds: seconds })).status).toBe(200);
    invalidateMerchant(w.world.system, w.m1.account.id);
  };

  it('within the window is declined with 301 and tells which payment it repeats', async () => {
    await detect(120);
    const order = { order_id: 'dup-1', amount: 4321 };
    const first = await w.pay(order);
    const again = await w.pay(order);
    expect(again).toMatchObject({ response_code: 301, status: 'declined', response: 'declined' });
    const { rows } = await asOwner('select detail from transaction where id = $1', [again.id]);
    expect(rows[0].detail.duplicate_of).toBe(first.id);
    expect(await w.attempts(again.id)).toEqual([]);
    expect((await w.pay({ ...order, order_id: 'dup-2' })).response_code).toBe(100);
    expect((await w.pay({ ...order, amount: 4322 })).response_code).toBe(100);
    expect((await w.pay(order, '4012000077777777')).response_code).toBe(100);
    await w.advance(121);
    expect((await w.pay(order)).response_code).toBe(100);
    await detect(0);
    expect((await w.pay(order)).response_code).toBe(100);
  });

  it('is not a check of the same card, which takes no money', async () => {
    await detect(120);
    const check = { type: 'verification', amount: 0 };
    const codes = [(await w.pay(check)).response_code, (await w.pay(check)).response_code];
    expect(codes).toEqual([100, 100]);
    await detect(0);
  });

  it('is not an equal number of another currency, but one without an outcome is', async () => {
    await detect(120);
    const supported_currencies = JSON.stringify(['usd', 'jpy']);
    await w.changeProcessor(w.m1.processors.card, { supported_currencies });
    const order = { order_id: 'dup-5', amount: 4323 };
    expect((await w.pay(order)).response_code).toBe(100);
    expect((await w.pay({ ...order, currency: 'jpy' })).response_code).toBe(100);
    const { services } = w.world;
    const { egress } = services;
    services.egress = { exchange: async () => ({ kind: 'no_answer', reason: 'dead' }) };
    const lost = await w.pay({ order_id: 'dup-6' });
    services.egress = egress;
    services.processor_health.clear();
    expect(lost.status).toBe('unknown');
    expect((await w.pay({ order_id: 'dup-6' })).response_code).toBe(301);
    await detect(0);
  });

  it('after a decline is no duplicate; of twenty at once one passes', async () => {
    await detect(120);
    const declined = { order_id: 'dup-3', amount: 999 };
    expect((await w.pay(declined, '4000000000000002')).response_code).toBe(200);
    expect((await w.pay(declined, '4000000000000002')).response_code).toBe(200);
    const many = await Promise.all(Array.from({ length: 20 }, () => w.pay({ order_id: 'dup-4' })));
    const approved = many.filter((one) => one.response_code === 100);
    expect([approved.length, many.filter((one) => one.response_code === 301).length]).toEqual([
      1, 19,
    ]);
    await detect(0);
  });
});
