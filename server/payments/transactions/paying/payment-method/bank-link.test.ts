// Paying from a linked bank account: an ACH entry like any other, that its bank has validated.
import { beforeEach, describe, expect, it } from 'vitest';
import { ref_refusal } from '../../../../../contract/vault/bank-link.ts';
import type { Person } from '../../../../testing/tenants.ts';
import { openTenants, openWorld } from '../../../../testing/worlds/open-world.ts';

const world = openWorld();
const t = openTenants(world);

type Json = Record<string, unknown>;
interface Linked {
  account_id: string;
  ref_id: string;
}

const post = (path: string, body: Json, by: Person = t.m1.boss) =>
  world.call('POST', path, { credential: by.private_key, body });
const data = async (path: string, body: Json, by?: Person) => {
  const answer = await post(path, body, by);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
};
const linked = async (by?: Person): Promise<[Linked, Linked]> => {
  const { public_token } = await data('/plaid/simulated-sign-in', { username: 'user_good' }, by);
  const { accounts } = await data('/plaid/link', { public_token }, by);
  return accounts.map(({ account_id, ref_id }: Linked) => ({ account_id, ref_id }));
};
const sale = (plaid: Partial<Linked>, more: Json = {}) => ({
  type: 'sale',
  amount: 1_299,
  payment_method: { plaid },
  ...more,
});
const pay = (plaid: Partial<Linked>, more: Json = {}, by?: Person) =>
  post('/transaction', sale(plaid, more), by);
const pass = (seconds: number) => world.clock.setOffset(world.clock.offset_ms + seconds * 1000);
const refused = {
  status: 'failed',
  msg: `bad request error: invalid Ref ID: ${ref_refusal}`,
  data: { invalid: [{ field: 'payment_method.plaid.ref_id', message: ref_refusal }] },
};
const settings = (path: string, body: Json) =>
  data(`/merchant/${t.m1.account.id}/${path}`, body, t.admin.boss);
const required = (fields: Json) => settings('requireds', { requireds: { default: fields } });

let checking: Linked;
let savings: Linked;
beforeEach(async () => {
  [checking, savings] = await linked();
});

describe('a linked bank account', () => {
  it('pays as an entry of the internet, and is recorded as linked', async () => {
    const { body } = await pay(savings, { payment_type: 'ach' });
    expect(body.data).toMatchObject({
      status: 'pending_settlement',
      amount: 1_299,
      payment_method: 'plaid',
      payment_type: 'ach',
      processor_id: t.m1.processors.ach,
      response_body: {
        ach: {
          sec_code: 'web',
          account_type: 'savings',
          masked_account_number: expect.stringMatching(/^X+1111$/),
          routing_number: '011401533',
        },
      },
    });
    const { body: one } = await world.call('GET', `/transaction/${body.data.id}`, {
      credential: t.m1.boss.private_key,
    });
    expect(one.data.bank_link).toEqual({ validated: true, mask: '1111' });
    const found = await data('/transaction/search', {
      payment_method: { operator: '=', value: 'plaid' },
    });
    expect(found.map(({ id }: Json) => id)).toContain(body.data.id);
  });

  it('pays more than once, within half an hour', async () => {
    expect((await pay(checking)).body.data.status).toBe('pending_settlement');
    pass(1_700);
    expect((await pay(checking)).body.data.status).toBe('pending_settlement');
    pass(101);
    const late = await pay(checking);
    expect([late.status, late.body]).toEqual([400, refused]);
  });

  it('is worth nothing to another merchant, or under the id of another account', async () => {
    const odd = [
      { ...checking, account_id: savings.account_id },
      { ref_id: checking.ref_id },
      { account_id: checking.account_id },
      { ...checking, ref_id: `ref_${'A'.repeat(43)}` },
      { ...checking, ref_id: checking.ref_id.replace('ref_', 'tok_') },
      {},
    ];
    for (const plaid of odd) {
      const { status, body } = await pay(plaid);
      expect([status, body]).toEqual([400, refused]);
    }
    const theirs = await pay(checking, {}, t.m2.boss);
    expect([theirs.status, theirs.body]).toEqual([400, refused]);
    const token = await post('/transaction', {
      ...sale({}),
      payment_method: { token: checking.ref_id },
    });
    expect(token.status).toBe(400);
    expect((await pay(checking)).status).toBe(200);
  });

  it('is not paid with beside another method, or as another type of payment', async () => {
    const both = { plaid: checking, cash: {} };
    for (const more of [{ payment_method: both }, { payment_type: 'card' }]) {
      const { status, body } = await pay(checking, more);
      expect([status, body.msg]).toMatchObject([
        400,
        expect.stringMatching(/^bad request error: invalid (payment_method|Payment Type)$/),
      ]);
    }
    const hold = await pay(checking, { type: 'authorize' });
    const typed = await post('/transaction', {
      ...sale({}, { type: 'authorize' }),
      payment_method: {
        ach: { routing_number: '011401533', account_number: '1111222233330000', sec_code: 'web' },
      },
    });
    expect([hold.status, hold.body.msg]).toEqual([typed.status, typed.body.msg]);
  });

  it('pays several rows of one request', async () => {
    const { status, body } = await post('/transaction/multi', {
      payment_method: { plaid: checking },
      transactions: [
        { type: 'sale', amount: 100 },
        { type: 'sale', amount: 200 },
      ],
    });
    expect(status).toBe(200);
    expect(JSON.stringify(body.data).match(/"payment_method":"plaid"/g)).toHaveLength(2);
  });
});

describe('a repeated key', () => {
  it('gets the bytes of its first answer, also when the link has expired meanwhile', async () => {
    const key = { idempotency_key: 'linked-once', idempotency_time: 86_400 };
    const first = await pay(checking, key);
    expect((await pay(checking, key)).text).toBe(first.text);
    pass(1_801);
    const late = await pay(checking, key);
    expect([late.status, late.text]).toEqual([200, first.text]);
    expect(late.headers['idempotency-replayed']).toBe('true');
  });

  it('belongs to its account: another one is another request', async () => {
    const key = { idempotency_key: 'linked-other' };
    expect((await pay(checking, key)).status).toBe(200);
    for (const plaid of [savings, { ...checking, account_id: savings.account_id }]) {
      const { status, body } = await pay(plaid, key);
      expect([status, body.msg]).toEqual([
        400,
        'bad request error: invalid Idempotency Key: it belongs to another request',
      ]);
    }
  });
});

describe("the merchant's settings for bank accounts", () => {
  it('find the same number twice, linked or typed', async () => {
    await settings('default/merchant', { duplicate_detection_seconds: 60 });
    const order_id = 'twice';
    expect((await pay(checking, { order_id })).body.data.response_code).toBe(100);
    const [again] = await linked();
    const second = await pay(again, { order_id });
    const ach = { routing_number: '011401533', account_number: '1111222233330000' };
    const typed = await post('/transaction', {
      ...sale({}, { order_id }),
      payment_method: { ach },
    });
    await settings('default/merchant', { duplicate_detection_seconds: 0 });
    expect(second.body.data).toMatchObject({ response_code: 301, payment_method: 'plaid' });
    expect(typed.body.data.response_code).toBe(301);
  });

  it('ask for what is required of the holder, and keep it', async () => {
    await required({ drivers_license: 'required' });
    const without = await pay(checking);
    const answer = await pay(checking, { drivers_license: 'ab1234', drivers_license_state: 'CO' });
    await required({ drivers_license: 'optional' });
    expect([without.status, without.body.msg]).toEqual([
      400,
      'bad request error: invalid Drivers License',
    ]);
    const { body } = await world.call('GET', `/transaction/${answer.body.data.id}`, {
      credential: t.m1.boss.private_key,
    });
    expect(body.data).toMatchObject({ drivers_license: 'ab1234', drivers_license_state: 'CO' });
  });

  it('hide it together with bank accounts', async () => {
    await required({ payment_method_ach: 'hidden' });
    const { status, body } = await pay(checking);
    await required({ payment_method_ach: 'optional' });
    expect([status, body.msg]).toEqual([
      400,
      expect.stringMatching(/^bad request error: invalid Payment Method ACH$/i),
    ]);
  });

  it('save it like one that was typed', async () => {
    const { body } = await pay(checking, { create_vault_record: true });
    const saved = await world.call('GET', `/vault/${body.data.customer_id}`, {
      credential: t.m1.boss.private_key,
    });
    const { payments } = saved.body.data.data.customer;
    expect(payments.ach).toEqual([
      expect.objectContaining({
        account_type: 'checking',
        sec_code: 'web',
        masked_account_number: expect.stringMatching(/0000$/),
      }),
    ]);
  });
});
