// One-time tokens: made with a public key, used once by their merchant, unreadable at rest.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { token_refusal } from '../../../contract/vault/tokenizer.ts';
import { connect, inTransaction } from '../../db/database.ts';
import { insertApiKey } from '../../identity/api-keys/new-api-key.ts';
import { good_account } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import { expireTokens } from './payment-token.ts';

const world = openWorld();
const t = openTenants(world);
const number = '4111111111111111';
const card = { number, expiration_date: '12/30', cvc: '999' };
const ach = { ...good_account, account_number: '987654321', sec_code: 'web' };

const tokenize = (body: object, key = t.m1.boss.public_key, headers = {}) =>
  world.call('POST', `/tokenizer/${key}`, { body, headers });
const made = async (body: object = { card }, key?: string): Promise<string> => {
  const answer = await tokenize(body, key);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.token;
};
const post = (path: string, body: object, by = t.m1.boss, headers = {}) =>
  world.call('POST', path, { credential: by.private_key, body, headers });
const pay = (token: string, more: object = {}, by = t.m1.boss, headers = {}) =>
  post(
    '/transaction',
    { type: 'sale', amount: 1299, payment_method: { token }, ...more },
    by,
    headers,
  );
const refusal = (field: string) => ({
  status: 'failed',
  msg: `bad request error: invalid Token: ${token_refusal}`,
  data: { invalid: [{ field, message: token_refusal }] },
});
const rows = async () => {
  const found = await sql<{ sealed: string; uses: number; text: string }>`
    select sealed, uses, payment_token::text as text from payment_token
    order by created_at`.execute(connect(world.system));
  return found.rows;
};
const pass = (seconds: number) => world.clock.setOffset(world.clock.offset_ms + seconds * 1000);

describe('a token', () => {
  it('is answered beside its masked number', async () => {
    const { body } = await tokenize({ card });
    expect(body.data).toMatchObject({
      token: expect.stringMatching(/^tok_[\w-]{43}$/),
      payment_type: 'card',
      masked_number: '411111******1111',
    });
    expect(body.token).toBe(body.data.token);
    const left_ms = Date.parse(body.data.expires_at) - world.clock.now().getTime();
    expect(left_ms).toBeGreaterThan(100_000);
    expect(left_ms).toBeLessThanOrEqual(120_000);
  });

  it('pays once, with number, security code and name', async () => {
    const user = { first_name: 'Ann', last_name: 'Miller' };
    const token = await made({ card, user });
    const paid = await pay(token);
    expect(paid.body.data).toMatchObject({
      status: 'pending_settlement',
      payment_method: 'token',
      payment_type: 'card',
      response_body: {
        card: {
          masked_card: '411111******1111',
          cvv_response_code: 'M',
          cardholder_name: 'Ann Miller',
        },
      },
    });
    const again = await pay(token);
    expect([again.status, again.body]).toEqual([400, refusal('payment_method.token')]);
  });

  it('pays once, however many ask at the same moment', async () => {
    const token = await made();
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => pay(token, { amount: 1000 + n })),
    );
    const approved = answers.filter(({ status }) => status === 200);
    expect(approved).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    for (const { status, body } of others) {
      expect([status, body]).toEqual([400, refusal('payment_method.token')]);
    }
  });

  it('gives a repeated key the bytes of its first answer', async () => {
    const token = await made();
    const headers = { 'idempotency-key': 'once-by-token' };
    const first = await pay(token, {}, t.m1.boss, headers);
    const second = await pay(token, {}, t.m1.boss, headers);
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotency-replayed']).toBe('true');
    const other = await pay(await made(), {}, t.m1.boss, headers);
    expect([other.status, other.body.msg]).toEqual([
      400,
      'bad request error: invalid Idempotency Key: it belongs to another request',
    ]);
  });

  it('gives those who repeat a key at the same moment one payment', async () => {
    const token = await made();
    const headers = { 'idempotency-key': 'racing-token' };
    const asked = Array.from({ length: 16 }, () => pay(token, {}, t.m1.boss, headers));
    const texts = new Set(
      (await Promise.all(asked)).map(({ status, text }) => `${status} ${text}`),
    );
    expect([...texts]).toEqual([expect.stringMatching(/^200 /)]);
  });

  it('stays usable after a request that was turned down', async () => {
    const token = await made();
    const refused = await pay(token, { amount: undefined });
    expect(refused.status).toBe(400);
    expect((await pay(token)).body.data.status).toBe('pending_settlement');
  });

  it('is used up by a decline, of the processor and of ours', async () => {
    const declined = await made({ card: { ...card, number: '4000001000000414' } });
    expect((await pay(declined)).body.data.status).toBe('declined');
    expect((await pay(declined)).status).toBe(400);
    const watch = (seconds: number) =>
      world.call('POST', `/merchant/${t.m1.account.id}/default/merchant`, {
        credential: t.admin.boss.private_key,
        body: { duplicate_detection_seconds: seconds },
      });
    expect((await watch(60)).status).toBe(200);
    await pay(await made(), { order_id: 'twice' });
    const second = await made();
    const { body } = await pay(second, { order_id: 'twice' });
    expect(body.data.response_code).toBe(301);
    expect((await watch(0)).status).toBe(200);
    expect((await pay(second)).status).toBe(400);
  });

  it('is worth nothing to another merchant, and nothing after two minutes', async () => {
    const token = await made();
    const theirs = await pay(token, {}, t.m2.boss);
    expect([theirs.status, theirs.body]).toEqual([400, refusal('payment_method.token')]);
    pass(121);
    const late = await pay(token);
    expect([late.status, late.body]).toEqual([400, refusal('payment_method.token')]);
  });

  it('is refused in the same words where it is none', async () => {
    for (const token of ['tok_', 'x', `tok_${'A'.repeat(43)}`]) {
      const { status, body } = await pay(token);
      expect([status, body]).toEqual([400, refusal('payment_method.token')]);
    }
  });

  it('is not paid with beside another method', async () => {
    const token = await made();
    const { status, body } = await post('/transaction', {
      type: 'sale',
      amount: 100,
      payment_method: { token, card },
    });
    expect([status, body.msg]).toEqual([400, 'bad request error: invalid payment_method']);
  });

  it('stands for a bank account, too', async () => {
    const { body } = await pay(await made({ ach }));
    expect(body.data).toMatchObject({
      payment_method: 'token',
      payment_type: 'ach',
      response_body: { ach: { masked_account_number: 'XXXXX4321', sec_code: 'web' } },
    });
  });
});

describe('what is handed over', () => {
  it.each([
    [{ card: { ...card, number: '4111111111111112' } }, 'Card Number'],
    [{ card: { ...card, expiration_date: '13/30' } }, 'Expiration Date'],
    [{ card: { ...card, cvc: '12' } }, 'CVC'],
    [{ ach: { ...ach, routing_number: '123' } }, 'Routing Number'],
    [{ ach: { ...ach, account_number: '12' } }, 'Account Number'],
    [{ card, ach }, 'Payment Method'],
    [{}, 'payment_method'],
  ])('is checked: %j', async (body, label) => {
    const { status, body: answer } = await tokenize(body);
    expect([status, answer.msg]).toEqual([400, `bad request error: invalid ${label}`]);
  });

  it('says that a card is past its month', async () => {
    const { body } = await tokenize({ card: { ...card, expiration_date: '12/20' } });
    expect(body.msg).toBe('bad request error: Invalid card expiration - expired');
  });

  it('is read by nobody without the token, and gone after its use', async () => {
    const token = await made();
    const before = (await rows()).at(-1);
    expect(before?.sealed).not.toBe('');
    const hidden = Buffer.from(before?.sealed ?? '', 'base64').toString('latin1');
    for (const secret of [number, '999', '12/30', token]) {
      expect(before?.text).not.toContain(secret === '999' ? '"999"' : secret);
      expect(hidden).not.toContain(secret === '999' ? '"999"' : secret);
    }
    await pay(token);
    expect((await rows()).at(-1)).toMatchObject({ sealed: '', uses: 1 });
  });

  it('is emptied once it has expired, and its row deleted an hour later', async () => {
    await made();
    pass(121);
    await expireTokens(world.system);
    expect((await rows()).every(({ sealed }) => sealed === '')).toBe(true);
    expect((await rows()).length).toBeGreaterThan(0);
    pass(3_601);
    await expireTokens(world.system);
    expect(await rows()).toEqual([]);
  });
});

describe('the key in the path', () => {
  const keyWith = async (limits: object) => {
    const { user } = t.m1.boss;
    const made_key = await inTransaction(world.system, user.account_type_id, (tx) =>
      insertApiKey(tx, world.system, { user, type: 'pub', name: '', limits }),
    );
    return made_key.api_key;
  };

  it('is a public one that stands, of a merchant', async () => {
    const wrong = [t.m1.boss.private_key, t.p1.boss.public_key, `pub_${'0'.repeat(27)}`, 'x'];
    for (const key of wrong) expect((await tokenize({ card }, key)).status).toBe(401);
  });

  it('works from the origins it names, and from our own page', async () => {
    const key = await keyWith({ allowed_origins: ['https://shop.example'] });
    const from = (origin: string) => tokenize({ card }, key, { origin, host: 'pay.example:8080' });
    const theirs = await from('https://shop.example');
    expect(theirs.status).toBe(200);
    expect(theirs.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      vary: 'origin',
    });
    expect((await from('http://pay.example:8080')).status).toBe(200);
    const other = await from('https://evil.example');
    expect(other.status).toBe(401);
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
    expect((await tokenize({ card }, key)).status).toBe(401);
  });

  it('lets a page of another site read why it was turned down', async () => {
    const headers = { origin: 'https://shop.example' };
    const answer = await tokenize({ card: { ...card, cvc: '1' } }, undefined, headers);
    expect(answer.status).toBe(400);
    expect(answer.headers['access-control-allow-origin']).toBe('https://shop.example');
  });
});
