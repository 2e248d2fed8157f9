// Apple Pay from the registration to the payment, against the lab's Apple.
import { describe, expect, it } from 'vitest';
import type { Exchange, ExchangeRequest } from '../../context.ts';
import { openWallets, shop_domain } from '../../testing/wallets.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { isSessionUrl } from './apple-hosts.ts';

const w = openMoneyWorld();
const apple = openWallets(w);

describe('a session with Apple', () => {
  it('is opened with the merchant’s certificate and answered as it is', async () => {
    const made = await apple.ready();
    const answer = await apple.session(made);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      merchantSessionIdentifier: expect.stringMatching(/^SSH/),
      domainName: shop_domain,
      displayName: 'Shop',
    });
    expect(answer.headers['access-control-allow-origin']).toBe('https://shop.example.com');
  });

  it('is asked at public addresses alone, and trusts the usual authorities there', async () => {
    const made = await apple.ready();
    const { services } = w.world;
    const { egress } = services;
    const sent: ExchangeRequest[] = [];
    services.egress = {
      exchange: async (request) => {
        if (!request.url.includes('.apple.com')) return await egress.exchange(request);
        sent.push(request);
        return { kind: 'answered', status: 200, body: '{"session":1}' };
      },
    };
    const ValidationUrl = 'https://apple-pay-gateway-cert.apple.com/paymentservices/startSession';
    const answer = await apple.session(made, { ValidationUrl });
    services.egress = egress;
    expect([answer.status, answer.text]).toEqual([200, '{"session":1}']);
    const [{ url, public_only, tls } = {} as ExchangeRequest] = sent;
    expect([url, public_only]).toEqual([ValidationUrl, true]);
    expect(tls).toEqual({ cert: made.merchant_certificate, key: expect.any(String) });
  });

  it('is asked of production hosts alone in production', () => {
    const context = (environment: 'production' | 'sandbox') => ({
      ...w.world.system,
      config: { ...w.world.system.config, environment },
    });
    const is = (host: string, environment: 'production' | 'sandbox') =>
      isSessionUrl(context(environment), `https://${host}/paymentservices/startSession`);
    const hosts = ['apple-pay-gateway', 'apple-pay-gateway-nc-pod1', 'cn-apple-pay-gateway'];
    for (const host of hosts) expect(is(`${host}.apple.com`, 'production'), host).toBe(true);
    for (const host of ['apple-pay-gateway-cert', 'cn-apple-pay-gateway-cert']) {
      expect(is(`${host}.apple.com`, 'production'), host).toBe(false);
      expect(is(`${host}.apple.com`, 'sandbox'), host).toBe(true);
    }
  });

  it('is asked of Apple alone, for the domain of the registration', async () => {
    const made = await apple.ready();
    const refusalOf = async (change: object) => {
      const { status, body } = await apple.session(made, change);
      return [status, body.msg];
    };
    const addresses = [
      'https://evil.example/paymentservices/paymentSession',
      'https://apple-pay-gateway.apple.com.evil.example/paymentservices/paymentSession',
      'http://apple-pay-gateway.apple.com/paymentservices/paymentSession',
      'https://apple-pay-gateway.apple.com:8443/paymentservices/paymentSession',
      'https://apple-pay-gateway.apple.com/other',
      'https://user@apple-pay-gateway.apple.com/paymentservices/paymentSession',
      'https://apple-pay-gateway.apple.com/paymentservices/paymentSession?x=1',
      'http://127.0.0.1:1/',
      'no address',
      'https://[::1]/paymentservices/paymentSession',
      'https://169.254.169.254/paymentservices/paymentSession',
      'https://apple-pay-gateway.apple.com@evil.example/paymentservices/paymentSession',
      'https://apple-pay-gateway.apple.com./paymentservices/paymentSession',
      'https://apple-pay-gateway.apple.com/paymentservices/paymentSession#x',
      'https://apple-pay-gateway.apple.com/x/../paymentservices/other',
    ];
    for (const ValidationUrl of addresses) {
      expect(await refusalOf({ ValidationUrl }), ValidationUrl).toEqual([
        400,
        'bad request error: invalid Validation URL',
      ]);
    }
    expect(await refusalOf({ DomainName: 'evil.example' })).toEqual([
      400,
      'bad request error: invalid Domain Name',
    ]);
    expect(await refusalOf({ AppleMerchantId: 'merchant.other' })).toEqual([
      400,
      'bad request error: invalid Apple Merchant ID',
    ]);
    expect(await refusalOf({ PKeyCompany: '0'.repeat(20) })).toEqual([404, 'not found']);
  });

  it('says so where Apple does not answer, or does not accept the merchant', async () => {
    const made = await apple.ready();
    const { services } = w.world;
    const { egress } = services;
    const refusalOf = async (exchange: Exchange) => {
      services.egress = {
        exchange: async (request) =>
          request.url.includes('.apple.com') ? exchange : await egress.exchange(request),
      };
      const ValidationUrl = 'https://apple-pay-gateway-cert.apple.com/paymentservices/startSession';
      const { status, body } = await apple.session(made, { ValidationUrl });
      services.egress = egress;
      return [status, body.msg];
    };
    const away = [503, 'Apple is not responding. Try again.'];
    expect(await refusalOf({ kind: 'no_answer', reason: 'the line is dead' })).toEqual(away);
    expect(await refusalOf({ kind: 'answered', status: 400, body: '{"session":1}' })).toEqual([
      400,
      'Apple did not accept this merchant. Check its certificates and its domain.',
    ]);
  });

  it('is not opened without certificates', async () => {
    const made = await apple.registration();
    const { status, body } = await apple.session(made);
    expect([status, body.msg]).toEqual([
      400,
      'Apple Pay is not ready: its merchant certificate is not in use.',
    ]);
  });
});

describe('a payment', () => {
  it('is made by the token that a page was given for it', async () => {
    const made = await apple.ready();
    const authorized = await apple.authorized(made, { amount: 1299 });
    expect(authorized.status, authorized.text).toBe(200);
    const temporary_token = JSON.parse(authorized.text);
    expect(temporary_token).toMatch(/^[0-9A-Za-z]{25}$/);
    const paid = await apple.pay({ temporary_token }, { amount: 1299 });
    expect(paid.status, paid.text).toBe(200);
    expect(paid.body.data).toMatchObject({
      status: 'pending_settlement',
      amount: 1299,
      payment_method: 'apple_pay_token',
      payment_type: 'card',
      billing_address: { first_name: 'Ada', postal_code: '60601' },
      response_body: { card: { masked_card: '411111******1111', entry_type: 'apple_pay' } },
    });
    const again = await apple.pay({ temporary_token }, { amount: 1299 });
    expect([again.status, again.body.data.invalid[0].field]).toEqual([
      400,
      'payment_method.apple_pay_token.temporary_token',
    ]);
  });

  it('goes out as the number of the device with its cryptogram', async () => {
    const made = await apple.ready();
    const token = await apple.token(made, { amount: 1000, eci: '5' });
    const { body } = await apple.pay({ key_id: made.id, pkpaymenttoken: token });
    expect(body.data.status).toBe('pending_settlement');
    expect(await apple.sentCards()).toContainEqual({
      first_six: '411111',
      last_four: '1111',
      entry: 'apple_pay',
      eci: '05',
      has_cryptogram: true,
    });
  });

  it('takes each token of Apple’s once, and its repetition gets the first answer', async () => {
    const made = await apple.ready();
    const pkpaymenttoken = await apple.token(made, { amount: 1000 });
    const method = { key_id: made.id, pkpaymenttoken };
    const keyed = { idempotency_key: 'apple-once' };
    const first = await apple.pay(method, keyed);
    const second = await apple.pay(method, keyed);
    expect([second.status, second.text]).toEqual([200, first.text]);
    const third = await apple.pay(method);
    expect([third.status, third.body.msg]).toEqual([
      400,
      expect.stringContaining('Each one works once'),
    ]);
    const authorized = await apple.authorize(made, pkpaymenttoken);
    expect(authorized.status).toBe(400);
  });

  it('is one where sixteen are asked for with one token', async () => {
    const made = await apple.ready();
    const pkpaymenttoken = await apple.token(made, { amount: 1000 });
    const method = { key_id: made.id, pkpaymenttoken };
    const all = await Promise.all(Array.from({ length: 16 }, () => apple.pay(method)));
    const statuses = all.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 15 }, () => 400)]);
    for (const { status, body } of all) {
      if (status === 200) continue;
      expect(body.data.invalid).toEqual([
        {
          field: 'payment_method.apple_pay_token.pkpaymenttoken',
          message: 'The payment is not valid. Each one works once, within five minutes.',
        },
      ]);
    }
  });

  it('is not made again by a token whose signed bytes are divided elsewhere', async () => {
    const made = await apple.ready();
    const token = (await apple.token(made, { amount: 1000 })) as {
      paymentData: { header: { transactionId: string } };
    };
    const { header } = token.paymentData;
    const { transactionId: id } = header;
    const pay = (change: object) => {
      const paymentData = { ...token.paymentData, header: { ...header, ...change } };
      return apple.pay({ key_id: made.id, pkpaymenttoken: { ...token, paymentData } });
    };
    expect((await pay({})).status).toBe(200);
    const moved = { transactionId: id.slice(0, -2), applicationData: id.slice(-2) };
    for (const change of [{ transactionId: `${id}0` }, moved]) {
      const { status } = await pay(change);
      expect(status, JSON.stringify(change)).toBe(400);
    }
  });

  it('is one where sixteen pages hand the same token over', async () => {
    const made = await apple.ready();
    const token = await apple.token(made, { amount: 1000 });
    const all = await Promise.all(Array.from({ length: 16 }, () => apple.authorize(made, token)));
    const refusals = all.map(({ status, body }) => [status, body?.data?.invalid?.[0]?.field]);
    const refused = [400, 'ApplePayPayment.token'];
    expect(refusals.filter(([status]) => status === 200)).toHaveLength(1);
    expect(refusals.filter(([status]) => status !== 200)).toEqual(Array(15).fill(refused));
  });

  it('never exceeds what the payer agreed to', async () => {
    const made = await apple.ready();
    const method = async (token: object) => ({
      key_id: made.id,
      pkpaymenttoken: await apple.token(made, token),
    });
    const more = await apple.pay(await method({ amount: 999 }));
    expect([more.status, more.body.msg]).toEqual([
      400,
      'bad request error: invalid Amount: the payer agreed to $9.99',
    ]);
    const other = await apple.pay(await method({ amount: 1000, currency_number: '978' }));
    expect([other.status, other.body.msg]).toEqual([
      400,
      'bad request error: invalid Currency: the payer agreed to pay in EUR',
    ]);
    const less = await apple.pay(await method({ amount: 2000 }));
    expect(less.body.data).toMatchObject({ amount: 1000, status: 'pending_settlement' });
    const credit = await apple.pay(await method({ amount: 1000 }), { type: 'credit' });
    expect([credit.status, credit.body.msg]).toEqual([
      400,
      'bad request error: invalid payment_method',
    ]);
  });

  it('names what is wrong with a token, and changes nothing', async () => {
    const [made, other] = [await apple.ready(), await apple.ready()];
    const pkpaymenttoken = await apple.token(other, { amount: 1000 });
    const refusalOf = async (method: object) => {
      const { status, body } = await apple.pay(method);
      return [status, body.msg];
    };
    expect(await refusalOf({ key_id: made.id, pkpaymenttoken })).toEqual([
      400,
      expect.stringContaining('it is encrypted for another certificate'),
    ]);
    expect(await refusalOf({ key_id: '0'.repeat(20), pkpaymenttoken })).toEqual([
      400,
      'bad request error: invalid Key ID',
    ]);
    expect((await refusalOf({ key_id: made.id }))[0]).toBe(400);
    expect((await refusalOf({}))[0]).toBe(400);
    const theirs = await w.world.call('POST', '/transaction', {
      credential: w.tenants.m2.boss.private_key,
      body: {
        type: 'sale',
        amount: 1000,
        payment_method: { apple_pay_token: { key_id: other.id, pkpaymenttoken } },
      },
    });
    expect([theirs.status, theirs.body.msg]).toEqual([400, 'bad request error: invalid Key ID']);
    expect((await refusalOf({ key_id: other.id, pkpaymenttoken }))[0]).toBe(200);
  });
});
