// Linking a bank account: what is answered of it, who may, what the bank says, and what is kept.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requiredMessage } from '../../../contract/field-messages.ts';
import { public_token_refusal, relink_refusal } from '../../../contract/vault/bank-link.ts';
import { connect, inTransaction } from '../../db/database.ts';
import { flush } from '../../http/request-log.ts';
import { insertApiKey } from '../../identity/api-keys/new-api-key.ts';
import type { Person } from '../../testing/tenants.ts';
import { listen, type Receiver } from '../../testing/turnstile.ts';
import { openOwner, openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld();
const t = openTenants(world);
const owner = openOwner(() => world.database_url);

type Json = Record<string, unknown>;

const post = (path: string, body: Json = {}, by: Person = t.m1.boss) =>
  world.call('POST', path, { credential: by.private_key, body });
const signIn = async (username: string, more: Json = {}, by = t.m1.boss) => {
  const answer = await post('/plaid/simulated-sign-in', { username, ...more }, by);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.public_token as string;
};
const link = async (username = 'user_good', by = t.m1.boss) =>
  await post('/plaid/link', { public_token: await signIn(username, {}, by) }, by);
const pass = (seconds: number) => world.clock.setOffset(world.clock.offset_ms + seconds * 1000);
const refusalOf = (field: string, label: string, message: string) => ({
  status: 'failed',
  msg: `bad request error: invalid ${label}: ${message}`,
  data: { invalid: [{ field, message }] },
});
const spent = refusalOf('public_token', 'Public Token', public_token_refusal);
const gone = refusalOf('relink', 'Relink', relink_refusal);

describe('a linked bank', () => {
  it('answers its accounts, with balances in minor units', async () => {
    const { status, body } = await link();
    expect(status).toBe(200);
    const { accounts, expires_at } = body.data;
    expect(accounts).toEqual([
      {
        account_id: expect.stringMatching(/^[\w-]{37}$/),
        ref_id: expect.stringMatching(/^ref_[\w-]{43}$/),
        name: 'Checking',
        subtype: 'checking',
        official_name: 'Lab Gold Standard Checking',
        mask: '0000',
        available_balance: 10_000,
        current_balance: 11_000,
        currency: 'usd',
      },
      expect.objectContaining({ subtype: 'savings', mask: '1111', available_balance: 20_000 }),
      expect.objectContaining({
        official_name: '',
        available_balance: null,
        current_balance: 4_320_050,
      }),
    ]);
    expect(new Set(accounts.map((one: Json) => one.ref_id)).size).toBe(3);
    const left_ms = Date.parse(expires_at) - world.clock.now().getTime();
    expect(left_ms).toBeGreaterThan(1_790_000);
    expect(left_ms).toBeLessThanOrEqual(1_800_000);
  });

  it('without an account that can be paid from answers none', async () => {
    const { status, body } = await link('user_no_accounts');
    expect([status, body.data.accounts]).toEqual([200, []]);
  });

  it('takes a sign-in once, and nothing that is none', async () => {
    const public_token = await signIn('user_good');
    expect((await post('/plaid/link', { public_token })).status).toBe(200);
    for (const bad of [public_token, 'public-sandbox-00000000', '4111111111111111']) {
      const { status, body } = await post('/plaid/link', { public_token: bad });
      expect([status, body]).toEqual([400, spent]);
    }
    const missing = refusalOf('public_token', 'Public Token', requiredMessage('Public Token'));
    for (const none of [{}, { public_token: '' }, { public_token: null, relink: '' }]) {
      const { status, body } = await post('/plaid/link', none);
      expect([status, body]).toEqual([400, missing]);
    }
  });

  it('says in the audit log who saw which accounts, and no number', async () => {
    const { headers } = await link();
    const rows = await connect(world.system)
      .selectFrom('audit_log')
      .selectAll()
      .where('request_id', '=', String(headers['x-correlation-id']))
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      verb: 'link',
      noun: 'bank_account',
      noun_id: expect.stringMatching(/.{20,}/),
      user_name: t.m1.boss.user.username,
      after: {
        accounts: [
          { subtype: 'checking', mask: '0000' },
          { subtype: 'savings', mask: '1111' },
          { subtype: 'checking', mask: '2222' },
        ],
      },
    });
  });
});

describe('a bank that asks again', () => {
  const asked = async (by = t.m1.boss) => {
    const { status, body } = await link('user_login_required', by);
    expect([status, body.msg]).toEqual([400, 'Your bank asks you to sign in again.']);
    return body.data.relink as string;
  };

  it('is linked once its customer has signed in again', async () => {
    const relink = await asked();
    const again = await post('/plaid/link', { relink });
    expect([again.status, again.body.msg]).toEqual([400, 'Your bank asks you to sign in again.']);
    const opened = await post('/plaid/link-token', { relink });
    expect(opened.body.data.mode).toBe('simulated');
    const public_token = await signIn('user_login_required', { relink });
    const by_handle = await post('/plaid/link', { relink });
    expect(by_handle.body.data.accounts).toHaveLength(3);
    const by_token = await post('/plaid/link', { public_token });
    expect(by_token.body.data.accounts).toHaveLength(3);
  });

  it('is known by a handle of this merchant alone, for half an hour, whole', async () => {
    const relink = await asked();
    const changed = `${relink.slice(0, -4)}AAAA`;
    const calls = ['/plaid/link', '/plaid/link-token', '/plaid/simulated-sign-in'];
    const refused = async (path: string, handle: string, by = t.m1.boss) => {
      const { status, body } = await post(path, { username: 'user_good', relink: handle }, by);
      expect([status, body]).toEqual([400, gone]);
    };
    for (const path of calls) {
      await refused(path, changed);
      await refused(path, 'relink_x');
      await refused(path, relink, t.m2.boss);
    }
    pass(1_801);
    for (const path of calls) await refused(path, relink);
  });
});

describe('who may', () => {
  it('is a merchant who may take a payment of any type', async () => {
    for (const path of ['/plaid/link', '/plaid/link-token', '/plaid/simulated-sign-in']) {
      const without = await post(path, { username: 'user_good' }, t.m1.clerk);
      expect([without.status, without.body.data]).toEqual([
        403,
        { blocked_by: 'permission', name: 'process_sale' },
      ]);
      const above = await post(path, { username: 'user_good' }, t.p1.boss);
      expect(above.status).toBe(403);
      const nobody = await world.call('POST', path, { body: { username: 'user_good' } });
      expect(nobody.status).toBe(401);
    }
  });

  it('is a key that is limited to one kind of payment, and none without', async () => {
    const keyWith = async (scope: string) => {
      const { user } = t.m1.boss;
      const limits = { scopes: [scope] };
      const made = await inTransaction(world.system, user.account_type_id, (tx) =>
        insertApiKey(tx, world.system, { user, type: 'api', name: '', limits }),
      );
      return made.api_key as string;
    };
    const body = { username: 'user_good' };
    const path = '/plaid/simulated-sign-in';
    const credit = await world.call('POST', path, {
      credential: await keyWith('process_credit'),
      body,
    });
    expect(credit.status).toBe(200);
    const reads = await world.call('POST', path, {
      credential: await keyWith('view_transactions'),
      body,
    });
    expect(reads.status).toBe(403);
  });
});

describe('what is kept', () => {
  it('is sealed under references that we do not have; nothing else is kept at all', async () => {
    const public_token = await signIn('user_good');
    const answer = await post('/plaid/link', { public_token });
    await link('user_login_required');
    await flush(world.services);
    const refs = answer.body.data.accounts.map((one: Json) => one.ref_id);
    const numbers = ['1111222233330000', '1111222233331111', '1111222233332222', '011401533'];
    const { rows: tables } = await owner.query(
      "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    expect(answer.text).not.toMatch(/\d{9}/);
    for (const { relname } of tables) {
      const { rows } = await owner.query(`select t::text as text from ${relname} t`);
      const text = rows.map((row: { text: string }) => row.text).join('\n');
      for (const secret of [...numbers, ...refs, public_token, 'access-sandbox', 'relink_']) {
        expect(text.includes(secret), `${secret} in ${relname}`).toBe(false);
      }
    }
    const { rows } = await owner.query("select sealed from payment_token where type = 'ach'");
    expect(rows.length).toBeGreaterThanOrEqual(3);
  });
});

describe('the provider', () => {
  let receiver: Receiver;
  const config = () => world.services.config as { plaid: unknown; allow_lab: boolean };
  beforeAll(async () => {
    receiver = await listen();
    return () => receiver.close();
  });
  beforeEach(() => {
    const base_url = receiver.url.replace('/siteverify', '');
    config().plaid = { client_id: 'ours', secret: 'hidden', base_url };
    return () => {
      Object.assign(config(), { plaid: null, allow_lab: true });
    };
  });

  it('is asked with our credentials, and for the payer of this merchant', async () => {
    receiver.answer = { link_token: 'link-production-1' };
    const { body } = await post('/plaid/link-token');
    expect(body.data).toEqual({ link_token: 'link-production-1', mode: 'provider' });
    expect(receiver.requests.at(-1)).toEqual({
      client_id: 'ours',
      secret: 'hidden',
      user: { client_user_id: t.m1.boss.user.id },
      client_name: 'Merchant m1',
      products: ['auth'],
      country_codes: ['US'],
      language: 'en',
    });
  });

  it('is asked about nothing that is no public token', async () => {
    const before = receiver.requests.length;
    const { body } = await post('/plaid/link', { public_token: '4111111111111111' });
    expect([body, receiver.requests.length]).toEqual([spent, before]);
  });

  it('is away where it fails, whatever code it names', async () => {
    const { services } = world;
    const { egress } = services;
    const text = JSON.stringify({ error_code: 'INVALID_PUBLIC_TOKEN' });
    services.egress = { exchange: async () => ({ kind: 'answered', status: 503, body: text }) };
    const { body } = await post('/plaid/link', { public_token: 'public-sandbox-12345678' });
    services.egress = egress;
    expect(body.msg).toContain('could not complete the request');
  });

  it('has no simulated bank', async () => {
    const { status } = await post('/plaid/simulated-sign-in', { username: 'user_good' });
    expect(status).toBe(404);
  });

  it('that answers nothing readable is said to be away, in words of ours', async () => {
    for (const answer of ['<html>', { something: 1 }, { error_code: 'INTERNAL_SERVER_ERROR' }]) {
      receiver.answer = answer;
      const { status, body } = await post('/plaid/link', {
        public_token: 'public-sandbox-12345678',
      });
      expect([status, body.msg]).toEqual([
        400,
        'The bank link service could not complete the request. Try again later.',
      ]);
      expect(JSON.stringify(body)).not.toContain('INTERNAL');
    }
    await receiver.close();
    const { status, body } = await post('/plaid/link-token');
    expect([status, body.msg]).toEqual([
      400,
      'The bank link service is not responding. Try again later.',
    ]);
  });

  it('is nobody where neither it nor the lab is there', async () => {
    Object.assign(config(), { plaid: null, allow_lab: false });
    const { status, body } = await post('/plaid/link-token');
    expect([status, body.msg]).toEqual([
      400,
      'Bank account linking is not set up in this installation.',
    ]);
  });
});
