// The request log: one row a request under its correlation id, and never a secret in it.
import { describe, expect, it } from 'vitest';
import { connect } from '../db/database.ts';
import { timePrefix } from '../ids.ts';
import { cleaning } from '../jobs/housekeeping.ts';
import { good_card, tenant_password } from '../testing/tenants.ts';
import { openTenants, openWorld } from '../testing/worlds/open-world.ts';
import { flush, scrub } from './request-log.ts';

const world = openWorld({ lab: false });
const tenants = openTenants(world);

async function rowOf(answer: { headers: Record<string, unknown> }) {
  await flush(world.services);
  return await connect(world.system)
    .selectFrom('request_log')
    .selectAll()
    .where('id', '=', String(answer.headers['x-correlation-id']))
    .executeTakeFirst();
}

describe('a request', () => {
  it('is forgotten after thirty days, not before', async () => {
    const database = connect(world.system);
    const now_ms = world.services.clock.real().getTime();
    const idOf = (days: number) => `${timePrefix(now_ms - days * 86_400_000)}aaaaaaaaaaa`;
    const { private_key: credential } = tenants.m1.boss;
    const like = await rowOf(await world.call('GET', '/transaction/unknown', { credential }));
    if (!like) throw new Error('no row');
    const rows = [29, 31].map((days) => ({ ...like, id: idOf(days), input: null }));
    await database.insertInto('request_log').values(rows).execute();
    const job = { payload: {}, due_at: new Date(now_ms) };
    await cleaning.run(world.system, job as Parameters<typeof cleaning.run>[1]);
    const logged = await database.selectFrom('request_log').select('id').execute();
    expect(logged.map(({ id }) => id)).toContain(idOf(29));
    expect(logged.map(({ id }) => id)).not.toContain(idOf(31));
  });

  it('leaves a row with who called, what was called and how it ended', async () => {
    const { user, private_key } = tenants.m1.boss;
    const answer = await world.call('POST', '/user/apikey', {
      credential: private_key,
      body: { name: 'logged' },
    });
    const row = await rowOf(answer);
    expect(row).toMatchObject({
      account_type: 'merchant',
      account_id: tenants.m1.account.id,
      user_id: user.id,
      method: 'POST',
      path: '/api/user/apikey',
      status: 200,
      input: { name: 'logged' },
    });
    expect(JSON.stringify(row)).not.toContain(answer.body.data.api_key);
  });

  it('that is refused leaves one too', async () => {
    const row = await rowOf(
      await world.call('GET', '/user/apikeys?limit=5000', {
        credential: tenants.m1.boss.private_key,
      }),
    );
    expect(row).toMatchObject({ status: 400, input: { limit: '5000' } });
  });

  it('never leaves a password', async () => {
    const { username } = tenants.m1.boss.user;
    const body = { username, password: tenant_password };
    const row = await rowOf(await world.call('POST', '/token-auth', { body }));
    expect(row?.input).toEqual({ username, password: '***' });
    expect(row?.account_type).toBe('');
  });

  it.each([
    ['/token-auth', { username: 'boss', password: 'wrong', recovery_code: 'abcd-efgh-ijkl' }],
    ['/lookup/bin/protected', { temp_token: `tok_${'t'.repeat(43)}` }],
    ['/vault/customer/unknown/applepay', { temporary_token: 'T'.repeat(25) }],
    ['/merchant/unknown/webhook/test', { signature_key: 'of-a-webhook', url: 'https://a.example' }],
    ['/vault/customer/import/check', { csv: 'routing_number,account_number\n490000018,70431986' }],
    ['/lookup/bin/protected', { note: `tok_${'n'.repeat(43)}`, [`ref_${'r'.repeat(43)}`]: 1 }],
    ['/lookup/bin/protected', 'a password, by itself'],
  ])('to %s leaves none of the secrets in %j', async (path, body) => {
    const credential = path === '/token-auth' ? '' : tenants.m1.boss.private_key;
    const row = await rowOf(await world.call('POST', path, { credential, body }));
    expect(row?.path).toBe(`/api${path}`);
    const kept = JSON.stringify(row);
    expect(kept).toContain('***');
    const secrets = /wrong|abcd|tok_|T{25}|of-a-webhook|70431986|ref_|by itself/;
    expect(kept).not.toMatch(secrets);
  });

  it('leaves no leave to a page that stands in its path', async () => {
    const row = await rowOf(await world.call('GET', '/mailbox/page/id.1.abc', {}));
    expect(row?.path).toBe('/api/mailbox/page/***');
  });

  it('with characters no database holds does not take the rows beside it along', async () => {
    const credential = tenants.m1.boss.private_key;
    const beside = await world.call('GET', '/user', { credential });
    const cut = encodeURIComponent(`${'x'.repeat(199)}💥`);
    const path = `/user?name=a%00b&%00=1&plain=%5Cu0000&other=%ED%A0%80&cut=${cut}`;
    const odd = await world.call('GET', path, { credential });
    expect(odd.status).toBe(200);
    expect(await rowOf(beside)).toBeDefined();
    expect((await rowOf(odd))?.input).toMatchObject({ name: 'a\ufffdb', plain: '\\u0000' });
  });

  it('without an endpoint leaves none', async () => {
    expect(await rowOf(await world.call('GET', '/fphc'))).toBeUndefined();
  });
});

describe('scrubbing', () => {
  it('keeps no card, bank account, code, key or secret, however deep', () => {
    const body = {
      type: 'sale',
      amount: 100,
      payment_method: {
        card: good_card,
        ach: { account_number: '123456789' },
      },
      settings: { mid: '1' },
      full_cc_number: { operator: '=', value: good_card.number },
      nested: [{ cvc: '999', note: 'kept' }],
      note: 'she read out 4111 1111-1111 1111 twice',
    };
    const text = JSON.stringify(scrub(body));
    for (const secret of [good_card.number, '999', '123456789', 'mid', '1111-1111']) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('kept');
    expect(scrub({ amount: 100 })).toEqual({ amount: 100 });
  });

  it.each([
    'api_key',
    'pub_api_key',
    'new_password',
    'recovery_codes',
    'resetCode',
    'passkey',
    'google_pay_token',
    'link-token',
    'merchant_certificate_key',
    'auth_key',
    'card_number',
    'Client Secret',
    'pin',
    'ref_id',
  ])('keeps nothing of %s', (name) => {
    expect(scrub({ [name]: 'x', a: [{ [name]: { value: 'x' } }] })).toEqual({
      [name]: '***',
      a: [{ [name]: '***' }],
    });
  });

  it.each([
    'postal_code',
    'ship_from_postal_code',
    'postalCode',
    'sec_code',
    'available_sec_codes',
    'processor_response_code',
    'return_code',
    'auth_code',
    'summary_commodity_code',
    'idempotency_key',
    'shipping_address_id',
    'key_id',
  ])('keeps %s, which lets nobody in', (name) => {
    expect(scrub({ [name]: 'x' })).toEqual({ [name]: 'x' });
  });

  it('keeps whether a right or a member was set, whatever its name', () => {
    const switches = { manage_api_keys: true, temp_token: null };
    expect(scrub(switches)).toEqual(switches);
  });

  it('keeps no private key, whatever member it was pasted into', () => {
    const body = 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg';
    for (const kind of ['', 'EC ', 'RSA ', 'ENCRYPTED ']) {
      const pem = `-----BEGIN ${kind}PRIVATE KEY-----\n${body}\n-----END ${kind}PRIVATE KEY-----`;
      const scrubbed = scrub({ description: pem, list: [`${kind}x ${pem}`], [pem]: 1 });
      expect(JSON.stringify(scrubbed)).not.toContain(body);
    }
    for (const name of ['certificate', 'merchant_certificate', 'processing_certificate']) {
      expect(scrub({ [name]: body })).toEqual({ [name]: '***' });
    }
  });

  it('keeps nothing of a file that is sent as an address', () => {
    const bytes = Buffer.from('tEXt c 4111111111111111').toString('base64');
    const sent = { logo: `data:image/png;base64,${bytes}`, note: `x DATA:;base64,${bytes}` };
    expect(scrub(sent)).toEqual({ logo: '(file)', note: 'x (file)' });
    expect(scrub('data: see below')).toBe('data: see below');
  });

  it('keeps no card number sent as a number, whatever its sign and fraction', () => {
    const text = JSON.stringify(scrub({ a: -4_111_111_111_111_111, b: [4_222_222_222_222.5] }));
    expect(text).toBe('{"a":"411111******1111","b":["422222***2222"]}');
  });

  it('cuts long texts, long lists and deep trees', () => {
    const deep = { a: { a: { a: { a: { a: { a: { a: { a: 'bottom' } } } } } } } };
    expect(JSON.stringify(scrub(deep))).not.toContain('bottom');
    expect((scrub('x'.repeat(5_000)) as string).length).toBeLessThan(300);
    expect((scrub(Array.from({ length: 500 }, () => 1)) as unknown[]).length).toBe(20);
  });
});
