// Registrations of Apple Pay: keys, certificates, domains, and whose they are.
import { describe, expect, it } from 'vitest';
import { openWallets, shop_domain } from '../../testing/wallets.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const apple = openWallets(w);

describe('a registration', () => {
  it('has signing requests of our keys, and is ready with the certificates of both', async () => {
    const made = await apple.registration();
    expect(made).toMatchObject({
      type: 'signing_request',
      display_name: 'Shop',
      domain_name: shop_domain,
      is_ready: false,
      merchant_certificate: '',
      processing_certificate: '',
    });
    const kinds = made.certificates.map(({ kind, status }) => [kind, status]).sort();
    expect(kinds).toEqual([
      ['identity', 'requested'],
      ['processing', 'requested'],
    ]);
    for (const { signing_request } of made.certificates) {
      expect(signing_request).toContain('BEGIN CERTIFICATE REQUEST');
      const certificate = await apple.signed(made.apple_pay_merchant_id, signing_request);
      const uploaded = await w.post(`/merchant/apple-pay/${made.id}/certificate`, { certificate });
      expect(uploaded.status, uploaded.text).toBe(200);
    }
    const read = await w.get(`/merchant/apple-pay/${made.id}`);
    expect(read.body.data).toMatchObject({
      is_ready: true,
      merchant_certificate: expect.stringContaining('BEGIN CERTIFICATE'),
      processing_certificate: expect.stringContaining('BEGIN CERTIFICATE'),
    });
    expect(read.text).not.toContain('PRIVATE KEY');
    expect(read.text).not.toContain('sealed');
  });

  it('takes no certificate of another key, merchant ID or time', async () => {
    const made = await apple.registration();
    const [first] = made.certificates;
    const path = `/merchant/apple-pay/${made.id}/certificate`;
    const other = await apple.signed('merchant.other', first?.signing_request ?? '');
    const strange = await apple.ready();
    const messageOf = async (certificate: string) => (await w.post(path, { certificate })).body.msg;
    expect(await messageOf(other)).toContain('it belongs to another Apple merchant ID');
    expect(await messageOf(strange.merchant_certificate)).toContain('another signing request');
    expect(await messageOf('nonsense')).toContain('the file is not a certificate');
    const { body } = await w.get(`/merchant/apple-pay/${made.id}`);
    expect(body.data.is_ready).toBe(false);
  });

  it('takes the merchant’s own certificates with their keys', async () => {
    const keys = await apple.ownKeys('merchant.own');
    const made = await apple.registration({ apple_pay_merchant_id: 'merchant.own', ...keys });
    expect(made).toMatchObject({ type: 'own_keys', is_ready: true });
    const swapped = { ...keys, merchant_certificate_key: keys.processing_certificate_key };
    const own = { ...apple.registrationInput(), apple_pay_merchant_id: 'merchant.own' };
    const refused = await w.post('/merchant/apple-pay', { ...own, ...swapped });
    const message = 'It does not match the certificate.';
    expect(refused.body.data.invalid).toEqual([{ field: 'merchant_certificate_key', message }]);
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'bad request error: invalid Merchant Certificate Key: it does not match the certificate',
    ]);
  });

  it('publishes no key as its domain file', async () => {
    const { merchant_certificate_key: domain_file } = await apple.ownKeys('merchant.own');
    const { status, body } = await w.post('/merchant/apple-pay', {
      ...apple.registrationInput(),
      domain_file,
    });
    expect([status, body.data.invalid[0].field]).toEqual([400, 'domain_file']);
  });

  it('publishes no card number in its domain file', async () => {
    const domain_file = `{"pspId":"${'7B22'.repeat(16)}","note":"card 4111 1111 1111 1111"}`;
    const { id } = await apple.registration();
    const calls: [string, object][] = [
      ['/merchant/apple-pay', { ...apple.registrationInput(), domain_file }],
      [`/merchant/apple-pay/${id}`, { domain_file }],
    ];
    for (const [path, body] of calls) {
      const refused = await w.post(path, body);
      expect([refused.status, refused.body.data?.invalid]).toEqual([
        400,
        [{ field: 'domain_file', message: 'It contains a card number.' }],
      ]);
    }
    expect((await w.get(`/merchant/apple-pay/${id}`)).body.data.domain_file).toBe('');
  });

  it('is nobody else’s', async () => {
    const { id } = await apple.registration();
    const credential = w.tenants.m2.boss.private_key;
    const theirs = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
      w.world.call(method, `/merchant/apple-pay${path}`, { credential, ...(body && { body }) });
    expect((await theirs('GET', `/${id}`)).status).toBe(404);
    expect((await theirs('POST', `/${id}`, { display_name: 'Mine' })).status).toBe(404);
    expect((await theirs('POST', `/${id}/test-certificates`, {})).status).toBe(404);
    expect((await theirs('DELETE', `/${id}`)).status).toBe(404);
    expect((await theirs('GET', '')).body.data).toEqual([]);
    const clerk = await w.world.call('GET', '/merchant/apple-pay', {
      credential: w.m1.clerk.private_key,
    });
    expect(clerk.status).toBe(403);
  });

  it('is renewed beside the key in use, which still decrypts', async () => {
    const made = await apple.ready();
    const old = await apple.token(made, { amount: 1000 });
    const path = `/merchant/apple-pay/${made.id}`;
    await w.post(`${path}/signing-request`, { kind: 'processing' });
    expect((await w.get(path)).body.data.is_ready).toBe(true);
    await w.post(`${path}/test-certificates`);
    const { data } = (await w.get(path)).body;
    const statuses = data.certificates
      .filter(({ kind }: { kind: string }) => kind === 'processing')
      .map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['current', 'former']);
    expect((await apple.pay({ key_id: made.id, pkpaymenttoken: old })).status).toBe(200);
    const fresh = await apple.token(data, { amount: 1000 });
    expect((await apple.pay({ key_id: made.id, pkpaymenttoken: fresh })).status).toBe(200);
  });

  it('serves the file that Apple checks its domain by, and no other’s', async () => {
    const domain = 'checked.example.com';
    const domain_file = '7B227073704964'.repeat(20);
    const { id } = await apple.registration({ domain_name: domain, domain_file });
    const url = '/.well-known/apple-developer-merchantid-domain-association';
    const of = (host: string) => w.world.app.inject({ url, headers: { host } });
    const served = await of(domain);
    expect([served.statusCode, served.payload]).toEqual([200, domain_file]);
    expect((await of('other.example.com')).statusCode).toBe(404);
    const twice = await w.post('/merchant/apple-pay', {
      ...apple.registrationInput(),
      domain_name: domain,
      domain_file: domain_file.toLowerCase(),
    });
    expect([twice.status, twice.body.data.invalid[0].field]).toEqual([400, 'domain_file']);
    await w.world.call('DELETE', `/merchant/apple-pay/${id}`, {
      credential: w.m1.boss.private_key,
    });
    expect((await of(domain)).statusCode).toBe(404);
  });
});
